"""Publishing standings: one snapshot for all waiting changes, with the same bytes every time."""

from decimal import Decimal

import pytest

from tests.halls import a_round, a_table, a_tournament, by, director_of, play, play_out
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import penalties, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Entry, Standing, Tournament

pytestmark = pytest.mark.django_db


def published(tournament, **where):
    standings.refresh(tournament.pk)
    return tournament.standings.filter(**where).last().document


def rows(tournament, **where):
    return [(r["place"], r["entry"], r["score"]) for r in published(tournament, **where)["rows"]]


def test_before_the_first_round_nobody_has_a_place():
    tournament = a_tournament(players=4)
    document = published(tournament)
    assert document["after_round"] == 0
    assert [(row["place"], row["score"]) for row in document["rows"]] == [(None, "0")] * 4


def test_fewest_buscas_first():
    round_ = a_round(a_tournament(players=4))
    table = a_table(round_)
    play(table, 1, points=[37, 1, 1, 1])
    play(table, 2, points=[13, 13, 13, 1])
    seats = [seat.entry_id for seat in table.seats.order_by("number")]
    document = published(round_.tournament)
    level = sorted(seats[1:3])
    assert [(r["place"], r["entry"], r["score"]) for r in document["rows"]] == [
        (1, seats[3], "0"), (2, level[0], "3"), (2, level[1], "3"), (4, seats[0], "20"),
    ]  # fmt: skip
    assert document["revision"] == Tournament.objects.get().revision
    assert (document["provisional"], document["outstanding_tables"]) == (True, 0)


def test_standings_are_provisional_until_the_round_is_closed():
    round_ = a_round(a_tournament(players=4))
    play_out(round_)
    assert published(round_.tournament)["provisional"] is True
    rounds.close_round(round_, by=director_of(round_.tournament))
    assert published(round_.tournament)["provisional"] is False


def test_a_table_in_play_is_outstanding():
    round_ = a_round(a_tournament(players=8))
    play(a_table(round_))
    assert published(round_.tournament)["outstanding_tables"] == 2


def test_only_confirmed_hands_count():
    round_ = a_round(a_tournament(players=4))
    hand = play(a_table(round_), points=[37, 1, 1, 1])
    hands.dispute(hand, by=director_of(round_.tournament))
    assert {score for _place, _entry, score in rows(round_.tournament)} == {"0"}


def test_a_penalty_hurts_until_it_is_cancelled():
    tournament = a_tournament(players=4)
    play_out(a_round(tournament))
    director, entry = director_of(tournament), tournament.entries.first()
    penalty = penalties.penalise(entry, amount=Decimal(1), reason="Late", by=director)
    assert rows(tournament)[-1] == (4, entry.pk, "3")
    penalties.cancel_penalty(penalty, by=director)
    assert {score for _place, _entry, score in rows(tournament)} == {"2"}


def test_withdrawn_entry_is_listed_last_and_marked():
    tournament = a_tournament(players=5, rounds=2)
    entry = a_table(played_and_closed(tournament)).seats.get(number=0).entry
    before = published(tournament)["rows"]
    registration.change_entry(entry, {"status": "withdrawn"}, by=director_of(tournament))
    assert published(tournament)["rows"] == before
    a_round(tournament)
    assert published(tournament, after_round=1)["rows"] == before
    *others, last = [row for row in published(tournament)["rows"] if row["place"]]
    assert (last["entry"], last["withdrawn"], last["score"]) == (entry.pk, True, "2")
    assert {"stand_in", "disqualified"}.isdisjoint(last)
    assert all({"withdrawn", "stand_in", "disqualified"}.isdisjoint(row) for row in others)


def played_and_closed(tournament):
    round_ = a_round(tournament)
    play_out(round_)
    return rounds.close_round(round_, by=director_of(tournament))


def test_the_winner_of_a_finished_tournament_may_leave_and_stays_the_winner():
    tournament = a_tournament(players=4, rounds=1)
    play_out(a_round(tournament), points=[37, 1, 1, 1])
    rounds.close_round(tournament.rounds.get(), by=director_of(tournament))
    before = published(tournament)["rows"]
    winner = Entry.objects.get(pk=before[0]["entry"])
    registration.change_entry(winner, {"status": "withdrawn"}, by=director_of(tournament))
    assert published(tournament)["rows"] == before


@pytest.mark.slow
def test_leaving_and_returning_change_no_earlier_standings():
    tournament = a_tournament(players=5, rounds=4)
    entry = a_table(played_and_closed(tournament)).seats.get(number=0).entry
    registration.change_entry(entry, {"status": "withdrawn"}, by=director_of(tournament))
    played_and_closed(tournament)
    before = [published(tournament, after_round=number)["rows"] for number in (1, 2)]
    entry = registration.change_entry(entry, {"status": "active"}, by=director_of(tournament))
    assert (entry.until_round, entry.gaps) == (None, [[2, 2]])
    assert [published(tournament, after_round=number)["rows"] for number in (1, 2)] == before
    played_and_closed(tournament)
    row = next(row for row in published(tournament)["rows"] if row["entry"] == entry.pk)
    assert [each["source"] for each in row["rounds"]] == ["table", "absent", "table"]
    assert [published(tournament, after_round=number)["rows"] for number in (1, 2)] == before
    assert verify(tournament).findings == ()


def test_late_entry_changes_no_earlier_standings():
    tournament = a_tournament(players=4, rounds=2, tie_breaks=["lot"])
    played_and_closed(tournament)
    before = published(tournament)["rows"]
    registration.register(tournament, [Candidate(names=("Zita",))], by=director_of(tournament))
    assert published(tournament)["rows"] == before


def test_each_round_keeps_its_own_standings():
    tournament = a_tournament(players=4)
    first = a_round(tournament)
    play_out(first, points=[37, 1, 1, 1])
    rounds.close_round(first, by=director_of(tournament))
    play_out(a_round(tournament), points=[1, 1, 1, 37])
    assert published(tournament, after_round=1)["after_round"] == 1
    assert sum(int(score) for _p, _e, score in rows(tournament, after_round=1)) == 34
    assert sum(int(score) for _p, _e, score in rows(tournament, after_round=2)) == 68


def test_computed_again_it_is_the_same_to_the_byte():
    tournament = a_tournament(players=8)
    play_out(a_round(tournament), points=[20, 10, 9, 1])
    standings.refresh(tournament.pk)
    before = bytes(Standing.objects.get(after_round=1).body)
    Standing.objects.all().delete()
    Tournament.objects.update(published_revision=0)
    standings.refresh(tournament.pk)
    assert bytes(Standing.objects.get(after_round=1).body) == before


def test_once_for_all_that_has_piled_up(django_assert_num_queries):
    tournament = a_tournament(players=4)
    play_out(a_round(tournament))
    assert standings.refresh(tournament.pk) is True
    with django_assert_num_queries(1):
        assert standings.refresh(tournament.pk) is False


@pytest.mark.parametrize("players", [8, 400])
def test_a_refresh_asks_as_often_in_any_hall(django_assert_num_queries, players):
    tournament = a_tournament(players=players)
    play(a_table(a_round(tournament)))
    standings.refresh(tournament.pk)
    hands.record(
        a_table(tournament.rounds.get()),
        HandInput(number=2, tally={"lines": [{"points": 10}] * 4}),
        by=by(director_of(tournament).user),
    )
    with django_assert_num_queries(17 + 2):
        standings.refresh(tournament.pk)
