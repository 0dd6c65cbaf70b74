"""The lock files match pyproject.toml, and the tests use the served versions."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.processes import HOME

PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text())


def pins(lock):
    found = re.findall(r"^([\w.-]+)==(\S+)", (HOME / lock).read_text(), re.MULTILINE)
    return {canonicalize_name(name): version for name, version in found}


@pytest.mark.parametrize(
    ("lock", "asked"),
    [
        ("requirements.lock", PROJECT["project"]["dependencies"]),
        ("requirements-dev.lock", PROJECT["dependency-groups"]["dev"]),
    ],
)
def test_a_lock_holds_what_is_asked_for(lock, asked):
    locked = pins(lock)
    for each in map(Requirement, asked):
        assert each.specifier.contains(locked[canonicalize_name(each.name)]), each


def test_tests_run_on_the_versions_that_are_served():
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()


def test_every_pin_has_a_hash():
    for lock in ("requirements.lock", "requirements-dev.lock"):
        text = (HOME / lock).read_text()
        assert len(re.findall(r"^[\w.-]+==.+\\\n    --hash=", text, re.MULTILINE)) == len(pins(lock))
