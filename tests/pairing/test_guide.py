"""docs/pairing.md names everything that a request and an answer may hold."""

import json
import re

import pytest

from tests.processes import HOME
from tournaments.pairing.reading import ABOUT, KEYS
from tournaments.pairing.values import METHOD_NAMES
from tournaments.pairing.wire import answer

GUIDE = (HOME / "docs/pairing.md").read_text()
PAIRING = HOME / "tournaments/pairing"


def codes():
    """Every code that a problem of the draw may have."""
    text = "".join(path.read_text() for path in PAIRING.rglob("*.py"))
    return set(re.findall(r'(?:Problem|about_entrant)\(\s*"(\w+)"', text))


@pytest.mark.parametrize("name", sorted({*METHOD_NAMES, *KEYS, *ABOUT, *codes()}))
def test_guide_explains_each_name(name):
    assert f"`{name}`" in GUIDE


@pytest.mark.parametrize("method", ["schedule", "individual"])
def test_everything_in_a_report_is_explained(method):
    given = answer({"method": method, "rounds": 1, "entrants": list(range(8))})["report"]
    plain = {"method", "entrants", "rounds"}
    assert {name for name in given if f"`{name}`" not in GUIDE} <= plain


def test_the_example_gets_its_tables():
    (example,) = re.findall(r"echo '(.*)'", GUIDE)
    (made,) = answer(json.loads(example))["rounds"]
    assert sorted(made["tables"][0]) == ["Anna", "Bea", "Carlo", "Dario"]
