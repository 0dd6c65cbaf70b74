"""Every address of Tavolo."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [path("", include("tournaments.web.urls"))]
