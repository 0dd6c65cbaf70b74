"""The large parts of a screen's data: players, seats, standings, the season.

Each part has a digest, and is sent only if the screen has a different digest. Other parts refer to entries by number,
so that names are sent once.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.actions.core.names import fold_text
from tournaments.actions.hands.help_calls import open_calls
from tournaments.actions.people.family_names import BETWEEN, family_first
from tournaments.actions.rounds.clock_documents import clock_document
from tournaments.actions.seasons.standing import published
from tournaments.models import Entry, Round, Screen, Season, Seat, ShownStandings, Tournament, leading
from tournaments.wording import words
from tournaments.wording.season_rows import progress
from tournaments.wording.standing_states import state_for_everybody

from ..requests.clock import hour
from .tree_part import WIDE_SCREEN, Room, tree

Part = dict[str, Any]
RANKED, WITHDRAWN, STAND_IN = range(3)
MARK_LENGTH = 10


def mark_of(content: object) -> str:
    """Return the digest of this content."""
    text = json.dumps(content, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:MARK_LENGTH]


def changed_parts(parts: Mapping[str, Part], shown: Mapping[str, str]) -> dict[str, Part]:
    """Return the parts with their digests; for a part that the screen shows already, only the digest."""
    marked = {name: {"mark": mark_of(part), **part} for name, part in parts.items()}
    return {name: {"mark": part["mark"]} if shown.get(name) == part["mark"] else part for name, part in marked.items()}


def people(tournament: Tournament, entries: list[Entry]) -> Part:
    """Return the players' names in the club's order, each with the number of the entry.

    For a partner after the first, its index follows.
    """
    listed = sorted(_persons(tournament, entries), key=lambda row: fold_text(row[1]))
    return {"rows": [row if row[2] else row[:2] for row in listed]}


def _persons(tournament: Tournament, entries: list[Entry]) -> Iterator[tuple[int, str, int]]:
    by_family, together = tournament.club.by_family_name, tournament.entry_size > 1
    for entry in entries:
        names = entry.name.split(BETWEEN) if together else [entry.name]
        for place, name in enumerate(names):
            yield entry.number, family_first(name) if by_family else name, place


def seats(round_: Round) -> Part:
    """Return the tables of a round in play, with the numbers of their entries, and the sit-outs."""
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


def standings(tournament: Tournament, shown: ShownStandings, numbers: Mapping[int, int]) -> dict[str, Part]:
    """Return the public standings after the last full round, and their state; {} if there are none."""
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
    return {"standings": made, "state": {"text": state_for_everybody(tournament, shown).text}}


def season_standings(tournament: Tournament) -> Part | None:
    """Return the public standings of the tournament's latest season; None if there are none."""
    season = Season.objects.filter(evenings__tournament=tournament).first()
    document = json.loads(published(season) or "{}") if season else {}
    if season is None or not document.get("rows"):
        return None
    rows = [[row["name"], row["place"], words.figure(row["score"])] for row in document["rows"]]
    return {"title": season.name, "sub": progress(document), "rows": rows}


def _kind(row: Mapping[str, Any]) -> int:
    return WITHDRAWN if row.get("withdrawn") else STAND_IN if row.get("stand_in") else RANKED


NAMES = ("head", "people", "seats", "standings", "tree", "season")
A_MINUTE = 60


def known_marks(text: str) -> dict[str, str]:
    """Return the digests of a screen's parts by name; the screen sends them joined by dots."""
    return dict(zip(NAMES, text.split("."), strict=False))


def frame_of(screen: Screen) -> str:
    """Return a digest of the page without its data; when it changes, the screen loads the page again."""
    tournament = screen.tournament
    if tournament is None:
        return mark_of(screen.code)
    looks = (screen.language, screen.look, screen.reach)
    return mark_of([tournament.slug, tournament.name, tournament.club.time_zone, looks])


def document(
    screen: Screen, tournament: Tournament, shown: Mapping[str, str], room: Room = WIDE_SCREEN
) -> dict[str, Any]:
    """Return the data of a screen: its pages, calls and clock; if anything else has changed, also the parts.

    Pictures are drawn for the size `room`.
    """
    round_ = tournament.rounds.published().select_related("clock").order_by("-number").first()
    if round_:
        round_.tournament = tournament
    head = _head(screen, tournament, room)
    state = {
        "frame": frame_of(screen),
        "head": head,
        "seconds": screen.seconds,
        "held": screen.held,
        "message": screen.message,
        "clock": clock_document(round_),
        "calls": _calls(tournament) if screen.shows_calls else [],
    }
    return state if shown.get("head") == head else {**state, **_full_document(screen, tournament, round_, shown, room)}


