"""tournaments/{slug}/ledger/: the hash chain for everybody, its content for directors."""

import json

import pytest

from tests.clock import begin_within_one_minute
from tests.halls import a_round, a_table, director_of, play
from tournaments.actions.core import ledger
from tournaments.actions.rounds import rounds
from tournaments.actions.setup import tournaments
from tournaments.models import LedgerEntry, Tournament

from .caller import codes

pytestmark = pytest.mark.django_db
LEDGER = "tournaments/serata/ledger/"


def kinds(answer):
    return [link["kind"] for link in answer.json()["results"]]


def test_everybody_sees_kinds_and_digests_in_order(anybody, tournament):
    play(a_table(a_round(tournament)), reason="Nobody's business")
    answer = anybody.get(LEDGER)
    links = answer.json()["results"]
    assert kinds(answer) == [
        "tournament_created",
        "entries_registered",
        "round_drawn",
        "round_published",
        "hand_recorded",
    ]
    assert [link["sequence"] for link in links] == [1, 2, 3, 4, 5]
    assert [link["previous"] for link in links] == ["", *(link["digest"] for link in links[:-1])]
    assert {*links[0]} == {"sequence", "kind", "at", "commitment", "previous", "digest"}
    assert {link["commitment"] for link in links} == {""}
    assert (answer.json()["length"], answer.json()["head"]) == (5, links[-1]["digest"])
    assert b"Nobody" not in answer.content


def test_ledger_withholds_entries_about_drafts(anybody, scorer, stranger, director, tournament):
    draft = a_round(tournament, publish=False)
    director.patch("tournaments/serata/rounds/1/", {"closes_at": "2026-03-01T20:30:00Z"})
    rounds.drop_draft(draft, by=director_of(tournament))
    a_round(tournament, publish=False)
    hidden = ["tournament_created", "entries_registered", *["withheld"] * 4]
    for caller in (anybody, scorer, stranger):
        assert kinds(caller.get(LEDGER)) == hidden
    assert kinds(director.get(LEDGER))[2:] == ["round_drawn", "round_scheduled", "draft_dropped", "round_drawn"]


def test_directors_can_check_every_digest(director, tournament):
    play(a_table(a_round(tournament)), reason="Misread")
    links = director.get(LEDGER).json()["results"]
    for link in links:
        assert link["commitment"] == ledger.commitment(link["salt"], link["personal"])
        assert link["digest"] == ledger.entry_digest(LedgerEntry.objects.get(sequence=link["sequence"]))
    assert links[-1]["personal"]["text"] == "Misread"
    assert links[-1]["facts"]["scores"] == [1, 1, 1, 1]


def test_erased_entry_stays_in_the_chain(director, tournament):
    tournament.ledger.first().disclosure.delete()
    link = director.get(LEDGER).json()["results"][0]
    assert (link["personal"], link["salt"], bool(link["commitment"])) == (None, None, True)


def test_ledger_continues_after_a_given_number(anybody, tournament):
    assert kinds(anybody.get(LEDGER + "?after=1")) == ["entries_registered"]
    assert kinds(anybody.get(LEDGER + "?after=2")) == []
    assert codes(anybody.get(LEDGER + "?after=x"), 400) == ["not_an_integer"]


def test_a_page_of_ledger_and_log_has_as_many_lines_as_wanted(anybody, tournament):
    for path, order in ((LEDGER, [1, 2]), (LEDGER.replace("ledger", "log"), [2, 1])):
        seen, where = [], f"{path}?limit=1"
        while where:
            page = anybody.get(where).json()
            seen.append([line["sequence"] for line in page["results"]])
            where = page["next"] and page["next"].partition("/api/v1/")[2]
        assert seen == [[number] for number in order]
        assert [codes(anybody.get(f"{path}?limit={limit}"), 400) for limit in (0, 201)] == [["bad_limit"]] * 2


@pytest.mark.slow
def test_ledger_is_paged_as_json_and_whole_as_ndjson(anybody, tournament):
    for number in range(450):
        tournaments.update_tournament(tournament, {"rounds": 2 + number % 2}, by=director_of(tournament))
    seen, path = [], LEDGER
    while path:
        page = anybody.get(path).json()
        assert len(page["results"]) <= 200
        seen += page["results"]
        path = page["next"] and page["next"].partition("/api/v1/")[2]
    whole = anybody.get(LEDGER, headers={"Accept": "application/x-ndjson"})
    assert whole["Content-Type"] == "application/x-ndjson"
    assert [json.loads(line) for line in whole.content.splitlines()] == seen
    assert len(seen) == 452
    assert len(anybody.get(LEDGER + "?format=ndjson&after=450").content.splitlines()) == 2


def test_the_next_page_has_the_key_of_the_link(anybody, director, tournament):
    director.patch("tournaments/serata/", {"visibility": "link"})
    address = director.get("tournaments/serata/").json()["address"]
    page = anybody.get(f"tournaments/{address}/ledger/?limit=1").json()
    following = anybody.get(page["next"].partition("/api/v1/")[2])
    assert [link["sequence"] for link in following.json()["results"]] == [2]


def test_ledger_of_a_private_tournament_is_404(anybody, stranger, tournament):
    Tournament.objects.update(visibility="private")
    for caller in (anybody, stranger):
        assert codes(caller.get(LEDGER), 404) == ["not_found"]
        assert codes(caller.get(LEDGER + "?format=ndjson"), 404) == ["not_found"]


CHECK = LEDGER + "verification/"


def test_anybody_may_have_it_checked_but_not_all_the_time(anybody, director, tournament):
    begin_within_one_minute()
    answers = [anybody.get(CHECK) for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 6 + [429]
    assert 0 < int(answers[-1]["Retry-After"]) <= 60
    assert director.get(CHECK).json()["holds"] is True


def test_where_it_does_not_hold_is_for_directors(anybody, director, scorer, tournament):
    Tournament.objects.update(lot_seed=1)
    values = {"kind": "plan", "place": "tournament"}
    expected = {**values, "detail": "its lot_seed is not what was recorded"}
    assert director.get(CHECK).json()["findings"] == [expected]
    for caller in (anybody, scorer):
        answer = caller.get(CHECK).json()
        assert (answer["holds"], answer["findings"]) == (False, [{"kind": "plan"}])


def test_verification_of_a_private_tournament_is_404(anybody, stranger, tournament):
    Tournament.objects.update(visibility="private")
    for caller in (anybody, stranger):
        assert codes(caller.get(CHECK), 404) == ["not_found"]
