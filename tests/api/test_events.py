"""tournaments/{slug}/events/: the public part of events, without a web server that continues the stream."""

import jsonschema
import pytest

from tests.event_streams import blocks, events
from tests.halls import a_round, a_table, director_of, play
from tournaments.actions.event_log.public_events import LEFT_OUT
from tournaments.actions.ledger_kinds import KINDS
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.api.event_stream import READ, STANDINGS
from tournaments.api.views.documentation import describe
from tournaments.models import Tournament

from .caller import codes

pytestmark = pytest.mark.django_db
EVENTS = "tournaments/serata/events/"


def lines(answer):
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream")
    return b"".join(answer.streaming_content).splitlines(keepends=True)


def read(caller, after=0, **headers):
    """The events after a number, as id and data."""
    return list(events(lines(caller.get(f"{EVENTS}?after={after}", headers=headers))))


def told(caller, after=0):
    """Return the ledger's entries as kind, round and table."""
    return [(one["kind"], one["round"], one["table"]) for number, one in read(caller, after) if number]


def evening(tournament, director):
    """Yield after each step of an evening in which much happens."""
    by = director_of(tournament)
    draft = a_round(tournament, publish=False)
    yield
    rounds.drop_draft(draft, by=by)
    yield
    round_ = a_round(tournament)
    director.patch("tournaments/serata/rounds/1/", {"closes_at": "2030-03-01T20:30:00Z"})
    yield
    play(a_table(round_))
    entry = tournament.entries.first().pk
    director.post("tournaments/serata/penalties/", {"entry": entry, "amount": "1", "reason": "Late", "round": 1})
    yield
    director.post("tournaments/serata/clock/", {"minutes": 30})
    director.patch("tournaments/serata/fees/", {"fee": "5"})
    yield
    round_.refresh_from_db()
    for table in round_.tables.all():
        for number in (1, 2):
            if (table.number, number) != (1, 1):
                play(table, number)
    rounds.close_round(round_, by=by)
    yield
    a_round(Tournament.objects.get(), publish=False)
    yield


EVENING = [
    ("tournament_created", None, None),
    ("entries_registered", None, None),
    ("round_published", 1, None),
    ("round_scheduled", 1, None),
    ("hand_recorded", 1, 1),
    ("penalty_given", None, None),
    ("clock_started", 1, None),
    ("hand_recorded", 1, 1),
    ("hand_recorded", 1, 2),
    ("hand_recorded", 1, 2),
    ("round_closed", 1, None),
]


@pytest.mark.slow
def test_followers_read_what_is_public_and_each_event_once(anybody, director, tournament):
    seen = read(anybody)
    for _step in evening(tournament, director):
        seen += read(anybody, after=seen[-1][0])
    assert [(one["kind"], one["round"], one["table"]) for _number, one in seen] == EVENING
    assert told(anybody) == told(director) == EVENING
    assert [number for number, _one in seen] == [number for number, _one in read(anybody)]
    kinds = dict(tournament.ledger.values_list("sequence", "kind"))
    assert [kinds[number] for number, _one in seen] == [kind for kind, _round, _table in EVENING]


@pytest.mark.slow
def test_an_event_has_no_names_and_no_results_and_leads_to_what_can_be_read(anybody, director, tournament):
    for _step in evening(tournament, director):
        standings.refresh(tournament.pk)
    shape = describe("en")["components"]["schemas"]["TournamentEvent"]
    for _number, event in read(anybody):
        jsonschema.validate(event, {**shape, "additionalProperties": False})
        answer = anybody.get(event["read"].partition("/api/v1/")[2])
        assert answer.status_code == 200
        assert event["revision"] == Tournament.objects.get().revision
    assert b"Player" not in b"".join(lines(anybody.get(f"{EVENTS}?after=0")))
    assert "text/event-stream" in anybody.get(EVENTS)["Content-Type"]


def test_a_stream_begins_now_or_after_the_last_event(anybody, tournament):
    (first,) = blocks(lines(anybody.get(EVENTS)))
    assert (first.keys(), first["id"]) == ({"retry", "id"}, "2")
    assert 1_000 <= int(first["retry"]) <= 5_000
    a_round(tournament)
    assert told(anybody, after=2) == [("round_published", 1, None)]
    assert [number for number, _one in read(anybody, after=0, **{"Last-Event-ID": "1"})] == [2, 4]
    assert [number for number, _one in read(anybody, after=2, **{"Last-Event-ID": "0"})] == [1, 2, 4]
    beyond = next(blocks(lines(anybody.get(f"{EVENTS}?after=900"))))
    assert beyond["id"] == "4"
    for query, headers, place in (("?after=x", {}, "parameter"), ("", {"Last-Event-ID": "-1"}, "header")):
        refused = anybody.get(EVENTS + query, headers=headers)
        assert codes(refused, 400) == ["not_an_integer"]
        assert place in refused.json()["errors"][0]
    most = 1_000_000_001
    for query, headers in ((f"?after={most}", {"Last-Event-ID": "0"}), ("", {"Last-Event-ID": str(most)})):
        assert codes(anybody.get(EVENTS + query, headers=headers), 400) == ["out_of_range"]


def test_published_standings_are_told_unless_hidden(anybody, director, tournament):
    play(a_table(a_round(tournament)))

    def published(caller):
        return [event["revision"] for number, event in read(caller) if event["kind"] == STANDINGS]

    assert published(anybody) == []
    standings.refresh(tournament.pk)
    assert published(anybody) == [Tournament.objects.get().revision]
    director.post("tournaments/serata/standings/hide/", {})
    standings.refresh(tournament.pk)
    assert published(anybody) == published(director) == []
    director.post("tournaments/serata/standings/show/")
    assert published(anybody) == [Tournament.objects.get().published_revision]


def test_a_round_that_is_a_draft_again(anybody, director, tournament):
    a_round(tournament)
    line = director.get("tournaments/serata/undo/").json()["last"]["sequence"]
    assert director.post("tournaments/serata/undo/", {"line": line}).status_code == 200
    _number, event = read(anybody)[-1]
    assert (event["kind"], event["round"]) == ("round_unpublished", 1)
    assert event["read"].endswith("/tournaments/serata/rounds/")


def test_who_may_follow(anybody, stranger, scorer, tournament):
    key = tournament.link_key
    for visibility, seen in (("public", "11"), ("link", "01"), ("private", "00")):
        Tournament.objects.update(visibility=visibility)
        assert scorer.get(EVENTS).status_code == 200
        for caller in (anybody, stranger):
            found = [caller.get(f"tournaments/serata{k}/events/").status_code for k in ("", f"~{key}")]
            assert found == [200 if one == "1" else 404 for one in seen]
    assert anybody.post(EVENTS).status_code == 405


def test_every_kind_is_known():
    assert LEFT_OUT | (READ.keys() - {STANDINGS}) <= KINDS.keys()
