"""What holds for every test."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lookout.settings")

import django
from hypothesis import settings

django.setup()

# How long an example takes says how busy the computer is, and nothing of the code.
settings.register_profile("here", deadline=None)
settings.load_profile("here")
