"""The routes under /api/."""

from django.urls import path

from api_app.views.health import health
from api_app.views.pull_requests import pull_requests
from api_app.views.sessions import sessions

urlpatterns = [
    path("health", health),
    path("pull-requests", pull_requests),
    path("sessions", sessions),
]
