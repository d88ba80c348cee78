#!/usr/bin/env python3
"""The same commands as `agent-lookout`, for those used to Django."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lookout.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
