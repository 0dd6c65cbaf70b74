"""What the first visitor of a web process would otherwise wait for: before the processes are forked, and in each."""

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.template import engines
from django.template.loader import get_template
from django.urls import resolve, reverse
from django.utils import translation

DESK = "/tournaments/any/desk/"
FRAMES = ("base.html", "tournament/frame.html")
FOLDER = "desk"
HALLS = 4
"""So many rounds in play are read in advance."""


def warm() -> None:
    """Build what every language needs to name addresses, and what the desk is rendered from; no database is asked."""
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            reverse("health")
            reverse("api:docs")
            translation.gettext("")
    resolve(DESK)
    templates = settings.BASE_DIR / "templates"
    for name in (*FRAMES, *(f"{FOLDER}/{path.name}" for path in (templates / FOLDER).glob("*.html"))):
        get_template(name)
    engines["jinja2"].get_template("long/_tables.html")


def read_halls() -> None:
    """Read the tables of the rounds in play, which the next desk of this process shows."""
    from tournaments.actions.known_halls import KNOWN  # here: nothing but a started web process reads tables
    from tournaments.models import Round
    from tournaments.models.round import DRAWN

    playing = Round.objects.filter(state=Round.State.PUBLISHED).select_related("tournament__club").defer(*DRAWN)
    try:
        for round_ in playing.order_by("-pk")[:HALLS]:
            KNOWN.tables_of(round_)
    except DatabaseError:
        pass  # whoever comes first reads them, or is told what is wrong
    finally:
        close_old_connections()
