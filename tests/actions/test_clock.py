"""The clock of a round: the actions of directors, and what the clock never does by itself."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from tests.concurrency import at_once
from tests.halls import a_round, a_table, a_tournament, director_of, play, play_out
from tournaments.actions import sweep
from tournaments.actions.core.refusals import Conflict, Invalid, Stale
from tournaments.actions.rounds import clock, rounds
from tournaments.actions.verification import verify
from tournaments.models import Clock, LedgerEntry, Round
from tournaments.models.clock import MINUTE


@pytest.fixture
def round_(db):
    return a_round()


def act(verb, round_, **more):
    return getattr(clock, verb)(round_, by=director_of(round_.tournament), **more)


def run_for(round_, minutes):
    """Act as if so many minutes had passed since the last action."""
    running = Clock.objects.get(round=round_)
    running.runs_since -= timedelta(minutes=minutes)
    running.save()


def minutes_left(round_, table=None):
    return -(-Clock.objects.get(round=round_).left_at(timezone.now(), table) // MINUTE)


def kinds():
    return [kind for kind in LedgerEntry.objects.values_list("kind", flat=True) if kind.startswith("clock")]


def refused(kind, verb, round_, **more):
    with pytest.raises(kind) as refusal:
        act(verb, round_, **more)
    return [(problem.code, *problem.pointer) for problem in refusal.value.problems]


def test_an_evening(round_):
    act("start_clock", round_, minutes=40)
    run_for(round_, 10)
    act("pause_clock", round_)
    assert minutes_left(round_) == 30
    act("resume_clock", round_)
    act("give_time", round_, minutes=5)
    act("give_time", round_, minutes=3, table=2)
    run_for(round_, 36)
    assert (minutes_left(round_), minutes_left(round_, 2)) == (0, 2)
    act("give_time", round_, minutes=4)
    assert (minutes_left(round_), minutes_left(round_, 2)) == (4, 6)
    act("end_clock", round_)
    assert minutes_left(round_, 2) == 0
    act("resume_clock", round_)
    assert (minutes_left(round_), minutes_left(round_, 2)) == (4, 6)
    given = ["clock_extended"] * 2
    steps = ["clock_paused", "clock_resumed", *given, "clock_extended", "clock_ended", "clock_resumed"]
    assert kinds() == ["clock_started", *steps]


@pytest.mark.parametrize("verb", ["pause_clock", "resume_clock", "end_clock", "start_clock"])
def test_the_same_twice_is_once(round_, verb):
    act("start_clock", round_, minutes=40)
    act(verb, round_)
    before = kinds()
    again = act(verb, round_)
    assert (kinds(), again.version) == (before, len(before))


def test_a_second_press_gives_nothing(round_):
    seen = act("start_clock", round_, minutes=40).version
    act("give_time", round_, minutes=5, version=seen)
    assert refused(Stale, "give_time", round_, minutes=5, version=seen) == [("clock_changed",)]
    assert minutes_left(round_) == 45


def test_invalid_clock_values_are_refused_at_their_field(round_):
    past = timezone.now() - timedelta(hours=1)
    both = [("missing_field", "minutes"), ("in_the_past", "starts_at")]
    assert refused(Invalid, "start_clock", round_, starts_at=past) == both
    far = timezone.now() + timedelta(days=2)
    assert refused(Invalid, "start_clock", round_, minutes=40, starts_at=far) == [("out_of_range", "starts_at")]
    assert refused(Invalid, "start_clock", round_, minutes=0) == [("out_of_range", "minutes")]
    assert refused(Conflict, "pause_clock", round_) == [("clock_not_started",)]
    act("start_clock", round_, minutes=40)
    assert refused(Conflict, "start_clock", round_, minutes=50) == [("clock_started",)]
    assert refused(Invalid, "give_time", round_, minutes=-41) == [("out_of_range", "minutes")]
    assert refused(Invalid, "give_time", round_, minutes=-1, table=1) == [("out_of_range", "minutes")]
    assert refused(Invalid, "give_time", round_, minutes=0) == [("missing_field", "minutes")]
    assert refused(Invalid, "give_time", round_, minutes=1, table=9) == [("unknown_table", "table")]
    act("end_clock", round_)
    assert refused(Conflict, "give_time", round_, minutes=1) == [("clock_ended",)]
    rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
    assert refused(Conflict, "resume_clock", round_) == [("round_is_closed",)]
    assert verify(round_.tournament).findings == ()


def test_a_draft_has_no_clock(db):
    assert refused(Conflict, "start_clock", a_round(publish=False), minutes=40) == [("round_is_draft",)]


def test_the_minutes_of_the_tables_are_obeyed(db):
    round_ = a_round(a_tournament(table={"hands": 2, "minutes": 25}, round_minutes=60))
    assert act("start_clock", round_).minutes == 25


def test_a_table_that_has_played_its_minutes_misses_no_hand(db):
    round_ = a_round(a_tournament(table={"hands": 2, "minutes": 25}, round_minutes=60))
    act("start_clock", round_)
    act("give_time", round_, minutes=5, table=2)
    for table in round_.tables.all():
        play(table)
    run_for(round_, 26)
    close = partial(rounds.close_round, round_, by=director_of(round_.tournament))
    with pytest.raises(Conflict) as refused:
        close()
    assert [problem.pointer for problem in refused.value.problems] == [("tables", 2)]
    run_for(round_, 5)
    assert sweep.close_due(timezone.now()) == []
    assert close().state == Round.State.CLOSED


def test_the_end_closes_nothing_that_misses_hands(db):
    round_ = a_round(a_tournament(round_minutes=30))
    published = Round.objects.get().closes_at
    act("start_clock", round_)
    run_for(round_, 31)
    act("end_clock", round_)
    assert Round.objects.get().closes_at < published
    play(a_table(round_))
    assert sweep.close_due(timezone.now()) == []
    play_out(round_)
    assert sweep.close_due(timezone.now()) == [round_.pk]


def test_while_it_stands_still_no_end_comes(db):
    round_ = a_round(a_tournament(round_minutes=30))
    act("start_clock", round_)
    act("pause_clock", round_)
    play_out(round_)
    assert Round.objects.get().closes_at is None
    assert sweep.close_due(timezone.now() + timedelta(hours=1)) == []
    act("resume_clock", round_)
    assert sweep.close_due(timezone.now() + timedelta(hours=1)) == [round_.pk]


def test_two_directors_at_once_give_time_once(postgres):
    round_ = a_round()
    started = at_once([lambda: act("start_clock", round_, minutes=40)] * 3)
    assert ([each.version for each in started], kinds()) == ([1, 1, 1], ["clock_started"])
    seen = 1
    answers = at_once([lambda: act("give_time", round_, minutes=5, version=seen)] * 4)
    assert sorted(type(answer).__name__ for answer in answers) == ["Clock", *["Stale"] * 3]
    at_once([lambda: act("pause_clock", round_), lambda: act("end_clock", round_)])
    assert verify(round_.tournament).findings == ()
    assert minutes_left(round_) == 0
