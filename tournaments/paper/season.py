"""The print-out of a season's standings."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Spacer, Table

from tournaments.actions.seasons.champions import champions_of
from tournaments.models import Season, Tournament
from tournaments.wording.season_outlooks import condition, outlook_words
from tournaments.wording.season_rows import progress, row_words
from tournaments.wording.season_words import sentences
from tournaments.wording.words import figure

from .grids import grid
from .printing import PageFrame, Section, evening, style, text

PLACE, SCORE, ATTENDED = 18 * mm, 24 * mm, 24 * mm


def season_paper(season: Season, document: Mapping[str, Any], last: Tournament, *, note: str) -> bytes:
    """Return the PDF of published standings, with the evenings and rules of the season; `last` is the last evening."""
    title = _("Standings")
    sheet = PageFrame(of=season, title=title, day=evening(last), note=note)
    possible = outlook_words(season.declared, document["rows"], is_over=champions_of(season) is not None)
    listed = [f"{number}. {each['name']}" for number, each in enumerate(document["evenings"], 1)]
    about = [" · ".join(listed), condition(document) if any(possible) else "", *sentences(season.declared)]
    parts = [
        text(progress(document), style(9, bold=True)),
        text(_("Under each name are the evenings by number, in brackets what is dropped."), style(9, soft=True)),
        Spacer(0, 2 * mm),
        _grid(sheet.width, document["rows"], zip(row_words(season.declared, document), possible, strict=True)),
        Spacer(0, 4 * mm),
        text("\n".join(filter(None, about)), style(9, soft=True)),
    ]
    return sheet.pdf([Section(title=title, parts=parts)])


def _grid(width: float, rows: Iterable[Mapping[str, Any]], notes: Iterable[Iterable[str]]) -> Table:
    return grid(
        [_("Place"), _("Player"), _("Score"), _("Evenings")],
        [[_place(row), row["name"], figure(row["score"]), str(row["attended"])] for row in rows],
        widths=[PLACE, width - PLACE - SCORE - ATTENDED, SCORE, ATTENDED],
        numbers=[0, 2, 3],
        bold=[0, 2],
        below=[" · ".join(filter(None, note)) for note in notes],
    )


def _place(row: Mapping[str, Any]) -> str:
    return "–" if row["place"] is None else f"{row['place']}"
