"""tournaments/{slug}/standings/ and live/, as everybody reads them."""

import csv
import gzip
import io
import json

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, director_of, play, play_out
from tournaments.actions.core.actor import Actor
from tournaments.actions.rounds import clock, rounds
from tournaments.actions.standings import standings
from tournaments.models import Clock, Entry, Standing, Tournament
from tournaments.models.standing_bytes import ROWS

from .caller import codes

pytestmark = pytest.mark.django_db
STANDINGS = "tournaments/serata/standings/"
LIVE = "tournaments/serata/live/"
CLOCK = Actor(None, "clock")


@fixture_again
def played(tournament):
    """A tournament after its first round, with its standings published."""
    first = a_round(tournament, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
    play_out(first, [37, 1, 1, 1])
    rounds.close_round(first, by=CLOCK)
    standings.refresh(tournament.pk)
    return Tournament.objects.get()


class TestJson:
    def test_the_rows_are_answered_as_they_are_stored(self, anybody, played):
        answer = anybody.get(STANDINGS)
        stored = Standing.objects.get()
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
        assert answer.content.partition(ROWS)[2] == bytes(stored.body).partition(ROWS)[2]
        document = answer.json()
        as_of = stored.published_at.isoformat().replace("+00:00", "Z")
        assert {name: document[name] for name in document if name != "rows"} == {
            **stored.head,
            "revision": played.revision,
            "as_of": as_of,
            "current": True,
            "state": "settled",
            "ruleset": "busca-accademia",
            "score": {"title": "Busche", "direction": "low"},
            "tie_breaks": [
                {"code": "table_wins", "title": "Tavoli vinti", "direction": "high"},
                {"code": "clean_hands", "title": "Mani a zero", "direction": "high"},
                {"code": "card_points", "title": "Punti delle carte", "direction": "low"},
            ],
        }
        assert (document["after_round"], document["provisional"]) == (1, False)
        assert (document["revision"], document["outstanding_tables"]) == (played.revision, 0)
        assert [(row["place"], row["score"]) for row in document["rows"]] == [*[(1, "0")] * 6, *[(7, "34")] * 2]

    def test_and_compressed(self, anybody, played):
        answer = anybody.get(STANDINGS, headers={"Accept-Encoding": "br, gzip;q=0.5"})
        assert answer["Content-Encoding"] == "gzip"
        assert gzip.decompress(answer.content) == anybody.get(STANDINGS).content
        assert answer["ETag"] != anybody.get(STANDINGS)["ETag"]
        assert "Accept-Encoding" in answer["Vary"]

    @pytest.mark.parametrize("coding", ["", "br", "gzip;q=0", "identity", "gzip;q=x", "*;q=0"])
    def test_but_not_to_those_who_do_not_read_it(self, anybody, played, coding):
        answer = anybody.get(STANDINGS, headers={"Accept-Encoding": coding})
        assert "Content-Encoding" not in answer

    def test_who_has_it_hears_only_that(self, anybody, played):
        for headers in ({}, {"Accept-Encoding": "gzip"}, {"Accept": "text/csv"}):
            etag = anybody.get(STANDINGS, headers=headers)["ETag"]
            assert not etag.startswith("W/")
            known = {**headers, "If-None-Match": f'"other", {etag}'}
            answer = anybody.get(STANDINGS, headers=known)
            assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", etag)
            assert answer["Cache-Control"] == "no-cache"
            gone = {**headers, "If-None-Match": '"other"'}
            assert anybody.get(STANDINGS, headers=gone).status_code == 200

    def test_a_change_has_another_tag(self, anybody, played):
        tags = [anybody.get(STANDINGS)["ETag"]]
        play_out(a_round(played))
        tags.append(anybody.get(STANDINGS)["ETag"])  # no longer current
        standings.refresh(played.pk)
        tags.append(anybody.get(STANDINGS)["ETag"])
        assert len(set(tags)) == 3

    @pytest.mark.slow
    def test_they_lead_with_the_last_round_that_is_over(self, anybody, director, played):
        before = anybody.get(STANDINGS).json()
        play(a_table(a_round(played)), points=[37, 1, 1, 1])
        standings.refresh(played.pk)
        now = Tournament.objects.get().revision
        assert anybody.get(STANDINGS).json() == {**before, "revision": now, "state": "in_play"}
        now = anybody.get(STANDINGS + "?after_round=2").json()
        assert (now["after_round"], now["provisional"], now["playing"]) == (2, True, 2)
        worst = next(row["rounds"][-1] for row in now["rows"] if row["rounds"][-1]["score"] == "17")
        assert worst == {"round": 2, "score": "17", "source": "table", "table": 1, "hands": 1}
        rounds.close_round(played.rounds.get(number=2), by=director_of(played), anyway=True)
        assert anybody.get(STANDINGS).json()["after_round"] == 2

    def test_as_they_were_after_a_round(self, anybody, played):
        first = anybody.get(STANDINGS).json()["rows"]
        play_out(a_round(played), [10, 10, 10, 10])
        standings.refresh(played.pk)
        assert anybody.get(STANDINGS).json()["after_round"] == 2
        assert anybody.get(STANDINGS + "?after_round=2").json()["after_round"] == 2
        assert anybody.get(STANDINGS + "?after_round=1").json()["rows"] == first

    def test_nothing_of_a_round_that_is_not_there(self, anybody, played):
        a_round(played, publish=False)
        standings.refresh(played.pk)
        assert codes(anybody.get(STANDINGS + "?after_round=2"), 404) == ["not_found"]
        for number in ("x", "-1", "1.5", "9" * 30, "%00"):
            answer = anybody.get(f"{STANDINGS}?after_round={number}")
            assert codes(answer, 400) == ["not_an_integer"]
            assert answer.json()["errors"][0]["parameter"] == "after_round"

    def test_before_anything_is_published_they_are_empty(self, anybody, tournament):
        document = anybody.get(STANDINGS).json()
        assert (document["revision"], document["provisional"], document["rows"]) == (0, True, [])

    def test_a_private_tournament_shows_them_to_its_club(self, anybody, stranger, scorer, played):
        Tournament.objects.update(visibility="private")
        assert scorer.get(STANDINGS)["Cache-Control"] == "private, no-cache"
        for caller in (anybody, stranger):
            for address in (STANDINGS, STANDINGS + "?format=csv", LIVE):
                assert codes(caller.get(address), 404) == ["not_found"]

    def test_private_standings_are_404_despite_an_etag(self, anybody, played):
        etag = anybody.get(STANDINGS)["ETag"]
        Tournament.objects.update(visibility="private")
        assert anybody.get(STANDINGS, headers={"If-None-Match": etag}).status_code == 404

    @pytest.mark.parametrize("players", [8, 200])
    @pytest.mark.parametrize("query", ["", "?after_round=1", "?format=csv"])
    def test_reading_takes_two_queries(self, club, anybody, players, query, django_assert_num_queries):
        hall = a_tournament(club, players=players)
        a_round(hall)
        standings.refresh(hall.pk)
        with django_assert_num_queries(2):
            answer = anybody.get(f"tournaments/{hall.slug}/standings/{query}")
        assert answer.status_code == 200

    def test_nobody_writes_them(self, host, played):
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert codes(host(method, STANDINGS, {}), 405) == ["method_not_allowed"]


class TestCsv:
    def rows(self, answer):
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        return list(csv.reader(io.StringIO(answer.content.decode())))

    def test_by_accept_or_by_format(self, anybody, played):
        response = anybody.get(STANDINGS, headers={"Accept": "text/csv"})
        named = anybody.get(STANDINGS + "?format=csv")
        assert response.content == named.content
        title, *rows = self.rows(response)
        assert title == [
            "place", "name", "score", "hands", "penalty", "moved", "withdrawn", "stand_in", "disqualified",
            "table_wins", "clean_hands", "card_points", "entry",
        ]  # fmt: skip
        fifth = str(played.entries.get(name="Player 0005").pk)
        assert rows[-1] == ["7", "Player 0005", "34", "2", "0", "", "false", "false", "false", "0", "0", "74", fifth]

    @pytest.mark.parametrize(
        ("accept", "media_type"),
        [
            ("text/csv, application/json;q=0.5", "text/csv"),
            ("application/json;q=0.4, text/*;q=0.5", "text/csv"),
            ("text/csv;q=0, */*", "application/json"),
            ("text/csv;q=0.9, application/json; Q=1.0", "application/json"),
            ("text/html, */*;q=0.8", "application/json"),
            ("text/csv;q=0", "application/problem+json"),
            ("text/csv;q=nan, application/json;q=0.5", "text/csv"),
        ],
    )
    def test_the_preferred_type_by_quality(self, anybody, played, accept, media_type):
        answer = anybody.get(STANDINGS, headers={"Accept": accept})
        assert answer["Content-Type"].partition(";")[0] == media_type

    def test_no_name_is_a_formula(self, director, club):
        hall = a_tournament(club, players=0, name="F")
        formulas = ["=1+1", "+39 1", "-2+3", "@SUM(A1)", 'y,=HYPERLINK("x")', "＝7+1", "Anna"]
        director.post("tournaments/f/entries/", [{"name": name} for name in formulas])
        standings.refresh(hall.pk)
        _title, *rows = self.rows(director.get("tournaments/f/standings/?format=csv"))
        names = sorted(row[1] for row in rows)
        assert names == sorted(["'=1+1", "'+39 1", "'-2+3", "'@SUM(A1)", '\'=HYPERLINK("x") y', "'＝7+1", "Anna"])

    def test_there_is_no_third_form(self, anybody, played):
        assert codes(anybody.get(STANDINGS, headers={"Accept": "text/html"}), 406) == ["not_acceptable"]
        assert codes(anybody.get(STANDINGS + "?format=xml"), 406) == ["not_acceptable"]


class TestLive:
    def test_how_far_it_is(self, anybody, played):
        play(a_table(a_round(played)))
        standings.refresh(played.pk)
        now = Tournament.objects.get()
        assert anybody.get(LIVE).json() == {
            "revision": now.revision,
            "standings": now.revision,
            "status": "running",
            "round": 2,
            "state": "published",
            "closes_at": None,
            "outstanding": 2,
            "leads": 1,
            "standings_state": "in_play",
            "clock": None,
        }

    def test_before_the_first_round(self, anybody, tournament):
        a_round(tournament, publish=False)
        live = anybody.get(LIVE).json()
        assert (live["round"], live["state"], live["outstanding"]) == (None, None, 0)

    def test_it_is_small(self, anybody, club):
        hall = a_tournament(club, players=8, name="x" * 100, round_minutes=90)
        round_ = a_round(hall)
        started = clock.start_clock(round_, by=director_of(hall), minutes=clock.MOST_MINUTES)
        Clock.objects.filter(pk=started.pk).update(version=2**31 - 1)
        Tournament.objects.update(revision=2**31, published_revision=2**31)
        assert len(anybody.get(f"tournaments/{hall.slug}/live/").content) < 340

    def test_it_costs_three_queries_and_often_no_bytes(self, anybody, played, django_assert_num_queries):
        with django_assert_num_queries(3):
            etag = anybody.get(LIVE)["ETag"]
        assert anybody.get(LIVE, headers={"If-None-Match": etag}).status_code == 304
        play(a_table(a_round(played)))
        assert anybody.get(LIVE, headers={"If-None-Match": etag}).status_code == 200


def test_markup_in_names_stays_text(director, club):
    hall = a_tournament(club, players=0, name="M")
    director.post("tournaments/m/entries/", {"name": "</script><b>"})
    standings.refresh(hall.pk)
    answer = director.get("tournaments/m/standings/")
    assert json.loads(answer.content)["rows"][0]["name"] == Entry.objects.get().name
    assert answer["X-Content-Type-Options"] == "nosniff"
