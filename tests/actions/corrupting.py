"""An evening with every kind of ledger entry, of which tests change one row."""

from decimal import Decimal

import pytest
from django.db import connection

from tests.halls import a_club, a_long_draw, a_round, a_table, a_tournament, director_of, play
from tests.table_sessions import enter, say, seat_actors
from tournaments.actions.at_table import director_requests
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.hands import announcements, hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import decisions, penalties, registration
from tournaments.actions.rounds import clock, rounds
from tournaments.actions.rounds.draws.constraints import change_constraints
from tournaments.actions.rounds.draws.jobs import draw_next_round, run_draw_job
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Tournament

UNLIKE = [37, 1, 1, 1]


def an_evening():
    """A tournament of ten: a round played, another drafted; and three others beside it."""
    tournament = a_tournament(players=10, table={"hands": 3}, rounds=2)
    director = director_of(tournament)
    _constrain(tournament)
    round_ = a_round(tournament, tables=[range(4), range(4, 8)])
    clock.start_clock(round_, by=director, minutes=40)
    clock.give_time(round_, by=director, minutes=5, table=2)
    agreed_and_corrected(a_table(round_))
    other = a_table(round_, 2)
    play(other, reason="Read out loud")
    play(other, 2)
    hands.void(play(other, 3), by=director, reason="Cards were missing")
    _penalise(tournament, round_)
    registration.change_entry(tournament.entries.last(), {"status": "withdrawn"}, by=director)
    _decide(tournament, round_)
    rounds.close_round(round_, by=director, anyway=True)
    a_round(tournament, publish=False)
    a_club("Altro")
    a_refused_draw(a_long_draw(tournament.club, name="Altra"))
    announced(a_tournament(tournament.club, ruleset="buddha", table={}, name="Chiamata"))
    a_tournament(tournament.club, players=0, name="Vuota")
    standings.refresh(tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def _constrain(tournament):
    one, other, third = tournament.entries.values_list("pk", flat=True)[:3]
    director = director_of(tournament)
    change_constraints(tournament, lambda c: c.kept_apart(one, other).fixed_at(third, 1), by=director)


def agreed_and_corrected(table):
    """Hand 1 confirmed, then corrected on request; hand 2 countered; hand 3 disputed."""
    north, east, south, _west = seat_actors(table)
    enter(north)
    say(east)
    response = enter(south, UNLIKE, replaces=1, reason="Read the wrong sheet")
    director_requests.accept(response, by=director_of(table.round.tournament), reason="So it was")
    enter(north, number=2)
    say(east, accept=False, number=2, counter={"lines": [{"points": each} for each in UNLIKE]})
    say(south, number=2, version=2)
    enter(north, number=3)
    with pytest.raises(Refusal):
        enter(east, UNLIKE, number=3)


def _penalise(tournament, round_):
    director, entry = director_of(tournament), tournament.entries.first()
    penalties.penalise(entry, amount=Decimal(1), reason="Late", by=director, round_=round_)
    given = penalties.penalise(entry, amount=Decimal(2), reason="Noise", by=director)
    penalties.cancel_penalty(given, by=director)


def _decide(tournament, round_):
    director, entry = director_of(tournament), tournament.entries.get(number=2)
    decisions.decide(entry, "award", reason="Late table", by=director, round_=round_, amount=Decimal(3))
    barred = decisions.decide(tournament.entries.get(number=9), "disqualified", reason="Marked cards", by=director)
    decisions.take_back(barred, by=director)


def a_refused_draw(tournament):
    """Round 1 asked for, and not to be drawn by the time a worker comes to it."""
    director = director_of(tournament)
    round_ = draw_next_round(tournament, by=director, seed=7)
    for entry in tournament.entries.all():
        registration.change_entry(entry, {"status": "withdrawn"}, by=director)
    run_draw_job(round_.pk)


def announced(tournament):
    """Before its first hand, table 1 announces what it will take."""
    lines = [{"bid": bid} for bid in (3, 4, 0, 5)]
    said = HandInput(number=1, tally={"lines": lines})
    announcements.announce(a_table(a_round(tournament)), said, by=director_of(tournament))


def behind_its_back(statement):
    """Act as somebody who can write to the database and removes its guards."""
    without_guards()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        try:
            cursor.execute(statement)
            assert cursor.rowcount == 1, statement
        finally:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def without_guards():
    """Take away the triggers that keep tallies and links as they are."""
    with connection.cursor() as cursor:
        for table in ("hand", "ledgerentry", "announcement"):
            for guard in ("fixed", "kept"):
                cursor.execute(f"DROP TRIGGER IF EXISTS tournaments_{table}_{guard}")


def places(tournament=None):
    """Return where something does not agree, in this tournament or in any."""
    wanted = [tournament] if tournament else Tournament.objects.order_by("pk")
    return [finding.place for each in wanted for finding in verify(each).findings]
