"""A director's word in a dispute, and taking it back."""

from datetime import timedelta

import pytest

from tests.again import fixture_again
from tests.halls import a_table, director_of, play
from tests.table_sessions import OTHER, enter, refused, say, seat_actors, versions
from tournaments.actions.hands import disputes, hands
from tournaments.actions.hands.hands import SeenHand
from tournaments.actions.round_repair.corrections import draw_public_again
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.rounds import publish_round
from tournaments.actions.verification import verify
from tournaments.models import Hand, HelpCall, Round

pytestmark = pytest.mark.django_db


@fixture_again
def table():
    """Hand 1 has a tally from North and an objection from East."""
    north, east, *_others = seat_actors()
    enter(north)
    refused(enter, east, OTHER)
    return north.session.table


@pytest.fixture
def by(table):
    return director_of(table.round.tournament)


def word(table, version, by, *, standing=1):
    return disputes.decide(SeenHand(table.pk, 1, standing), version, by=by)


def tournament_of(table):
    tournament = table.round.tournament
    tournament.refresh_from_db()
    return tournament


@pytest.mark.parametrize(("version", "scores"), [(1, [1, 1, 1, 1]), (2, [17, 0, 0, 0])])
def test_ruling_makes_either_version_count_and_undo_restores_the_dispute(table, by, version, scores):
    decided = word(table, version, by)
    assert (decided.state, decided.scores, decided.seat) == ("confirmed", scores, version - 1)
    assert not HelpCall.objects.filter(answered_at=None).exists()
    assert word(table, version, by) == decided
    assert [hand.pk for hand in disputes.decided_hands(tournament_of(table))] == [decided.pk]
    undone = disputes.undo(SeenHand(table.pk, 1, decided.version), by=by)
    assert (undone.state, undone.is_current, undone.scores) == ("disputed", True, [1, 1, 1, 1])
    assert Hand.objects.current().get() == undone
    assert disputes.decided_hands(tournament_of(table)) == []
    assert word(table, version, by, standing=undone.version).scores == scores
    kinds = list(table.round.tournament.ledger.order_by("-sequence").values_list("kind", flat=True)[:3])
    assert kinds == ["dispute_decided", "decision_undone", "dispute_decided"]
    assert verify(tournament_of(table)).findings == ()


def test_ruling_is_shown_for_a_limited_time(table, by, monkeypatch):
    decided = word(table, 1, by)
    assert disputes.decided_hands(tournament_of(table)) == [decided]
    monkeypatch.setattr(disputes, "SETTLED_SHOWN_FOR", timedelta())
    assert disputes.decided_hands(tournament_of(table)) == []
    assert disputes.undo(SeenHand(table.pk, 1, decided.version), by=by).state == "disputed"


def test_ruling_is_not_shown_after_a_redraw(table, by):
    hands.void(word(table, 1, by), by=by, reason="Wrong table")
    drawn = publish_round(draw_public_again(table.round, by=by), by=by)
    again = play(a_table(drawn, table.number))
    assert (again.number, again.version, again.state) == (1, 1, "confirmed")
    assert disputes.decided_hands(tournament_of(again.table)) == []
    assert refused(disputes.undo, SeenHand(again.table_id, 1, 1), by=by) == ["not_decided"]


def test_the_other_version_is_a_new_one_of_the_seat_that_said_it(table, by):
    word(table, 2, by)
    assert versions() == [(1, 0, "corrected", False), (2, 1, "disputed", False), (3, 1, "confirmed", True)]


def test_ruling_on_an_unseen_version_is_stale(table, by):
    assert refused(word, table, 1, by, standing=2) == ["hand_changed"]
    assert refused(word, table, 3, by) == ["hand_changed"]
    word(table, 1, by)
    assert refused(word, table, 2, by) == ["not_disputed"]
    assert refused(disputes.undo, SeenHand(table.pk, 1, 2), by=by) == ["hand_changed"]


def test_only_a_word_is_taken_back(table, by):
    assert refused(disputes.undo, SeenHand(table.pk, 1, 1), by=by) == ["not_decided"]
    hands.confirm(SeenHand(table.pk, 1, 1), by=by)
    assert refused(disputes.undo, SeenHand(table.pk, 1, 1), by=by) == ["not_decided"]


def test_ruling_cannot_be_undone_after_the_round_is_closed(table, by):
    word(table, 1, by)
    rounds.close_round(Round.objects.get(pk=table.round_id), by=by, anyway=True)
    assert refused(disputes.undo, SeenHand(table.pk, 1, 1), by=by) == ["round_closed"]
    assert disputes.decided_hands(tournament_of(table)) == []


def test_a_hand_that_the_seats_agree_on_meanwhile_has_nothing_to_decide(table, by):
    _north, east, *_others = seat_actors(table)
    say(east)
    assert refused(word, table, 2, by) == ["not_disputed"]
