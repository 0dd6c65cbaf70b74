"""The desk on PostgreSQL with two web processes: both show a change equally soon."""

import os
import shutil
import time

import pytest
from selenium.webdriver.common.by import By

from benchmarks.installations import by_themselves
from tests.e2e.conftest import Site
from tests.e2e.phone import a_table
from tests.e2e.test_desk import ACT, PROMPT, news

pytestmark = [pytest.mark.browser, pytest.mark.alone, pytest.mark.postgres, pytest.mark.redis, pytest.mark.timeout(300)]


@pytest.fixture
def installation(postgres_server, postgres_template, redis_server, prepared, tmp_path):
    """The web server with its two processes, workers and beat on PostgreSQL and Redis."""
    database = f"desk_{os.urandom(4).hex()}"
    variables = {
        "TAVOLO_DATA_DIR": str(shutil.copytree(prepared, tmp_path / "data")),
        "DATABASE_URL": postgres_server.create(database, template=postgres_template),
        "REDIS_URL": redis_server.address,
    }
    with by_themselves(variables, {}) as running:
        yield running
    postgres_server.drop(database)


def test_two_who_direct_see_all_of_it_within_three_seconds(installation, browser, new_browser):
    table = a_table(installation)
    sites = [Site(each, installation.address) for each in (browser, new_browser())]
    for site, page in zip(sites, ("desk/", "registration/"), strict=True):
        site.size("desk")
        site.sign_in(table["director"])
        site.open(f"/tournaments/{table['slug']}/{page}")
    desk, door = sites
    desk.browser.find_element(By.ID, "table").send_keys("2")

    def act(script, *conditions):
        began = installation.run(ACT.format(table["table"], script) + "\nimport time; print(time.time())")
        for site, condition in zip(sites, conditions, strict=False):
            site.wait(condition)
        return time.time() - float(began.splitlines()[-1])

    at_desk = lambda words: lambda: words in desk.says()  # noqa: E731 - one word for a condition
    took = [
        act(
            "help_calls.call_director(table, seat=0, reason='')",
            at_desk("Table 1 calls"),
            lambda: news(door, "Table 1"),
        ),
        act("hand = play(table); hands.dispute(hand, by=director)", at_desk("not agree on hand 1")),
        *(act(f"play(table, {number}, [8, 11, 2, 19])", at_desk(f"Table 1, hand {number}")) for number in (2, 3)),
        act("clock.start_clock(table.round, by=director, minutes=30)", lambda: desk.all(".clock[data-state=running]")),
    ]
    assert max(took) < PROMPT, took
    assert desk.browser.switch_to.active_element.get_attribute("value") == "2"
