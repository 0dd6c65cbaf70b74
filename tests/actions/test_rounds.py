"""A round from its draw to its close."""

from datetime import timedelta
from itertools import combinations

import pytest
from django.utils import timezone

from tests.halls import a_round, a_table, a_tournament, by, director_of, play, play_out
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.hands import hands
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.round_repair.corrections import draw_public_again
from tournaments.actions.rounds import reseating, rounds
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.rounds.draws.requests import ByHand
from tournaments.actions.setup import archiving
from tournaments.actions.verification import verify
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


def refused(action, *args, **kwargs):
    with pytest.raises((Conflict, Invalid)) as caught:
        action(*args, **kwargs)
    return [problem.code for problem in caught.value.problems]


def seating(round_):
    return [[seat.entry_id for seat in table.seats.order_by("number")] for table in round_.tables.order_by("number")]


class TestDrawing:
    def test_everybody_sits_once(self):
        round_ = a_round(a_tournament(players=32), publish=False)
        entries = sorted(round_.tournament.entries.values_list("pk", flat=True))
        assert sorted(entry for table in seating(round_) for entry in table) == entries
        assert [table.number for table in round_.tables.all()] == list(range(1, 9))

    def test_entries_beyond_full_tables_sit_out(self):
        round_ = a_round(a_tournament(players=10), publish=False)
        assert round_.seats.count() == 8
        assert round_.sit_outs.count() == 2

    def test_it_is_a_draft_with_its_seed_inputs_and_report(self):
        round_ = a_round(a_tournament(players=8), publish=False, seed=11)
        assert (round_.state, round_.number, round_.method, round_.seed) == (
            "draft", 1, "random", 11,
        )  # fmt: skip
        assert round_.report["seed"] == 11
        assert [e["id"] for e in round_.draw_inputs["entrants"]] == list(
            round_.tournament.entries.values_list("pk", flat=True)
        )

    def test_the_first_lead_is_drawn_and_recorded(self):
        leads = set(a_round(a_tournament(players=64)).tables.values_list("first_lead", flat=True))
        assert leads == {0, 1, 2, 3}

    def test_no_second_draft(self):
        round_ = a_round(publish=False)
        assert refused(a_round, round_.tournament) == ["draft_exists"]

    def test_by_hand_as_the_director_says(self):
        tournament = a_tournament(players=8)
        round_ = a_round(tournament, tables=[(7, 6, 5, 4), (0, 1, 2, 3)])
        entries = list(tournament.entries.values_list("pk", flat=True))
        assert seating(round_) == [entries[7:3:-1], entries[:4]]
        assert round_.method == "scripted"

    def test_by_hand_every_fault_at_once(self):
        tournament = a_tournament(players=9)
        one, *others = tournament.entries.values_list("pk", flat=True)
        tables = ((one, one, *others[:2]), (4711, *others[2:4]))
        codes = refused(drafts.draw_round, tournament, by=director_of(tournament), by_hand=ByHand(tables))
        assert set(codes) >= {"seated_twice", "unknown_entrant", "wrong_table_size"}
        assert not Round.objects.exists()

    def test_paused_entry_is_not_drawn(self):
        tournament = a_tournament(players=9)
        last = tournament.entries.last()
        registration.change_entry(last, {"status": "paused"}, by=director_of(tournament))
        round_ = a_round(tournament)
        assert not round_.seats.filter(entry=last).exists()
        assert not round_.sit_outs.exists()

    def test_too_few_players(self):
        assert refused(a_round, a_tournament(players=3)) == ["too_few_players"]


