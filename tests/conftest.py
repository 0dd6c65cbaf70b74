"""Fixtures of every test; the real servers among them are started when a test first asks."""

pytest_plugins = [
    "tests.fixtures.browser",
    "tests.fixtures.databases",
    "tests.fixtures.no_skips",
    "tests.fixtures.redis_server",
    "tests.fixtures.serving",
]
