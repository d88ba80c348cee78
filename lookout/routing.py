"""Every websocket address."""

from channels.routing import URLRouter
from django.urls import path

from sessions_app.consumers import LiveConsumer

websockets = URLRouter([path("ws/live/", LiveConsumer.as_asgi())])
