"""A test that takes too long says so."""

import signal

import pytest
from hypothesis import given
from hypothesis import strategies as st

alarms = [signal.SIGALRM]


@st.composite
def interrupted_once(draw):
    draw(st.integers())
    if alarms:
        signal.raise_signal(alarms.pop())
    return draw(st.integers())


@pytest.mark.xfail(raises=pytest.fail.Exception, strict=True, reason="The alarm came; the strategy is not flaky.")
@given(interrupted_once())
def test_overtime_is_reported_while_hypothesis_draws(drawn):
    assert isinstance(drawn, int)
