"""tournaments/{slug}/rounds/: draws in the request or by a worker, and their reports."""

from itertools import chain

import pytest

from tests.again import fixture_again
from tests.halls import a_long_draw, a_tournament
from tournaments.actions.rounds.draws.jobs import run_draw_job
from tournaments.models import Round

from .caller import Caller, codes, faults
from .rounds import ROUND, ROUNDS, ids

pytestmark = pytest.mark.django_db


class TestDrawing:
    def test_the_next_round_is_drawn_as_a_draft(self, director, tournament):
        answer = director.post(ROUNDS, {"seed": 5})
        drawn = answer.json()
        assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/{ROUND}")
        assert (drawn["number"], drawn["state"], drawn["seed"]) == (1, "draft", 5)
        assert (drawn["method"], drawn["report"]["repeats"]) == ("random", 0)
        assert sorted(chain(*drawn["tables"])) == ids(*range(1, 9))
        assert drawn["sit_out"] == []

    def test_the_same_seed_gives_the_same_tables(self, director, tournament):
        first = director.post(ROUNDS, {"seed": 5}).json()["tables"]
        director.delete(ROUND)
        assert director.post(ROUNDS, {"seed": 5}).json()["tables"] == first

    def test_nothing_need_be_said(self, director, tournament):
        assert director.post(ROUNDS).status_code == 201

    def test_the_director_may_make_the_tables(self, director, tournament):
        tables = [ids(1, 3, 5, 7), ids(2, 4, 6, 8)]
        drawn = director.post(ROUNDS, {"tables": tables}).json()
        assert (drawn["method"], drawn["tables"]) == ("scripted", tables)

    def test_scripted_tables_name_the_sit_outs(self, director, tournament):
        body = {"tables": [ids(1, 2, 3, 4)], "sit_out": ids(5, 6, 7, 8)}
        drawn = director.post(ROUNDS, body).json()
        assert (drawn["tables"], sorted(drawn["sit_out"])) == (body["tables"], ids(5, 6, 7, 8))

    def test_a_scripted_tournament_needs_tables(self, director, club):
        scripted = a_tournament(club, name="S", pairing="scripted")
        answer = director.post(f"tournaments/{scripted.slug}/rounds/", {"seed": 1})
        assert answer.status_code == 422

    @pytest.mark.parametrize(
        ("tables", "code"),
        [([(1, 2, 3, 4), (5, 6, 7, 7)], "seated_twice"), ([(1, 2, 3), (4, 5, 6, 7, 8)], "wrong_table_size")],
    )
    def test_tables_that_cannot_be(self, director, tournament, tables, code):
        answer = director.post(ROUNDS, {"tables": [ids(*table) for table in tables]})
        assert code in codes(answer, 422)
        assert Round.objects.count() == 0

    def test_a_stranger_at_a_table(self, director, tournament):
        other = a_tournament(tournament.club, players=1, name="Altra")
        tables = [ids(1, 2, 3, 4), [*ids(5, 6, 7), other.entries.get().pk]]
        assert "unknown_entrant" in codes(director.post(ROUNDS, {"tables": tables}), 422)

    def test_every_fault_of_the_request_at_once(self, director, tournament):
        body = {"seed": -1, "tables": [[1, "2", True, None], 7, []], "sit_out": {}, "x": 1}
        assert faults(director.post(ROUNDS, body)) == [
            ("/seed", "out_of_range"),
            ("/tables/0/1", "not_an_integer"),
            ("/tables/0/2", "not_an_integer"),
            ("/tables/0/3", "missing_field"),
            ("/tables/1", "wrong_type"),
            ("/sit_out", "wrong_type"),
            ("/x", "unknown_field"),
        ]
        assert faults(director.post(ROUNDS, {"sit_out": ids(1)})) == [("/tables", "missing_field")]
        assert faults(director.post(ROUNDS, [])) == [("", "wrong_type")]

    def test_who_sits_out_goes_with_who_sits_where(self, director, tournament):
        wanted, language = {"sit_out": ids(1)}, {"Accept-Language": "it"}
        (error,) = director.post(ROUNDS, wanted, headers=language).json()["errors"]
        assert error["message"] == "Di’ anche chi siede dove."

    def test_one_draft_at_a_time(self, director, tournament):
        director.post(ROUNDS)
        assert codes(director.post(ROUNDS), 409) == ["draft_exists"]

    def test_three_are_too_few(self, director, club):
        few = a_tournament(club, players=3, name="Few")
        answer = director.post(f"tournaments/{few.slug}/rounds/")
        assert codes(answer, 422) == ["too_few_players"]

    def test_only_directors_draw(self, anybody, scorer, stranger, tournament):
        assert codes(anybody.post(ROUNDS), 401) == ["not_authenticated"]
        assert codes(scorer.post(ROUNDS), 403) == ["forbidden"]
        assert codes(stranger.post(ROUNDS), 403) == ["forbidden"]
        results = Caller(tournament.club.memberships.get(role="owner").user, scope="results")
        assert codes(results.post(ROUNDS), 403) == ["forbidden"]
        assert Round.objects.count() == 0


