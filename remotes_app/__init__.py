"""Sessions of other machines; comes with a later version."""
