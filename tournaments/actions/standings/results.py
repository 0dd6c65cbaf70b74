"""Reading the results for standings: all of them, or only those of tables changed since a ledger entry."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from django.db.models import Q

from tournaments import ranking
from tournaments.models import Decision, Entry, Hand, Round, SitOut, Table, Tournament

from ..core.changed_tables import STANDINGS_UNTOUCHED, TABLES_UNTOUCHED, ChainPosition, Changes, changes_since
from ..hands.closing import closed_round
from ..hands.tables import TableInPlay, hand_score, read_table, table_state, with_results

ENTRY = ("pk", "name", "number", "status", "stand_in", "from_round", "until_round", "gaps", "carried")
OF_ROUND = ("tournament_id", "number", "state", "closing", "kept", "method")
TableResults = dict[int, ranking.TableResult]


@dataclass(frozen=True, slots=True)
class CachedResults:
    """The results of a tournament's tables as of a ledger entry, by round id and table number.

    `basis` has the columns, apart from the hands, on which the results depend. `stored_at` is the number of the ledger
    entry at which the results were last stored. `link` has the entry's salted digest: after a restored backup it is no
    longer in the ledger, and the results are not used.
    """

    link: ChainPosition
    basis: tuple[Any, ...]
    rounds: Mapping[int, TableResults]
    stored_at: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """The results that count, the names of the entries, and the tables' results for the cache.

    Standings before `first_round` have not changed since the tables were cached. `settled` is the last round that is
    closed together with all rounds before it.
    """

    results: ranking.Results
    names: dict[int, str]
    cached: CachedResults
    first_round: int
    settled: int


def read_results(tournament: Tournament, tables: Iterable[Table] | None = None) -> ranking.Results:
    """Return the results that count: of public rounds with confirmed hands, sit-outs, decisions and penalties.

    It takes eight queries for any number of tables. Call it within one consistent read. `tables` are all tables of the
    tournament if they were read already, from `with_results`.
    """
    return read_changed_results(tournament, None, tables).results


def read_changed_results(
    tournament: Tournament, cached: CachedResults | None, tables: Iterable[Table] | None = None
) -> Reading:
    """Return the results that count, reading only tables that newer ledger entries name.

    If the cached results cannot be used, everything is read. `tables` are all tables, if they were read already.
    """
    entries = list(tournament.entries.values_list(*ENTRY))
    public = list(tournament.rounds.published().only(*OF_ROUND))
    numbers = {round_.pk: round_.number for round_ in public}
    changes = _changes_since(tournament, cached) if cached else None
    rounds = _read_tables({round_.pk: round_ for round_ in public}, cached, changes, tables)
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
            closed_round(round_.number, round_.closing) for round_ in public if round_.state == Round.State.CLOSED
        ),
        knock_out=frozenset(round_.number for round_ in public if round_.method == Tournament.Pairing.KNOCK_OUT),
    )
    now_cached = CachedResults(
        link=(tournament.ledger_length, tournament.ledger_head),
        basis=basis(tournament),
        rounds=rounds,
        stored_at=cached.stored_at if cached else 0,
    )
    first = _first_round(numbers, cached, changes) if cached and changes else 0
    settled = settled_of({round_.number: round_.state == Round.State.CLOSED for round_ in public})
    return Reading(results, {pk: name for pk, name, *_more in entries}, now_cached, first, settled)


def settled_of(closed: Mapping[int, bool]) -> int:
    """Return the last round that is closed together with all rounds before it; 0 if there is none.

    `closed` says of each public round whether it is closed.
    """
    settled = 0
    for number, is_closed in sorted(closed.items()):
        if not is_closed:
            break
        settled = number
    return settled


def _first_round(numbers: Mapping[int, int], cached: CachedResults, changes: "Changes") -> int:
    """Return the number of the first round whose standings may have changed; 0 if all may have.

    If none has changed, return a number after the last round.
    """
    if changes.others - STANDINGS_UNTOUCHED or not numbers or cached.rounds.keys() - numbers.keys():
        return 0
    new = {number for pk, number in numbers.items() if pk not in cached.rounds}
    return min(changes.tables.keys() | changes.rounds | new, default=max(numbers.values()) + 1)


def basis(tournament: Tournament) -> tuple[Any, ...]:
    """Return the columns of the tournament, apart from the hands, on which the results of its tables depend."""
    return (tournament.ruleset, tournament.options, tournament.table_target, tournament.table_hands)


def _read_tables(
    public: Mapping[int, Round], cached: CachedResults | None, changes: Changes | None, tables: Iterable[Table] | None
) -> dict[int, TableResults]:
    """Return the results of these rounds' tables by round id and table number, in order of both."""
    rounds: dict[int, TableResults] = {}
    if cached and changes:
        rounds = {pk: dict(cached.rounds[pk]) for pk in public if pk in cached.rounds}
    for table in _due_tables(public, rounds.keys(), changes) if tables is None else tables:
        if table.round_id in public:
            table.round = public[table.round_id]
            rounds.setdefault(table.round_id, {})[table.number] = table_result(read_table(table))
    return {pk: rounds.get(pk, {}) for pk in sorted(public)}


