"""The Django app that holds the session list."""

from django.apps import AppConfig


class SessionsConfig(AppConfig):
    """Starts nothing: every command loads it, and only `runserver` reads sessions."""

    name = "sessions_app"
    verbose_name = "Sessions"
