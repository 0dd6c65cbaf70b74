"""Work done before the first request: before the web processes are forked, and in each of them."""

from contextlib import suppress
from datetime import date
from typing import cast

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.http import HttpRequest
from django.template import engines
from django.template.backends.django import Template as DjangoTemplate
from django.template.defaulttags import URLNode
from django.template.loader import get_template
from django.template.loader_tags import IncludeNode
from django.urls import NoReverseMatch, resolve, reverse
from django.utils import formats, translation
from django.utils.module_loading import import_string

DESK = "/tournaments/any/desk/"
FRAMES = ("base.html", "tournament/frame.html")
FOLDER = "desk"
HALLS = 4
"""The number of rounds in play that are read in advance."""
ANY = ("any", 1, 1, 1)
"""Placeholders for the arguments of an address: tournament, round, table, hand."""


def warm_up() -> None:
    """Load the URL patterns of each language and the templates of the desk. The database is not used."""
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            reverse("health")
            reverse("api:docs")
            translation.gettext("")
            formats.date_format(date.min)
    asked = HttpRequest()
    asked.META["HTTP_ACCEPT_LANGUAGE"] = settings.LANGUAGE_CODE
    translation.get_language_from_request(asked)
    resolve(DESK)
    for named in (settings.MESSAGE_STORAGE, settings.SESSION_SERIALIZER, *settings.CONTEXT_PROCESSORS):
        import_string(named)
    templates = settings.BASE_DIR / "templates"
    prepared: set[str] = set()
    for name in (*FRAMES, *(f"{FOLDER}/{path.name}" for path in (templates / FOLDER).glob("*.html"))):
        _prepare(name, prepared)
    engines["jinja2"].get_template("long/_tables.html")


def _prepare(name: str, prepared: set[str]) -> None:
    """Load a template and those it includes, and build each of its URLs, because the first time is slow."""
    if name in prepared:
        return
    prepared.add(name)
    template = cast("DjangoTemplate", get_template(name)).template
    for link in cast("list[URLNode]", template.nodelist.get_nodes_by_type(URLNode)):
        if not isinstance(link.view_name.var, str):  # the URL's name is a variable of the template
            continue
        with suppress(NoReverseMatch):  # the URL needs other arguments
            reverse(link.view_name.var, args=ANY[: len(link.args)])
    for node in cast("list[IncludeNode]", template.nodelist.get_nodes_by_type(IncludeNode)):
        if isinstance(node.template.var, str):
            _prepare(node.template.var, prepared)


def read_rounds_in_play() -> None:
    """Read the tables of the latest `HALLS` rounds in play into the cache, for the desk."""
    from tournaments.actions.standings.halls_cache import (
        HALLS_CACHE,  # imported here, because only a web process that has started needs it
    )
    from tournaments.models import Round
    from tournaments.models.round import DRAWN

    playing = Round.objects.filter(state=Round.State.PUBLISHED).select_related("tournament__club").defer(*DRAWN)
    try:
        for round_ in playing.order_by("-pk")[:HALLS]:
            HALLS_CACHE.tables_of(round_)
    except DatabaseError:
        pass  # the first request reads them, or reports the fault
    finally:
        close_old_connections()
