"""A hand that was struck out stays on record and blocks no seat."""

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play
from tournaments.actions import hands
from tournaments.actions.candidates import Candidate
from tournaments.actions.draws.records import read_seating
from tournaments.actions.mending.seat_changes import change_places
from tournaments.actions.refusals import Conflict
from tournaments.actions.reseating import reseat
from tournaments.actions.substitutes import replace_entry
from tournaments.actions.undoing.last_thing import last_thing
from tournaments.actions.verification import verify
from tournaments.models import Hand

pytestmark = pytest.mark.django_db


@fixture_again
def round_(db):
    """A round of two tables, at the first of which a typo was struck out."""
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


def test_the_round_itself_stays_and_the_reason_is_true(round_):
    thing = last_thing(round_.tournament)
    assert (thing.link.kind, thing.obstacle.code) == ("round_published", "struck_out_kept")


def test_a_hand_that_stands_holds_its_seats(round_):
    play(round_.tables.get(number=1))
    with pytest.raises(Conflict):
        reseat(round_, read_seating(round_)[::-1], by=director_of(round_.tournament))
