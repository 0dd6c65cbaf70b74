"""Obstacles of a draw: shown before, overridden by a director, recorded in the ledger."""

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, director_of, play, play_out
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.hands import hands
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws.constraints import change_constraints
from tournaments.actions.rounds.draws.jobs import draw_next_round
from tournaments.actions.rounds.draws.obstacles import OpenResults, Severity, read_draw_state
from tournaments.actions.setup.pairing_methods import methods_of
from tournaments.actions.setup.tournaments import create_tournament, update_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def obstacle_codes(tournament):
    return [(each.severity.value, each.problem.code) for each in read_draw_state(tournament).obstacles]


def standing(players=12, **plan):
    return a_tournament(players=players, pairing="interval", **plan)


class TestOpenResults:
    @fixture_again
    def tournament(self):
        """Three tables: one done, one disputed, one without its second hand."""
        tournament = standing(rounds=3)
        first, second, third = a_round(tournament).tables.order_by("number")
        for table in (first, second, third):
            play(table, 1)
        for table in (first, second):
            play(table, 2)
        hands.dispute(second.hands.get(number=2), by=director_of(tournament))
        return tournament

    def test_they_are_listed_with_their_places(self, tournament):
        assert [(p.code, p.pointer) for p in read_draw_state(tournament).of(Severity.ASKS)] == [
            ("disputed_hand", ("rounds", 1, "tables", 2)),
            ("missing_hand", ("rounds", 1, "tables", 3)),
        ]

    def test_draw_over_open_results_is_refused_without_anyway(self, tournament):
        with pytest.raises(OpenResults) as refusal:
            draw_next_round(tournament, by=director_of(tournament))
        assert [p.code for p in refusal.value.problems] == ["disputed_hand", "missing_hand"]
        assert tournament.rounds.count() == 1

    @pytest.mark.parametrize("method", ["danish", "swiss"])
    def test_plan_stays_if_a_draw_by_another_method_is_refused(self, method):
        tournament = a_tournament(players=8, rounds=3)
        a_round(tournament)
        if method == "swiss":
            rounds.close_round(tournament.rounds.get(), by=director_of(tournament), anyway=True)
            tournament.entries.filter(number__gt=2).update(status="paused")
        with pytest.raises(OpenResults if method == "danish" else Invalid):
            draw_next_round(tournament, by=director_of(tournament), method=method)
        tournament.refresh_from_db()
        assert (tournament.pairing, tournament.rounds.count()) == ("random", 1)

    def test_draw_over_open_results_is_recorded_with_them(self, tournament):
        draw_next_round(tournament, by=director_of(tournament), anyway=True)
        assert tournament.ledger.last().facts["gone_on_over"] == [
            ["disputed_hand", "rounds", 1, "tables", 2],
            ["missing_hand", "rounds", 1, "tables", 3],
        ]

    def test_hands_missing_at_the_close_are_no_open_results(self, tournament):
        rounds.close_round(tournament.rounds.get(), by=director_of(tournament), anyway=True)
        assert [(p.code, p.pointer) for p in read_draw_state(tournament).of(Severity.ASKS)] == [
            ("disputed_hand", ("rounds", 1, "tables", 2))
        ]

    def test_they_do_not_matter_where_the_standing_does_not(self, tournament):
        update_tournament(tournament, {"pairing": "random"}, by=director_of(tournament))
        tournament.refresh_from_db()
        assert obstacle_codes(tournament) == []
        drawn = draw_next_round(tournament, by=director_of(tournament))
        assert "gone_on_over" not in tournament.ledger.last().facts
        assert drawn.number == 2

    def test_nor_for_tables_made_by_hand(self, tournament):
        assert a_round(tournament, tables=[(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)]).number == 2


