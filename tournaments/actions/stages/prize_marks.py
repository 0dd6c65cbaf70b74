"""Members of prize categories when entries are replaced by other entries of the same players."""

from collections.abc import Mapping

from tournaments.models import Tournament
from tournaments.ranking.prizes import Prizes, read_prizes

from ..core import ledger
from ..core.actor import Actor
from ..core.origin import at_origin
from ..core.rows import locked, save_fields


def move_marks(tournament: Tournament, moved: Mapping[int, int], *, by: Actor) -> None:
    """Replace old entries by new ones in the categories of the tournament's prizes; `moved` maps old to new ids."""
    tournament = locked(Tournament.objects.all(), tournament.pk)
    marked = tournament.prizes.get("categories")
    if not marked or not isinstance(read_prizes(tournament.prizes), Prizes):
        return
    moving = [{**each, "entries": [moved.get(pk, pk) for pk in each.get("entries", ())]} for each in marked]
    if any(moved.keys() & {*each.get("entries", ())} for each in marked):
        store_prizes(tournament, {**tournament.prizes, "categories": moving}, by=by)


def store_prizes(tournament: Tournament, raw: Mapping[str, object], *, by: Actor) -> None:
    """Replace the tournament's prizes by those in a document, which must have no problems."""
    save_fields(tournament, prizes=dict(raw))
    facts = {"prizes": ledger.digest(at_origin(tournament, tournament.prizes))}
    ledger.append(tournament.pk, "prizes_declared", by=by, facts=facts, changes_standings=False)
