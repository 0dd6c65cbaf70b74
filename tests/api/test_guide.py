"""docs/api.md: what it tells to type is typed, and prints what it says."""

import json
import re
import shutil
import subprocess

import pytest

from tests.processes import HOME

GUIDE = (HOME / "docs" / "api.md").read_text()
HALL = """
import json
from tests.halls import a_club, a_round, a_tournament, a_user
from tournaments.actions.at_table import keys
club = a_club("Circolo del Tavolo", owner=a_user("guido"))
round_ = a_round(a_tournament(club, name="Due telefoni"))
print(keys.cards(round_.tournament, [1])[0].secret)
"""


def block(language):
    at_the_table = GUIDE.partition("### A hand from two phones")[2]
    return re.search(f"```{language}\n(.*?)```", at_the_table, re.DOTALL)[1]


def test_a_hand_from_two_phones(served):
    if not shutil.which("curl") or not shutil.which("jq"):
        pytest.skip("no curl and jq on PATH")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block("sh")],
        check=False,
        env={"PATH": "/usr/bin:/bin", "SITE": served.address, "CARD": served.run(HALL)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    assert [json.loads(seat)["yours"] for seat in said[:2]] == [True, True]
    assert said[2:] == block("json").splitlines()
