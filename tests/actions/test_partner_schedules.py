"""Whole evenings of partnerships, with every method that draws all rounds at once."""

from collections import Counter
from itertools import combinations

import pytest

from tests.halls import a_tournament, director_of
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import drafts

pytestmark = pytest.mark.django_db


def an_evening(pairing, partnerships, number, planned=None):
    """A tournament of Buraco by two against two, drawn and closed round after round."""
    plan = {"pairing": pairing, "rounds": planned or number}
    tournament = a_tournament(players=0, ruleset="buraco", table={"hands": 1}, **plan)
    director = director_of(tournament)
    size = tournament.entry_size
    names = [f"Player {n:03}" for n in range(2 * partnerships)]
    pairs = [Candidate(names=tuple(names[n : n + size])) for n in range(0, len(names), size)]
    registration.register(tournament, pairs, by=director)
    for _round in range(number):
        drawn = drafts.draw_round(tournament, by=director)
        rounds.publish_round(drawn, by=director)
        rounds.close_round(drawn, by=director, anyway=True)
    return tournament


def tables_of(tournament):
    """Every table of the tournament, in order: its number, and its entries by side."""
    matches = []
    for round_ in tournament.rounds.order_by("number"):
        for table in round_.tables.order_by("number"):
            sides = {}
            for seat in table.seats.order_by("number"):
                sides.setdefault(seat.side, []).append(seat.entry_id)
            matches.append((table.number, sides[0], sides[1]))
    return matches


@pytest.mark.slow
def test_everybody_plays_everybody():
    tournament = an_evening("round-robin", 8, 7)
    met = Counter(frozenset(one + other) for _, one, other in tables_of(tournament))
    entries = tournament.entries.values_list("pk", flat=True)
    assert met == Counter(frozenset(pair) for pair in combinations(entries, 2))


def test_mitchell_moves_one_side_only():
    tournament = an_evening("mitchell", 8, 4)
    tables = tables_of(tournament)
    assert len({(number, *stays) for number, stays, _ in tables}) == 4
    assert len({(*stays, *moves) for _, stays, moves in tables}) == 16


def test_the_rounds_of_an_evening_come_from_one_draw():
    tournament = an_evening("mitchell", 7, 3)
    drawn = list(tournament.rounds.order_by("number"))
    assert [round_.draw_inputs["taken"] for round_ in drawn] == [0, 1, 2]
    assert len({sit_out.entry_id for round_ in drawn for sit_out in round_.sit_outs.all()}) == 3


def test_a_pair_that_comes_late_is_moved_in():
    tournament = an_evening("mitchell", 8, 2, planned=4)
    director = director_of(tournament)
    registration.register(tournament, [Candidate(names=("Late", "Later"))], by=director)
    drawn = drafts.draw_round(tournament, by=director)
    assert drawn.seats.count() + drawn.sit_outs.count() == 9


@pytest.mark.slow
def test_partners_change_every_round():
    tournament = an_evening("individual", 4, 7)
    assert tournament.entries.count() == 8
    pairs = Counter(frozenset(side) for _, one, other in tables_of(tournament) for side in (one, other))
    entries = tournament.entries.values_list("pk", flat=True)
    assert pairs == Counter(frozenset(pair) for pair in combinations(entries, 2))


def test_a_game_of_four_for_themselves_has_no_sides_to_move():
    with pytest.raises(Invalid) as refused:
        a_tournament(players=8, pairing="mitchell")
    assert [problem.code for problem in refused.value.problems] == ["wrong_way"]
