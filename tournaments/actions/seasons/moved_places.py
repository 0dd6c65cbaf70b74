"""Changes that move places of a season's published standing: they need the agreement to exactly these moves."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.utils.translation import gettext_noop as _

from tournaments.models import Season, Tournament
from tournaments.ranking.seasons import Who

from ..core.actor import Actor
from ..core.ledger import digest
from ..core.refusals import Problem
from .season_refreshing import read_evenings
from .season_results import counts_now
from .standing import Counted, name_of, names_of

SHOWN_MOVES = 20
"""The most moves of a season that are listed."""
Places = Mapping[tuple[Who, int | None], int | None]
"""The place of each competitor in the season, with None, and in each of its parts, with the part's number from 1."""
Move = tuple[tuple[Who, int | None], int | None, int | None]
"""A competitor in the season or in a part, with the place before and after."""


def places_now(season: Season) -> Places:
    """Return the places of each competitor by what is stored now."""
    rows = Counted.of(season, read_evenings(season)).rank()
    places: dict[tuple[Who, int | None], int | None] = {(row.line.who, None): row.ranked.place for row in rows}
    for row in rows:
        for part, ranked in enumerate(row.parts, 1):
            places[row.line.who, part] = ranked.place if ranked else None
    return places


def agree(*before: tuple[Season, Places], by: Actor, lost: Sequence[Problem] = ()) -> None:
    """Raise AgreementNeeded if places differ from those before and the actor has not agreed to exactly these moves.

    `lost` say which evenings no longer count, which needs the agreement even if no place moves.
    """
    compared = [(season, list(_moves(places, places_now(season)))) for season, places in before]
    moved = [each for each in compared if each[1]]
    if moved or lost:
        problems = [*lost, *(problem for season, moves in moved for problem in _in_words(season, moves))]
        agreement = digest([len(lost), [[season.pk, moves] for season, moves in moved]])[:20]
        words = _("Move these places") if moved else _("Leave it out of the season")
        by.require_agreement(problems, agreement, words)


def _moves(before: Places, after: Places) -> Iterator[Move]:
    """Yield the places that differ, in the season and in the parts that it has before and after."""
    parts = {None} | {part for _who, part in before} & {part for _who, part in after}
    for each in {**before, **after}:
        if each[1] in parts and before.get(each) != after.get(each):
            yield each, before.get(each), after.get(each)


def _in_words(season: Season, moved: Sequence[Move]) -> Iterator[Problem]:
    """Yield how many places of a season move, and the first of them."""
    names = names_of(player for (who, _part), *_places in moved if isinstance(who, tuple) for player in who)
    message = _("This moves %(count)d places of the standing of %(season)s.")
    yield Problem("moves_places", message, {"count": len(moved), "season": season.name})
    in_season = _("%(season)s: %(name)s, place %(before)s → %(after)s")
    in_part = _("%(season)s, part %(part)d: %(name)s, place %(before)s → %(after)s")
    for (who, part), place, now in moved[:SHOWN_MOVES]:
        about = {"season": season.name, "name": name_of(who, names), "part": part}
        about |= {"before": place or "–", "after": now or "–"}
        yield Problem("moves_places", in_part if part else in_season, about)


@contextmanager
def agreed_moves(tournament: Tournament, *, by: Actor) -> Iterator[None]:
    """In this block a tournament changes, for example is closed to the public.

    Raises AgreementNeeded at the end if it counted in a season and no longer does, or if places move, and the actor has
    not agreed. Call this in a transaction with the tournament locked.
    """
    before = [(season, places_now(season)) for season in counted_in(tournament)]
    yield
    lost = () if not before or counts_now(Tournament.objects.get(pk=tournament.pk)) else before
    message = _("%(name)s counts in the season %(season)s, and would no longer count.")
    problems = [
        Problem("not_counted", message, {"name": tournament.name, "season": each.name}) for each, _places in lost
    ]
    agree(*before, by=by, lost=problems)


def counted_in(tournament: Tournament) -> list[Season]:
    """Return the seasons in which a tournament counts now."""
    return list(Season.objects.of_evening(tournament)) if counts_now(tournament) else []
