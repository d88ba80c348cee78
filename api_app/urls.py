"""The routes under /api/."""

from django.urls import path

from api_app.views.events import events
from api_app.views.health import health
from api_app.views.history import clear, history
from api_app.views.jump import jump
from api_app.views.pull_requests import pull_requests
from api_app.views.resume import resume
from api_app.views.sessions import sessions
from api_app.views.settings import settings, time_rules
from api_app.views.stop import clean_up, stop
from api_app.views.waits import waits

urlpatterns = [
    path("events", events),
    path("health", health),
    path("history", history),
    path("history/clear", clear),
    path("pull-requests", pull_requests),
    path("sessions", sessions),
    path("settings", settings),
    path("settings/time-rules", time_rules),
    path("waits", waits),
    path("jump", jump),
    path("resume", resume),
    path("sessions/stop", stop),
    path("sessions/clean-up", clean_up),
]
