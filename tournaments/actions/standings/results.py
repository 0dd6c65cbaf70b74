"""Reads the results that standings are computed from: all of them, or only the tables changed since a ledger entry."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from django.db.models import Q

from tournaments import ranking
from tournaments.models import Decision, Entry, Hand, Round, SitOut, Table, Tournament

from ..core.changed_tables import STANDINGS_UNTOUCHED, TABLES_UNTOUCHED, Changes, Link, changes_since
from ..hands.closing import closed_round
from ..hands.tables import TableInPlay, hand_score, read_table, table_state, with_play

ENTRY = ("pk", "name", "number", "status", "stand_in", "from_round", "until_round", "gaps")
OF_ROUND = ("pk", "number", "state", "closing")
TableResults = dict[int, ranking.TableResult]


@dataclass(frozen=True, slots=True)
class CachedResults:
    """The results of a tournament's tables as of a ledger entry, by round id and table number.

    `basis` holds what they depend on besides the hands; `stored_at` is the number of the ledger entry at which they
    were last stored. The salted digest in `link` proves that the ledger is still the same: after a restored backup it
    differs.
    """

    link: Link
    basis: tuple[Any, ...]
    rounds: Mapping[int, TableResults]
    stored_at: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """The results that count, the names of the entries, and the tables' results for the cache.

    Standings before `first_round` have not changed since the tables were cached. `settled` is the last round that is
    closed together with all before it.
    """

    results: ranking.Results
    names: dict[int, str]
    cached: CachedResults
    first_round: int
    settled: int


def read_results(tournament: Tournament) -> ranking.Results:
    """Return the results that count: public rounds, confirmed hands, sit-outs, decisions, penalties.

    Eight queries for any number of tables; call it within one consistent read.
    """
    return read_changed_results(tournament, None).results


def read_changed_results(tournament: Tournament, cached: CachedResults | None) -> Reading:
    """Return the results, reading only tables that newer ledger entries name, or all without cached results."""
    entries = list(tournament.entries.values_list(*ENTRY))
    public = list(Round.objects.published().filter(tournament=tournament).values_list(*OF_ROUND))
    numbers = {pk: number for pk, number, _state, _closing in public}
    changes = _changes_since(tournament, cached) if cached else None
    rounds = _read_tables(tournament, numbers, cached, changes)
    awards, disqualified = _decided(tournament, numbers.values())
    results = ranking.Results(
        entrants=tuple(_entrant(entry, disqualified, tells_away=tournament.outlook) for entry in entries),
        rounds=tuple(sorted(numbers.values())),
        tables=tuple(table for tables in rounds.values() for table in tables.values()),
        sit_outs=tuple(
            ranking.RoundSatOut(round=numbers[round_], entry=entry)
            for round_, entry in SitOut.objects.filter(round__in=numbers).values_list("round_id", "entry_id")
        ),
        awards=awards,
        penalties=_penalties(tournament),
        closed=tuple(
            closed_round(number, closing) for _pk, number, state, closing in public if state == Round.State.CLOSED
        ),
    )
    now_cached = CachedResults(
        link=(tournament.ledger_length, tournament.ledger_head),
        basis=basis(tournament),
        rounds=rounds,
        stored_at=cached.stored_at if cached else 0,
    )
    first = _first_round(numbers, cached, changes) if cached and changes else 0
    settled = settled_of({number: state == Round.State.CLOSED for _pk, number, state, _closing in public})
    return Reading(results, {pk: name for pk, name, *_more in entries}, now_cached, first, settled)


def settled_of(closed: Mapping[int, bool]) -> int:
    """Return the last of the public rounds that are closed together with all before them; 0 for none."""
    settled = 0
    for number, is_closed in sorted(closed.items()):
        if not is_closed:
            break
        settled = number
    return settled


def _first_round(numbers: Mapping[int, int], cached: CachedResults, changes: "Changes") -> int:
    """Return the first round whose standings may have changed: 0 for all, a number after the last round for none."""
    if changes.others - STANDINGS_UNTOUCHED or not numbers or cached.rounds.keys() - numbers.keys():
        return 0
    new = {number for pk, number in numbers.items() if pk not in cached.rounds}
    return min(changes.tables.keys() | changes.rounds | new, default=max(numbers.values()) + 1)


def basis(tournament: Tournament) -> tuple[Any, ...]:
    """Return the columns of the tournament that its tables' results depend on, besides their hands."""
    return (tournament.ruleset, tournament.options, tournament.table_target, tournament.table_hands)


