"""The root URL configuration."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.serving.views import health, readiness

handler400 = "tournaments.serving.views.bad_request"
handler403 = "tournaments.serving.views.not_permitted"
handler404 = "tournaments.serving.views.not_found"
handler500 = "tournaments.serving.views.server_error"
urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health, name="health"),
    path("readyz", readiness, name="readiness"),
    path("api/", include("tournaments.api.urls")),
    path("", include("tournaments.web.urls")),
]
