"""Places of entries that left a knock-out: when they are final, and who can play for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import EntryPlayer, Stage, Tournament
from tournaments.pairing.knock_out_plan import plan, table_sizes

from .stage_results import StageResult, latest_documents, results_of

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlacesOffered:
    """Places for which entries that left a knock-out in the same round can play; `one_table` can seat all of them.

    If the knock-out is itself for lower places, `behind` is the number of places before its first place.
    """

    first: int
    last: int
    one_table: bool
    behind: int

    @property
    def of_event(self) -> tuple[int, int]:
        """The first and the last of these places, counted in the whole championship."""
        return self.behind + self.first, self.behind + self.last


def are_settled(tournament: Tournament, document: Document, first: int) -> bool:
    """Whether the tournament has ended, or all places from `first` on already belong to eliminated entries.

    `document` has the latest published standings, {} if there are none.
    """
    reached = _reached(document)
    last = max(reached, default=0)
    is_knock_out = tournament.pairing == Tournament.Pairing.KNOCK_OUT
    return tournament.has_ended or (is_knock_out and last > 0 and reached.count(last) < first)


def holds_place(result: StageResult, document: Document, first: int) -> bool:
    """Return whether an entry that withdrew from a knock-out keeps its place.

    The entry keeps its place if it reached the last round, or a later round than the entry in place `first`.
    """
    reached = sorted(_reached(document), reverse=True)
    least = min(reached[:1] + [each + 1 for each in reached[first - 1 : first]], default=0)
    return bool(result.place) and result.row.get("reached", 0) >= least > 0


def places_offered(tournament: Tournament) -> list[PlacesOffered]:
    """Return the places for which entries that left a knock-out in the same round can play, best places first.

    Groups that are too small for a table or have a member in another stage are left out, as are places that another
    stage is for.
    """
    if tournament.pairing != Tournament.Pairing.KNOCK_OUT or tournament.is_stale:
        return []
    documents = latest_documents([tournament])
    reached = _reached(documents.get(tournament.pk, {}))
    rounds = sorted({*reached} - {0}, reverse=True)[1:]
    if not rounds:
        return []
    there = [each for each in results_of([tournament], documents) if not each.out]
    groups = [[each for each in there if each.row.get("reached") == number] for number in rounds]
    firsts = [1 + sum(each > number for each in reached) for number in rounds]
    behind, is_free = event_of(tournament)[1], _freedom(tournament)
    return [
        PlacesOffered(first, first + len(coming) - 1, len(coming) <= max(_sizes(tournament)), behind)
        for first, coming in zip(firsts, groups, strict=True)
        if _can_play(tournament, len(coming)) and is_free(first, coming)
    ]


def _sizes(tournament: Tournament) -> tuple[int, ...]:
    return table_sizes(tournament.possible_table_sizes, uneven=tournament.uneven_tables)


def _can_play(tournament: Tournament, players: int) -> bool:
    """Whether this number of players can play a knock-out by themselves."""
    sizes = _sizes(tournament)
    return bool(sizes and plan(players, sizes, tournament.going_on or max(sizes) // 2))


def _freedom(tournament: Tournament) -> Callable[[int, Sequence[StageResult]], bool]:
    """Return a function that says whether places and players are free, that is, not part of a later stage."""
    after = Stage.objects.filter(sources=tournament)
    taken = [*after.values_list("first", "last")]
    players = EntryPlayer.objects.filter(tournament__in=after.values("tournament")).values_list("player_id", flat=True)
    busy = {*players}

    def is_free(first: int, coming: Sequence[StageResult]) -> bool:
        last = first + len(coming) - 1
        overlaps = any(begins <= last and (ends is None or ends >= first) for begins, ends in taken)
        return not overlaps and not any(busy.intersection(each.who) for each in coming)

    return is_free


def event_of(tournament: Tournament) -> tuple[Tournament, int]:
    """Return the main tournament, for whose lower places this tournament is played, and the number of better places.

    The main tournament can be this tournament.
    """
    before = 0
    while stage := Stage.objects.filter(tournament=tournament, first__gt=1).prefetch_related("sources").first():
        if len(stage.sources.all()) != 1:
            break
        tournament, before = stage.sources.all()[0], before + stage.first - 1
    return tournament, before


def _reached(document: Document) -> list[int]:
    """Return, for each row with a place, the round that it reached or 0; [] if the last round was not of a knock-out.

    After a round drawn by another method, every entry plays again.
    """
    if document.get("knock_out", [])[-1:] != [document.get("after_round")]:
        return []
    return [row.get("reached", 0) for row in document["rows"] if row["place"] is not None]
