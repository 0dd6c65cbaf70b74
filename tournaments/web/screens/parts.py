"""The large parts of a screen: players, seats, standings.

Each has a digest and is sent only if the screen has another one. Entries are numbers, so that names are sent once.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext

from tournaments.actions.core.names import fold_text
from tournaments.actions.people.family_names import BETWEEN, family_first
from tournaments.models import Entry, Round, Seat, Tournament, leading
from tournaments.wording import words
from tournaments.wording.standing_states import state_for_everybody

Part = dict[str, Any]
RANKED, WITHDRAWN, STAND_IN = range(3)
MARK_LENGTH = 10


def mark_of(content: object) -> str:
    """Return the digest of this content."""
    text = json.dumps(content, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:MARK_LENGTH]


def changed_parts(parts: Mapping[str, Part], known: Mapping[str, str]) -> dict[str, Part]:
    """The parts, those that the screen has already by their marks alone."""
    marked = {name: {"mark": mark_of(part), **part} for name, part in parts.items()}
    return {name: {"mark": part["mark"]} if known.get(name) == part["mark"] else part for name, part in marked.items()}


def people(tournament: Tournament, entries: list[Entry]) -> Part:
    """The players by name in the club's order, each with the number of the entry and the position in it."""
    listed = sorted(_persons(tournament, entries), key=lambda row: fold_text(row[1]))
    return {"rows": [row if row[2] else row[:2] for row in listed]}


def _persons(tournament: Tournament, entries: list[Entry]) -> Iterator[tuple[int, str, int]]:
    by_family, together = tournament.club.by_family_name, tournament.entry_size > 1
    for entry in entries:
        names = entry.name.split(BETWEEN) if together else [entry.name]
        for place, name in enumerate(names):
            yield entry.number, family_first(name) if by_family else name, place


def seats(round_: Round) -> Part:
    """The tables of a round in play, each with the numbers of its entries, and the sit-outs."""
    tables: dict[int, list[int]] = {}
    at_tables = Seat.objects.filter(table__round=round_).order_by("table__number", "number")
    for table, entry in at_tables.values_list("table__number", "entry__number"):
        tables.setdefault(table, []).append(entry)
    return {
        "by_name": gettext("Round %(number)d: your table") % {"number": round_.number},
        "by_table": gettext("Round %(number)d: the tables") % {"number": round_.number},
        "tables": list(tables.items()),
        "out": list(round_.sit_outs.order_by("entry__number").values_list("entry__number", flat=True)),
    }


def standings(tournament: Tournament, numbers: Mapping[int, int]) -> dict[str, Part]:
    """The public standings after the last full round, and their state."""
    told = Tournament.objects.with_last_round().filter(pk=tournament.pk).first()
    if told is None:  # deleted while it is read
        return {}
    shown = leading(told, tournament.hidden_after(AnonymousUser()))
    document = shown.standing.document if shown.standing else {}
    if not document.get("after_round"):
        return {}
    rows = [[numbers[row["entry"]], row["place"], words.score_so_far(row), _kind(row)] for row in document["rows"]]
    made = {
        "title": gettext("Standings after round %(number)d") % {"number": shown.after_round},
        "score": words.score_title(tournament.rules, tournament.scoring),
        "rows": [
            [number, place, words.figure(score), *([kind] if kind else [])] for number, place, score, kind in rows
        ],
    }
    return {"standings": made, "state": {"text": state_for_everybody(told, shown).text}}


def _kind(row: Mapping[str, Any]) -> int:
    return WITHDRAWN if row.get("withdrawn") else STAND_IN if row.get("stand_in") else RANKED
