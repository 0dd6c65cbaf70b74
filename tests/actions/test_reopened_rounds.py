"""Reopening and closing a round: each shows its changes of published standings and needs one confirmation."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tests.halls import a_round, a_table, a_tournament, agreed, director_of, play, play_out
from tournaments.actions import sweep
from tournaments.actions.core.refusals import ChangesPublished
from tournaments.actions.hands import hands
from tournaments.actions.hands.closing import Closing
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify
from tournaments.models import Hand, Tournament

pytestmark = pytest.mark.django_db
UNLIKE = [37, 1, 1, 1]


@pytest.fixture
def evening():
    """Eight players; round 2 of 3 was closed while its second table had no hand, which counts as 7."""
    tournament = a_tournament(players=8, rounds=3, tie_breaks=["lot"])
    play_out(a_round(tournament), [20, 10, 9, 1])
    rounds.close_round(tournament.rounds.get(), by=director_of(tournament))
    table = a_table(a_round(tournament))
    for number in (1, 2):
        play(table, number, [20, 10, 9, 1])
    seven = Closing(unplayed="number", amount=Decimal(7))
    rounds.close_round(last(tournament), by=director_of(tournament), anyway=True, closing=seven)
    return published(tournament)


def last(tournament):
    return tournament.rounds.last()


def published(tournament):
    standings.refresh(tournament.pk)
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert verify(tournament).findings == ()
    return tournament


def rows(tournament, number=2):
    published(tournament)
    document = tournament.standings.get(after_round=number).document
    return {row["entry"]: (row["place"], row["score"]) for row in document["rows"]}


def asked(act, by):
    with pytest.raises(ChangesPublished) as question, transaction.atomic():
        act(by)
    return question.value


def differing(before, after):
    return {entry: (*before[entry], *after[entry]) for entry in before if before[entry] != after[entry]}


def told(question):
    return {
        row.entry: (row.place_before, row.score_before, row.place_after, row.score_after)
        for row in question.rows
        if (row.place_before, row.score_before) != (row.place_after, row.score_after)
    }


def reopen(tournament):
    return lambda by: rounds.reopen_round(last(tournament), by=by)


def close(tournament, **closing):
    return lambda by: rounds.close_round(last(tournament), by=by, anyway=True, closing=Closing(**closing))


@pytest.mark.slow
def test_reopening_says_what_changes_at_once_and_that_the_standing_is_taken_back(evening):
    director, before, length = director_of(evening), rows(evening), evening.ledger.count()
    question = asked(reopen(evening), director)
    assert (rows(evening), evening.ledger.count(), question.taken_back) == (before, length, [2])
    agreed(director, reopen(evening))
    assert told(question) == differing(before, rows(evening)) != {}
    link = evening.ledger.last()
    assert (link.kind, link.facts["changed_standings"], link.disclosure.personal["text"]) == (
        *("round_reopened", [2]),
        "Agreed to",
    )
    assert published(evening).settled_round == 1


def test_reopening_asks_even_if_no_row_changes():
    tournament = a_tournament(players=4, rounds=1)
    play_out(a_round(tournament))
    rounds.close_round(last(tournament), by=director_of(tournament))
    published(tournament)
    question = asked(reopen(tournament), director_of(tournament))
    assert (question.rows, question.taken_back) == ((), [1])


@pytest.mark.slow
def test_reopened_round_needs_no_agreement_until_it_is_closed(evening):
    director, before = director_of(evening), rows(evening)
    agreed(director, reopen(evening))
    hand = a_table(last(evening)).hands.get(number=1)
    play(a_table(last(evening)), 1, UNLIKE, replaces=hand.version)
    published(evening)
    question = asked(close(evening, unplayed="number", amount=Decimal(7)), director)
    assert question.taken_back == []
    agreed(director, close(evening, unplayed="number", amount=Decimal(7)))
    at_once = {row["entry"]: row for row in evening.standings.get(after_round=2).document["rows"]}
    assert Tournament.objects.get(pk=evening.pk).settled_round == 2
    assert told(question) == differing(before, rows(evening)) != {}
    assert {entry: (row["place"], row["score"]) for entry, row in at_once.items()} == rows(evening)
    assert evening.ledger.filter(kind="round_closed").last().facts["changed_standings"] == [2]


@pytest.mark.slow
def test_closed_again_as_it_was_asks_nothing_and_stands_at_once(evening):
    director, before = director_of(evening), rows(evening)
    agreed(director, reopen(evening))
    rounds.close_round(last(evening), by=director, anyway=True, closing=Closing(unplayed="number", amount=Decimal(7)))
    asked(lambda by: play(a_table(last(evening)), 1, UNLIKE, replaces=1), director)
    assert rows(evening) == before


@pytest.mark.slow
def test_closed_before_its_standing_was_published_nothing_is_asked(evening):
    third = a_round(evening)
    play_out(third)
    director = director_of(evening)
    rounds.close_round(third, by=director)
    rounds.reopen_round(third, by=director)
    rounds.close_round(third, by=director)
    assert published(evening).settled_round == 3


@pytest.mark.slow
def test_undoing_asks_the_same(evening):
    director, before = director_of(evening), rows(evening)
    link = last_action(evening).link.sequence
    question = asked(lambda by: undo(evening, link, by=by), director)
    assert question.taken_back == [2]
    agreed(director, lambda by: undo(evening, link, by=by))
    close(evening, unplayed="number", amount=Decimal(7))(director)
    assert rows(evening) == before


@pytest.mark.slow
def test_the_clock_leaves_the_question_to_the_director(evening):
    director = director_of(evening)
    agreed(director, reopen(evening))
    for number in (1, 2):
        play(a_table(last(evening), 2), number, UNLIKE)
    now = timezone.now()
    rounds.schedule_round(last(evening), by=director, publish_at=None, closes_at=now - timedelta(minutes=1))
    assert sweep.close_due(now) == []
    assert last(evening).state == "published"
    agreed(director, close(evening))
    assert last(evening).state == "closed"


def test_several_hands_confirmed_at_once_are_asked_about_once():
    tournament = a_tournament(players=4, rounds=2)
    table = a_table(a_round(tournament))
    play_out(last(tournament), UNLIKE)
    rounds.close_round(last(tournament), by=director_of(tournament))
    Hand.objects.filter(table=table).update(state="submitted", confirmed_at=None)
    director, versions = director_of(tournament), {1: 1, 2: 1}
    standings.refresh(tournament.pk)
    question = asked(lambda by: hands.confirm_all(table, versions, by=by), director)
    once = replace(director, agreed=question.agreement, reason="They were right")
    assert len(hands.confirm_all(table, versions, by=once)) == 2
    assert rows(tournament, 1) != {}


@pytest.mark.slow
def test_refresh_read_before_a_correction_is_not_published_after_it(evening):
    """The worker reads, the director corrects, the worker publishes: the first published standings are corrected."""
    third = a_round(evening)
    play_out(third)
    rounds.close_round(third, by=director_of(evening))
    acts = [lambda: play(a_table(third), 1, UNLIKE, replaces=1, reason="Misread")]

    def overtake(execute, sql, params, many, context):
        if acts and '"published_revision" <' in sql:
            acts.pop()()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(overtake):
        standings.refresh(evening.pk)
    assert acts == []
    evening.refresh_from_db()
    assert (evening.published_revision, evening.settled_round) == (evening.revision, 3)
    assert verify(evening).findings == ()


@pytest.mark.slow
def test_an_entry_that_came_since_is_a_row_too(evening):
    director = director_of(evening)
    agreed(director, reopen(evening))
    registration.register(evening, [Candidate(names=("Zita",))], by=director)
    late = evening.entries.last()
    agreed(director, lambda by: registration.change_entry(late, {"from_round": 2}, by=by))
    question = asked(close(evening, unplayed="number", amount=Decimal(7)), director)
    assert [(row.name, row.place_before) for row in question.rows if row.entry == late.pk] == [("Zita", None)]
