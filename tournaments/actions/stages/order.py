"""The stages of a championship, and overall standings, computed from the published standings of the stages."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from tournaments.models import Stage, Tournament, User
from tournaments.models.stage import MOST_PLACES
from tournaments.ranking.qualifying import StageRow, final_order

from .stage_results import StageResult, latest_documents, results_of

Reader = User | AnonymousUser
BEHIND_ALL = MOST_PLACES + 1
"""The end of a stage's rank: a place behind those of all stages that follow it."""


@dataclass(frozen=True, slots=True)
class StageInOrder:
    """A stage of a championship: its tournament, its declaration (None for a first stage), and the stages before it.

    `depth` is the number of stages before it. `rank` sorts the stages for overall standings: a stage comes after the
    stages that its players can qualify for, and the first of those is the stage for the best places. `firsts` has, for
    each later stage, the first place that the stage is for, such as 3 if its table plays for third place. The better
    places of this stage come before that stage.
    """

    tournament: Tournament
    stage: Stage | None
    depth: int
    rank: tuple[int, ...]
    firsts: tuple[int, ...] = ()

    def rank_of(self, place: int) -> tuple[int, ...]:
        """Return the rank of one place of this stage, which can come before or after a later stage."""
        if not any(first > place for first in self.firsts):
            return self.rank
        return (*self.rank[:-1], max((first for first in self.firsts if first <= place), default=0), BEHIND_ALL, 0)


@dataclass(frozen=True, slots=True)
class PlaceOverAll:
    """A competitor's place in the overall standings, and its result in the last stage that it reached."""

    place: int
    stage: Tournament
    result: StageResult


def stages_of(tournament: Tournament, user: Reader) -> list[StageInOrder]:
    """Return the stages of the tournament's championship that the user may see, earlier stages first.

    Return [] if there is only one.
    """
    if tournament.championship is None:
        return []
    members = list(Tournament.objects.filter(championship=tournament.championship).select_related("club", "game"))
    declared = {each.tournament_id: each for each in Stage.objects.of_championship(tournament)}
    if len(members) == 1:
        return []  # the earlier tournament was deleted
    sources = {each.pk: _sources(declared.get(each.pk)) for each in members}
    depths = _depths(sources)
    ranks = _ranks(depths, sources, {pk: each.first for pk, each in declared.items()})
    seen = {
        *Tournament.objects.listed_for(user).filter(championship=tournament.championship).values_list("pk", flat=True)
    }
    firsts = {each.pk: _firsts(each.pk, declared.values(), sources) for each in members}
    stages = [
        StageInOrder(each, declared.get(each.pk), depths[each.pk], ranks[each.pk], firsts[each.pk]) for each in members
    ]
    shown = [each for each in stages if each.tournament.pk in seen | {tournament.pk}]
    return sorted(shown, key=lambda each: (each.depth, each.rank, each.tournament.pk))


def _depths(sources: Mapping[int, set[int]]) -> dict[int, int]:
    """Return how many stages come before each of these tournaments.

    `sources` has the tournaments that each one follows.
    """
    depths: dict[int, int] = {}
    while waiting := sorted(sources.keys() - depths.keys()):
        ready = [pk for pk in waiting if sources[pk] & sources.keys() <= depths.keys()]
        depths |= {
            pk: max((depths[each] + 1 for each in sources[pk] if each in depths), default=0) for pk in ready or waiting
        }
    return depths


def _ranks(
    depths: Mapping[int, int], sources: Mapping[int, set[int]], first: Mapping[int, int]
) -> dict[int, tuple[int, ...]]:
    """Return the rank of each tournament: the first places on the best path to it, followed by `BEHIND_ALL`."""
    ranks: dict[int, tuple[int, ...]] = {}
    for pk in sorted(depths, key=depths.__getitem__):
        ways = [(*ranks[source][:-1], first[pk], BEHIND_ALL) for source in sources[pk] if source in ranks]
        ranks[pk] = min(ways, default=(BEHIND_ALL,))
    return ranks


def _firsts(pk: int, declared: Iterable[Stage], sources: Mapping[int, set[int]]) -> tuple[int, ...]:
    """Return the first place that each later stage is for; () if a stage takes the best of several tournaments."""
    after = [each for each in declared if pk in sources[each.tournament_id]]
    by_own_place = all(each.of_each or len(sources[each.tournament_id]) == 1 for each in after)
    return tuple(each.first for each in after) if by_own_place else ()


def _sources(stage: Stage | None) -> set[int]:
    return {source.pk for source in stage.sources.all()} if stage else set()


def order_over_all(stages: Sequence[StageInOrder], user: Reader) -> list[PlaceOverAll]:
    """Return the overall standings of these stages: each competitor with its last stage, the finalists first.

    A competitor that was disqualified in its last stage has no place, whatever it reached before.
    """
    results: dict[tuple[tuple[int, ...], int], StageResult] = {}
    disqualified: set[tuple[int, ...]] = set()
    rows = []
    for rank in sorted({each.rank for each in stages}):
        together = [each for each in stages if each.rank == rank]
        tournaments = [each.tournament for each in together]
        of = {each.tournament.pk: each for each in together}
        readable = {each.pk: each.hidden_after(user) for each in tournaments}
        found = results_of(tournaments, latest_documents(tournaments, readable))
        for result in found:
            if result.place is not None and result.who not in disqualified:
                stage = result.tournament.pk
                results[result.who, stage] = result
                own = of[stage].rank_of(result.place)
                rows.append(StageRow(result.who, own, stage, result.place, result.merit))
        disqualified |= {result.who for result in found if result.row.get("disqualified")}
    ordered = ((place, results[row.who, row.stage]) for place, row in final_order(rows))
    return [PlaceOverAll(place, result.tournament, result) for place, result in ordered]


def is_final_for(stages: Sequence[StageInOrder], reader: Reader) -> bool:
    """Whether the overall standings are final, and this reader sees all of the stages."""
    if is_provisional(stages) or any(each.tournament.hidden_after(reader) is not None for each in stages):
        return False
    return Tournament.objects.filter(championship=stages[0].tournament.championship).count() == len(stages)


def is_provisional(stages: Sequence[StageInOrder]) -> bool:
    """Whether a stage is still in play, or its standings are being computed."""
    return any(not each.tournament.has_ended or each.tournament.is_stale for each in stages)


def rounds_before(stages: Sequence[StageInOrder]) -> list[int]:
    """Return the number of rounds planned before the stages of each depth; the numbers continue from stage to stage.

    The last item is the number of all rounds.
    """
    before = [0]
    for depth in range(max(each.depth for each in stages) + 1):
        planned = [each.tournament.rounds_planned for each in stages if each.depth == depth]
        before.append(before[-1] + max(planned, default=0))
    return before
