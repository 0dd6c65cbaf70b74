"""Changes that move places of a season's published standing: they need the agreement to exactly these moves."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.utils.translation import gettext_noop as _

from tournaments.models import Season, Tournament
from tournaments.ranking.seasons import Who

from ..core.actor import Actor
from ..core.ledger import digest
from ..core.refusals import AgreementNeeded, Problem
from .season_refreshing import read_evenings
from .season_results import counts_now
from .standing import Counted, name_of, names_of

SHOWN_MOVES = 20
Places = Mapping[Who, int | None]


def places_now(season: Season) -> Places:
    """Return the place of each competitor by what is stored now."""
    return {row.line.who: row.ranked.place for row in Counted.of(season, read_evenings(season)).rank()}


def agree(*changes: tuple[Places, Places], by: Actor, lost: Sequence[Problem] = ()) -> None:
    """Raise AgreementNeeded if places before and after differ and the actor has not agreed to exactly these moves.

    `lost` say which evenings no longer count, which needs the agreement even if no place moves.
    """
    compared = [(who, before.get(who), after.get(who)) for before, after in changes for who in {**before, **after}]
    moved = [each for each in compared if each[1] != each[2]]
    agreement = digest([len(lost), moved])[:20]
    if not (moved or lost) or by.agreed == agreement:
        return
    words = _("Move these places") if moved else _("Leave it out of the season")
    raise AgreementNeeded([*lost, *(_in_words(moved) if moved else ())], agreement, words)


def _in_words(moved: Sequence[tuple[Who, int | None, int | None]]) -> Iterator[Problem]:
    """Yield how many places move, and the first of them."""
    names = names_of(player for who, *_places in moved if isinstance(who, tuple) for player in who)
    message = _("This moves %(count)d places of the season’s standing.")
    yield Problem("moves_places", message, {"count": len(moved)})
    for who, place, now in moved[:SHOWN_MOVES]:
        about = {"name": name_of(who, names), "before": place or "–", "after": now or "–"}
        yield Problem("moves_places", _("%(name)s: place %(before)s → %(after)s"), about)


@contextmanager
def agreed_moves(tournament: Tournament, *, by: Actor) -> Iterator[None]:
    """In this block a tournament changes, for example is closed to the public.

    Raises AgreementNeeded at the end if it counted in a season and no longer does, or if places move, and the actor has
    not agreed. Call this in a transaction with the tournament locked.
    """
    seasons = Season.objects.filter(evenings__tournament=tournament).order_by("pk")
    before = [(season, places_now(season)) for season in (seasons if counts_now(tournament) else ())]
    yield
    lost = () if not before or counts_now(Tournament.objects.get(pk=tournament.pk)) else before
    message = _("%(name)s counts in the season %(season)s, and would no longer count.")
    problems = [
        Problem("not_counted", message, {"name": tournament.name, "season": each.name}) for each, _places in lost
    ]
    agree(*((places, places_now(season)) for season, places in before), by=by, lost=problems)
