"""The events that a running Tavolo writes."""

import json
import logging
import urllib.error
import urllib.request

import pytest
from django.utils import timezone

from config.logs import EventFile
from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import until
from tests.halls import a_club, a_tournament
from tests.standings import BEGIN, PLAY
from tournaments.actions import sweep
from tournaments.models import Tournament
from tournaments.serving.periodic import PeriodicTask
from tournaments.serving.supervisor.supervisor import rotate_events

NOW = """
from tournaments.models import Tournament
tournament = Tournament.objects.get(pk={})
print(tournament.slug, tournament.revision)
"""
LONG_DRAW = """
from tests.halls import a_club, a_long_draw, a_user, director_of
from tournaments.actions.rounds.draws import jobs
tournament = a_long_draw(a_club(owner=a_user("dora")))
jobs.draw_next_round(tournament, by=director_of(tournament))
print(tournament.slug)
"""


def events(served, **wanted):
    file = served.data_dir / "events.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    return [one for one in map(json.loads, lines) if wanted.items() <= one.items()]


class Evening:
    """A table in play whose first standings are published."""

    def __init__(self, served):
        self.served, self.pk, self.hands = served, int(served.run(BEGIN)), 0
        self.published()

    def published(self):
        """The event of the standings that hold all that was played."""
        slug, revision = self.served.run(NOW.format(self.pk)).split()
        body = {"event": "standings_published", "tournament": slug, "revision": int(revision)}
        return until(lambda: events(self.served, **body))[0]

    def play(self, **variables):
        self.hands += 1
        self.served.run(PLAY.format(tournament=self.pk, number=self.hands), **variables)
        return self.published()

    def swept(self):
        """The tournaments whose standings a sweep refreshed, this one perhaps with others of the same server."""
        sweeps = events(self.served, event="sweep", step="refresh_stale_standings", by="sweep")
        return [pk for sweep_event in sweeps for pk in sweep_event["did"]]

    def play_until_a_message_is_first(self):
        """The event of standings that no sweep came across before their message."""
        return until(lambda: told if (told := self.play())["by"] == "message" else None)


@pytest.mark.slow
def test_a_late_standing_is_explained_by_its_events(served):
    until(served.heard)
    evening = Evening(served)
    soon = evening.play_until_a_message_is_first()
    late = evening.play(REDIS_URL=f"redis://127.0.0.1:{free_port()}/0")
    assert (soon["by"], soon["changes"], late["by"], late["changes"]) == ("message", 1, "sweep", 1)
    assert late["revision"] == soon["revision"] + 1
    assert 0 < late["took"] < late["due_for"] < 30
    until(lambda: evening.pk in evening.swept())  # written after the standings that it published


def test_a_draw_says_how_long_it_was_due_and_how_long_it_took(served):
    slug = served.run(LONG_DRAW)
    drawn = until(lambda: events(served, event="round_drawn", tournament=slug))
    assert [(one["round"], one["by"], one["method"]) for one in drawn] == [(1, "message", "schedule")]
    assert 0 <= drawn[0]["took"] < drawn[0]["due_for"]


def test_a_refused_request_is_one_event_with_its_reason_and_no_secret(served):
    path = "/api/v1/tournaments/nowhere~Ab3/"
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(served.address + path, timeout=20)
    (refused,) = events(served, event="refused", path="/api/v1/tournaments/nowhere~…/")
    said = {key: refused[key] for key in ("method", "status", "codes", "by", "level")}
    assert said == {"method": "GET", "status": 404, "codes": ["not_found"], "by": "request", "level": "info"}
    assert "Ab3" not in (served.data_dir / "events.jsonl").read_text()


def test_events_are_not_printed_on_the_terminal(served):
    before = served.complaints.read_text()
    with pytest.raises(urllib.error.HTTPError):
        served.get("/api/v1/tournaments/nowhere/")
    Evening(served).play()
    assert served.complaints.read_text() == before


def test_readiness_503_is_not_logged(client, db, caplog):
    assert client.get("/readyz").status_code == 503
    assert caplog.records == []


def test_a_fault_in_one_tournament_holds_up_no_other(db, caplog):
    broken, *_others = [a_tournament(a_club(f"Club {number}")) for number in range(3)]
    Tournament.objects.filter(pk=broken.pk).update(ruleset="gone")
    step = PeriodicTask(sweep.refresh_stale_standings)
    assert step(timezone.now())
    stale = Tournament.objects.with_stale_standings()
    assert list(stale.values_list("pk", flat=True)) == [broken.pk]
    assert step(timezone.now())
    assert [record.msg["why"] for record in caplog.records] == [f"for {broken.pk} (1 sub-exception)"]


def test_a_large_file_is_begun_anew_by_every_program(tmp_path, monkeypatch):
    monkeypatch.setattr("tournaments.serving.supervisor.supervisor.MAX_BYTES", 10)
    file = tmp_path / "events.jsonl"
    programs = [EventFile(file, delay=True) for _ in range(2)]
    for text in ("first", "second"):
        for program in programs:
            program.emit(logging.makeLogRecord({"msg": text}))
        rotate_events(file)
    for program in programs:
        program.emit(logging.makeLogRecord({"msg": "third"}))
        program.close()
    held = {path.name: path.read_text().split() for path in tmp_path.iterdir()}
    assert held == {"events.jsonl": ["third", "third"], "events.1.jsonl": ["second", "second"]}
