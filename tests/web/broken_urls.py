"""The site with addresses that break, or find that somebody was faster."""

import sqlite3

from django.db import IntegrityError
from django.urls import path

from config.urls import urlpatterns as site
from tournaments.actions.core.rows import locked
from tournaments.models import Tournament


def breaks(_request):
    raise RuntimeError("on purpose")


def is_gone(_request):
    locked(Tournament.objects.all(), 0)


def is_overtaken(_request):
    fault = sqlite3.IntegrityError("FOREIGN KEY constraint failed")
    fault.sqlite_errorname = "SQLITE_CONSTRAINT_FOREIGNKEY"
    raise IntegrityError(str(fault)) from fault


urlpatterns = [*site, path("breaks/", breaks), path("is-gone/", is_gone), path("is-overtaken/", is_overtaken)]
