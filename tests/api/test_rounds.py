"""tournaments/{slug}/rounds/: drafts, published, closed, reopened."""

import pytest

from tests.halls import a_round, play_out
from tournaments.api.views import rounds as views
from tournaments.models import Round, Tournament

from .caller import codes, faults
from .rounds import ROUND, ROUNDS

pytestmark = pytest.mark.django_db


class TestDrafts:
    """A draft is there for directors alone, at every address."""

    @pytest.fixture(autouse=True)
    def _draft(self, tournament):
        a_round(tournament, publish=False)

    def test_directors_see_it(self, director, owner, host):
        for caller in (director, owner, host):
            assert caller.get(ROUND).json()["state"] == "draft"
            assert len(caller.get(ROUNDS).json()["results"]) == 1
            assert caller.get(ROUND + "tables/1/").status_code == 200

    @pytest.mark.slow
    def test_nobody_else_does(self, anybody, scorer, stranger):
        for caller in (anybody, scorer, stranger):
            assert caller.get(ROUNDS).json()["results"] == []
            for address in ("", "tables/", "tables/1/", "tables/1/hands/", "tables/1/hands/1/"):
                assert codes(caller.get(ROUND + address), 404) == ["not_found"]

    def test_nor_can_a_scorer_write_to_it(self, scorer):
        address = ROUND + "tables/1/hands/1/"
        assert codes(scorer.put(address, {"lines": []}), 404) == ["not_found"]

    def test_it_is_dropped(self, director):
        assert director.delete(ROUND).status_code == 204
        assert Round.objects.count() == 0

    def test_but_not_by_others(self, anybody, scorer, stranger):
        assert codes(anybody.delete(ROUND), 401) == ["not_authenticated"]
        assert codes(scorer.delete(ROUND), 403) == ["forbidden"]
        assert codes(stranger.delete(ROUND), 403) == ["forbidden"]
        assert Round.objects.count() == 1


class TestTheWay:
    def test_from_draft_to_closed_and_back(self, director, anybody, tournament):
        director.post(ROUNDS)
        published = director.post(ROUND + "publish/")
        assert (published.status_code, published.json()["state"]) == (200, "published")
        assert anybody.get(ROUND).json()["published_at"] == published.json()["published_at"]
        play_out(Round.objects.get())
        closed = director.post(ROUND + "close/")
        assert (closed.status_code, closed.json()["state"]) == (200, "closed")
        reopened = director.post(ROUND + "reopen/")
        assert (reopened.status_code, reopened.json()["state"]) == (200, "published")
        assert director.get("tournaments/serata/").json()["status"] == "running"

    def test_a_public_round_is_not_dropped(self, director, tournament):
        a_round(tournament)
        assert codes(director.delete(ROUND), 409) == ["not_a_draft"]

    def test_an_outdated_draft_is_published_anyway(self, director, tournament):
        a_round(tournament, publish=False)
        director.post("tournaments/serata/entries/", {"name": "Late"})
        assert codes(director.post(ROUND + "publish/"), 409) == ["draft_outdated"]
        assert director.post(ROUND + "publish/", {"anyway": True}).status_code == 200

    def test_a_round_with_missing_hands_is_closed_anyway(self, director, tournament):
        a_round(tournament)
        answer = director.post(ROUND + "close/", {"anyway": False})
        assert faults(answer, 409) == [("/tables/1", "missing_hand"), ("/tables/2", "missing_hand")]
        assert director.post(ROUND + "close/", {"anyway": True}).status_code == 200

    def test_closing_says_what_tables_count_that_have_not_finished(self, director, anybody, tournament):
        a_round(tournament)
        wrong = {"anyway": True, "unplayed": "number", "unfinished": "as-unplayed"}
        assert faults(director.post(ROUND + "close/", wrong)) == [("/amount", "out_of_range")]
        assert anybody.get(ROUND).json()["closing"] is None
        director.post(ROUND + "close/", {**wrong, "amount": "3.5"})
        kept = {"unplayed": "number", "amount": "3.50", "unfinished": "as-unplayed"}
        assert anybody.get(ROUND).json()["closing"] == kept
        director.post(ROUND + "reopen/")
        assert anybody.get(ROUND).json()["closing"] is None
        director.post(ROUND + "close/", {"anyway": True})
        kept = {"unplayed": "absent", "amount": None, "unfinished": "as-unplayed"}
        assert anybody.get(ROUND).json()["closing"] == kept

    def test_a_draft_is_neither_closed_nor_reopened(self, director, tournament):
        a_round(tournament, publish=False)
        assert codes(director.post(ROUND + "close/"), 409) == ["round_is_draft"]
        assert codes(director.post(ROUND + "reopen/"), 409) == ["round_is_draft"]

    def test_anyway_is_yes_or_no(self, director, tournament):
        a_round(tournament, publish=False)
        for given in (1, "true", None, []):
            answer = director.post(ROUND + "publish/", {"anyway": given})
            assert [place for place, _code in faults(answer)] == ["/anyway"]
        assert faults(director.post(ROUND + "reopen/", {"now": True})) == [("/now", "unknown_field")]

    def test_only_directors_lead_the_way(self, anybody, scorer, stranger, tournament):
        a_round(tournament)
        for step in ("publish/", "close/", "reopen/"):
            assert codes(anybody.post(ROUND + step), 401) == ["not_authenticated"]
            assert codes(scorer.post(ROUND + step), 403) == ["forbidden"]
            assert codes(stranger.post(ROUND + step), 403) == ["forbidden"]

    def test_there_is_no_round_7(self, director, tournament):
        for call in (("GET", "7/"), ("POST", "7/publish/"), ("PATCH", "7/"), ("DELETE", "0/")):
            assert codes(director(call[0], ROUNDS + call[1], {}), 404) == ["not_found"]


