"""Seating rules: set by directors, applied by every later draw."""

from dataclasses import replace
from itertools import combinations

import pytest

from tests.halls import a_round, a_tournament, director_of
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.people import registration
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws.constraints import SeatingConstraints, change_constraints, read_constraints
from tournaments.models import FixedTable, KeptApart

pytestmark = pytest.mark.django_db


def change(tournament, how):
    return change_constraints(tournament, how, by=director_of(tournament))


def faults(tournament, **wanted):
    with pytest.raises(Invalid) as refusal:
        change(tournament, lambda constraints: replace(constraints, **wanted))
    return [(problem.code, problem.pointer) for problem in refusal.value.problems]


def ids(tournament):
    return list(tournament.entries.order_by("number").values_list("pk", flat=True))


def tables_of(round_):
    return [{seat.entry_id for seat in table.seats.all()} for table in round_.tables.order_by("number")]


def pairs_of(round_):
    return {frozenset(pair) for table in tables_of(round_) for pair in combinations(table, 2)}


class TestKeeping:
    def test_a_new_tournament_keeps_nobody_from_anything(self):
        assert read_constraints(a_tournament()) == SeatingConstraints()

    def test_constraints_are_stored_and_recorded(self):
        tournament = a_tournament()
        one, other, third, *_rest = ids(tournament)
        change(tournament, lambda c: c.kept_apart(other, one).fixed_at(third, 2))
        assert read_constraints(tournament) == SeatingConstraints(apart=((one, other),), fixed=((third, 2),))
        link = tournament.ledger.last()
        assert (link.kind, link.facts["apart"], link.facts["fixed"]) == (
            "constraints_changed",
            [[one, other]],
            [[third, 2]],
        )

    def test_the_same_again_changes_nothing(self):
        tournament = a_tournament()
        one, other, *_rest = ids(tournament)
        change(tournament, lambda c: c.kept_apart(one, other))
        length = tournament.ledger.count()
        change(tournament, lambda c: c.kept_apart(other, one))
        assert (tournament.ledger.count(), KeptApart.objects.count()) == (length, 1)

    def test_it_is_taken_back(self):
        tournament = a_tournament()
        one, other, third, *_rest = ids(tournament)
        change(tournament, lambda c: c.kept_apart(one, other).fixed_at(third, 2))
        change(tournament, lambda c: c.free_to_meet(other, one).free_to_move(third))
        assert read_constraints(tournament) == SeatingConstraints()

    def test_entry_has_one_fixed_table(self):
        tournament = a_tournament()
        one = ids(tournament)[0]
        for table in (1, 2):
            change(tournament, lambda c, table=table: c.fixed_at(one, table))
        assert FixedTable.objects.get().number == 2

    def test_an_entry_struck_off_takes_its_constraints_along(self):
        tournament = a_tournament()
        one, other, *_rest = ids(tournament)
        change(tournament, lambda c: c.kept_apart(one, other).fixed_at(one, 1))
        registration.remove_entry(tournament.entries.get(pk=one), by=director_of(tournament))
        assert read_constraints(tournament) == SeatingConstraints()


