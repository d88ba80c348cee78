"""News for whoever wants it: the parts that act do not know who listens."""

from django.dispatch import Signal

stopped = Signal()
"""A session was ended because a person asked for it.

Sent from a worker's thread with `session`, as it was listed before, and `at`, once its process has
ended or its agent's command has ended it, and before its source is read again.
"""
