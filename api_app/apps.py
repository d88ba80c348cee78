"""The Django app that holds the HTTP API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Routes, one error shape, and the commands that read them."""

    name = "api_app"
    verbose_name = "HTTP API"
