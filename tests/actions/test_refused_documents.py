"""Documents that no import stores: forged, cut, or with values that no page could show."""

from copy import deepcopy

import pytest

from tests.halls import a_club, a_user
from tournaments.models import Tournament

from .corrupting import an_evening
from .exports import exported, problems
from .forged_exports import FORGED, digests_anew, rechained

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def evening(module_db):
    tournament = an_evening()
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def document(evening):
    return exported(evening)


@pytest.fixture
def elsewhere(evening):
    return a_club("Elsewhere", owner=a_user("emma"))


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_forgeries_are_refused(document, elsewhere, forge):
    forge(document)
    assert problems(document, elsewhere) != []
    assert problems(digests_anew(document), elsewhere) != []


@pytest.mark.slow
def test_a_ledger_that_was_cut_or_mixed_or_chained_anew_is_refused(document, evening, elsewhere):
    cut = deepcopy(document)
    del cut["ledger"][-3:]
    assert {code for code, _place in problems(digests_anew(cut), elsewhere)} == {"does_not_hold"}
    anew = deepcopy(document)
    anew["ledger"] = [link for link in anew["ledger"] if link["kind"] != "penalty_given"]
    assert {code for code, _place in problems(digests_anew(rechained(anew)), elsewhere)} == {"does_not_hold"}
    mixed = deepcopy(document)
    mixed["ledger"] = exported(Tournament.objects.exclude(pk=evening.pk).first())["ledger"]
    assert {code for code, _place in problems(digests_anew(mixed), elsewhere)} <= {
        "does_not_hold",
        "unreadable_document",
    }


def at_hand_4(document):
    document["hands"][4]["scores"].reverse()


PLACES = {
    "a score": (at_hand_4, ("hands", 4)),
    "a penalty": (FORGED["a penalty"], ("penalties", 0)),
    "a number": (FORGED["a number"], ("entries", 0)),
    "the plan": (FORGED["the scoring"], ("tournament",)),
    "a link": (lambda d: d["ledger"][5].update(at=d["ledger"][4]["at"]), ("ledger", 5)),
}


@pytest.mark.parametrize(("forge", "place"), PLACES.values(), ids=PLACES)
def test_what_does_not_hold_is_told_once_at_its_place(document, elsewhere, forge, place):
    forge(document)
    found = problems(digests_anew(document), elsewhere)
    assert found.count(("does_not_hold", place)) == 1


def with_change(*path, value):
    """A change of one value of a document."""

    def change(document):
        *parts, last = path
        for part in parts:
            document = document[part]
        document[last] = value

    return change


RECORDED, NOON = ("hands", 0, "recorded_at"), "2026-03-01T12:00:00.000000+00:00"
OTHERS = {
    "another document": (lambda d: d.clear(), "not_a_tournament", ("format",)),
    "a newer version": (with_change("version", value=2), "other_version", ("version",)),
    "a public export": (with_change("for", value="public"), "public_export", ("for",)),
    "an unknown game": (with_change("tournament", "ruleset", value="whist"), "unknown_game", ("tournament", "ruleset")),
    "a column too few": (lambda d: d["hands"][2].pop("scores"), "missing_field", ("hands", 2, "scores")),
    "a column too many": (with_change("hands", 1, "weight", value=3), "unknown_field", ("hands", 1, "weight")),
    "a text as number": (with_change("seats", 0, "entry", value="7"), "wrong_type", ("seats", 0, "entry")),
    "a number too large": (with_change("seats", 0, "number", value=2**40), "out_of_range", ("seats", 0, "number")),
    "no state": (with_change("rounds", 0, "state", value="?"), "not_a_choice", ("rounds", 0, "state")),
    "no moment": (with_change("hands", 0, "recorded_at", value="now"), "wrong_format", ("hands", 0, "recorded_at")),
    "no day": (with_change(*RECORDED, value="2026-13" + NOON[7:]), "wrong_format", RECORDED),
    "a line feed": (with_change(*RECORDED, value=NOON + "\n"), "wrong_format", RECORDED),
    "a year that is no year": (with_change(*RECORDED, value="9999" + NOON[4:]), "wrong_format", RECORDED),
    "too many rounds": (
        with_change("tournament", "rounds_planned", value=2**31 - 1),
        "out_of_range",
        ("tournament", "rounds_planned"),
    ),
    "a ledger in another order": (FORGED["a ledger in another order"], "not_in_order", ("ledger", 3, "sequence")),
    "too long a name": (with_change("players", 3, "name", value="x" * 300), "too_long", ("players", 3, "name")),
    "no such entry": (with_change("seats", 1, "entry", value=999_999), "names_nothing", ("seats", 1, "entry")),
    "no such table": (with_change("hands", 0, "table", value=77), "names_nothing", ("hands", 0, "table")),
    "stale standings": (with_change("tournament", "revision", value=10_000), "stale_standings", ("standings",)),
    "another ranking": (with_change("ranking", "win", value="3"), "other_ranking", ("ranking",)),
}


