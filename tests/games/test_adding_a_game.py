"""Adding a game: one file and one line in the registry are enough to play it."""

import json
import subprocess
import sys

import pytest

from tests.copies import a_copy, run
from tests.processes import environment

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
from tournaments.actions.setup.signing_in import create_token
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


def test_new_game_takes_one_file_and_one_line(copy):
    hand = {"ruleset": "morra", "lines": [{"fingers": 3}, {"fingers": 5}]}
    assert json.loads(run(copy, "score", text=json.dumps(hand))) == {"scores": [0, 1]}
    assert run(copy, "shell", "--no-imports", "-c", EVENING).strip() == "played"


LACKING = """CommandError: scoring/newgame.py: 4 to be written
tests/scoring/test_newgame.py: 2 to be written
docs/rules/newgame.md: 7 to be written
docs/rules/it/newgame.md is not there
docs/rules/es/newgame.md is not there
docs/rules/pt/newgame.md is not there
docs/rules/nl/newgame.md is not there
it: “Somebody took a trick” is not translated
es: “Somebody took a trick” is not translated
pt: “Somebody took a trick” is not translated
nl: “Somebody took a trick” is not translated
scoring/newgame.py: own_problems has no no_tricks
docs/rules/newgame.md has no `too_late`
"""
EVERY_GAME = [
    "tests/scoring/test_properties.py",
    "tests/scoring/test_bounds.py",
    "tests/ranking/outlook",
    *("-k", "newgame"),
    *("-m", "slow or not slow"),
]


def begin_newgame(folder):
    """A copy in which Newgame was begun by the command."""
    home = a_copy(folder)
    run(home, "add_game", "newgame", "Newgame")
    return home


@pytest.fixture
def with_newgame(tmp_path):
    return begin_newgame(tmp_path)


@pytest.fixture(scope="module")
def left_as_it_is(tmp_path_factory):
    """Such a copy for tests that write nothing in it."""
    return begin_newgame(tmp_path_factory.mktemp("newgame"))


def ended(home, *command):
    return subprocess.run(
        [sys.executable, *command],
        check=False,
        cwd=home,
        env=environment(TAVOLO_DATA_DIR=str(home.parent), DJANGO_SETTINGS_MODULE="tests.settings"),
        capture_output=True,
        text=True,
        timeout=240,
    )


def fails(home, *command):
    done = ended(home, *command)
    return done.stderr if done.returncode else ""


def test_the_command_begins_a_game_that_every_test_of_games_plays(with_newgame):
    hand = {"ruleset": "newgame", "lines": [{"points": 70}, {"points": 50}]}
    assert json.loads(run(with_newgame, "score", text=json.dumps(hand))) == {"scores": [70, 50]}
    done = ended(with_newgame, "-m", "pytest", "-q", "-rp", "-n", "0", "-p", "no:cacheprovider", *EVERY_GAME)
    assert done.returncode == 0, done.stdout
    assert {line.split("::")[1].split("[")[0] for line in done.stdout.splitlines() if line.startswith("PASSED")} == {
        "test_every_possible_deal_is_scored",
        "test_other_seats_other_order_of_the_same_scores",
        "test_a_broken_hand_is_scored_or_refused",
        "test_many_broken_hands_are_scored_or_refused",
        "test_a_broken_table_is_scored_or_refused",
        "test_a_table_is_its_hands_one_after_the_other",
        "test_no_hand_goes_beyond",
        "test_final_place_was_possible_before",
        "test_what_is_told_before_is_true_at_the_end",
        "test_ten_thousand_endings",
    }


def test_the_command_lists_what_a_game_lacks(with_newgame):
    rules = with_newgame / "scoring" / "newgame.py"
    trick = '        yield Problem("no_tricks", _("Somebody took a trick"))\n'
    own = '    own_problems = {"too_late": "Too late"}\n\n    page: str'
    rules.write_text(rules.read_text().replace("    page: str", own) + f"\n\ndef refused():\n{trick}")
    assert fails(with_newgame, "manage.py", "add_game", "newgame") == LACKING
    assert run(with_newgame, "add_game", "busca-accademia") == "Nothing is missing.\n"


@pytest.mark.parametrize("slug", ["busca-accademia", "newgame", "Newgame", "newgame-", "../newgame", ""])
def test_a_name_that_cannot_be_is_refused(left_as_it_is, slug):
    before = sorted(path.name for path in (left_as_it_is / "scoring").iterdir())
    said = f"CommandError: “{slug}” is taken, or no name: small letters, digits and hyphens.\n"
    assert fails(left_as_it_is, "manage.py", "add_game", slug, "Another") == said
    assert sorted(path.name for path in (left_as_it_is / "scoring").iterdir()) == before
