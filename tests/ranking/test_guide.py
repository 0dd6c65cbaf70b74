"""The guide's example does what the guide says."""

import doctest
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "standings.md"


def test_the_guide_runs():
    failed, attempted = doctest.testfile(str(GUIDE), module_relative=False)
    assert failed == 0
    assert attempted > 5