@pytest.mark.parametrize(("change", "code", "place"), OTHERS.values(), ids=OTHERS)
def test_each_fault_is_named_at_its_place(document, elsewhere, change, code, place):
    change(document)
    if "digests" in document and place[0] in ("seats", "hands", "tournament", "ranking", "standings"):
        with_same_shape = deepcopy(document)
        document = digests_anew(with_same_shape)
    assert (code, place) in problems(document, elsewhere)


SHAPES = {
    "a report without its method": (("rounds", 0, "report"), {"version": 1}),
    "a report with odd pairs": (("rounds", 0, "report", "partners_again"), [3]),
    "a report with odd seats": (("rounds", 0, "report", "seats"), {"even": 4}),
    "inputs without constraints": (("rounds", 0, "draw_inputs"), {"entrants": []}),
    "a refusal that is no problem": (("rounds", 1, "refusal"), [{"code": "x"}]),
    "a schedule without tables": (("rounds", 0, "ahead"), [{"sit_out": []}]),
    "a schedule of nobody": (("rounds", 0, "ahead"), [{"tables": [[0]], "sit_out": []}]),
    "tables before a change without a report": (("rounds", 0, "drawn"), {"tables": [], "sit_out": []}),
    "a repair by scores that are no numbers": (
        ("rounds", 0, "drawn"),
        {"tables": [], "sit_out": [], "report": {}, "scores": {"1": "much"}},
    ),
    "a round closed in an unknown way": (("rounds", 0, "closing"), {"unfinished": "?"}),
    "a round worth no number": (("rounds", 0, "closing"), {"unplayed": "1/0"}),
    "a table timed by text": (("tables", 0, "closing"), {"timed": ["1"]}),
    "prizes that are no list": (("tournament", "prizes"), {"place": 7}),
    "newcomers that are no list": (("ledger", 2, "facts", "new_entries"), 7),
    "newcomers that are no ids": (("ledger", 2, "facts", "new_entries"), [[1]]),
    "teams that are no list": (("tournament", "teams"), {"teams": 7}),
}


@pytest.mark.parametrize(("place", "value"), SHAPES.values(), ids=SHAPES)
def test_values_that_no_page_can_show_are_refused_at_their_place(document, elsewhere, place, value):
    with_change(*place, value=value)(document)
    found = problems(digests_anew(document), elsewhere)
    assert {at[: len(place[:3])] for _code, at in found} == {place[:3]}
    assert {code for code, _at in found} <= {"wrong_format", "wrong_type"}


@pytest.mark.parametrize("number", [-1, 0])
def test_ids_are_never_of_rows_outside_the_file(document, elsewhere, number):
    document["ledger"][3]["facts"]["entry"] = number
    document["rounds"][0]["report"]["order"] = [number]
    assert problems(digests_anew(document), elsewhere) == [("unreadable_document", ())]


def test_every_fault_of_the_shape_is_told_at_once(document, elsewhere):
    document["hands"][0]["table"], document["players"][1]["name"] = "1", 5
    assert problems(document, elsewhere) == [
        ("wrong_type", ("players", 1, "name")),
        ("wrong_type", ("hands", 0, "table")),
    ]