class TestTimes:
    def test_round_times_are_set(self, director, tournament):
        a_round(tournament, publish=False)
        times = {"publish_at": "2026-03-01T20:30:00+01:00", "closes_at": "2026-03-01T21:30:00Z"}
        body = director.patch(ROUND, times).json()
        assert body["publish_at"] == "2026-03-01T19:30:00Z"
        assert body["closes_at"] == "2026-03-01T21:30:00Z"
        body = director.patch(ROUND, {"closes_at": None}).json()
        assert (body["publish_at"], body["closes_at"]) == ("2026-03-01T19:30:00Z", None)

    def test_a_time_that_is_not_sent_stays_as_somebody_just_set_it(self, director, tournament, monkeypatch):
        a_round(tournament, publish=False)
        find_round = views.find_round

        def found_before_another_change(*args):
            round_ = find_round(*args)
            Round.objects.update(closes_at="2030-03-01T21:30:00Z")
            return round_

        monkeypatch.setattr(views, "find_round", found_before_another_change)
        body = director.patch(ROUND, {"publish_at": "2030-03-01T20:30:00Z"}).json()
        assert (body["publish_at"], body["closes_at"]) == ("2030-03-01T20:30:00Z", "2030-03-01T21:30:00Z")

    def test_a_round_past_its_time_is_late(self, director, tournament):
        a_round(tournament, publish=False)
        for moment, late in (("2026-03-01T20:30:00Z", True), ("2030-03-01T20:30:00Z", False)):
            assert director.patch(ROUND, {"publish_at": moment}).json()["late"] is late

    @pytest.mark.parametrize("moment", ["soon", "2026-03-01", "2026-03-01T20:30:00", 5, [], "\x00"])
    def test_a_moment_has_a_zone(self, director, tournament, moment):
        a_round(tournament, publish=False)
        assert faults(director.patch(ROUND, {"publish_at": moment})) == [("/publish_at", "not_a_time")]

    def test_it_closes_after_it_is_published(self, director, tournament):
        a_round(tournament, publish=False)
        times = {"publish_at": "2026-03-01T20:30:00Z", "closes_at": "2026-03-01T20:00:00Z"}
        assert faults(director.patch(ROUND, times)) == [("/closes_at", "out_of_range")]

    def test_only_directors_tell(self, anybody, scorer, stranger, tournament):
        a_round(tournament)
        assert codes(anybody.patch(ROUND, {}), 401) == ["not_authenticated"]
        assert codes(scorer.patch(ROUND, {}), 403) == ["forbidden"]
        assert codes(stranger.patch(ROUND, {}), 403) == ["forbidden"]


def test_a_private_tournament_has_no_rounds_for_others(anybody, stranger, tournament):
    a_round(tournament)
    Tournament.objects.update(visibility="private")
    for caller in (anybody, stranger):
        assert codes(caller.get(ROUNDS), 404) == ["not_found"]
        assert codes(caller.get(ROUND), 404) == ["not_found"]
