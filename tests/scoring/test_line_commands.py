"""manage.py score and count as processes of their own, the way other programs use it."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.scoring.cases import busca, codes

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "manage.py", "score"]


@pytest.fixture
def environment(tmp_path):
    """An installation whose database cannot be reached."""
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}
    data = {"TAVOLO_DATA_DIR": str(tmp_path), "MANAGE_NO_BOOTSTRAP": "1"}
    return os.environ | nowhere | data


def run(environment, text, command=COMMAND):
    return subprocess.run(command, input=text, capture_output=True, cwd=ROOT, env=environment, timeout=60, check=True)


@pytest.mark.slow
def test_ten_thousand_lines_in_order_in_a_few_seconds(environment):
    hands = [busca(points, 40 - points, 0, 0) for points in range(41)] * 244
    start = time.monotonic()
    done = run(environment, "".join(json.dumps(hand) + "\n" for hand in hands).encode())
    took = time.monotonic() - start
    scores = [json.loads(line)["scores"] for line in done.stdout.splitlines()]
    expected = [[0, 0, 2, 2]] * 41
    expected[0], expected[40] = [3, 0, 3, 3], [0, 3, 3, 3]
    assert scores == expected * 244
    assert took < 20


def test_every_line_has_its_answer(environment):
    right = json.dumps(busca(13, 13, 13, 1)).encode()
    done = run(environment, b"\n".join([right, b"", b"\xff", b"NaN", b"[]", right]))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[0] == answers[5] == {"scores": [3, 3, 3, 0]}
    assert [codes(found) for found in answers[1:5]] == [["bad_json"]] * 3 + [["bad_request"]]
    assert done.stderr == b""


def test_cards_are_counted_the_same_way(environment):
    request = {"ruleset": "busca-accademia", "piles": [{"cards": ["ace-coins", "3-cups"]}]}
    text = (json.dumps(request) + "\n\n").encode()
    done = run(environment, text, [*COMMAND[:2], "count"])
    counted, unreadable = [json.loads(line) for line in done.stdout.splitlines()]
    assert counted["piles"] == [{"points": 9, "cards": 2}]
    assert codes(unreadable) == ["bad_json"]


def test_nothing_in_nothing_out(environment):
    done = run(environment, b"")
    assert (done.stdout, done.stderr) == (b"", b"")


def test_each_answer_is_written_before_the_next_input(environment):
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=environment) as process:
        for points, buscas in ((37, 17), (24, 4)):
            rest = 40 - points
            hand = busca(points, rest - 2, 1, 1)
            process.stdin.write(json.dumps(hand).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == {"scores": [buscas, 0, 0, 0]}
        process.stdin.close()
        assert process.wait(timeout=10) == 0


def test_a_reader_who_leaves_is_no_error(environment):
    lines = (json.dumps(busca(13, 13, 13, 1)) + "\n").encode() * 20_000
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment
    ) as process:
        process.stdout.close()
        try:
            process.stdin.write(lines)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 0
