"""The whole application: the guard outermost, then the page and API, and the websocket."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lookout.settings")

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

from lookout.guard import Guard  # noqa: E402
from lookout.routing import websockets  # noqa: E402 -- its consumers need Django set up

application = Guard(ProtocolTypeRouter({"http": django_application, "websocket": websockets}))
