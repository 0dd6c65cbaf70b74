"""The winners of prizes, by a tournament's published standings or by the overall standings of all stages."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import AnonymousUser

from tournaments.models import Entry, ShownStandings, Tournament, User
from tournaments.ranking.prizes import PrizeField, PrizeList, Prizes, Won, clean_hands, winners

from ..people.newcomers import newcomers_of
from ..stages.order import PlaceOverAll, StageInOrder, order_over_all, rounds_before
from ..stages.stage_results import StageResult, latest_documents, results_of
from .declared import competitors, prizes_of

Row = Mapping[str, Any]
Who = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PrizesGiven:
    """The prizes with their winners, and the names of all entries. With `is_final` the winners can no longer change.

    `stages` are the stages over which prizes are given, if there are such prizes.
    """

    prizes: Prizes
    won: tuple[Won, ...]
    names: Mapping[int, str]
    is_final: bool
    stages: Sequence[StageInOrder] = ()


def read_winners(tournament: Tournament, shown: ShownStandings, *, is_final: bool) -> PrizesGiven:
    """Return the prizes with their winners in these standings; without winners before the first round."""
    prizes = prizes_of(tournament)
    document = shown.standing.document if shown.standing and prizes.lists else {"rows": []}
    rows = document["rows"]
    if tournament.championship is not None and any(each.category for each in prizes.lists):
        here = {pk: entry.pk for pk, entry in competitors(tournament, AnonymousUser()).items()}
        prizes = replace(prizes, lists=tuple(_by_last(each, here) for each in prizes.lists))
    field = PrizeField(
        rows,
        low_wins=tournament.ranking_scoring.low_score_wins,
        by_place={row["entry"] for row in rows} if document.get("knock_out") else (),
        newcomers=newcomers_of(tournament) if _has_newcomers(prizes) else (),
        lots=_lots([tournament]) if prizes.ties == "lot" and rows else {},
    )
    return PrizesGiven(prizes, tuple(winners(prizes, field)), _names(rows), is_final)


def read_winners_over_all(
    tournament: Tournament, stages: Sequence[StageInOrder], reader: User | AnonymousUser, *, is_final: bool
) -> PrizesGiven:
    """Return the prizes with their winners in the overall standings of those stages that this reader may see."""
    among = [each.tournament for each in stages]
    documents = latest_documents(among, {each.pk: each.hidden_after(reader) for each in among})
    of_who: dict[Who, list[StageResult]] = defaultdict(list)
    for result in results_of(among, documents):
        of_who[result.who].append(result)
    order = order_over_all(stages, reader)
    by_depth = rounds_before(stages)
    before = {each.tournament.pk: by_depth[each.depth] for each in stages}
    rows = [_over_all(each, of_who[each.result.who], before) for each in order]
    last = {each.row["entry"]: own.result.row["entry"] for own in order for each in of_who[own.result.who]}
    prizes = prizes_of(tournament)
    has_newcomers = _has_newcomers(prizes)
    by_last = replace(prizes, lists=tuple(_by_last(each, last) for each in prizes.lists))
    in_knock_out = {pk for pk, document in documents.items() if document.get("knock_out")}
    field = PrizeField(
        rows,
        low_wins=True,
        by_place={row["entry"] for row in rows if row["stage"] in in_knock_out},
        newcomers={last.get(entry, entry) for each in among for entry in newcomers_of(each)} if has_newcomers else (),
        lots=_lots(among) if prizes.ties == "lot" and rows else {},
    )
    return PrizesGiven(prizes, tuple(winners(by_last, field)), _names(rows), is_final, stages)


def without_winners(tournament: Tournament, stages: Sequence[StageInOrder] = ()) -> PrizesGiven:
    """Return the prizes without winners, while these are not public."""
    prizes = prizes_of(tournament)
    return PrizesGiven(prizes, tuple(winners(prizes, PrizeField((), low_wins=True))), {}, is_final=False, stages=stages)


def _over_all(place: PlaceOverAll, results: Sequence[StageResult], before: Mapping[int, int]) -> Row:
    """Return a row of overall standings in the form of a published row.

    Its rounds are numbered through all stages, and its clean hands are added up. The exact score of each round is
    signed so that lower is better, because stages may differ in this.
    """
    counted = sum((clean_hands(each.row) for each in results), Fraction())
    return {
        "entry": place.result.row["entry"],
        "name": place.result.row["name"],
        "place": place.place,
        "stage": place.stage.pk,
        "withdrawn": place.result.row.get("withdrawn", False),
        "score_exact": place.result.row["score_exact"],
        "rounds": [line for each in results for line in _rounds(each, before[each.tournament.pk])],
        "counts": {"clean_hands": str(counted)},
    }


def _rounds(result: StageResult, before: int) -> Iterator[Row]:
    sign = 1 if result.tournament.ranking_scoring.low_score_wins else -1
    for line in result.row["rounds"]:
        if line["round"] and line["score"] is not None:
            exact = sign * Fraction(line.get("exact") or line["score"])
            yield {**line, "round": line["round"] + before, "exact": str(exact)}


def _by_last(each: PrizeList, last: Mapping[int, int]) -> PrizeList:
    """Return the prizes of a category with each entry replaced by the last entry of the same players.

    `last` has the last entry, such as the one in the last stage, for each earlier entry.
    """
    if each.category is None:
        return each
    members = frozenset(last.get(entry, entry) for entry in each.category.entries)
    return replace(each, category=replace(each.category, entries=members))


def _names(rows: Sequence[Row]) -> dict[int, str]:
    return {row["entry"]: row["name"] for row in rows}


def _has_newcomers(prizes: Prizes) -> bool:
    return any(each.kind == "newcomers" for each in prizes.lists)


def _lots(among: Collection[Tournament]) -> dict[int, int]:
    """Return the position of each entry in a lot drawn from its tournament's seed.

    This lot decides between equal entries for prizes; the tie-break by lot uses a different one.
    """
    entries = Entry.objects.filter(tournament__in=among).values_list("pk", "number", "tournament__lot_seed")
    tickets = {pk: sha256(f"{seed}:prizes:{number}".encode()).digest() for pk, number, seed in entries}
    return {pk: place for place, pk in enumerate(sorted(tickets, key=tickets.__getitem__), start=1)}