def _due_tables(public: Mapping[int, Round], known: Collection[int], changes: Changes | None) -> Iterable[Table]:
    """Return the tables of those rounds whose ids are not in `known`, and the changed tables of the others."""
    due = Q(round__in=[pk for pk in public if pk not in known])
    for pk in known:
        if changes and public[pk].number in changes.tables:
            due |= Q(round=pk, number__in=changes.tables[public[pk].number])
    if len(known) == len(public) and not (changes and changes.tables):
        return ()
    return with_results(Table.objects.filter(due).order_by("round_id", "number"))


def _changes_since(tournament: Tournament, cached: CachedResults) -> Changes | None:
    """Return the changes since the cached results; None if the cache cannot be used.

    It cannot be used with different rules, with a different ledger, or after a ledger entry that can change results of
    tables but names no table.
    """
    changes = changes_since(tournament, cached.link) if cached.basis == basis(tournament) else None
    return changes if changes and changes.others <= TABLES_UNTOUCHED else None


def _entrant(entry: Sequence[Any], disqualified: Mapping[int, int], *, tells_away: bool) -> ranking.Entrant:
    """Return an entry for the ranking.

    `tells_away` says whether a paused entry is marked as away; only outlooks need this.
    """
    pk, _name, number, status, stand_in, from_round, until_round, gaps, carried = entry
    return ranking.Entrant(
        id=pk,
        number=number,
        stand_in=stand_in,
        from_round=from_round,
        until_round=until_round,
        gaps=tuple((first, last) for first, last in gaps),
        disqualified_from=disqualified.get(pk),
        away=tells_away and status == Entry.Status.PAUSED,
        carried=Fraction(carried or 0),
    )


def _decided(tournament: Tournament, numbers: Collection[int]) -> tuple[tuple[ranking.Award, ...], dict[int, int]]:
    """Return the decisions about public rounds, and for each disqualified entry the round from which it is out."""
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


def table_result(table: TableInPlay) -> ranking.TableResult:
    """Return a table's result for the ranking; only confirmed hands count."""
    counted = [hand for hand in table.hands if hand.state == Hand.State.CONFIRMED]
    state, round_ = table.state, table.table.round
    if len(counted) < len(table.hands):
        state = table_state(table.table, counted)
    return ranking.TableResult(
        round=round_.number,
        table=table.table.number,
        sides=tuple(tuple(seat.entry_id for seat in side) for side in table.sides),
        totals=state.totals,
        places=state.places,
        hands=tuple(_hand_result(round_, hand) for hand in counted),
        outstanding=table.lacks_hands,
        total_only=round_.is_by_totals,
        closed=closed_round(round_.number, table.table.closing) if table.table.closing else None,
    )


def _hand_result(round_: Round, hand: Hand) -> ranking.HandResult:
    score = hand_score(round_.tournament, hand)
    points = round_.rules.points_of(score.tally)
    return ranking.HandResult(scores=score.scores, card_points=tuple(points))
