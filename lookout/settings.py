"""Django's settings. What a person may set is in lookout/env.py, not here."""

import secrets
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent
_CHECKOUT: Final = _PACKAGE.parent


def _assets(name: str, packed: str) -> Path:
    """The folder of a checkout, or its copy inside an installed wheel."""
    packed_here = _PACKAGE / packed
    return packed_here if packed_here.is_dir() else _CHECKOUT / name


TEMPLATES_DIR: Final = _assets("templates", "_templates")
STATIC_DIR: Final = _assets("static", "_static")

DEBUG = False
SECRET_KEY = secrets.token_urlsafe(48)  # nothing signed with it outlives the process
# lookout/guard.py has judged the Host by exact names before Django sees a request.
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
USE_X_FORWARDED_HOST = False
APPEND_SLASH = False

INSTALLED_APPS = [
    "lookout.apps.LookoutConfig",
    "sessions_app.apps.SessionsConfig",
    "api_app.apps.ApiConfig",
]
MIDDLEWARE: list[str] = []
ROOT_URLCONF = "lookout.urls"
ASGI_APPLICATION = "lookout.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [TEMPLATES_DIR, STATIC_DIR],  # a page holds its icons itself
        "OPTIONS": {"autoescape": True},
    }
]
DATABASES: dict[str, dict[str, str]] = {}
STATIC_URL = "/static/"
USE_TZ = True
# A name here would become TZ for the whole process, and the person's midnight that of UTC.
TIME_ZONE = None
USE_I18N = False
LOGGING_CONFIG = None
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
