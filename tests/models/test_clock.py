"""Random actions on a clock: the time left is the time given minus the time run."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournaments.models import Clock
from tournaments.models.clock import MINUTE

BEGAN = datetime(2026, 11, 22, 20, tzinfo=UTC)
TABLES = (None, 1, 2)
acts = st.one_of(
    st.tuples(st.sampled_from(["pause", "resume", "end"])),
    st.tuples(st.just("give"), st.integers(-10, 20), st.sampled_from(TABLES)),
    st.tuples(st.just("wait"), st.integers(0, 30 * MINUTE)),
)


class Plain:
    """The remaining amounts at each table, by adding and subtracting."""

    def __init__(self, minutes):
        self.left, self.runs, self.ended = dict.fromkeys(TABLES, minutes * MINUTE), True, False

    def wait(self, milliseconds):
        if self.runs:
            self.left = {table: max(0, left - milliseconds) for table, left in self.left.items()}

    def pause(self):
        self.runs = False

    def resume(self):
        self.runs, self.ended = True, False

    def end(self):
        self.runs, self.ended = False, True

    def may_give(self, minutes, table):
        has = self.left[table] - (0 if table is None else self.left[None])
        return minutes >= 0 or -minutes * MINUTE <= has

    def give(self, minutes, table):
        for each in TABLES if table is None else (table,):
            self.left[each] += minutes * MINUTE


@given(st.integers(1, 60), st.lists(acts, max_size=20))
def test_time_left(minutes, acts):
    now, plain = BEGAN, Plain(minutes)
    clock = Clock(minutes=minutes, left=minutes * MINUTE, runs_since=BEGAN)
    for what, *more in acts:
        if what == "wait":
            now += timedelta(milliseconds=more[0])
            plain.wait(*more)
        elif what != "give":
            getattr(clock, what)(now)
            getattr(plain, what)()
        elif plain.may_give(*more):
            assert more[0] >= -clock.takes_off(more[1], now) or plain.ended
            clock.give(*more, now)
            plain.give(*more)
        shown = dict.fromkeys(TABLES, 0) if plain.ended else plain.left
        assert {table: clock.left_at(now, table) for table in TABLES} == shown
        assert clock.left >= 0


def test_a_start_to_come_takes_nothing_off():
    clock = Clock(minutes=40, left=40 * MINUTE, runs_since=BEGAN)
    before = BEGAN - timedelta(minutes=5)
    assert (clock.state_at(before), clock.left_at(before)) == (Clock.State.WAITING, 40 * MINUTE)
    clock.pause(before)
    assert (clock.state_at(before), clock.left) == (Clock.State.PAUSED, 40 * MINUTE)


def test_a_machine_whose_time_was_set_back_gives_nobody_more():
    clock = Clock(minutes=40, left=40 * MINUTE, runs_since=BEGAN)
    clock.give(5, None, BEGAN + timedelta(minutes=10))
    assert clock.left_at(BEGAN - timedelta(hours=1)) == 35 * MINUTE


def test_an_end_is_a_moment():
    clock = Clock(minutes=40, left=40 * MINUTE, runs_since=BEGAN, tables={"3": 5 * MINUTE})
    assert (clock.ends_at(), clock.ends_at(3)) == (BEGAN + timedelta(minutes=40), BEGAN + timedelta(minutes=45))
    at = BEGAN + timedelta(minutes=42)
    assert (clock.state_at(at), clock.state_at(at, 3)) == (Clock.State.OVER, Clock.State.RUNNING)
    clock.pause(at)
    assert clock.ends_at() is None
