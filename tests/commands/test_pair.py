"""manage.py pair as a process of its own, the way other programs use it."""

import json
import subprocess
import sys

import pytest

from tests.pairing.check_draw import judge
from tests.processes import HOME, environment

PLAYERS = list(range(1, 33))


def pair(text):
    """Return the response, with a database that cannot be reached."""
    return subprocess.run(
        [sys.executable, "manage.py", "pair"],
        input=text,
        capture_output=True,
        cwd=HOME,
        env=environment(DATABASE_URL="postgres://nobody@127.0.0.1:1/nothing"),
        timeout=60,
        check=True,
    )


def test_a_request_has_its_rounds():
    request = {"method": "schedule", "seed": 7, "entrants": PLAYERS, "rounds": 10}
    done = pair(json.dumps(request, indent=2).encode())
    rounds = [made["tables"] for made in json.loads(done.stdout)["rounds"]]
    verdict = judge(rounds, PLAYERS)
    assert (verdict.errors, verdict.repeats, verdict.seat_spread) == ((), 0, 1)
    assert done.stderr.decode() == "Drawing 32 entrants by schedule …\n"


@pytest.mark.parametrize("text", [b"", b"{", b"\xff", b"NaN", b'{"seed": 1, "seed": 2}', b"[" * 9999])
def test_malformed_json_is_a_problem(text):
    done = pair(text)
    assert [problem["code"] for problem in json.loads(done.stdout)["problems"]] == ["bad_json"]
    assert done.stderr == b""
