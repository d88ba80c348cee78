"""The addresses of the page's views."""

from django.urls import path

from sessions_app import views

urlpatterns = [
    path("", views.overview),
    path("sessions/<str:session_id>", views.overview),
    path("sources", views.sources),
    path("settings", views.settings),
]
