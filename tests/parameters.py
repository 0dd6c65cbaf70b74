"""Cases for parametrized tests."""

from typing import Any

import pytest


def slowly(*values: Any) -> list[Any]:
    """These as cases that CI runs and the test command leaves out; a tuple has a value for each parameter."""
    cases = (value if isinstance(value, tuple) else (value,) for value in values)
    return [pytest.param(*case, marks=pytest.mark.slow) for case in cases]