def _read_tables(
    tournament: Tournament, numbers: Mapping[int, int], cached: CachedResults | None, changes: Changes | None
) -> dict[int, TableResults]:
    """Return the results of these rounds' tables, by round id and table number, both in order."""
    rounds: dict[int, TableResults] = {}
    if cached and changes:
        rounds = {pk: dict(cached.rounds[pk]) for pk in numbers if pk in cached.rounds}
    due = Q(round__in=[pk for pk in numbers if pk not in rounds])
    for pk in rounds:
        if changes and numbers[pk] in changes.tables:
            due |= Q(round=pk, number__in=changes.tables[numbers[pk]])
    if len(rounds) < len(numbers) or (changes and changes.tables):
        for table in with_play(Table.objects.filter(due).order_by("round_id", "number")):
            result = _table_result(tournament, numbers[table.round_id], read_table(tournament, table))
            rounds.setdefault(table.round_id, {})[table.number] = result
    return {pk: rounds.get(pk, {}) for pk in sorted(numbers)}


def _changes_since(tournament: Tournament, cached: CachedResults) -> Changes | None:
    """Return the changes since the cached results.

    None if the cache cannot be used: other rules, another history, or a ledger entry that names no table.
    """
    changes = changes_since(tournament, cached.link) if cached.basis == basis(tournament) else None
    return changes if changes and changes.others <= TABLES_UNTOUCHED else None


def _entrant(entry: Sequence[Any], disqualified: Mapping[int, int], *, tells_away: bool) -> ranking.Entrant:
    """Return an entry for the ranking; `tells_away` marks a paused one, which only outlooks need."""
    pk, _name, number, status, stand_in, from_round, until_round, gaps = entry
    return ranking.Entrant(
        id=pk,
        number=number,
        stand_in=stand_in,
        from_round=from_round,
        until_round=until_round,
        gaps=tuple((first, last) for first, last in gaps),
        disqualified_from=disqualified.get(pk),
        away=tells_away and status == Entry.Status.PAUSED,
    )


def _decided(tournament: Tournament, numbers: Collection[int]) -> tuple[tuple[ranking.Award, ...], dict[int, int]]:
    """Return the decisions on public rounds, and the round from which each disqualified entry is out."""
    rows = tournament.decisions.in_force().values_list("entry_id", "round_number", "amount", "kind")
    awards, disqualified = [], {}
    for entry, number, amount, kind in rows:
        if kind == Decision.Kind.DISQUALIFIED:
            disqualified[entry] = number
        elif number in numbers:
            worth = None if amount is None else Fraction(amount)
            awards.append(ranking.Award(number, entry, worth, cast("ranking.Decided", kind)))
    return tuple(awards), disqualified


def _penalties(tournament: Tournament) -> tuple[ranking.PenaltyPoints, ...]:
    rows = tournament.penalties.in_force().values_list("entry_id", "amount", "round_number")
    return tuple(
        ranking.PenaltyPoints(entry=entry, amount=Fraction(amount), round=number) for entry, amount, number in rows
    )


def _table_result(tournament: Tournament, round_number: int, table: TableInPlay) -> ranking.TableResult:
    counted = [hand for hand in table.hands if hand.state == Hand.State.CONFIRMED]
    standing = table.state
    if len(counted) < len(table.hands):
        standing = table_state(tournament, table.table, counted)
    return ranking.TableResult(
        round=round_number,
        table=table.table.number,
        sides=tuple(tuple(seat.entry_id for seat in side) for side in table.sides),
        totals=standing.totals,
        places=standing.places,
        hands=tuple(_hand_result(tournament, hand) for hand in counted),
        outstanding=table.lacks_hands,
        closed=closed_round(round_number, table.table.closing) if table.table.closing else None,
    )


def _hand_result(tournament: Tournament, hand: Hand) -> ranking.HandResult:
    score = hand_score(tournament, hand)
    points = tournament.rules.points_of(score.tally)
    return ranking.HandResult(scores=score.scores, card_points=tuple(points))