class TestFaults:
    def test_every_one_at_once_with_its_place(self):
        tournament = a_tournament()
        one, other, *_rest = ids(tournament)
        assert faults(
            tournament, apart=((one, other), (one, one), (one, 10**9)), fixed=((one, 0), (10**9, 1), (one, 2)), seats=5
        ) == [
            ("same_entry", ("apart", 1)),
            ("unknown_entrant", ("apart", 2, 1)),
            ("fixed_twice", ("fixed", 0, "entry")),
            ("out_of_range", ("fixed", 0, "table")),
            ("unknown_entrant", ("fixed", 1, "entry")),
            ("fixed_twice", ("fixed", 2, "entry")),
            ("not_a_choice", ("seats",)),
        ]
        assert read_constraints(tournament) == SeatingConstraints()

    def test_two_who_are_kept_apart_do_not_stay_at_one_table(self):
        tournament = a_tournament()
        one, other, *_rest = ids(tournament)
        change(tournament, lambda c: c.kept_apart(one, other))
        assert faults(tournament, fixed=((one, 2), (other, 2))) == [("impossible_constraints", ("fixed", 1))]

    def test_no_more_stay_at_a_table_than_it_seats(self):
        tournament = a_tournament()
        fixed = tuple((entry, 1) for entry in ids(tournament)[:5])
        assert faults(tournament, fixed=fixed) == [("impossible_constraints", ("fixed", 4))]

    def test_an_entry_of_another_tournament_is_unknown(self):
        tournament = a_tournament()
        strange = ids(a_tournament(tournament.club, name="Other"))[0]
        assert faults(tournament, apart=((ids(tournament)[0], strange),)) == [("unknown_entrant", ("apart", 0, 1))]


class TestDraws:
    @pytest.mark.parametrize("pairing", ["random", "schedule"])
    def test_pairs_are_kept_apart_round_after_round(self, pairing):
        tournament = a_tournament(players=16, pairing=pairing, rounds=3)
        one, other, third, *_rest = ids(tournament)
        change(tournament, lambda c: c.kept_apart(one, other).kept_apart(one, third))
        for _number in range(3):
            met = pairs_of(a_round(tournament, seed=None))
            assert met.isdisjoint({frozenset((one, other)), frozenset((one, third))})

    def test_fixed_entry_sits_at_its_table_in_every_round(self):
        tournament = a_tournament(players=16, rounds=4)
        one = ids(tournament)[0]
        change(tournament, lambda c: c.fixed_at(one, 3))
        seated = [a_round(tournament, seed=seed).seats.get(entry=one) for seed in range(4)]
        assert [seat.table.number for seat in seated] == [3] * 4

    def test_players_of_one_club_do_not_meet(self):
        tournament = a_tournament(players=16)
        director = director_of(tournament)
        visitors = list(tournament.entries.order_by("number")[:4])
        for entry, club in zip(visitors, ["Amici", "amici ", "AMÍCI", "Amici"], strict=True):
            registration.change_entry(entry, {"home_club": club}, by=director)
        change(tournament, lambda c: replace(c, avoid_same_club=True))
        away = {entry.pk for entry in visitors}
        assert [len(table & away) for table in tables_of(a_round(tournament))] == [1, 1, 1, 1]

    def test_constraint_set_after_a_schedule_applies_from_the_next_round(self):
        tournament = a_tournament(players=16, pairing="schedule", rounds=3)
        first = a_round(tournament)
        ahead = first.ahead[0]["tables"][0][:2]
        change(tournament, lambda c: c.kept_apart(*ahead))
        assert frozenset(ahead) not in pairs_of(a_round(tournament))

    def test_even_tables_make_the_others_sit_out(self):
        tournament = a_tournament(players=11, ruleset="buddha", table={})
        assert sorted(map(len, tables_of(a_round(tournament, publish=False)))) == [5, 6]
        rounds.drop_draft(tournament.rounds.get(), by=director_of(tournament))
        change(tournament, lambda c: replace(c, uneven_tables=False))
        drawn = a_round(tournament, publish=False)
        assert [len(table) for table in tables_of(drawn)] == [4, 4]
        assert drawn.sit_outs.count() == 3

    def test_tables_of_the_size_that_is_wanted(self):
        tournament = a_tournament(players=10, ruleset="buddha", table={})
        change(tournament, lambda c: replace(c, seats=5))
        assert [len(table) for table in tables_of(a_round(tournament))] == [5, 5]

    def test_by_hand_the_director_may_do_as_he_likes(self):
        tournament = a_tournament(players=8)
        one, other, *_rest = ids(tournament)
        change(tournament, lambda c: c.kept_apart(one, other).fixed_at(one, 2))
        drawn = a_round(tournament, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
        assert drawn.report["kept_apart_but_together"] == [[one, other]]
