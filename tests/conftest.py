"""Fixtures of all tests; real servers start when a test first needs them."""

import gc
import os

import pytest
from django.utils import translation
from hypothesis import HealthCheck, settings

from tests.again import begin_test, end_test

pytest_plugins = [
    "tests.fixtures.once",  # before those that import it
    "tests.fixtures.browser",
    "tests.fixtures.databases",
    "tests.fixtures.disk",
    "tests.fixtures.memory_disk",
    "tests.fixtures.no_skips",
    "tests.fixtures.overtime",
    "tests.fixtures.push_service",
    "tests.fixtures.redis_server",
    "tests.fixtures.serving",
]

# How long an example takes says how busy the machine is, nothing about the program.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")


def pytest_collection():
    """Freeze the imported objects: none of them is garbage."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Sort tests that share a server next to each other, and start each server's tests where a process begins.

    Each process has its part of the list and gives away tests from its end, so other processes need no such server
    until the end.
    """
    served, postgres, others = [], [], []
    for item in items:
        on_postgres = "postgres" in item.fixturenames or item.get_closest_marker("postgres") is not None
        is_served = "prepared" in item.fixturenames
        (others if on_postgres == is_served else served if is_served else postgres).append(item)
    first = len(items) // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    beside = max(0, first - len(served))
    items[:] = [*served, *others[:beside], *postgres, *others[beside:]]


def pytest_collection_finish():
    gc.enable()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)  # what a test leaves behind is little, and to look for it takes long


@pytest.fixture(autouse=True)
def _the_usual_language():
    """A request leaves its reader's language behind; the next test begins without."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def _nothing_was_done():
    begin_test()
    yield
    end_test()
