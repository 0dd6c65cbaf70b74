"""A game that nobody has heard of: one file, one line in the registry, and it can be played."""

import json

import pytest

from tests.copies import a_copy, run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

RULES = '''"""Morra in the dark: fingers are shown, and whoever shows most wins the hand."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.values import Line, Tally
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.fields import Field
from scoring.ruleset import RuleSet

FINGERS = Field("fingers", _("Fingers"), _("One hand alone"), maximum=5)


@dataclass(frozen=True, kw_only=True)
class Morra(RuleSet):
    """Morra for two."""

    sides: range = range(2, 3)
    line: tuple[Field, ...] = (FINGERS,)

    def check_line(self, tally: Tally, side: int, line: Line) -> Iterator[Problem]:
        """Refuse the number that brings bad luck."""
        if line.get("fingers") == 4:
            yield Problem("bad_luck", _("Nobody shows four"), {}, ("fingers",))

    def score(self, tally: Tally) -> tuple[int | None, ...]:
        """Return a point for whoever shows most."""
        shown = tally.column("fingers") or [0, 0]
        return tuple(int(mine == max(shown) != min(shown)) for mine in shown)


MORRA = Morra(slug="morra", title=_("Morra in the dark"), source="Tavolo, tests")
'''

EVENING = """
from django.core.management import call_command
from django.test import Client
from tests.halls import a_round, a_tournament, a_user, a_club
from tournaments.actions.setup.tokens import create_token
from tournaments.models import Scope

call_command("migrate", verbosity=0)
owner = a_user("dora", is_superuser=True)
_token, secret = create_token(user=owner, name="x", scope=Scope.MANAGE)
client = Client(SERVER_NAME="localhost", headers={"Authorization": f"Token {secret}"})
JSON = {"content_type": "application/json"}

described = client.get("/api/v1/games/morra/").json()
fingers = described["line"]["properties"]["fingers"]
assert (fingers["title"], fingers["minimum"], fingers["maximum"]) == ("Fingers", 0, 5)
assert described["line"]["required"] == ["fingers"]

page = client.get("/rules/morra/").content.decode()
assert "Morra in the dark" in page and "One hand alone" in page and "0–5" in page

a_round(a_tournament(a_club(owner=owner), players=2, name="Serata", ruleset="morra"))
hand = "tournaments/serata/rounds/1/tables/1/hands/1/"
refused = client.put("/api/v1/" + hand, {"lines": [{"fingers": 4}, {"fingers": 9}]}, **JSON)
assert {(one["pointer"], one["code"]) for one in refused.json()["errors"]} == {
    ("/lines/0/fingers", "bad_luck"), ("/lines/1/fingers", "out_of_range")
}, refused.json()
client.force_login(owner)
form = client.get("/" + hand).content.decode()
assert "line-0-fingers" in form and "line-1-fingers" in form and "Fingers" in form
saved = client.post("/" + hand, {"line-0-fingers": "5", "line-1-fingers": "2", "do": "save"})
assert saved.status_code == 302, saved.content.decode()
read = client.get("/api/v1/" + hand).json()
assert (read["scores"], read["lines"]) == ([1, 0], [{"fingers": 5}, {"fingers": 2}])
print("played")
"""


@pytest.fixture
def copy(tmp_path):
    """A copy of the program with the new game in it."""
    home = a_copy(tmp_path)
    (home / "scoring" / "morra.py").write_text(RULES)
    registry = home / "scoring" / "registry.py"
    known = registry.read_text()
    last = "    buraco.BURACO,\n"
    assert known.count(last) == 1
    imported = known.replace("    busca,\n", "    busca,\n    morra,\n")
    registry.write_text(imported.replace(last, f"{last}    morra.MORRA,\n"))
    return home


def test_one_file_and_one_line(copy):
    hand = {"ruleset": "morra", "lines": [{"fingers": 3}, {"fingers": 5}]}
    assert json.loads(run(copy, "score", text=json.dumps(hand))) == {"scores": [0, 1]}
    assert run(copy, "shell", "--no-imports", "-c", EVENING).strip() == "played"
