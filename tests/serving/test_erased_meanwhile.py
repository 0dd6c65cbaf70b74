"""Erasing a person during renames, reads and refreshes: no name is left."""

import time

import pytest

from tests.concurrency import at_once
from tests.serving.test_cached_in_two_processes import A_SECOND, ENTRY, JSON, PLAYER, PLAYERS, STANDINGS, assert_gone_by
from tests.serving.test_cached_in_two_processes import pair as pair

pytestmark = pytest.mark.slow
TIMES = 15
NAMES = ("Player 0001", "Quagliarella", "La Volpe")
ANEW = """
from tournaments.actions.standings import standings
from tournaments.models import Tournament
standings.refresh(Tournament.objects.get(slug=%r).pk, without_cache=True)
"""
STORED = """
from tests.actions.test_erasing import all_that_is_stored
stored = all_that_is_stored()
print([name for name in {names} if name.casefold() in stored])
"""


def changes(pair, evening):
    """Two directors send requests to two processes at the same moment, while a third process computes the standings."""
    here, there = pair.webs
    where, by = PLAYER.format(**evening), {"Authorization": f"Token {pair.token}"}
    return [
        lambda: here.ask(where, "PATCH", {"name": "Zeno Quagliarella"}, **by)[0],
        lambda: there.ask(where, "PATCH", {"shown_as": "code", "code_name": "La Volpe"}, **by)[0],
        lambda: there.ask(where, "DELETE", **by)[0],
        lambda: pair.console.run(ANEW % evening["slug"]),
    ]


def said(pair, pages):
    return [(page, name) for page in pages for web in pair.webs for name in NAMES if web.says(page, name)]


def test_no_name_is_left(pair):
    for number in range(TIMES):
        evening = pair.evening(f"Race {number}")
        pages = [where.format(**evening) for where in (PLAYERS, STANDINGS, JSON, ENTRY, PLAYER)]
        readers = [lambda web=web, page=page: web.ask(page)[0] for web in pair.webs for page in pages]
        asked = changes(pair, evening)
        renamed, shown, erased, made, *read = at_once([*asked, *readers])
        assert (erased, made, {renamed, shown} <= {200, 409}, set(read)) == (204, "", True, {200})
        assert_gone_by(time.monotonic() + A_SECOND, lambda: said(pair, pages))  # noqa: B023
    assert pair.console.run(STORED.format(names=NAMES[1:])) == "[]"
