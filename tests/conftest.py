"""What holds for every test."""

from hypothesis import settings

# How long an example takes says how busy the computer is, and nothing of the code.
settings.register_profile("here", deadline=None)
settings.load_profile("here")
