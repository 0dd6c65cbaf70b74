"""Places behind those who are still in a knock-out: when they are settled, and who may play for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from tournaments.models import Stage, Tournament
from tournaments.pairing.knock_out_plan import plan, table_sizes

from .stage_results import StageResult, latest_documents, results_of

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlacesOffered:
    """The places of those who went out of a knock-out together, for which they may play on, perhaps at `one_table`."""

    first: int
    last: int
    one_table: bool


def are_settled(tournament: Tournament, document: Document, first: int) -> bool:
    """Whether nobody can take a place from `first` on any more who has not gone out: those still in are ahead of it.

    `document` is that of the latest published standings, {} without.
    """
    reached = _reached(document)
    last = max(reached, default=0)
    is_knock_out = tournament.pairing == Tournament.Pairing.KNOCK_OUT
    return tournament.is_over or (is_knock_out and last > 0 and reached.count(last) < first)


def holds_place(result: StageResult, document: Document) -> bool:
    """Whether a knock-out keeps the place of somebody who has left: of those who played its last round."""
    return result.out and bool(result.place) and result.row.get("reached", 0) == max(_reached(document), default=-1)


def places_offered(tournament: Tournament) -> PlacesOffered | None:
    """Return the places of those who went out in the round before the last one of a knock-out.

    None if they are too few for a table, or if another stage takes the first of these places.
    """
    if tournament.pairing != Tournament.Pairing.KNOCK_OUT or tournament.is_stale:
        return None
    documents = latest_documents([tournament])
    reached = _reached(documents.get(tournament.pk, {}))
    before = max([1, *reached]) - 1
    first = reached.count(before + 1) + 1
    coming = sum(each.row.get("reached") == before and not each.out for each in results_of([tournament], documents))
    sizes = table_sizes(tournament.possible_table_sizes, uneven=tournament.uneven_tables)
    if not before or not sizes or not plan(coming, sizes, tournament.going_on or max(sizes) // 2):
        return None
    taken = Stage.objects.filter(Q(last=None) | Q(last__gte=first), sources=tournament, first__lte=first)
    return None if taken.exists() else PlacesOffered(first, first + coming - 1, coming <= max(sizes))


def _reached(document: Document) -> list[int]:
    """The round of a knock-out that each row with a place reached, 0 for none; [] if its last round was none of one.

    After a round drawn in another way everybody plays again.
    """
    if document.get("knock_out", [])[-1:] != [document.get("after_round")]:
        return []
    return [row.get("reached", 0) for row in document["rows"] if row["place"] is not None]
