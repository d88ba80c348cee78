"""Every address of the page and the API."""

from django.urls import include, path

urlpatterns = [
    path("api/", include("api_app.urls")),
    path("", include("sessions_app.urls")),
    path("", include("lookout.static_files")),
]

handler400 = "api_app.errors.bad_request"
handler403 = "api_app.errors.forbidden"
handler404 = "api_app.errors.not_found"
handler500 = "api_app.errors.failed"
