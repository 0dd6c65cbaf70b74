"""Every address of Tavolo."""

from django.urls import URLPattern, URLResolver, include, path

from .health import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health, name="health"),
    path("api/", include("tournaments.api.urls")),
    path("", include("tournaments.web.urls")),
]
