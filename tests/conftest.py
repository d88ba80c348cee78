"""What every test stands on."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lookout.settings")

import django

django.setup()
