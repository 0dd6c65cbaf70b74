"""The next evening of a season, with the plan of the last one."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Season, SeasonEvening, Tournament, Visibility
from tournaments.models.club import NAME_LENGTH

from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, Problem
from ..core.rows import locked
from ..seasons.seasons import add_evening
from .plans import OF_GAME, plan_of
from .tournaments import create_tournament

A_WEEK = timedelta(days=7)
LOWEST_YEAR = 1000
"""The smallest number that, in a name, is read as a year."""


def own_evenings(season: Season) -> list[SeasonEvening]:
    """Return the season's evenings that are tournaments of its club, in order."""
    return list(season.evenings.in_order().filter(tournament__club=season.club_id).defer("results"))


def part_of_next(season: Season) -> int | None:
    """Return the part of the next evening: the first with room, starting at the last evening's part.

    After the last part follows the first. Return None if all are full.
    """
    parts = list(season.evenings.in_order().values_list("part", flat=True))
    planned, first = season.declared.parts, parts[-1] if parts else 0
    in_turn = (*range(first, len(planned)), *range(first))
    return next((at for at in in_turn if parts.count(at) < planned[at].evenings), None)


def create_next_evening(season: Season, *, by: Actor, after: str | None = None) -> tuple[SeasonEvening, bool]:
    """Create the evening that follows the season's last one; return it, and whether it is new.

    It has the game, rules, tables and rounds of the last one, and the last version of the club's game. `after` is the
    slug of the evening that it is to follow; if that evening is not the last, the evening after it is returned. Raises
    Conflict for a season without evenings or with all planned evenings. Raises Invalid for an unknown `after`, or if
    the plan is no longer valid.
    """
    with transaction.atomic():
        season = locked(Season.objects.select_related("club"), season.pk)
        evenings = own_evenings(season)
        if not evenings:
            message = _("The season has no evening yet: create its first tournament, and add it.")
            raise Conflict(Problem("no_evening", message))
        if following := _following(evenings, after):
            return following, False
        part = part_of_next(season)
        if part is None:
            message = _("The season already has all its %(count)d evenings: change its declaration first.")
            raise Conflict(Problem("part_is_full", message, {"count": season.declared.evenings}))
        last = evenings[-1].tournament
        made = create_tournament(club=season.club, raw=_plan(season, evenings), by=by, like=last)
        return add_evening(season, made, {"part": part + 1}, by=by), True


def _following(evenings: Sequence[SeasonEvening], after: str | None) -> SeasonEvening | None:
    """Return the evening that follows this one; None if this is the last or `after` is None.

    Raises Invalid if there is no evening `after`.
    """
    if after is None:
        return None
    slugs = [evening.tournament.slug for evening in evenings]
    if after not in slugs:
        message = _("This evening is not in the season: leave it out, or name another.")
        raise Invalid(Problem("unknown_evening", message, pointer=("after",)))
    return next(iter(evenings[slugs.index(after) + 1 :]), None)


def _plan(season: Season, evenings: Sequence[SeasonEvening]) -> Mapping[str, Any]:
    """Return the plan of the last evening with a new name and start.

    If its game has a newer version, the plan has the rules of that version.
    """
    last, start = evenings[-1].tournament, _start(season, evenings)
    hours = {"starts_at": start, "draw_at": _draw_at(last, start)}
    plan = {**plan_of(last), "name": next_name(last.name, len(evenings)), **hours}
    games = season.club.games.filter(slug=last.game_slug)
    if last.game and games.filter(version__gt=last.game.version).exists():
        plan = {name: value for name, value in plan.items() if name not in OF_GAME}
    return {**plan, "visibility": Visibility.PUBLIC.value}


def _draw_at(last: Tournament, start: datetime) -> datetime | None:
    """Return the time of the first draw, with the same distance from the start as in the last evening.

    Return None if the last evening had none, or if that time is past.
    """
    if last.draw_at is None or last.starts_at is None:
        return None
    hour = start + (last.draw_at - last.starts_at)
    return hour if hour > timezone.now() else None


def next_name(name: str, number: int) -> str:
    """Return the name of the evening after the one with this name.

    `number` is the earlier evening's number in the season. In the name this number is raised by one, or else the last
    number that is not a year. A name without a number gets one at its end.

    >>> [next_name(name, 3) for name in ("Serata 3 del 12 marzo", "3ª serata 2026", "Serata 07", "Burraco")]
    ['Serata 4 del 12 marzo', '4ª serata 2026', 'Serata 08', 'Burraco 4']
    """
    found = [each for each in re.finditer(r"[0-9]+", name) if int(each[0]) < LOWEST_YEAR]
    counted = next((each for each in found if int(each[0]) == number), found[-1] if found else None)
    if counted is None:
        added = f" {number + 1}"
        return name[: NAME_LENGTH - len(added)] + added
    raised = str(int(counted[0]) + 1).zfill(len(counted[0]))
    return (name[: counted.start()] + raised + name[counted.end() :])[:NAME_LENGTH]


def _start(season: Season, evenings: Sequence[SeasonEvening]) -> datetime:
    """Return the start of the next evening.

    The interval is the one between the last two evenings, or else a week. If the resulting day is past, the evening is
    today. The time of day is that of the last evening.
    """
    zone = ZoneInfo(season.club.time_zone)
    held = (evening.tournament for evening in evenings[-2:])
    starts = [(each.starts_at or each.created_at).astimezone(zone) for each in held]
    last, apart = starts[-1], starts[-1].date() - starts[0].date() or A_WEEK
    day = max(last.date() + apart, timezone.now().astimezone(zone).date())
    return datetime.combine(day, last.time().replace(second=0, microsecond=0), tzinfo=zone)
