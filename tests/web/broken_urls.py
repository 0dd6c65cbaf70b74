"""The site with an address that breaks."""

from django.urls import path

from config.urls import urlpatterns as site


def breaks(_request):
    raise RuntimeError("on purpose")


urlpatterns = [*site, path("breaks/", breaks)]