class TestTheRest:
    def test_nothing_in_the_way(self):
        assert obstacle_codes(standing()) == []

    @pytest.mark.parametrize(("players", "told"), [(13, [("tells", "sit_outs")]), (3, [("blocks", "too_few_players")])])
    def test_counts_that_do_not_fit(self, players, told):
        assert obstacle_codes(standing(players=players)) == told

    def test_tables_of_another_size(self):
        buddha = a_tournament(players=11, ruleset="buddha", table={})
        assert obstacle_codes(buddha) == [("tells", "uneven_tables")]

    def test_a_draft_that_waits(self):
        draft = a_round(standing(), publish=False)
        assert obstacle_codes(draft.tournament) == [("blocks", "draft_exists")]

    def test_five_in_a_ring_cannot_be_kept_apart_at_two_tables(self):
        tournament = standing(players=8)
        ring = list(tournament.entries.values_list("pk", flat=True))[:5]
        for pair in zip(ring, [*ring[1:], ring[0]], strict=True):
            change_constraints(tournament, lambda c, p=pair: c.kept_apart(*p), by=director_of(tournament))
        assert obstacle_codes(tournament) == [("blocks", "impossible_constraints")]

    def test_constraints_that_exclude_each_other_by_name(self):
        tournament = standing(players=8)
        entries = list(tournament.entries.values_list("pk", flat=True))
        for one, other in ((0, 1), (0, 2), (1, 2)):
            pair = entries[one], entries[other]
            by = director_of(tournament)
            change_constraints(tournament, lambda c, p=pair: c.kept_apart(*p), by=by)
        [problem] = read_draw_state(tournament).of(Severity.BLOCKS)
        assert problem.code == "impossible_constraints"
        with pytest.raises(Invalid):
            draw_next_round(tournament, by=director_of(tournament))

    @pytest.mark.parametrize(
        ("players", "rounds", "proposal"),
        [(40, 4, None), (40, 8, "schedule"), (24, 2, "schedule"), (28, 5, None), (28, 6, "schedule")],
    )
    def test_a_schedule_is_proposed_to_a_small_field(self, players, rounds, proposal):
        tournament = a_tournament(players=players, pairing="swiss", rounds=rounds)
        assert read_draw_state(tournament).proposal == proposal
        told = [("tells", "small_field")] if proposal else []
        assert obstacle_codes(tournament) == told


class TestWays:
    def ways(self, **plan):
        return [method.value for method in methods_of(a_tournament(players=0, **plan))]

    def test_each_for_himself(self):
        everybody = ["swiss", "schedule", "random", "interval", "danish", "danish-modified", "knock-out"]
        assert self.ways() == [*everybody, "scripted"]
        assert self.ways(ruleset="buddha", table={}) == [*everybody, "scripted"]

    def test_partnerships(self):
        ways = self.ways(ruleset="buraco", table={})
        assert {"mitchell", "round-robin", "individual"} <= set(ways)

    def test_once_partners_are_entered_they_stay_together(self):
        club = a_tournament(players=0).club
        plan = {"name": "Coppia", "ruleset": "buraco", "pairing": "individual"}
        by = director_of(Tournament.objects.get())
        alone = create_tournament(club=club, raw=plan, by=by)
        assert alone.entry_size == 1
        assert "swiss" in methods_of(alone)
        alone.entries.create(number=1, name="Anna")
        assert methods_of(alone) == ["individual"]
        for plan in ({"pairing": "swiss"}, {"pairing": "scripted"}, {"pairing": "swiss", "table": {"hands": 3}}):
            with pytest.raises(Conflict) as refusal:
                update_tournament(alone, plan, by=by)
            assert [(p.code, p.pointer) for p in refusal.value.problems] == [("wrong_entries", ("pairing",))]

    def test_players_entered_alone_are_no_pairs_after_a_change_of_the_game(self):
        tournament = a_tournament(players=4, ruleset="scopa", options={"players": 2}, table={"target": 11})
        with pytest.raises(Conflict) as refusal:
            update_tournament(tournament, {"options": {"players": 4}}, by=director_of(tournament))
        assert refusal.value.codes == ["wrong_entries"]

    def test_players_who_change_partners_sit_as_the_director_decides(self):
        plan = {"ruleset": "buraco", "table": {"hands": 1}, "pairing": "individual", "rounds": 2}
        tournament = a_tournament(players=8, **plan)
        round_ = a_round(tournament, tables=[[0, 2, 4, 6], [1, 3, 5, 7]])
        assert [seat.side for seat in a_table(round_).seats.order_by("number")] == [0, 1, 0, 1]
        with pytest.raises(Conflict) as refusal:
            draw_next_round(tournament, by=director_of(tournament), method="scripted")
        assert refusal.value.codes == ["wrong_entries"]

    def test_a_game_is_not_played_in_a_way_that_does_not_fit(self):
        with pytest.raises(Invalid) as refusal:
            a_tournament(pairing="mitchell")
        assert [(p.code, p.pointer) for p in refusal.value.problems] == [("wrong_way", ("pairing",))]
        assert "; By lot, avoiding repeats (random); " in str(refusal.value.problems[0])

    @pytest.mark.slow
    def test_the_way_changes_between_rounds_and_stays(self):
        tournament = a_tournament(players=24, rounds=3)
        director = director_of(tournament)
        for method in ("random", "schedule", "interval"):
            drawn = rounds.publish_round(draw_next_round(tournament, by=director, method=method), by=director)
            play_out(drawn)
            rounds.close_round(drawn, by=director)
            tournament.refresh_from_db()
            assert (drawn.method, tournament.pairing) == (method, method)

    def test_a_way_that_does_not_fit_is_refused(self):
        tournament = a_tournament()
        for method in ("mitchell", "individual", "x"):
            with pytest.raises(Invalid) as refusal:
                draw_next_round(tournament, by=director_of(tournament), method=method)
            assert refusal.value.problems[0].pointer == ("pairing",)
