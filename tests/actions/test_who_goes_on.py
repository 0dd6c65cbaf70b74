"""Who qualifies for a final of four, who is readmitted, and how ties are decided."""

import pytest

from tests.actions.knock_outs import FIRST_TWO, a_tournament, at, draw, placed, play_all, sentences
from tests.halls import busca, director_of, play
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import registration
from tournaments.actions.rounds import rounds
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.actions.standings.standings import refresh
from tournaments.actions.standings.trees import tree_of
from tournaments.actions.verification import verify
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def a_round_of_twelve(ties):
    """Return a closed round of three tables; at each, only the winner qualifies and three players are level behind."""
    round_ = draw(a_tournament(players=12, cut_ties=ties, going_on=1, tie_breaks=[], table={"hands": 1}, outlook=True))
    director = director_of(round_.tournament)
    rounds.publish_round(round_, by=director)
    for table in round_.tables.all():
        play(table, 1, [40, 0, 0, 0])
    refresh(round_.tournament_id)
    rounds.close_round(round_, by=director)
    refresh(round_.tournament_id)
    return round_


def names(tournament, entries):
    return ", ".join(tournament.entries.filter(pk__in=entries).order_by("number").values_list("name", flat=True))


def name_of(round_, entry):
    return round_.tournament.entries.get(pk=entry).name


def behind(round_):
    """The nine who are level behind the winners."""
    return {entry for number in (1, 2, 3) for entry in at(round_, number)[1:]}


def told(round_):
    """Return the entries that qualify by the standings."""
    rows = round_.tournament.standings.get(after_round=1).document["rows"]
    return {said: {row["entry"] for row in rows if row["goes_on"] is said} for said in (True, False, None)}


def test_a_hand_decides_who_comes_back_if_that_was_chosen():
    first = a_round_of_twelve("hand")
    level = behind(first)
    assert told(first) == {True: placed(first) - level, False: set(), None: level}
    with pytest.raises(Invalid) as undecided:
        draw(first.tournament)
    assert list(map(str, undecided.value.problems)) == [
        f"{names(first.tournament, level)} are tied, and only 1 of them can come back for the final. "
        "Let them play a deciding hand, then enter a penalty of 0.01 for each player who loses it."
    ]


@pytest.mark.slow
def test_all_who_are_level_come_back_if_that_was_chosen():
    first = a_round_of_twelve("all")
    assert told(first) == {True: placed(first), False: set(), None: set()}
    second = draw(first.tournament)
    assert placed(second) == placed(first)
    level = names(first.tournament, behind(first))
    assert sentences(second)[1:3] == [
        f"Too few were left for a table: {level} came back as the best placed of the others.",
        f"{level} were tied, so all of them came back.",
    ]


def test_the_report_says_that_the_lot_decided_who_came_back():
    first = a_round_of_twelve("lot")
    final = draw(first.tournament)
    (back,) = placed(final) & behind(first)
    assert told(first)[True] == placed(final)
    noted, by_lot = final.report["cuts"]
    assert (noted["decided_by"], by_lot["decided_by"], [*by_lot["ins"]]) == ("back", "lot", [back])
    assert {*by_lot["ins"], *by_lot["outs"]} == behind(first)
    one, others = (", ".join(name_of(final, each) for each in by_lot[part]) for part in ("ins", "outs"))
    lot = f"{one}, {others} were level. The lot, drawn beforehand, chose {one} to come back and not {others}."
    assert lot in sentences(final)


def pairs(players):
    """Return the closed first round of a knock-out of two sides, in which the second seat of each table won."""
    round_ = draw(a_tournament(players=players, ruleset="points", options={"sides": 2}, table={"hands": 1}))
    director = director_of(round_.tournament)
    rounds.publish_round(round_, by=director)
    for table in round_.tables.all():
        hands.record(table, HandInput(number=1, tally=busca([3, 5])), by=director)
    refresh(round_.tournament_id)
    return rounds.close_round(round_, by=director)


def withdraw(round_, entries):
    for entry in round_.tournament.entries.filter(pk__in=entries):
        registration.change_entry(entry, {"status": "withdrawn"}, by=director_of(round_.tournament))


def test_two_of_three_sides_play_again_if_the_one_with_a_bye_leaves():
    first = pairs(3)
    withdraw(first, first.sit_outs.values_list("entry_id", flat=True))
    final = draw(first.tournament)
    assert placed(final) == {*at(first, 1)}
    loser, _winner = at(first, 1)
    back = f"Too few were left for a table: {name_of(first, loser)} came back as the best placed of the others."
    assert sentences(final)[:2] == ["This is the final.", back]


def test_the_report_says_that_nobody_replaced_a_qualifier():
    first = pairs(8)
    _loser, winner = gone = at(first, 1)
    withdraw(first, gone)
    second = draw(first.tournament)
    assert placed(second) == {at(first, number)[1] for number in (2, 3, 4)}
    assert f"Table 1: nobody replaced {name_of(first, winner)}." in sentences(second)


@pytest.mark.slow
def test_who_withdraws_before_the_next_round_is_not_said_to_go_on():
    round_ = play_all(draw(a_tournament(outlook=True, tie_breaks=["lot"])))
    first, *others = at(round_, 1)
    before = told(round_)[True]
    assert first in before
    entry = round_.tournament.entries.get(pk=first)
    registration.change_entry(entry, {"status": "withdrawn"}, by=director_of(round_.tournament))
    refresh(round_.tournament_id)
    (came_in,) = told(round_)[True] - before
    assert (told(round_)[True], came_in in others) == (before - {first} | {came_in}, True)
    assert placed(draw(round_.tournament)) == told(round_)[True]


@pytest.mark.slow
def test_standings_say_before_the_next_draw_who_goes_on():
    tournament = a_tournament(outlook=True)
    round_ = rounds.publish_round(draw(tournament), by=director_of(tournament))
    first, *others = round_.tables.order_by("number")
    for number, points in enumerate(([20, 0, 0, 20], [40, 0, 0, 0]), 1):
        play(first, number, points)
    refresh(tournament.pk)
    told = {p.entry: p.goes_on for t in tree_of(tournament.standings.last().document)[0].tables for p in t.players}
    one, two, three, four = at(round_, 1)
    assert {told[entry] for table in others for entry in at(round_, table.number)} == {None}
    assert [told[entry] for entry in (one, two, three, four)] == [True, False, False, True]
    play_on(others)
    rounds.close_round(round_, by=director_of(tournament))
    refresh(tournament.pk)
    rows = tournament.standings.last().document["rows"]
    second = draw(tournament)
    assert {row["entry"] for row in rows if row["goes_on"]} == placed(second)
    assert verify(Tournament.objects.get(pk=tournament.pk)).findings == ()
    update_tournament(tournament, {"going_on": 1}, by=director_of(tournament))
    refresh(tournament.pk)
    assert sum(row["goes_on"] is True for row in tournament.standings.last().document["rows"]) == 4


def play_on(tables):
    for table in tables:
        for number, points in enumerate(FIRST_TWO, 1):
            play(table, number, points)
