"""Rows taken away, put in or moved behind the program's back are found and named."""

import pytest

from tournaments.actions.core import ledger
from tournaments.actions.core.actor import CLOCK
from tournaments.models import (
    Announcement,
    Entry,
    EntryPlayer,
    FixedTable,
    Hand,
    KeptApart,
    LedgerDisclosure,
    Penalty,
    Round,
    Ruling,
    SitOut,
    Standing,
    Tournament,
)

from .corrupting import an_evening, behind_its_back, places

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def recorded(module_db):
    return an_evening().pk


@pytest.fixture
def tournament(recorded, db):
    return Tournament.objects.get(pk=recorded)


GONE = [
    (Announcement, "version = 1", "round 1 table 1 hand 1 version 1"),
    (Hand, "number = 3 AND state = 'void'", "round 1 table 2 hand 3 version 1"),
    (Ruling, "accepted", "round 1 table 1 hand 1 version 2"),
    (Penalty, "amount = 1", "penalty "),
    (SitOut, "id = (SELECT min(id) FROM tournaments_sitout)", "round 1"),
    (Standing, "after_round = 1", "standings after round 1"),
    (KeptApart, "id > 0", "constraints"),
    (FixedTable, "number = 1", "constraints"),
    (EntryPlayer, "id = (SELECT min(id) FROM tournaments_entryplayer)", "entry 1"),
    (Round, "state = 'refused'", "round 1"),
]


@pytest.mark.parametrize(("model", "rows", "place"), GONE, ids=[each[0].__name__ for each in GONE])
def test_a_row_that_is_gone_is_named(tournament, model, rows, place):
    behind_its_back(f"DELETE FROM {model._meta.db_table} WHERE {rows}")
    assert any(found.startswith(place) for found in places()), places()


def test_a_hand_that_was_moved_is_named_in_both_places(tournament):
    behind_its_back(
        "UPDATE tournaments_hand SET table_id = "
        "(SELECT table_id FROM tournaments_hand WHERE reason = 'Read out loud') "
        "WHERE number = 1 AND version = 2"
    )
    was = "round 1 table 1 hand 1 version 2"
    assert {was, was.replace("table 1", "table 2")} <= {*places(tournament)}


def test_a_round_that_the_ledger_does_not_know_is_named(tournament):
    round_ = tournament.rounds.first()
    round_.pk, round_.number = None, 3
    round_.save(force_insert=True)
    assert "round 3" in places(tournament)


def test_an_entry_that_the_ledger_does_not_know_is_named(tournament):
    Entry.objects.create(tournament=tournament, number=11, name="Nobody")
    assert "entry 11" in places(tournament)


def test_a_penalty_and_a_hand_that_the_ledger_does_not_know_are_named(tournament):
    penalty, hand = Penalty.objects.first(), Hand.objects.filter(number=3, version=2).get()
    penalty.pk, hand.pk, hand.version = None, None, 3
    penalty.save(force_insert=True)
    hand.save(force_insert=True)
    assert {f"penalty {penalty.pk}", "round 1 table 1 hand 3 version 3"} <= {*places(tournament)}


def test_constraints_that_the_ledger_does_not_know_are_named(tournament):
    first, *_rest, last = tournament.entries.all()
    KeptApart.objects.create(one=first, other=last)
    assert places(tournament) == ["constraints"]


def test_erasing_every_person_leaves_a_ledger_that_holds(tournament):
    ledger.erase_disclosures(LedgerDisclosure.objects.select_related("entry"), by=CLOCK)
    assert places() == []
