"""A hand that was struck out stays on record and blocks no seat, no redraw and no undoing."""

import pytest
from django.db import IntegrityError, transaction

from tests.actions.test_announcements import by_director, tally
from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, director_of, play
from tournaments.actions.core.refusals import Conflict
from tournaments.actions.event_log.reading import DIRECTOR, lines_of
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.round_repair.corrections import draw_public_again
from tournaments.actions.round_repair.proposals import RepairOptions
from tournaments.actions.round_repair.repairs import repair_round
from tournaments.actions.round_repair.seat_changes import change_places
from tournaments.actions.rounds.draws.records import read_seating
from tournaments.actions.rounds.reseating import reseat
from tournaments.actions.rounds.rounds import publish_round
from tournaments.actions.rounds.substitutes import replace_entry
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify
from tournaments.models import Hand, LedgerEntry

pytestmark = pytest.mark.django_db


@fixture_again
def round_(db):
    """Return a round of two tables; at the first, a wrong hand was struck out."""
    round_ = a_round(a_tournament(players=8))
    table = round_.tables.get(number=1)
    hands.void(play(table), by=director_of(round_.tournament), reason="Wrong table")
    return round_


def sound(round_):
    return verify(type(round_.tournament).objects.get(pk=round_.tournament_id)).findings == ()


def test_everybody_may_be_seated_otherwise(round_):
    wanted = [table[::-1] for table in reversed(read_seating(round_))]
    reseat(round_, wanted, by=director_of(round_.tournament))
    assert read_seating(round_) == wanted
    assert Hand.objects.get().table == round_.tables.get(number=1)
    assert sound(round_)


def test_two_may_change_places_and_somebody_new_takes_a_seat(round_):
    one, other = read_seating(round_)
    change_places(round_.tables.get(number=1), [other[0], *one[1:]], by=director_of(round_.tournament))
    assert read_seating(round_)[0][0] == other[0]
    leaving = round_.tables.get(number=1).seats.get(number=1).entry
    new = replace_entry(leaving, Candidate(names=("Zita",)), by=director_of(round_.tournament))
    assert new.seats.get().table.number == 1
    assert sound(round_)


def kept(round_):
    """Return what the ledger keeps of hands of deleted tables: table, hand, version and the points of each line."""
    links = LedgerEntry.objects.filter(tournament=round_.tournament_id, facts__has_key="struck_out")
    rows = [row for link in links for row in link.facts["struck_out"]]
    return [(r["table"], r["hand"], r["version"], [line["points"] for line in r["tally"]["lines"]]) for r in rows]


CLEAN = (1, 1, 1, [10, 10, 10, 10])


def test_publishing_is_undone_and_the_hand_stays_with_its_table(round_):
    thing = last_action(round_.tournament)
    assert (thing.link.kind, thing.obstacle) == ("round_published", None)
    undo(round_.tournament, thing.link.sequence, by=director_of(round_.tournament))
    assert Hand.objects.get().table.round.state == "draft"
    assert sound(round_)
    again = publish_round(round_, by=director_of(round_.tournament))
    assert play(again.tables.get(number=1)).version == 2
    assert sound(round_)


def test_the_round_is_drawn_again_and_the_ledger_keeps_the_hand(round_):
    drawn = draw_public_again(round_, by=director_of(round_.tournament))
    assert (drawn.state, drawn.number, Hand.objects.count()) == ("draft", 1, 0)
    assert kept(drawn) == [CLEAN]
    assert sound(drawn)
    publish_round(drawn, by=director_of(round_.tournament))
    assert play(drawn.tables.get(number=1)).version == 1
    assert sound(drawn)
    told = [line.sentence for line in lines_of(drawn.tournament, drawn.tournament.ledger.all(), DIRECTOR)]
    assert "The draft of round 1 was discarded. 1 struck-out hand is kept in the ledger." in told


def test_a_table_that_ends_in_a_repair_leaves_its_hand_in_the_ledger(round_):
    by, leaving = director_of(round_.tournament), frozenset(read_seating(round_)[0])
    repair_round(round_, RepairOptions(leaving=leaving), by=by)
    assert [table.number for table in round_.tables.all()] == [2]
    assert (kept(round_), Hand.objects.count()) == ([CLEAN], 0)
    assert sound(round_)


def test_verification_compares_the_struck_out_tally(round_):
    from tournaments.actions.verification.hand_checks import check_hands

    drawn = draw_public_again(round_, by=director_of(round_.tournament))
    links = list(drawn.tournament.ledger.order_by("sequence"))
    next(link for link in links if "struck_out" in link.facts).facts["struck_out"][0]["tally"]["lines"][0]["points"] = 9
    found = list(check_hands(drawn.tournament, links))
    assert [(one.place, one.detail) for one in found] == [
        ("round 1 table 1 hand 1 version 1", "was recorded and is gone")
    ]


def test_the_database_keeps_every_hand_of_a_table_at_which_one_stands(round_):
    play(round_.tables.get(number=1))
    with pytest.raises(IntegrityError), transaction.atomic():
        Hand.objects.filter(state="void").delete()


@pytest.mark.parametrize("struck", [False, True])
def test_announcement_before_a_struck_out_hand_holds_no_seat(db, struck):
    table = a_table(a_round(a_tournament(players=8, ruleset="buddha", table={})))
    round_, by = table.round, director_of(table.round.tournament)
    by_director(table)
    if struck:
        hands.void(hands.record(table, HandInput(number=1, tally=tally()), by=by), by=by, reason="Wrong table")
    assert (last_action(round_.tournament).obstacle is None) == struck
    if struck:
        draw_public_again(round_, by=by)
        assert sound(round_)


def test_a_hand_that_stands_holds_its_seats(round_):
    play(round_.tables.get(number=1))
    with pytest.raises(Conflict):
        reseat(round_, read_seating(round_)[::-1], by=director_of(round_.tournament))
