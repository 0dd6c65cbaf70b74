"""The sweep publishes, closes and draws rounds, however late or often it runs."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.halls import a_long_draw, a_round, a_tournament, agreed, director_of, play, play_out
from tournaments.actions import sweep
from tournaments.actions.hands import hands
from tournaments.actions.hands.tables import outstanding_tables
from tournaments.actions.people import registration
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import jobs, replays
from tournaments.actions.setup import archiving
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def schedule(round_, publish_at=None, closes_at=None):
    director = director_of(round_.tournament)
    return rounds.schedule_round(round_, by=director, publish_at=publish_at, closes_at=closes_at)


def state(round_):
    return Round.objects.get(pk=round_.pk).state


def ledger_length():
    return Tournament.objects.get().ledger_length


class TestPublishing:
    def test_not_before_its_time(self):
        now = timezone.now()
        round_ = schedule(a_round(publish=False), publish_at=now + HOUR)
        assert sweep.publish_due(now) == []
        assert state(round_) == "draft"

    def test_at_its_time_or_later_and_once(self):
        now = timezone.now()
        round_ = schedule(a_round(publish=False), publish_at=now - HOUR)
        assert sweep.publish_due(now) == [round_.pk]
        length = ledger_length()
        assert sweep.publish_due(now) == []
        assert (state(round_), ledger_length()) == ("published", length)

    def test_a_draft_of_an_archived_tournament_is_not_published(self):
        now = timezone.now()
        round_ = schedule(a_round(publish=False), publish_at=now - HOUR)
        director = director_of(round_.tournament)
        archiving.archive_tournament(round_.tournament, by=director)
        assert sweep.publish_due(now) == []
        assert (state(round_), Tournament.objects.get().status) == ("draft", "archived")

    def test_an_outdated_draft_waits(self):
        now = timezone.now()
        round_ = schedule(a_round(publish=False), publish_at=now - HOUR)
        leaver = round_.tournament.entries.first()
        director = director_of(round_.tournament)
        registration.change_entry(leaver, {"status": "withdrawn"}, by=director)
        assert sweep.publish_due(now) == []
        assert state(round_) == "draft"


class TestClosing:
    def test_a_finished_round_is_closed_when_its_time_is_up(self):
        now = timezone.now()
        round_ = schedule(a_round(), closes_at=now)
        play_out(round_)
        assert sweep.close_due(now - HOUR) == []
        assert sweep.close_due(now) == [round_.pk]
        assert sweep.close_due(now) == []

    def test_a_missing_hand_keeps_it_open(self):
        now = timezone.now()
        round_ = schedule(a_round(), closes_at=now)
        play(round_.tables.first())
        assert sweep.close_due(now) == []
        assert state(round_) == "published"

    def test_a_disputed_hand_keeps_it_open(self):
        now = timezone.now()
        round_ = schedule(a_round(), closes_at=now)
        play_out(round_)
        hand = round_.tables.first().hands.first()
        hands.dispute(hand, by=director_of(round_.tournament))
        assert sweep.close_due(now) == []
        hands.confirm(hand, by=director_of(round_.tournament))
        assert sweep.close_due(now) == [round_.pk]

    def test_not_if_its_time_was_moved_meanwhile(self, monkeypatch):
        now = timezone.now()
        round_ = schedule(a_round(), closes_at=now)
        play_out(round_)

        def move(round_):
            schedule(round_, closes_at=now + HOUR)
            return outstanding_tables(round_)

        monkeypatch.setattr(sweep, "outstanding_tables", move)
        assert sweep.close_due(now) == []
        assert state(round_) == "published"


class TestDrawing:
    def closed(self, **plan):
        round_ = a_round(a_tournament(**{"draw_after_minutes": 10, **plan}))
        return rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)

    def test_some_minutes_after_the_last_round_and_once(self):
        last = self.closed()
        assert sweep.draw_due(last.closed_at + timedelta(minutes=9)) == []
        (drawn,) = sweep.draw_due(last.closed_at + HOUR)
        assert Round.objects.get(pk=drawn).number == 2
        assert sweep.draw_due(last.closed_at + HOUR) == []

    def test_without_waiting_for_a_clock_that_was_set_back(self):
        last = self.closed()
        assert sweep.draw_due(last.closed_at - timedelta(seconds=30)) == []
        assert len(sweep.draw_due(last.closed_at - HOUR)) == 1

    def test_not_unless_it_is_asked_for(self):
        last = self.closed(draw_after_minutes=None)
        assert sweep.draw_due(last.closed_at + HOUR) == []

    def test_not_if_the_round_was_reopened_meanwhile(self, monkeypatch):
        last = self.closed(pairing="schedule")
        one_by_one = sweep._one_by_one

        def reopen(act, due):
            due = list(due)
            agreed(director_of(last.tournament), lambda by: rounds.reopen_round(last, by=by))
            return one_by_one(act, due)

        monkeypatch.setattr(sweep, "_one_by_one", reopen)
        assert sweep.draw_due(last.closed_at + HOUR) == []
        assert Round.objects.count() == 1

    def test_not_after_the_last_round(self):
        last = self.closed(rounds=1)
        assert sweep.draw_due(last.closed_at + HOUR) == []

    def test_not_while_the_last_round_waits_for_a_hand(self):
        round_ = a_round(a_tournament(draw_after_minutes=10))
        assert sweep.draw_due(timezone.now() + HOUR) == []
        assert round_.state == "published"

    def test_sweep_leaves_an_impossible_draw(self):
        last = self.closed()
        director = director_of(last.tournament)
        for entry in last.tournament.entries.all()[:6]:
            registration.change_entry(entry, {"status": "withdrawn"}, by=director)
        assert sweep.draw_due(last.closed_at + HOUR) == []

    def test_a_standing_with_a_disputed_hand_waits_for_the_director(self):
        round_ = a_round(a_tournament(draw_after_minutes=10, pairing="interval"))
        director = director_of(round_.tournament)
        hand = play(round_.tables.get(number=1))
        hands.dispute(hand, by=director)
        closed = rounds.close_round(round_, by=director, anyway=True).closed_at
        assert sweep.draw_due(closed + HOUR) == []
        hand.refresh_from_db()
        hands.confirm(hand, by=director)
        (drawn,) = sweep.draw_due(closed + HOUR)
        assert Round.objects.get(pk=drawn).number == 2

    @pytest.mark.slow
    def test_a_long_draw_is_asked_for_once(self):
        tournament = a_long_draw()
        Tournament.objects.update(draw_after_minutes=10)
        round_ = a_round(tournament)
        director = director_of(tournament)
        registration.change_entry(tournament.entries.last(), {"status": "paused"}, by=director)
        closed = rounds.close_round(round_, by=director, anyway=True).closed_at
        (asked,) = sweep.draw_due(closed + HOUR)
        assert Round.objects.get(pk=asked).state == Round.State.DRAWING
        assert sweep.draw_due(closed + HOUR) == []


class TestAskingWhetherThereIsWork:
    """One statement finds out whether any step may have work, on each kind of database."""

    pytestmark = pytest.mark.usefixtures("each_database")

    def round_in_play(self, **plan):
        round_ = a_round(a_tournament(**plan))
        sweep.refresh_stale_standings()
        return round_

    def closed(self, **plan):
        round_ = self.round_in_play(draw_after_minutes=10, **plan)
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        sweep.refresh_stale_standings()
        return round_

    @pytest.mark.slow
    def test_there_is_none_in_an_idle_hall(self):
        assert not sweep.may_find_work()
        schedule(self.round_in_play(draw_after_minutes=10), closes_at=timezone.now() + HOUR)
        schedule(a_round(a_tournament(name="Domani"), publish=False), publish_at=timezone.now() + HOUR)
        self.closed(rounds=1, name="Ieri")
        sweep.refresh_stale_standings()
        assert not sweep.may_find_work()

    def test_standings_that_lag_behind(self):
        play(self.round_in_play().tables.first())
        assert sweep.may_find_work()

    @pytest.mark.parametrize("ahead", [timedelta(), timedelta(seconds=50)], ids=["now", "soon"])
    def test_a_round_to_be_published_or_closed(self, ahead):
        draft = a_round(publish=False)
        sweep.refresh_stale_standings()
        schedule(draft, publish_at=timezone.now() + ahead)
        assert sweep.may_find_work()
        rounds.publish_round(draft, by=director_of(draft.tournament))
        sweep.refresh_stale_standings()
        assert not sweep.may_find_work()
        schedule(draft, closes_at=timezone.now() + ahead)
        assert sweep.may_find_work()

    def test_a_round_to_be_drawn_by_itself(self):
        self.closed()
        assert sweep.may_find_work()

    @pytest.mark.slow
    def test_a_draw_that_was_asked_for_and_one_to_be_made_again(self):
        tournament = a_long_draw()
        round_ = jobs.draw_next_round(tournament, by=director_of(tournament), seed=7)
        assert sweep.may_find_work()
        assert jobs.run_draw_job(round_.pk)
        sweep.refresh_stale_standings()
        assert not sweep.may_find_work()
        replays.check_draw(Round.objects.get(pk=round_.pk))
        assert sweep.may_find_work()


def test_sweep_deletes_expired_sessions():
    for expire in (-1, HOUR):
        session = SessionStore()
        session["who"] = str(expire)
        session.set_expiry(expire)
        session.create()
    sweep.forget_ended_sign_ins()
    assert [each.get_decoded()["who"] for each in Session.objects.all()] == [str(HOUR)]
