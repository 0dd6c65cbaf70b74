"""Closing a round with hands missing: the director's choices count, are stored, verified and undone."""

from decimal import Decimal

import pytest

from tests.halls import a_round, a_tournament, agreed, director_of, play
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.hands import hands
from tournaments.actions.hands.closing import Closing
from tournaments.actions.rounds import rounds
from tournaments.actions.standings.standings import refresh
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify
from tournaments.models import Round

pytestmark = pytest.mark.django_db
CLEAN, DEAR = [8, 8, 12, 12], [37, 1, 1, 1]


def an_evening(second=0, rounds_planned=1, **plan):
    """The first table has played its two hands, the second so many; Players 5 to 8 sit there."""
    tournament = a_tournament(rounds=rounds_planned, **plan)
    round_ = a_round(tournament, tables=[[0, 1, 2, 3], [4, 5, 6, 7]])
    for number in (1, 2):
        play(round_.tables.get(number=1), number, [20, 10, 9, 1])
    for number in range(1, second + 1):
        play(round_.tables.get(number=2), number, [1, 9, 10, 20])
    return round_


def close(round_, **closing):
    return rounds.close_round(round_, by=director_of(round_.tournament), anyway=True, closing=Closing(**closing))


def published(tournament):
    refresh(tournament.pk)
    return tournament.standings.order_by("-after_round").first().document


def of_second(document):
    """Return the values of the second table's entries, by number."""
    rows = {row["name"]: row for row in document["rows"]}
    return [(rows[f"Player {n:04}"]["place"], rows[f"Player {n:04}"]["score"]) for n in (5, 6, 7, 8)]


def holds(tournament):
    tournament.refresh_from_db()
    return [finding.place for finding in verify(tournament).findings]


@pytest.mark.parametrize(
    ("closing", "worth"),
    [
        ({}, "4"),
        ({"unplayed": "absent"}, "4"),
        ({"unplayed": "field-average"}, "1"),
        ({"unplayed": "number", "amount": Decimal("3.5")}, "3.5"),
    ],
)
def test_a_table_without_a_hand_never_leads_and_the_standing_is_final(closing, worth):
    round_ = close(an_evening(), **closing)
    document = published(round_.tournament)
    assert of_second(document) == [(None, worth)] * 4
    assert document["rows"][0]["place"] == 1
    assert (document["provisional"], document["outstanding_tables"], document["playing"]) == (False, 0, 0)
    assert holds(round_.tournament) == []


def test_with_hands_missing_it_counts_as_unplayed_where_the_lowest_score_wins():
    round_ = close(an_evening(second=1))
    assert [score for _place, score in of_second(published(round_.tournament))] == ["4", "4", "4", "4"]
    round_.refresh_from_db()
    assert round_.closing == {"unplayed": "absent", "unfinished": "as-unplayed", "timed": []}


def test_unfinished_tables_can_count_as_played():
    round_ = close(an_evening(second=1), unfinished="as-played")
    assert of_second(published(round_.tournament))[0][1] == "0"


def test_where_the_highest_score_wins_it_counts_as_played():
    round_ = close(an_evening(second=1, scoring={"method": "places"}))
    assert round_.closing["unfinished"] == "as-played"


@pytest.mark.parametrize(
    ("closing", "pointers"),
    [
        ({"unplayed": "never"}, [("unplayed",)]),
        ({"unplayed": "number"}, [("amount",)]),
        ({"unplayed": "number", "amount": Decimal("0.001"), "unfinished": "x"}, [("unfinished",), ("amount",)]),
        ({"amount": Decimal(1)}, [("amount",)]),
    ],
)
def test_invalid_closing_is_refused_with_every_fault(closing, pointers):
    round_ = an_evening()
    with pytest.raises(Invalid) as refused:
        close(round_, **closing)
    assert [problem.pointer for problem in refused.value.problems] == pointers
    assert Round.objects.get().state == "published"