class TestPublishing:
    def test_it_sets_the_tournament_going(self):
        round_ = a_round()
        assert (round_.state, Tournament.objects.get().status) == ("published", "running")

    def test_it_sets_the_closing_time(self):
        round_ = a_round(a_tournament(round_minutes=45))
        assert round_.closes_at == round_.published_at + timedelta(minutes=45)

    def test_twice_is_once(self):
        round_ = a_round()
        length = Tournament.objects.get().ledger_length
        rounds.publish_round(round_, by=director_of(round_.tournament))
        assert Tournament.objects.get().ledger_length == length

    def test_not_in_an_archived_tournament(self):
        round_ = a_round(publish=False)
        director = director_of(round_.tournament)
        archiving.archive_tournament(round_.tournament, by=director)
        assert refused(rounds.publish_round, round_, by=director, anyway=True) == ["archived"]
        assert (Round.objects.get().state, Tournament.objects.get().status) == ("draft", "archived")

    def test_published_round_of_an_archived_tournament_is_not_drawn_again(self):
        round_ = a_round()
        director = director_of(round_.tournament)
        archiving.archive_tournament(round_.tournament, by=director)
        assert refused(draw_public_again, round_, by=director) == ["archived"]
        assert (Round.objects.get().state, Tournament.objects.get().status) == ("published", "archived")

    def test_a_draft_that_lacks_somebody_waits(self):
        round_ = a_round(a_tournament(players=8), publish=False)
        director = director_of(round_.tournament)
        leaver = round_.tournament.entries.first()
        registration.change_entry(leaver, {"status": "withdrawn"}, by=director)
        assert refused(rounds.publish_round, round_, by=director) == ["draft_outdated"]
        assert rounds.publish_round(round_, by=director, anyway=True).state == "published"


class TestClosing:
    def test_each_table_that_is_not_done_is_named(self):
        round_ = a_round(a_tournament(players=16))
        director = director_of(round_.tournament)
        first, second, third, fourth = round_.tables.order_by("number")
        for table in (first, second, third):
            play(table, 1)
            play(table, 2)
        hands.dispute(second.hands.get(number=2), by=director)
        with pytest.raises(Conflict) as waiting:
            rounds.close_round(round_, by=director)
        assert [(p.code, p.pointer, p.params["hand"]) for p in waiting.value.problems] == [
            ("disputed_hand", ("tables", 2), 2),
            ("missing_hand", ("tables", 4), 1),
        ]
        assert fourth.round.state == "published"

    def test_the_director_may_close_anyway(self):
        round_ = a_round()
        closed = rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        assert closed.state == "closed"

    def test_with_the_last_round_the_tournament_is_finished(self):
        tournament = a_tournament(rounds=1)
        round_ = a_round(tournament)
        play_out(round_)
        rounds.close_round(round_, by=director_of(tournament))
        assert Tournament.objects.get().status == "finished"

    def test_not_while_an_earlier_round_is_in_play(self):
        first = a_round(a_tournament(rounds=2))
        last, director = a_round(first.tournament), director_of(first.tournament)
        rounds.close_round(last, by=director, anyway=True)
        assert Tournament.objects.get().status == "running"
        rounds.close_round(first, by=director, anyway=True)
        assert Tournament.objects.get().status == "finished"
        assert verify(Tournament.objects.get()).findings == ()

    def test_an_archived_tournament_stays_archived(self):
        round_ = a_round(a_tournament(rounds=1))
        director = director_of(round_.tournament)
        archiving.archive_tournament(round_.tournament, by=director)
        assert rounds.close_round(round_, by=director, anyway=True).state == "closed"
        assert Tournament.objects.get().status == "archived"
        assert verify(Tournament.objects.get()).findings == ()

    def test_reopening_takes_it_back(self):
        tournament = a_tournament(rounds=1)
        round_ = a_round(tournament)
        director = director_of(tournament)
        rounds.close_round(round_, by=director, anyway=True)
        assert rounds.reopen_round(round_, by=director).state == "published"
        assert Tournament.objects.get().status == "running"

    def test_not_in_an_archived_tournament(self):
        tournament = a_tournament(rounds=1)
        round_, director = a_round(tournament), director_of(tournament)
        rounds.close_round(round_, by=director, anyway=True)
        archiving.archive_tournament(tournament, by=director)
        assert refused(rounds.reopen_round, round_, by=director) == ["archived"]
        assert Tournament.objects.get().status == "archived"

    def test_not_once_the_next_round_is_drawn(self):
        tournament = a_tournament()
        round_, director = a_round(tournament), director_of(tournament)
        rounds.close_round(round_, by=director, anyway=True)
        a_round(tournament, publish=False)
        assert refused(rounds.reopen_round, round_, by=director) == ["later_round"]