class TestLongDraws:
    """A draw that takes longer than somebody waits."""

    @fixture_again
    def evening(self, club):
        return a_long_draw(club)

    def test_it_is_accepted_and_looked_at_where_the_round_is(self, director, evening):
        answer = director.post("tournaments/s/rounds/", {"seed": 5})
        where = "/api/v1/tournaments/s/rounds/1/"
        assert (answer.status_code, answer["Location"], answer["Retry-After"]) == (202, where, "1")
        drawing = answer.json()
        assert (drawing["state"], drawing["tables"], drawing["seed"]) == ("drawing", [], 5)
        assert drawing["drawing"] == {"started_at": None, "percent": 0, "expected_seconds": 5}
        run_draw_job(Round.objects.get().pk)
        drawn = director.get("tournaments/s/rounds/1/").json()
        assert (drawn["state"], drawn["drawing"], drawn["problems"]) == ("draft", None, [])
        assert sorted(chain(*drawn["tables"])) == list(evening.entries.values_list("pk", flat=True))

    def test_one_at_a_time(self, director, evening):
        director.post("tournaments/s/rounds/")
        assert codes(director.post("tournaments/s/rounds/"), 409) == ["draw_running"]
        assert director.delete("tournaments/s/rounds/1/").status_code == 204
        assert director.post("tournaments/s/rounds/").status_code == 202

    def test_refused_draw_has_its_problems(self, director, evening):
        director.post("tournaments/s/rounds/")
        evening.entries.update(status="paused")
        run_draw_job(Round.objects.get().pk)
        body = director.get("tournaments/s/rounds/1/").json()
        assert (body["state"], [p["code"] for p in body["problems"]]) == (
            "refused", ["too_few_players"],
        )  # fmt: skip
        evening.entries.update(status="active")
        assert director.post("tournaments/s/rounds/").json()["number"] == 1

    def test_nobody_else_sees_it(self, director, anybody, scorer, stranger, evening):
        director.post("tournaments/s/rounds/")
        for caller in (anybody, scorer, stranger):
            assert codes(caller.get("tournaments/s/rounds/1/"), 404) == ["not_found"]
            assert caller.get("tournaments/s/rounds/").json()["results"] == []


class TestReports:
    """Why the tables are as they are, as data and in words."""

    @pytest.fixture
    def drawn(self, director, tournament):
        director.patch("tournaments/serata/constraints/", {"apart": [ids(1, 2)]})
        return director.post(ROUNDS, {"tables": [ids(1, 2, 3, 4), ids(5, 6, 7, 8)]}).json()

    def test_in_words(self, drawn, director):
        assert drawn["sentences"] == [
            "Nobody meets anybody for a second time.",
            "Player 0001 and Player 0002 sit together though they should not.",
            "The seats are shared evenly.",
            "Set by hand.",
        ]
        assert drawn["told"] == drawn["sentences"]
        sentences = director.get(ROUND, headers={"Accept-Language": "it"}).json()["sentences"]
        assert sentences[-1] != "Set by hand."

    def test_separated_pairs_are_shown_to_directors_only(self, drawn, director, anybody, scorer):
        director.post(ROUND + "publish/")
        assert drawn["report"]["kept_apart_but_together"] == [ids(1, 2)]
        for caller in (anybody, scorer):
            for round_ in (caller.get(ROUND).json(), caller.get(ROUNDS).json()["results"][0]):
                assert "kept_apart_but_together" not in round_["report"]
                assert len(round_["sentences"]) == 3

    def test_tables_changed_by_hand_are_said(self, drawn, director):
        assert drawn["changed_by_hand"] is False
        changed = ids(5, 2, 3, 4)
        assert director.patch(ROUND + "tables/1/", {"seats": changed}).status_code == 200
        now = director.get(ROUND).json()
        assert (now["changed_by_hand"], now["tables"][0]) == (True, changed)
        assert now["report"]["kept_apart_but_together"] == []
        assert "Changed by hand after the draw." in now["sentences"]