def test_a_hand_struck_out_later_counts_by_what_was_kept():
    round_ = an_evening(second=2)
    rounds.close_round(round_, by=director_of(round_.tournament))
    assert of_second(published(round_.tournament))[0][1] == "0"
    for number in (2, 1):
        hand = round_.tables.get(number=2).hands.get(number=number)
        agreed(director_of(round_.tournament), lambda by, hand=hand: hands.void(hand, by=by, reason="Wrong table"))
    assert of_second(published(round_.tournament)) == [(None, "4")] * 4
    assert holds(round_.tournament) == []


def test_reopened_it_waits_again_and_closed_again_by_undoing_it_counts_as_before():
    round_ = close(an_evening(rounds_planned=2), unplayed="number", amount=Decimal(3))
    tournament, by = round_.tournament, director_of(round_.tournament)
    before = published(tournament)["rows"]
    agreed(by, lambda by: rounds.reopen_round(round_, by=by))
    document = published(tournament)
    assert (document["provisional"], document["outstanding_tables"]) == (True, 1)
    undo(tournament, last_action(tournament).link.sequence, by=by)
    assert published(tournament)["rows"] == before
    assert holds(tournament) == []


def test_a_process_that_starts_anew_publishes_what_closing_changed():
    from tournaments.actions.standings.standings import STANDINGS_CACHE

    round_ = an_evening(rounds_planned=2)
    published(round_.tournament)
    STANDINGS_CACHE.take(round_.tournament_id)
    close(round_)
    a_round(round_.tournament)
    published(round_.tournament)
    after = round_.tournament.standings.get(after_round=1).document
    assert of_second(after) == [(None, "4")] * 4


def test_tables_that_have_played_their_minutes_have_finished(monkeypatch):
    from tournaments.actions.rounds import clock

    round_ = an_evening(second=1, table={"hands": 2, "minutes": 30})
    clock.start_clock(round_, by=director_of(round_.tournament))
    clock.end_clock(round_, by=director_of(round_.tournament))
    rounds.close_round(round_, by=director_of(round_.tournament))
    assert of_second(published(round_.tournament))[0][1] == "0"
    round_.refresh_from_db()
    assert round_.closing["timed"] == [1, 2]


def test_a_table_may_end_by_time_alone():
    from tournaments.actions.rounds import clock

    round_ = an_evening(second=3, ruleset="points", table={"minutes": 30})
    tournament, by = round_.tournament, director_of(round_.tournament)
    assert (tournament.table_hands, tournament.table_target, tournament.side_counts) == (None, None, (4, 3, 5))
    with pytest.raises(Conflict):
        rounds.close_round(round_, by=by)
    clock.start_clock(round_, by=by)
    clock.end_clock(round_, by=by)
    rounds.close_round(round_, by=by)
    round_.refresh_from_db()
    assert round_.closing["timed"] == [1, 2]


def test_the_entrys_page_and_the_log_say_what_it_counted_by(client):
    round_ = close(an_evening(), unplayed="field-average")
    published(round_.tournament)
    entry = round_.tournament.entries.get(number=5)
    page = client.get(f"/tournaments/serata/players/{entry.pk}/").content.decode()
    assert "the table had not finished when it was closed" in page
    assert "counts the average of all who played that round" in page
    told = client.get("/api/v1/tournaments/serata/log/").json()["results"][0]["sentence"]
    assert told == "Round 1 was closed with results missing at 1 table."
    table = client.get("/tournaments/serata/rounds/1/tables/2/").content.decode()
    assert "it counts the average of all who played the round" in table


def test_a_second_closing_changes_nothing():
    round_ = close(an_evening())
    assert close(round_, unplayed="number", amount=Decimal(0)).closing["unplayed"] == "absent"


def test_played_out_nothing_is_asked():
    round_ = an_evening(second=2)
    rounds.close_round(round_, by=director_of(round_.tournament))
    assert of_second(published(round_.tournament))[0][1] == "0"
