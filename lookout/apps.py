"""The Django app that holds the commands which put everything together."""

from django.apps import AppConfig


class LookoutConfig(AppConfig):
    """Commands alone."""

    name = "lookout"
    verbose_name = "Agent Lookout"