@pytest.mark.parametrize("state", Round.State)
def test_in_another_state_it_is_said_in_which(state):
    with pytest.raises(Conflict) as caught:
        rounds.require_state(Round(number=3, state=state), "gone")
    said = {
        "drawing": "Round 3 is being drawn.",
        "refused": "Round 3 could not be drawn.",
        "draft": "Round 3 is still a draft.",
        "published": "Round 3 is in play.",
        "closed": "Round 3 is closed.",
    }
    assert [(each.code, each.text(str)) for each in caught.value.problems] == [(f"round_is_{state}", said[state])]


class TestDrafts:
    def test_a_draft_is_dropped_and_its_number_is_free(self):
        round_ = a_round(publish=False)
        rounds.drop_draft(round_, by=director_of(round_.tournament))
        assert a_round(round_.tournament).number == 1

    def test_a_public_round_is_not_dropped(self):
        round_ = a_round()
        director = director_of(round_.tournament)
        assert refused(rounds.drop_draft, round_, by=director) == ["not_a_draft"]

    def test_two_entries_change_places(self):
        round_ = a_round(publish=False)
        director = director_of(round_.tournament)
        first, second = seating(round_)
        first[0], second[0] = second[0], first[0]
        reseating.reseat(round_, [first, second], by=director)
        assert seating(round_) == [first, second]

    def test_nobody_is_lost_or_doubled_by_it(self):
        round_ = a_round(publish=False)
        director = director_of(round_.tournament)
        before = first, second = seating(round_)
        for tables in ([first, first], [first], [[*first, second[0]], second[1:]]):
            assert refused(reseating.reseat, round_, tables, by=director) == ["not_the_same_entries"]
        assert seating(round_) == before

    def test_not_after_the_first_hand(self):
        round_ = a_round()
        play(a_table(round_))
        director = director_of(round_.tournament)
        tables = seating(round_)
        assert refused(reseating.reseat, round_, tables, by=director) == ["already_played"]


class TestSchedule:
    def test_it_closes_after_it_is_published(self):
        round_ = a_round(publish=False)
        now = timezone.now()
        director = by(director_of(round_.tournament).user)
        codes = refused(rounds.schedule_round, round_, by=director, publish_at=now, closes_at=now)
        assert codes == ["out_of_range"]


class TestSchedules:
    def meetings(self, tournament):
        pairs = [
            frozenset(pair)
            for round_ in tournament.rounds.all()
            for table in seating(round_)
            for pair in combinations(table, 2)
        ]
        return len(pairs), len(set(pairs))

    def play_rounds(self, tournament, count):
        for _number in range(count):
            round_ = a_round(tournament)
            rounds.close_round(round_, by=director_of(tournament), anyway=True)

    @pytest.mark.slow
    def test_sixteen_play_five_rounds_and_nobody_meets_twice(self):
        tournament = a_tournament(players=16, pairing="schedule", rounds=5)
        self.play_rounds(tournament, 5)
        assert self.meetings(tournament) == (120, 120)

    def test_each_round_names_the_draw_that_made_it(self):
        tournament = a_tournament(players=16, pairing="schedule", rounds=3)
        self.play_rounds(tournament, 3)
        drawn = list(tournament.rounds.all())
        assert [r.draw_inputs["taken"] for r in drawn] == [0, 1, 2]
        assert [len(r.ahead) for r in drawn] == [2, 1, 0]
        assert len({r.seed for r in drawn}) == 1

    def test_late_entry_is_scheduled_with_the_others(self):
        tournament = a_tournament(players=20, pairing="schedule", rounds=4)
        self.play_rounds(tournament, 2)
        director = director_of(tournament)
        registration.register(tournament, [Candidate(names=("Late",))], by=director)
        round_ = a_round(tournament)
        assert round_.draw_inputs["taken"] == 0
        assert round_.seats.count() + round_.sit_outs.count() == 21

    def test_changed_seats_are_taken_into_account(self):
        tournament = a_tournament(players=16, pairing="schedule", rounds=3)
        round_ = a_round(tournament)
        tables = seating(round_)
        tables[0][0], tables[1][0] = tables[1][0], tables[0][0]
        reseating.reseat(round_, tables, by=director_of(tournament))
        assert tournament.rounds.get().ahead == []
