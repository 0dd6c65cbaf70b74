"""Faults at random places of a file, whose digests and chain somebody has made anew: which ones the checker finds."""

import json
import random
import re
from copy import deepcopy

import pytest

from tournaments.models import Tournament

from .corrupting import an_evening
from .forged_exports import digests_anew, rechained, snapshot_anew
from .test_open_format import faults, leaves, written

pytestmark = pytest.mark.django_db
PLANTED = 200
MADE_ANEW = ("sequence", "previous", "digest", "ledger_length", "ledger_head")
NOT_CHECKED = re.compile(
    r"club/|game/|stage/|seasons/|clocks/|kept_apart/|fixed_tables/|announcements/|rulings/|seat_players/|tables/"
    r"|sit_out_players/|sit_outs/\d+/own_name|seats/\d+/(number|side|lineups)|entry_players/\d+/position"
    r"|\w+/\d+/reason|players/\d+/(shown_as|erased_at)|rounds/\d+/refusal"
    r"|entries/\d+/(status|until_round|gaps|benched_in|checked_in|seed)"
    r"|tournament/(id|name|status|created_at|settled_round|standings_hidden_after)|ranking/(low_wins|vp_limits)"
    r"|ledger/\d+/(at|kind|commitment|facts/)|standings/\d+/published_at"
    r"|standings/\d+/body/(entries_played|outstanding_tables|played_evenly|playing|provisional)"
    r"|standings/\d+/body/rows/\d+/(tie_breaks|counts|outlook|hands|played|reached)"
    r"|standings/\d+/body/rows/\d+/rounds/\d+/(against|place|sharing|exact)"
)
"""What docs/open-format.md names as not checked: nothing else in a file contradicts a change of it."""


@pytest.fixture
def document(module_db):
    return json.loads(written(Tournament.objects.get(pk=an_evening().pk)))


def other(value):
    return not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"1{value or ''}"


def opened(document):
    """The document with the standings as JSON, to change a value within them."""
    rows = [{**each, "body": json.loads(each["body"])} for each in document["standings"]]
    return {**deepcopy(document), "standings": rows}


def forged(document, path):
    """The document with another value at this path, its digests and its chain made anew."""
    *parts, last = path
    document = within = opened(document)
    for part in parts:
        within = within[part]
    within[last] = other(within[last])
    for each in document["standings"]:
        snapshot_anew(each, each["body"])
    return digests_anew(document if path[0] == "tournament" else rechained(document))


@pytest.mark.slow
def test_every_forgery_is_found_that_something_else_in_the_file_contradicts(document):
    paths = [path for path in leaves(opened(document)) if path[0] != "digests" and path[-1] not in MADE_ANEW]
    paths = random.Random(30).sample(sorted(paths, key=str), PLANTED)
    unseen = ["/".join(map(str, path)) for path in paths if not faults(forged(document, path))]
    assert [place for place in unseen if not NOT_CHECKED.match(place)] == []
