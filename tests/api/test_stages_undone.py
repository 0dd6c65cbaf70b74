"""Deleting and undoing stages: nothing that others need is lost, and nothing is left over."""

from decimal import Decimal

import pytest

from tests.halls import a_round, a_tournament, director_of, play_out
from tournaments.actions.people import fees
from tournaments.actions.people.merging import merge_players, unmerge_players
from tournaments.actions.people.players import NewPlayer, add_players
from tournaments.actions.people.registration import change_entry
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Entry, Stage, Tournament

from .caller import codes

pytestmark = pytest.mark.django_db


def named(slug):
    return Tournament.objects.get(slug=slug)


def findings(slug):
    return [str(each) for each in verify(named(slug)).findings]


def undo(director, slug):
    return director.post(f"tournaments/{slug}/undo/", {"line": named(slug).ledger_length})


def listed(slug):
    return list(named(slug).entries.order_by("number").values_list("name", "status"))


@pytest.mark.slow
def test_a_followed_tournament_stays_until_nothing_follows_it(club, director):
    for name in ("Serata", "Finale", "Seconda"):
        a_tournament(club, players=8 if name == "Serata" else 0, name=name)
    director.put("tournaments/finale/stage/", {"sources": ["serata"], "last": 4})
    director.put("tournaments/seconda/stage/", {"sources": ["serata"], "first": 5})
    assert codes(director.delete("tournaments/serata/"), 409) == ["followed"]
    assert (findings("finale"), findings("seconda")) == ([], [])
    Stage.objects.get(tournament__slug="finale").sources.clear()
    again = {"sources": ["serata"], "last": 5}
    assert director.put("tournaments/finale/stage/", again, headers={"If-Match": "*"}).status_code == 200
    assert director.delete("tournaments/finale/").status_code == 204
    assert len(director.get("tournaments/serata/stages/").json()["stages"]) == 2
    assert director.delete("tournaments/seconda/").status_code == 204
    assert named("serata").championship is None


@pytest.mark.slow
def test_undone_groups_leave_status_and_order_and_wait_for_other_stages(club, director):
    a_tournament(club, players=12)
    entries = list(named("serata").entries.order_by("number"))
    change_entry(entries[4], {"status": Entry.Status.PAUSED}, by=director_of(named("serata")))
    change_entry(entries[7], {"status": Entry.Status.WITHDRAWN}, by=director_of(named("serata")))
    before = listed("serata")
    director.post("tournaments/serata/groups/", {"groups": 2, "last": 2})
    group = named("serata").stage.sources.first()
    a_tournament(club, players=0, name="Seconda")
    director.put("tournaments/seconda/stage/", {"sources": [group.slug], "first": 3})
    line = named("serata").ledger.get(kind="groups_made").sequence
    assert codes(director.post("tournaments/serata/undo/", {"line": line}), 409) == ["followed"]
    director.delete("tournaments/seconda/")
    assert director.post("tournaments/serata/undo/", {"line": line}).status_code == 200
    assert (listed("serata"), findings("serata")) == (before, [])


@pytest.fixture
def let_in(club, director):
    """The entries of a tournament that is over: four were let into the final by name, afterwards a fifth."""
    over = a_tournament(club, players=8, rounds=1, table={"hands": 1})
    round_ = a_round(over)
    play_out(round_)
    rounds.close_round(round_, by=director_of(over))
    standings.refresh(over.pk)
    a_tournament(club, players=0, name="Finale")
    director.put("tournaments/finale/stage/", {"sources": ["serata"], "last": 0})
    entries = list(over.entries.order_by("number"))
    for each in (entries[:4], entries[4:5]):
        answer = director.post("tournaments/finale/stage/fill/", {"named": [entry.pk for entry in each]})
        assert answer.status_code == 200, answer.content
    return entries


def coming(director):
    taking = director.get("tournaments/finale/stage/").json()
    return taking["has_changed"], sorted(each["entry"] for each in taking["players"] if each["goes"])


@pytest.mark.slow
def test_those_let_in_before_stay_when_one_more_is_taken_off_unless_money_is_paid(club, director, let_in):
    fifth = named("finale").entries.get(number=5)
    fees.change_fee(fifth, {"paid": Decimal(5)}, by=director_of(named("finale")))
    line = named("finale").ledger.filter(kind="stage_filled").last().sequence
    assert codes(director.post("tournaments/finale/undo/", {"line": line}), 409) == ["has_paid"]
    fees.change_fee(fifth, {"paid": Decimal(0)}, by=director_of(named("finale")))
    assert director.post("tournaments/finale/undo/", {"line": line}).status_code == 200
    assert coming(director) == (False, [entry.pk for entry in let_in[:4]])


@pytest.mark.slow
def test_who_was_let_in_by_name_may_be_merged_and_separated(club, director, let_in):
    expected = False, [entry.pk for entry in let_in[:5]]
    owner, first = director_of(named("finale")), let_in[0].players.get()
    (kept,) = add_players(club, [NewPlayer(name="Un Altro")])
    merge_players(kept, first, by=owner)
    assert coming(director) == expected
    unmerge_players(first, by=owner)
    assert coming(director) == expected
