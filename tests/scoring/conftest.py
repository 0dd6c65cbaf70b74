import re
from pathlib import Path

import pytest

PROBLEMS = Path(__file__).parents[2] / "docs" / "rules" / "problems.md"


@pytest.fixture(scope="session")
def declared():
    """Every code that the documentation declares."""
    return set(re.findall(r"^\| `(\w+)` \|", PROBLEMS.read_text(), re.MULTILINE))
