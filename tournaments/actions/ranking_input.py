"""A tournament's results, read from the database as the ranking wants them."""

from fractions import Fraction

from tournaments import ranking
from tournaments.models import Entry, Hand, Round, SitOut, Table, Tournament

from .tables import TableInPlay, hand_score, read_table, table_state, with_play


def read_results(tournament: Tournament) -> ranking.Results:
    """What counts for the standings: the public rounds, their confirmed hands, sit-outs, penalties.

    Seven queries, however many tables; call it within one consistent read.
    """
    rounds = Round.objects.published().filter(tournament=tournament)
    numbers = dict(rounds.values_list("pk", "number"))
    tables = with_play(Table.objects.filter(round__in=numbers).order_by("round_id", "number"))
    return ranking.Results(
        entrants=tuple(_entrant(entry) for entry in tournament.entries.all()),
        rounds=tuple(sorted(numbers.values())),
        tables=tuple(
            _table_result(tournament, numbers[table.round_id], read_table(tournament, table)) for table in tables
        ),
        sit_outs=tuple(
            ranking.SitOut(round=numbers[round_], entry=entry)
            for round_, entry in SitOut.objects.filter(round__in=numbers).values_list("round_id", "entry_id")
        ),
        penalties=_penalties(tournament),
    )


def _entrant(entry: Entry) -> ranking.Entrant:
    return ranking.Entrant(
        id=entry.pk,
        number=entry.number,
        withdrawn=entry.status == Entry.Status.WITHDRAWN,
        stand_in=entry.stand_in,
        from_round=entry.from_round,
    )


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
