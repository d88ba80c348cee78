"""The routes under /api/."""

from django.urls import path

from api_app.views.health import health
from api_app.views.sessions import sessions
from api_app.views.settings import settings, time_rules

urlpatterns = [
    path("health", health),
    path("sessions", sessions),
    path("settings", settings),
    path("settings/time-rules", time_rules),
]
