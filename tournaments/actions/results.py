"""What counts for the standings, read from the database: all of it, or only the tables that changed since."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.db.models import Q

from tournaments import ranking
from tournaments.models import Entry, Hand, LedgerEntry, Round, SitOut, Table, Tournament

from . import ledger
from .tables import TableInPlay, hand_score, read_table, table_state, with_play

ENTRY = ("pk", "name", "number", "status", "stand_in", "from_round")
TABLES_UNTOUCHED = frozenset(
    {
        *("entries_registered", "entry_changed", "entry_removed", "entry_renamed", "entry_erased", "pin_renewed"),
        *("penalty_given", "penalty_cancelled", "standings_hidden", "standings_shown", ledger.ERASED),
        *("constraints_changed", "draw_asked_for", "draw_refused", "round_drawn", "draft_dropped"),
        *("round_scheduled", "round_published", "round_closed", "round_reopened", "codes_opened", "table_key_rotated"),
        *("tournament_created", "tournament_changed", "tournament_archived", "link_renewed"),
    }
)
"""What the ledger tells of that leaves the result of each table as it was, by the same rules of the table."""

Link = tuple[int, str]
TableResults = dict[int, ranking.TableResult]


@dataclass(frozen=True, slots=True)
class Known:
    """The results of a tournament's tables as they were at a link of its ledger: by round and by number.

    `basis` is what of the tournament they follow from. It is the ledger's salted digest that tells whether this is
    still the history of the same tournament: after a restored backup it is not.
    """

    link: Link
    basis: tuple[Any, ...]
    rounds: Mapping[int, TableResults] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """What counts, the names of the entries, and what is known of the tables for the next time."""

    results: ranking.Results
    names: dict[int, str]
    known: Known


def read_results(tournament: Tournament) -> ranking.Results:
    """What counts for the standings: the public rounds, their confirmed hands, sit-outs, penalties.

    Seven queries, however many tables; call it within one consistent read.
    """
    return read_changed_results(tournament, None).results


def read_changed_results(tournament: Tournament, known: Known | None) -> Reading:
    """The same, of the tables only those that the ledger tells of since they were known."""
    entries = list(tournament.entries.values_list(*ENTRY))
    numbers = dict(Round.objects.published().filter(tournament=tournament).values_list("pk", "number"))
    rounds = _read_tables(tournament, numbers, known)
    results = ranking.Results(
        entrants=tuple(_entrant(entry) for entry in entries),
        rounds=tuple(sorted(numbers.values())),
        tables=tuple(table for tables in rounds.values() for table in tables.values()),
        sit_outs=tuple(
            ranking.SitOut(round=numbers[round_], entry=entry)
            for round_, entry in SitOut.objects.filter(round__in=numbers).values_list("round_id", "entry_id")
        ),
        penalties=_penalties(tournament),
    )
    link = (tournament.ledger_length, tournament.ledger_head)
    known = Known(link=link, basis=_basis(tournament), rounds=rounds)
    return Reading(results, {pk: name for pk, name, *_more in entries}, known)


def _basis(tournament: Tournament) -> tuple[Any, ...]:
    return (tournament.ruleset, tournament.options, tournament.table_target, tournament.table_hands)


def _read_tables(tournament: Tournament, numbers: Mapping[int, int], known: Known | None) -> dict[int, TableResults]:
    """The tables of these rounds, by round and by number, both in order."""
    changed = _changed_since(tournament, known) if known else None
    rounds: dict[int, TableResults] = {}
    if known and changed is not None:
        rounds = {pk: dict(known.rounds[pk]) for pk in numbers if pk in known.rounds}
    due = Q(round__in=[pk for pk in numbers if pk not in rounds])
    for pk in rounds:
        if changed and numbers[pk] in changed:
            due |= Q(round=pk, number__in=changed[numbers[pk]])
    if changed or len(rounds) < len(numbers):
        for table in with_play(Table.objects.filter(due).order_by("round_id", "number")):
            result = _table_result(tournament, numbers[table.round_id], read_table(tournament, table))
            rounds.setdefault(table.round_id, {})[table.number] = result
    return {pk: rounds.get(pk, {}) for pk in sorted(numbers)}


def _changed_since(tournament: Tournament, known: Known) -> dict[int, set[int]] | None:
    """The numbers of the tables that the ledger tells of since, by the number of their round.

    None where nothing that was known is of use: by other rules, in another history, or after what speaks of no table.
    """
    sequence, digest = known.link
    links = LedgerEntry.objects.filter(tournament=tournament, sequence__gte=sequence).order_by("sequence")
    told = list(links.values_list("digest", "kind", "facts"))
    if known.basis != _basis(tournament) or not told or told[0][0] != digest:
        return None
    changed: dict[int, set[int]] = {}
    for _digest, kind, facts in told[1:]:
        if "table" in facts and "round" in facts:
            changed.setdefault(facts["round"], set()).add(facts["table"])
        elif kind not in TABLES_UNTOUCHED:
            return None
    return changed


def _entrant(entry: Sequence[Any]) -> ranking.Entrant:
    pk, _name, number, status, stand_in, from_round = entry
    withdrawn = status == Entry.Status.WITHDRAWN
    return ranking.Entrant(id=pk, number=number, withdrawn=withdrawn, stand_in=stand_in, from_round=from_round)


def _penalties(tournament: Tournament) -> tuple[ranking.Penalty, ...]:
    rows = tournament.penalties.in_force().values_list("entry_id", "amount", "round__number")
    return tuple(ranking.Penalty(entry=entry, amount=Fraction(amount), round=number) for entry, amount, number in rows)


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
        outstanding=table.is_outstanding,
    )


def _hand_result(tournament: Tournament, hand: Hand) -> ranking.HandResult:
    score = hand_score(tournament, hand)
    points = tournament.rules.points_of(score.tally)
    return ranking.HandResult(scores=score.scores, card_points=tuple(points))
