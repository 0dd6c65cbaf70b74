"""Every address of Tavolo."""

from django.urls import URLPattern, URLResolver, include, path

from .views import health, readiness

handler400 = "config.views.bad_request"
handler403 = "config.views.not_permitted"
handler404 = "config.views.not_found"
handler500 = "config.views.server_error"
urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health, name="health"),
    path("readyz", readiness, name="readiness"),
    path("api/", include("tournaments.api.urls")),
    path("", include("tournaments.web.urls")),
]
