"""…/rounds/{n}/draw/ and …/replay/: the inputs of a draw, and repeating it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.halls import a_long_draw, a_round, a_tournament, director_of, play_out
from tests.parameters import slowly
from tournaments.actions.round_repair.seat_changes import change_places
from tournaments.actions.rounds.draws.constraints import change_constraints
from tournaments.actions.rounds.draws.jobs import draw_next_round, run_draw_job
from tournaments.actions.rounds.draws.replays import requeue_replays, run_replay_job
from tournaments.models import Round
from tournaments.pairing.wire import answer

from .caller import codes, faults
from .rounds import ROUND, ROUNDS, ids

pytestmark = pytest.mark.django_db
DRAW, REPLAY = ROUND + "draw/", ROUND + "replay/"
NEVER = {"asked_at": None, "at": None, "same": None}


def drawn_by(draw):
    """The round that the request shown makes, as `manage.py pair` answers it."""
    made = answer(draw["inputs"])
    return made["rounds"][draw["taken"]] if "rounds" in made else made


def test_a_draw_is_shown_with_all_that_it_rests_on(director, tournament):
    round_ = a_round(tournament)
    body = director.get(DRAW).json()
    assert (body["method"], body["seed"], body["taken"]) == ("random", 7, 0)
    assert body["report"] == round_.report
    assert [entrant["id"] for entrant in body["inputs"]["entrants"]] == ids(*range(1, 9))
    assert (body["changed_by_hand"], body["replay"]) == (False, NEVER)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["random", "swiss", "interval", "danish-modified", *slowly("schedule")])
def test_draw_inputs_give_the_same_tables(director, club, method):
    tournament = a_tournament(club, players=14, pairing=method, rounds=3)
    one, other, third = tournament.entries.all()[:3]
    change_constraints(
        tournament, lambda wishes: wishes.kept_apart(one.pk, other.pk).fixed_at(third.pk, 2), by=director_of(tournament)
    )
    for number in (1, 2):
        round_ = a_round(tournament)
        play_out(round_, [6, 8, 11, 15])
        made = drawn_by(director.get(f"{ROUNDS}{number}/draw/").json())
        body = director.get(f"{ROUNDS}{number}/").json()
        assert made["tables"] == body["tables"]
        assert sorted(made["sit_out"]) == sorted(body["sit_out"])


def test_a_director_draws_it_once_more(director, tournament):
    a_round(tournament)
    before = director.get(ROUND).json()
    replayed = director.post(REPLAY)
    assert (replayed.status_code, replayed.json()["replay"]["same"]) == (200, True)
    assert replayed.json() == director.get(DRAW).json()
    assert director.get(ROUND).json() == before


def test_replay_with_other_tables_is_reported(director, tournament):
    round_ = a_round(tournament)
    Round.objects.update(draw_inputs={**round_.draw_inputs, "seed": 8})
    assert director.post(REPLAY).json()["replay"]["same"] is False
    Round.objects.update(report={**round_.report, "version": 1})
    verdict = director.post(REPLAY).json()["replay"]
    assert verdict["same"] is None
    assert verdict["at"] is not None


def test_tables_changed_by_hand_are_no_part_of_the_draw(director, tournament):
    round_ = a_round(tournament, publish=False)
    report = round_.report
    first = round_.tables.get(number=1)
    seated = list(first.seats.order_by("number").values_list("entry_id", flat=True))
    change_places(first, seated[::-1], by=director_of(tournament))
    body = director.post(REPLAY).json()
    assert (body["changed_by_hand"], body["replay"]["same"]) == (True, True)
    assert body["report"] == report
    assert drawn_by(body)["tables"][0] == seated


class TestLongDraws:
    @pytest.fixture
    def round_(self, club):
        tournament = a_long_draw(club, name="serata")
        round_ = draw_next_round(tournament, by=director_of(tournament), seed=7)
        run_draw_job(round_.pk)
        return round_

    @pytest.mark.slow
    def test_a_worker_makes_them_once_more(self, director, round_):
        response = director.post(REPLAY)
        assert (response.status_code, response["Retry-After"]) == (202, "1")
        assert response.json()["replay"]["asked_at"] is not None
        assert run_replay_job(round_.pk) is True
        replay = director.get(DRAW).json()["replay"]
        assert (replay["asked_at"], replay["same"]) == (None, True)
        assert run_replay_job(round_.pk) is False

    @pytest.mark.slow
    def test_replay_of_a_killed_worker_is_queued_again(self, director, round_):
        director.post(REPLAY)
        now = timezone.now()
        assert requeue_replays(now) == []
        assert requeue_replays(now + timedelta(minutes=2)) == [round_.pk]
        run_replay_job(round_.pk)
        assert requeue_replays(now + timedelta(minutes=2)) == []

    @pytest.mark.slow
    def test_a_draft_dropped_meanwhile_is_no_matter(self, director, round_):
        director.post(REPLAY)
        director.delete(ROUND)
        assert run_replay_job(round_.pk) is False


def test_round_being_drawn_has_no_draw(director, club):
    tournament = a_long_draw(club, name="serata")
    draw_next_round(tournament, by=director_of(tournament), seed=7)
    assert codes(director.get(DRAW), 409) == ["not_drawn"]
    assert codes(director.post(REPLAY), 409) == ["not_drawn"]


def test_nothing_is_to_be_said(director, tournament):
    a_round(tournament)
    assert faults(director.post(REPLAY, {"seed": 8})) == [("/seed", "unknown_field")]


@pytest.mark.parametrize("publish", [True, False])
def test_only_directors_look(anybody, scorer, stranger, tournament, publish):
    a_round(tournament, publish=publish)
    for look in (lambda caller: caller.get(DRAW), lambda caller: caller.post(REPLAY)):
        assert codes(look(anybody), 401) == ["not_authenticated"]
        assert codes(look(scorer), 403) == ["forbidden"]
        assert codes(look(stranger), 403) == ["forbidden"]


def test_draw_of_a_missing_round_is_404(director, tournament):
    assert codes(director.get(ROUNDS + "7/draw/"), 404) == ["not_found"]
    assert codes(director.post(ROUNDS + "7/replay/"), 404) == ["not_found"]


def test_draw_costs_the_same_queries_in_a_large_hall(director, club, counted_queries):
    counts = []
    for players in (8, 64):
        name = f"h{players}"
        a_round(a_tournament(club, players=players, name=name))
        with counted_queries() as looked:
            director.get(f"tournaments/{name}/rounds/1/draw/")
        with counted_queries() as drawn:
            director.post(f"tournaments/{name}/rounds/1/replay/")
        counts.append((len(looked), len(drawn)))
    assert counts == [(3, 7)] * 2
