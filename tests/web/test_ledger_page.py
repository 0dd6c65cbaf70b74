"""The ledger's seal on public pages, and the page of the log."""

import html
import re
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.halls import a_round, a_tournament, director_of, play_out
from tournaments.actions import sweep
from tournaments.actions.people import penalties
from tournaments.actions.rounds import rounds
from tournaments.actions.setup import tournaments

from .pages import text

pytestmark = pytest.mark.django_db
HERE = "/tournaments/serata/"


@pytest.fixture
def tournament(club):
    tournament = a_tournament(club, players=4, name="Serata")
    play_out(a_round(tournament))
    sweep.refresh_stale_standings()
    tournament.refresh_from_db()
    return tournament


def seal_of(tournament):
    head = tournament.ledger_head
    return f"{head[:4]} {head[4:8]} {head[8:12]} {head[12:16]}"


@pytest.mark.parametrize("page", ["", "players/", "rounds/1/", "rounds/1/tables/1/"])
def test_every_public_page_shows_it_and_leads_to_what_it_is(anybody, tournament, page):
    response = anybody.get(HERE + page)
    assert f"Ledger: {seal_of(tournament)}" in text(response)
    assert f'href="{HERE}ledger/"'.encode() in response.content


def test_ledger_page_shows_its_length_and_head(anybody, tournament):
    page_text = text(anybody.get(HERE + "ledger/"))
    assert f"Lines {tournament.ledger_length} Seal {seal_of(tournament)}" in page_text
    assert tournament.ledger_head in page_text


def test_seal_changes_with_each_ledger_entry(anybody, tournament):
    before = text(anybody.get(HERE))
    play_out(a_round(tournament), [37, 1, 1, 1])
    tournament.refresh_from_db()
    assert seal_of(tournament) not in before
    assert seal_of(tournament) in text(anybody.get(HERE))


def log_of(client, query=""):
    return text(client.get(f"{HERE}ledger/{query}")).partition("The seal")[0]


def test_everybody_reads_what_happened_and_directors_who_did_it(anybody, director, tournament):
    assert "Round 1, table 1: hand 1 was entered: 1 · 1 · 1 · 1. Director" in log_of(anybody)
    assert "Round 1, table 1: hand 1 was entered: 1 · 1 · 1 · 1. olga" in log_of(director)


def test_ledger_page_is_filtered_and_paged(anybody, tournament):
    assert "Round 1 was published." not in log_of(anybody, "?kind=hands&table=1")
    assert "Nothing of this kind has happened." in log_of(anybody, "?table=77")
    for _more in range(52):
        tournaments.renew_link(tournament, by=director_of(tournament))
    page = anybody.get(f"{HERE}ledger/?kind=tournament").content.decode()
    older = html.unescape(re.search(r'href="([^"]+before=[^"]+)"', page)[1])
    assert "kind=tournament" in older
    assert "The tournament was created." in text(anybody.get(older))
    assert f'href="{HERE}ledger/?kind=tournament"' in anybody.get(older).content.decode()


@pytest.mark.parametrize(
    "query", ["?before=x&table=%00&round=-1", "?kind=x", "?before=" + "9" * 40, "?player=" + "x" * 999]
)
def test_whatever_is_asked_for_is_answered(anybody, tournament, query):
    assert anybody.get(f"{HERE}ledger/{query}").status_code == 200


@pytest.mark.slow
def test_a_page_takes_as_many_queries_however_long_the_ledger_is(director, anybody, tournament):
    def queries(client, query=""):
        with CaptureQueriesContext(connection) as captured:
            client.get(f"{HERE}ledger/{query}")
        return len(captured)

    chosen = "?kind=hands&player=player"
    counts = [queries(anybody), queries(director), queries(anybody, chosen)]
    for _more in range(55):
        tournaments.renew_link(tournament, by=director_of(tournament))
    rounds.close_round(tournament.rounds.get(), by=director_of(tournament))
    play_out(a_round(tournament, tables=[[3, 2, 1, 0]]), [37, 1, 1, 1])
    penalties.penalise(tournament.entries.first(), amount=Decimal(1), reason="Late", by=director_of(tournament))
    assert [queries(anybody), queries(director), queries(anybody, chosen)] == counts == [6, 8, 8]


def test_ledger_is_downloaded_as_csv(director, tournament):
    answer = director.get(f"{HERE}ledger.csv")
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0] == "No.;When;What happened;Who;Reason"
    assert len(lines) == tournament.ledger_length + 1
    assert ";The tournament was created.;olga;" in lines[1]


def test_lines_of_a_night_are_under_their_day_in_the_time_zone_of_the_club(club, anybody, monkeypatch):
    tournament = a_tournament(club, players=4, name="Notte")
    for hour, minute in ((22, 50), (23, 10), (23, 50)):
        at = datetime(2026, 12, 1, hour, minute, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda at=at: at)
        penalties.penalise(tournament.entries.first(), amount=Decimal(1), reason="Late", by=director_of(tournament))
    monkeypatch.undo()
    page = anybody.get("/tournaments/notte/ledger/", {"kind": "penalties"}).content.decode()
    shown = re.findall(r"<h2 class=\"gap\">([^<]+)</h2>|<time [^>]*>([^<]+)</time>", page)
    assert [day or time for day, time in shown] == ["2 December 2026", "00:50", "00:10", "1 December 2026", "23:50"]
