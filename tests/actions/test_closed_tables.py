"""A table closed before its round: its score, the round, phones, and undoing."""

from decimal import Decimal

import pytest

from tests.actions.test_closing import CLEAN, an_evening, holds, of_second, published
from tests.halls import director_of, play
from tests.table_sessions import a_phone
from tournaments.actions.at_table import agreement, submissions
from tournaments.actions.at_table.agreement import Answer
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.hands import hands
from tournaments.actions.hands.closing import Closing
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.closed_tables import close_table, reopen_table
from tournaments.actions.sweep import close_due
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.models import Round, Table

pytestmark = pytest.mark.django_db


def second(round_):
    return round_.tables.get(number=2)


def close(round_, **closing):
    return close_table(second(round_), Closing(**closing), by=director_of(round_.tournament))


def codes(act):
    with pytest.raises(Refusal) as refused:
        act()
    return [problem.code for problem in refused.value.problems]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("closing", "worth"),
    [({}, "4"), ({"unplayed": "field-average"}, "1"), ({"unplayed": "number", "amount": Decimal("3.5")}, "3.5")],
)
def test_the_round_waits_for_it_no_longer_and_standings_follow_what_was_chosen(closing, worth):
    round_ = an_evening()
    tournament = round_.tournament
    published(tournament)
    close(round_, **closing)
    document = published(tournament)
    assert of_second(document) == [(None, worth)] * 4
    assert (document["provisional"], document["outstanding_tables"]) == (True, 0)
    assert holds(tournament) == []
    rounds.close_round(round_, by=director_of(tournament))
    assert of_second(published(tournament)) == [(None, worth)] * 4
    assert holds(tournament) == []


def test_with_some_hands_it_counts_as_the_director_says():
    round_ = an_evening(second=1)
    close(round_)
    assert second(round_).closing == {"unplayed": "absent", "unfinished": "as-unplayed", "timed": []}
    assert [score for _place, score in of_second(published(round_.tournament))] == ["4"] * 4
    reopen_table(second(round_), by=director_of(round_.tournament))
    close(round_, unfinished="as-played")
    assert of_second(published(round_.tournament))[0][1] == "0"
    assert holds(round_.tournament) == []


def test_stored_results_give_the_same_standing_to_a_process_that_starts_anew():
    from tournaments.actions.standings.results import read_changed_results
    from tournaments.actions.standings.stored_results import read_stored, store

    round_ = an_evening(second=1)
    close(round_, unplayed="number", amount=Decimal("3.5"))
    round_.tournament.refresh_from_db()
    read = read_changed_results(round_.tournament, None)
    store(round_.tournament, read.cached)
    assert read_stored(round_.tournament).rounds == read.cached.rounds


def test_the_clock_closes_the_round_when_the_others_have_finished():
    round_ = an_evening()
    close(round_)
    Round.objects.update(closes_at=round_.published_at)
    assert close_due(round_.published_at) == [round_.pk]


@pytest.mark.parametrize("again", [False, True])
def test_closing_a_table_is_undone_in_one_step_or_reopened_by_name(again):
    round_ = an_evening(second=1)
    tournament, by = round_.tournament, director_of(round_.tournament)
    before = published(tournament)["rows"]
    close(round_)
    published(tournament)
    if again:
        reopen_table(second(round_), by=by)
    else:
        undo(tournament, last_action(tournament).link.sequence, by=by)
    assert second(round_).closing == {}
    assert published(tournament)["rows"] == before
    assert last_action(tournament).link.kind == "round_published"
    assert holds(tournament) == []


def test_the_same_closing_again_changes_nothing_and_another_is_refused():
    round_ = an_evening()
    close(round_)
    length = round_.tournament.ledger.count()
    close(round_)
    assert round_.tournament.ledger.count() == length
    assert codes(lambda: close(round_, unplayed="field-average")) == ["table_closed"]
    assert codes(lambda: close(round_, unplayed="never")) == ["not_a_choice"]


def test_a_table_that_has_finished_or_is_not_in_play_is_not_closed():
    round_ = an_evening()
    first, by = round_.tables.get(number=1), director_of(round_.tournament)
    assert codes(lambda: close_table(first, by=by)) == ["table_finished"]
    rounds.close_round(round_, by=by, anyway=True)
    assert codes(lambda: close(round_)) == ["not_in_play"]
    rounds.reopen_round(round_, by=by)
    close(round_)
    rounds.close_round(round_, by=by)
    assert codes(lambda: reopen_table(second(round_), by=by)) == ["round_closed"]
    assert Table.objects.get(number=2).closing["unplayed"] == "absent"


def test_a_director_corrects_with_a_reason_and_phones_ask():
    round_ = an_evening(second=1)
    table, by = second(round_), director_of(round_.tournament)
    north, east = a_phone(table, 0), a_phone(table, 1)
    close(round_)
    assert codes(lambda: play(table, 2, CLEAN)) == ["table_closed"]
    tally = {"lines": [{"points": points} for points in (10, 10, 10, 10)]}
    late = submissions.submit(HandInput(number=2, tally=tally), north)
    assert late.state == "requested"
    reply = Answer(number=1, version=1, accept=True)
    assert codes(lambda: agreement.answer(reply, east)) == ["table_closed"]
    hands.record(table, HandInput(number=2, tally=tally, reason="It was played"), by=by)
    assert of_second(published(round_.tournament))[0][1] == "1"
    assert holds(round_.tournament) == []