def _full_document(
    screen: Screen, tournament: Tournament, round_: Round | None, shown: Mapping[str, str], room: Room
) -> dict[str, Any]:
    made = _parts(screen, tournament, round_, room)
    return {
        "shows": [*_shown(screen, tournament, made, round_)],
        "round": _round_words(tournament, round_),
        "next": _next(tournament, round_) if screen.shows_next else [],
        "parts": changed_parts(made, shown),
    }


def _head(screen: Screen, tournament: Tournament, room: Room) -> str:
    """Return a digest of the data on which the parts depend, and of the minute, so that other changes appear too."""
    club, numbers = tournament.club, (tournament.ledger_length, tournament.published_revision, tournament.status)
    plan = (tournament.name, tournament.rounds_planned, tournament.starts_at, tournament.standings_hidden_after)
    minute = int(timezone.now().timestamp()) // A_MINUTE
    return mark_of([screen.version, numbers, plan, club.name, club.by_family_name, room, minute])


def _parts(screen: Screen, tournament: Tournament, round_: Round | None, room: Room) -> dict[str, Part]:
    entries = list(tournament.entries.only("tournament", "number", "name").order_by("number"))
    found: dict[str, Part | None] = {"people": people(tournament, entries)}
    if round_ and round_.state == Round.State.PUBLISHED and (screen.shows_names or screen.shows_tables):
        found["seats"] = seats(round_)
    numbers = {entry.pk: entry.number for entry in entries}
    public = Tournament.objects.with_last_round().filter(pk=tournament.pk).first()
    if public:  # it may be deleted while it is being read
        shown = leading(public, public.hidden_after(AnonymousUser()))
        found |= standings(public, shown, numbers) if screen.shows_standings else {}
        found["tree"] = tree(shown, room) if screen.shows_tree else None
    if screen.shows_season:
        found["season"] = season_standings(tournament)
    return {name: part for name, part in found.items() if part}


def _shown(screen: Screen, tournament: Tournament, made: Mapping[str, Part], round_: Round | None) -> list[str]:
    """Return the pages that the screen shows in turn, without empty ones."""
    there = {
        "clock": round_ is not None and round_.state == Round.State.PUBLISHED and hasattr(round_, "clock"),
        "names": "seats" in made,
        "tables": "seats" in made,
        "standings": "standings" in made,
        "tree": "tree" in made,
        "season": "season" in made,
        "calls": True,
        "next": not tournament.is_over and (round_ is None or round_.state != Round.State.PUBLISHED),
    }
    return [name for name, is_there in there.items() if is_there and getattr(screen, f"shows_{name}")]


def _calls(tournament: Tournament) -> list[tuple[int, str]]:
    return [(call.table.number, hour(call.called_at)) for call in open_calls(tournament).select_related("table")]


def _round_words(tournament: Tournament, round_: Round | None) -> str:
    if tournament.status == Tournament.Status.ARCHIVED:
        return str(tournament.get_status_display())
    if tournament.is_over:
        return gettext("All rounds are played.")
    if round_ is None:
        return gettext("Not begun yet")
    if round_.number > tournament.rounds_planned:
        return gettext("Round %(number)s") % {"number": round_.number}
    return gettext("Round %(number)s of %(planned)s") % {"number": round_.number, "planned": tournament.rounds_planned}


def _next(tournament: Tournament, round_: Round | None) -> list[str]:
    """Return sentences about the round after the last public one; [] once the tournament is over."""
    if tournament.is_over:
        return []
    number = round_.number + 1 if round_ else 1
    draft = tournament.rounds.filter(number=number, publish_at__isnull=False).first()
    follows = gettext("Round %(number)d follows.") % {"number": number}
    if draft and draft.publish_at:
        return [follows, gettext("The tables are announced at %(time)s.") % {"time": hour(draft.publish_at)}]
    if round_ is None and tournament.starts_at:
        return [follows, gettext("It begins at %(time)s.") % {"time": hour(tournament.starts_at)}]
    return [follows, gettext("The tables are announced here.")]
