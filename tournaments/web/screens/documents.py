"""The response to a screen: its programme, the clock, and the parts that changed."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.actions.hands.help_calls import open_calls
from tournaments.actions.rounds.clock_documents import clock_document
from tournaments.models import Round, Screen, Tournament

from ..requests.clock import hour
from . import parts

NAMES = ("head", "people", "seats", "standings")
A_MINUTE = 60


def known_marks(text: str) -> dict[str, str]:
    """Return the digests of the parts that a screen has, joined by dots in its request."""
    return dict(zip(NAMES, text.split("."), strict=False))


def frame_of(screen: Screen) -> str:
    """Return a digest of the page's frame; if it changes, the screen reloads the page."""
    tournament = screen.tournament
    if tournament is None:
        return parts.mark_of(screen.code)
    looks = (screen.language, screen.look, screen.reach)
    return parts.mark_of([tournament.slug, tournament.name, tournament.club.time_zone, looks])


def document(screen: Screen, tournament: Tournament, known: Mapping[str, str]) -> dict[str, Any]:
    """Return the data of a screen: always programme, calls and clock; the parts that changed."""
    round_ = tournament.rounds.published().select_related("clock").order_by("-number").first()
    if round_:
        round_.tournament = tournament
    head = _head(screen, tournament)
    told = {
        "frame": frame_of(screen),
        "head": head,
        "seconds": screen.seconds,
        "held": screen.held,
        "message": screen.message,
        "clock": clock_document(round_),
        "calls": _calls(tournament) if screen.shows_calls else [],
    }
    return told if known.get("head") == head else {**told, **_whole(screen, tournament, round_, known)}


def _whole(screen: Screen, tournament: Tournament, round_: Round | None, known: Mapping[str, str]) -> dict[str, Any]:
    made = _parts(screen, tournament, round_)
    return {
        "shows": [*_shown(screen, tournament, made, round_)],
        "round": _round_words(tournament, round_),
        "next": _next(tournament, round_) if screen.shows_next else [],
        "parts": parts.changed_parts(made, known),
    }


def _head(screen: Screen, tournament: Tournament) -> str:
    """A digest of everything that decides the parts; other changes follow within a minute."""
    club, told = tournament.club, (tournament.ledger_length, tournament.published_revision, tournament.status)
    plan = (tournament.name, tournament.rounds_planned, tournament.starts_at, tournament.standings_hidden_after)
    minute = int(timezone.now().timestamp()) // A_MINUTE
    return parts.mark_of([screen.version, told, plan, club.name, club.by_family_name, minute])


def _parts(screen: Screen, tournament: Tournament, round_: Round | None) -> dict[str, parts.Part]:
    entries = list(tournament.entries.only("tournament", "number", "name").order_by("number"))
    found: dict[str, parts.Part | None] = {"people": parts.people(tournament, entries)}
    if round_ and round_.state == Round.State.PUBLISHED and (screen.shows_names or screen.shows_tables):
        found["seats"] = parts.seats(round_)
    if screen.shows_standings:
        found |= parts.standings(tournament, {entry.pk: entry.number for entry in entries})
    return {name: part for name, part in found.items() if part}


def _shown(screen: Screen, tournament: Tournament, made: Mapping[str, parts.Part], round_: Round | None) -> list[str]:
    """The pages that the screen shows in turn, without empty ones."""
    there = {
        "clock": round_ is not None and round_.state == Round.State.PUBLISHED and hasattr(round_, "clock"),
        "names": "seats" in made,
        "tables": "seats" in made,
        "standings": "standings" in made,
        "calls": True,
        "next": not tournament.is_over and (round_ is None or round_.state != Round.State.PUBLISHED),
    }
    return [name for name, is_there in there.items() if is_there and getattr(screen, f"shows_{name}")]


def _calls(tournament: Tournament) -> list[tuple[int, str]]:
    return [(call.table.number, hour(call.called_at)) for call in open_calls(tournament).select_related("table")]


def _round_words(tournament: Tournament, round_: Round | None) -> str:
    if tournament.is_over:
        return gettext("All rounds are played.")
    if round_ is None:
        return gettext("Not begun yet")
    if round_.number > tournament.rounds_planned:
        return gettext("Round %(number)s") % {"number": round_.number}
    return gettext("Round %(number)s of %(planned)s") % {"number": round_.number, "planned": tournament.rounds_planned}


def _next(tournament: Tournament, round_: Round | None) -> list[str]:
    """The sentences on what follows the last public round."""
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
