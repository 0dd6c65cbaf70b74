"""A round that is drawn again: what stays as it was, and that it is not lost if there is no draw."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.halls import a_round, a_tournament, director_of
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.round_repair.corrections import draw_public_again
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import constraints, jobs
from tournaments.actions.rounds.draws.records import read_seating
from tournaments.actions.rounds.kept import keep_round
from tournaments.actions.rounds.redraws import draw_draft_again
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify
from tournaments.models import Kept, Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("publish", [True, False])
def test_round_stays_if_there_is_a_next_round_but_no_schedule(publish):
    tournament = a_tournament(players=6, pairing="mitchell", rounds=5, ruleset="brisca", options={"players": 2})
    round_, director = a_round(tournament, publish=publish), director_of(tournament)
    before = read_seating(round_)
    one, other, third, fourth = tournament.entries.order_by("number").values_list("pk", flat=True)[:4]
    for pair in ((one, other), (other, third), (third, fourth)):  # four who must all be on one side of three
        constraints.change_constraints(tournament, lambda now, pair=pair: now.kept_apart(*pair), by=director)
    with pytest.raises(Invalid) as refused:
        (draw_public_again if publish else draw_draft_again)(round_, by=director)
    assert refused.value.codes == ["impossible_constraints"]
    stored = tournament.rounds.get()
    assert (stored.state, read_seating(stored)) == (round_.state, before)


def a_second_round_of_threes(*, publish):
    """A round of twelve at tables of three, which the director chose for this round."""
    tournament = a_tournament(players=12, pairing="random", rounds=3, ruleset="buddha", table={})
    director = director_of(tournament)
    rounds.close_round(a_round(tournament), by=director, anyway=True)
    drawn = jobs.draw_next_round(tournament, by=director, sizes=(3,))
    return rounds.publish_round(drawn, by=director) if publish else drawn


def table_sizes(round_):
    return [len(table) for table in read_seating(round_)]


@pytest.mark.parametrize("publish", [True, False])
@pytest.mark.parametrize("is_long", [True, False])
def test_sizes_chosen_for_the_round_stay(publish, is_long, monkeypatch):
    second = a_second_round_of_threes(publish=publish)
    monkeypatch.setattr(jobs, "is_quick", lambda _request: not is_long)
    for _time in range(2):
        director = director_of(second.tournament)
        drawn = (draw_public_again if second.is_public else draw_draft_again)(second, by=director)
        if is_long:
            assert jobs.run_draw_job(drawn.pk)
        second = Round.objects.get(pk=drawn.pk)
        assert table_sizes(second) == [3, 3, 3, 3]
    assert verify(second.tournament).findings == ()


def test_but_not_for_another_number_of_players():
    second = a_second_round_of_threes(publish=False)
    director, leaving = director_of(second.tournament), second.tournament.entries.first()
    leaving.status = "paused"
    leaving.save()
    assert table_sizes(draw_draft_again(second, by=director)) != [3, 3, 3]


def test_another_method_begins_with_the_sizes_of_the_plan():
    second = a_second_round_of_threes(publish=False)
    drawn = draw_draft_again(second, by=director_of(second.tournament), method="swiss")
    assert (table_sizes(drawn), Tournament.objects.get().pairing) == ([4, 4, 4], "swiss")


def test_draft_is_drawn_the_same_way_after_the_plan_changed():
    tournament = a_tournament(players=8, pairing="random", rounds=3)
    draft, director = a_round(tournament, publish=False), director_of(tournament)
    update_tournament(tournament, {"pairing": "danish"}, by=director)
    assert draw_draft_again(Round.objects.get(pk=draft.pk), by=director).method == "random"
    assert Tournament.objects.get().pairing == "danish"


def test_draft_made_by_hand_is_drawn_by_the_plan():
    tournament = a_tournament(players=8, pairing="random", rounds=3)
    draft = a_round(tournament, publish=False, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
    assert draw_draft_again(draft, by=director_of(tournament)).method == "random"


@pytest.mark.parametrize("is_long", [True, False])
def test_draft_keeps_its_times_and_its_way_of_scoring(is_long, monkeypatch):
    tournament = a_tournament(players=8, rounds=3, ruleset="buddha", table={})
    draft, director = a_round(tournament, publish=False), director_of(tournament)
    publish_at = timezone.now() + timedelta(hours=1)
    closes_at = publish_at + timedelta(hours=1)
    rounds.schedule_round(draft, by=director, publish_at=publish_at, closes_at=closes_at)
    keep_round(draft, Kept.TOTALS, by=director)
    monkeypatch.setattr(jobs, "is_quick", lambda _request: not is_long)
    drawn = draw_draft_again(Round.objects.get(pk=draft.pk), by=director)
    if is_long:
        assert jobs.run_draw_job(drawn.pk)
    drawn = Round.objects.get(pk=drawn.pk)
    assert (drawn.publish_at, drawn.closes_at, drawn.kept) == (publish_at, closes_at, Kept.TOTALS)
    assert verify(tournament).findings == ()


def test_draft_is_not_published_at_a_time_that_has_passed():
    tournament = a_tournament(players=8, rounds=3)
    draft, director = a_round(tournament, publish=False), director_of(tournament)
    rounds.schedule_round(draft, by=director, publish_at=timezone.now() - timedelta(minutes=1), closes_at=None)
    assert draw_draft_again(Round.objects.get(pk=draft.pk), by=director).publish_at is None


def test_published_round_keeps_its_way_of_scoring():
    tournament = a_tournament(players=8, rounds=3, ruleset="buddha", table={})
    first, director = a_round(tournament), director_of(tournament)
    keep_round(first, Kept.TOTALS, by=director)
    assert draw_public_again(first, by=director).kept == Kept.TOTALS
    assert verify(tournament).findings == ()


def test_deleted_draft_of_chosen_sizes_comes_back_after_a_redraw():
    second = a_second_round_of_threes(publish=False)
    director = director_of(second.tournament)
    drawn = draw_draft_again(second, by=director)
    before = read_seating(drawn)
    rounds.drop_draft(drawn, by=director)
    undo(second.tournament, last_action(second.tournament).link.sequence, by=director)
    assert read_seating(second.tournament.rounds.get(number=2)) == before
