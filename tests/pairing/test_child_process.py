"""A draw by a child process is the same draw, and nothing of it stays."""

import os
import subprocess
import sys
from dataclasses import replace
from threading import Thread

import psutil
import pytest

from scoring.problems import Refusal
from tests.fixtures.serving import until
from tests.processes import HOME, environment, is_gone
from tournaments.pairing import DrawRequest, Participant, draw
from tournaments.pairing.child_process import ChildKilled, draw_in_child

CROWDED = """
from tournaments.pairing import DrawRequest, Participant
from tournaments.pairing.child_process import draw_in_child
players = tuple(Participant(number) for number in range(400))
draw_in_child(DrawRequest(method="schedule", seed=7, entrants=players, rounds=120))
"""


def request(players=16, rounds=3, **more):
    entrants = tuple(Participant(number, score=number % 5) for number in range(players))
    return DrawRequest(method="schedule", seed=7, entrants=entrants, rounds=rounds, **more)


def children(of=None):
    return psutil.Process(of).children()


@pytest.mark.slow
def test_the_same_tables_and_report_and_it_is_told_how_far_it_is():
    parts, before = [], children()
    played = tuple(each.tables for each in draw(request(players=40, rounds=2)).rounds)
    next_round = replace(request(players=40), method="swiss", history=played)
    assert draw_in_child(next_round, parts.append) == draw(next_round)
    assert parts
    assert parts == sorted(set(parts))
    assert children() == before


def test_the_same_refusal():
    with pytest.raises(Refusal) as expected:
        draw(request(players=2))
    with pytest.raises(Refusal) as refusal:
        draw_in_child(request(players=2))
    assert refusal.value.problems == expected.value.problems


def test_killed_child_raises_child_killed():
    before = children()

    def kill():
        for child in until(lambda: set(children()) - set(before)):
            child.kill()

    killing = Thread(target=kill)
    killing.start()
    with pytest.raises(ChildKilled):
        draw_in_child(request(players=400, rounds=120))
    killing.join()
    assert children() == before


def test_child_has_low_priority_and_ends_with_its_parent():
    asking = subprocess.Popen([sys.executable, "-c", CROWDED], cwd=HOME, env=environment())
    (child,) = until(lambda: children(asking.pid))
    until(lambda: child.nice() > os.nice(0))
    asking.kill()
    asking.wait()
    until(lambda: is_gone(child))
