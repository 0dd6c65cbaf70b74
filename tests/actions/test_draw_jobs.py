"""Draws that take longer than somebody waits: asked for, done once, whole or not at all."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from tests.concurrency import at_once, in_background, until_somebody_waits
from tests.fixtures.serving import until
from tests.halls import a_long_draw, a_round, a_tournament, director_of, play_out
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import beats, replays
from tournaments.actions.rounds.draws.constraints import change_constraints
from tournaments.actions.rounds.draws.jobs import draw_next_round, refusal_problems, requeue_draws, run_draw_job
from tournaments.actions.verification import verify
from tournaments.models import Round, Seat, Tournament

pytestmark = pytest.mark.django_db


def asked(tournament, **more):
    return draw_next_round(tournament, by=director_of(tournament), seed=7, **more)


def codes(action):
    with pytest.raises((Conflict, Invalid)) as refusal:
        action()
    return [problem.code for problem in refusal.value.problems]


@pytest.fixture
def evening(db):
    return a_long_draw()


def kinds(tournament):
    return list(tournament.ledger.values_list("kind", flat=True))[3:]


class TestAsking:
    def test_a_short_draw_is_a_draft_at_once(self):
        assert asked(a_tournament(players=16)).state == Round.State.DRAFT

    def test_a_long_one_is_asked_for(self, evening):
        round_ = asked(evening)
        assert (round_.state, round_.number, round_.method, round_.seed) == (
            "drawing", 1, "schedule", 7,
        )  # fmt: skip
        assert round_.expected_seconds >= 2
        assert kinds(evening) == ["draw_asked_for"]

    def test_a_second_request_is_refused(self, evening):
        asked(evening)
        assert codes(lambda: asked(evening)) == ["draw_running"]
        assert codes(lambda: a_round(evening)) == ["draw_running"]

    def test_impossible_draw_is_refused_before_it_is_queued(self, evening):
        director = director_of(evening)
        entries = list(evening.entries.values_list("pk", flat=True))
        crowd = [(one, other) for one in entries[:5] for other in entries[:5] if one < other]
        for pair in crowd:
            change_constraints(evening, lambda c, p=pair: c.kept_apart(*p), by=director)
        assert codes(lambda: asked(evening)) == ["impossible_constraints"]
        assert not Round.objects.exists()

    def test_it_is_dropped_while_it_is_drawn(self, evening):
        round_ = asked(evening)
        rounds.drop_draft(round_, by=director_of(evening))
        assert run_draw_job(round_.pk) is False
        assert asked(evening).number == 1

    def test_it_is_not_published(self, evening):
        round_ = asked(evening)
        publish = lambda: rounds.publish_round(round_, by=director_of(evening))  # noqa: E731
        assert codes(publish) == ["round_is_drawing"]


class TestDrawing:
    @pytest.mark.slow
    def test_the_draft_is_what_the_same_draw_gives_at_once(self, evening):
        round_ = asked(evening)
        assert run_draw_job(round_.pk) is True
        round_.refresh_from_db()
        assert (round_.state, Seat.objects.filter(round=round_).count()) == ("draft", 16)
        assert kinds(evening) == ["draw_asked_for", "round_drawn"]
        tables = round_.draw_inputs, round_.report, seating(round_)
        rounds.drop_draft(round_, by=director_of(evening))
        again = a_round(evening, publish=False)
        assert (again.draw_inputs, again.report, seating(again)) == tables

    def test_it_is_drawn_once(self, evening):
        round_ = asked(evening)
        assert [run_draw_job(round_.pk) for _worker in range(2)] == [True, False]
        assert kinds(evening) == ["draw_asked_for", "round_drawn"]

    def test_draw_found_impossible_is_refused_and_its_number_is_free(self, evening):
        round_ = asked(evening)
        evening.entries.update(status="withdrawn", until_round=0)
        assert run_draw_job(round_.pk) is False
        round_.refresh_from_db()
        assert (round_.state, round_.seats.count()) == ("refused", 0)
        assert [problem.code for problem in refusal_problems(round_)] == ["too_few_players"]
        assert kinds(evening) == ["draw_asked_for", "draw_refused"]
        evening.entries.update(status="active", until_round=None)
        assert asked(evening).number == 1
        assert Round.objects.get().state == "drawing"

    def test_names_stand_in_the_problems(self, evening):
        names = dict(evening.entries.values_list("pk", "name"))
        (one, first), (other, second), *_rest = names.items()
        director = director_of(evening)
        change_constraints(evening, lambda c: c.fixed_at(one, 1).fixed_at(other, 1), by=director)
        round_ = asked(evening)
        evening.entries.filter(pk__in=(one, other)).update(home_club="Amici")
        Tournament.objects.update(avoid_same_club=True)
        run_draw_job(round_.pk)
        round_.refresh_from_db()
        [problem] = refusal_problems(round_)
        assert problem.text() == (f"{first} and {second} are kept apart, but both fixed at table 1.")


class TestLedger:
    @pytest.mark.slow
    def test_it_holds_while_a_round_is_drawn_and_where_none_can_be(self, evening):
        round_ = asked(evening)
        assert verify(evening).holds
        entries = list(evening.entries.all())
        for entry in entries:
            registration.change_entry(entry, {"status": "paused"}, by=director_of(evening))
        run_draw_job(round_.pk)
        assert Round.objects.get().state == Round.State.REFUSED
        assert verify(evening).holds
        for entry in entries:
            registration.change_entry(entry, {"status": "active"}, by=director_of(evening))
        run_draw_job(asked(evening).pk)
        assert (Round.objects.get().state, verify(evening).holds) == (Round.State.DRAFT, True)


class TestSweep:
    def test_a_round_that_nobody_is_at_is_asked_for_again(self, evening):
        round_ = asked(evening)
        now = timezone.now()
        assert requeue_draws(now) == [round_.pk]
        Round.objects.update(draw_beat_at=now)
        assert requeue_draws(now + timedelta(seconds=3)) == []
        assert requeue_draws(now + timedelta(seconds=7)) == [round_.pk]

    @pytest.mark.slow
    def test_a_beat_of_before_the_clock_was_set_back_is_none(self, evening):
        round_ = asked(evening)
        now = timezone.now()
        Round.objects.update(draw_beat_at=now + timedelta(hours=1))
        assert requeue_draws(now) == [round_.pk]
        assert run_draw_job(round_.pk) is True
        Round.objects.update(replay_asked_at=now + timedelta(hours=1))
        assert replays.requeue_replays(now) == [round_.pk]
        assert replays.run_replay_job(round_.pk) is True

    @pytest.mark.slow
    def test_a_worker_leaves_what_another_is_at(self, evening):
        round_ = asked(evening)
        Round.objects.update(draw_beat_at=timezone.now())
        assert run_draw_job(round_.pk) is False
        Round.objects.update(draw_beat_at=timezone.now() - timedelta(minutes=1))
        assert run_draw_job(round_.pk) is True

    def test_drafts_are_left_alone(self, evening):
        a_round(evening, publish=False)
        assert requeue_draws(timezone.now()) == []


@pytest.mark.slow
def test_many_workers_and_many_requests_make_one_draft(postgres):
    with transaction.atomic():
        tournament = a_long_draw()

    def ask():
        try:
            return asked(Tournament.objects.get()).state
        except Conflict as refusal:
            return refusal.problems[0].code

    assert sorted(at_once([ask] * 4)) == ["draw_running"] * 3 + ["drawing"]
    round_ = Round.objects.get()
    drawn = at_once([lambda: run_draw_job(round_.pk)] * 4)
    assert sorted(drawn) == [False] * 3 + [True]
    assert kinds(tournament) == ["draw_asked_for", "round_drawn"]
    assert Seat.objects.count() == 16


@pytest.mark.slow
def test_entry_registered_during_a_draw_is_drawn(postgres):
    with transaction.atomic():
        tournament = a_tournament(players=40, pairing="swiss", rounds=3)
        play_out(a_round(tournament), [6, 8, 11, 15])
    round_ = asked(tournament, anyway=True)

    late = [Candidate(names=("Late",))]
    with in_background() as start, transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        drawing = start(run_draw_job, round_.pk)
        until_somebody_waits(60)  # the draw, for this lock: it is to be stored
        registration.register(tournament, late, by=director_of(tournament))
    assert drawing.result() is True
    assert (round_.seats.count(), round_.sit_outs.count()) == (40, 1)


@pytest.mark.slow
def test_how_far_it_is_can_be_seen_meanwhile(postgres, monkeypatch):
    monkeypatch.setattr(beats, "INTERVAL", 0.02)
    with transaction.atomic():
        tournament = a_tournament(players=100, pairing="swiss", rounds=4)
        play_out(a_round(tournament), [6, 8, 11, 15])
    round_ = asked(tournament, anyway=True)
    look = lambda: until(lambda: Round.objects.get(pk=round_.pk).draw_percent)  # noqa: E731
    drawn, percent = at_once([lambda: run_draw_job(round_.pk), look])
    assert (drawn, 0 < percent <= 100) == (True, True)


def seating(round_):
    return [[seat.entry_id for seat in table.seats.order_by("number")] for table in round_.tables.order_by("number")]
