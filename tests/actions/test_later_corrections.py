"""A result that changes after the next round was drawn by it."""

import pytest
from django.utils import timezone

from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, busca, director_of, play, play_out
from tournaments.actions import sweep
from tournaments.actions.core.refusals import Conflict
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.round_repair.comparisons import (
    DrawComparison,
    read_comparison,
    requeue_comparisons,
    run_comparison_job,
)
from tournaments.actions.round_repair.corrections import (
    corrected_later,
    draw_public_again,
    keep_draw,
    read_corrected_scores,
)
from tournaments.actions.round_repair.proposals import RepairOptions
from tournaments.actions.round_repair.repairs import exchange, repair_round
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.closed_tables import close_table
from tournaments.actions.rounds.draws.beats import SILENCE
from tournaments.actions.rounds.draws.corrected import corrected_since
from tournaments.actions.rounds.draws.jobs import draw_next_round
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify
from tournaments.models import Comparison, Round

pytestmark = pytest.mark.django_db
SPREAD = ([40, 0, 0, 0], [20, 20, 0, 0], [14, 13, 13, 0], [10, 10, 10, 10])


def a_second_round():
    """Return a second round of sixteen players, drawn by the standings."""
    tournament = a_tournament(players=16, pairing="swiss", rounds=3)
    first = a_round(tournament)
    for table, points in zip(first.tables.order_by("number"), SPREAD, strict=True):
        play(table, 1, points)
        play(table, 2, points)
    rounds.close_round(first, by=director_of(tournament))
    return a_round(tournament)


@fixture_again
def second():
    return a_second_round()


def correct(second, points=(0, 0, 0, 40), hand=1, replaces=1):
    tournament = second.tournament
    table = a_table(tournament.rounds.get(number=1), 1)
    entered = HandInput(number=hand, tally=busca(list(points)), replaces=replaces, reason="Misread")
    hands.record(table, entered, by=director_of(tournament))
    return table


@pytest.mark.slow
def test_nothing_has_changed_under_a_round_just_drawn(second):
    assert not corrected_since(second)
    assert read_corrected_scores(second).entries == ()


@pytest.mark.parametrize("close", [rounds.close_round, close_table])
def test_closing_unfinished_tables_changes_the_results_of_a_draft(close):
    tournament = a_tournament(players=8, pairing="swiss", rounds=3)
    director, first = director_of(tournament), a_round(tournament)
    play(a_table(first, 1), 1)
    play(a_table(first, 1), 2)
    draft = draw_next_round(tournament, by=director, anyway=True)
    assert not corrected_since(draft)
    if close is close_table:
        close_table(a_table(first, 2), by=director)
    else:
        rounds.close_round(first, by=director, anyway=True)
    assert read_corrected_scores(draft).entries
    rounds.schedule_round(draft, by=director, publish_at=timezone.now(), closes_at=None)
    assert sweep.publish_due(timezone.now()) == []
    with pytest.raises(Conflict, match="results_changed"):
        rounds.publish_round(draft, by=director)


def test_dropped_draft_is_not_restored_after_a_correction(second):
    tournament, director = second.tournament, director_of(second.tournament)
    undo(tournament, last_action(tournament).link.sequence, by=director)
    rounds.drop_draft(second, by=director)
    assert last_action(tournament).obstacle is None
    correct(second)
    assert last_action(tournament).obstacle.code == "other_draw"


def test_closing_a_finished_round_changes_nothing():
    tournament = a_tournament(players=8, pairing="swiss", rounds=3)
    first = a_round(tournament)
    play_out(first)
    draft = a_round(tournament, publish=False)
    rounds.close_round(first, by=director_of(tournament))
    assert not corrected_since(draft)


@pytest.mark.slow
def test_comparison_counts_entries_that_would_sit_elsewhere(second):
    table = correct(second)
    assert corrected_since(second)
    assert corrected_later(table.round) == second
    found = read_corrected_scores(second)
    rescored = {each.entry: (each.before, each.now) for each in found.entries}
    first, *_others, last = table.seats.order_by("number").values_list("entry_id", flat=True)
    for entry in (first, last):
        before, now = rescored[entry]
        assert before != now
    assert 0 < found.comparison.number <= 16


@fixture_again
def slow():
    """Return a round of twenty-four players, whose draw is left to a worker."""
    tournament = a_tournament(players=24, pairing="swiss", rounds=3)
    first = a_round(tournament)
    for table, points in zip(first.tables.order_by("number"), [*SPREAD, *SPREAD[:2]], strict=True):
        play(table, 1, points)
        play(table, 2, points)
    rounds.close_round(first, by=director_of(tournament))
    return a_round(tournament)


class TestSlowDraws:
    @pytest.mark.slow
    def test_a_worker_compares_and_is_asked_once(self, slow):
        correct(slow)
        assert [read_comparison(slow) for _look in range(2)] == [DrawComparison(percent=0)] * 2
        assert requeue_comparisons(timezone.now()) == [slow.pk]
        assert run_comparison_job(slow.pk)
        found = read_corrected_scores(slow).comparison
        assert (0 < found.number <= 24, found.percent) == (True, None)
        assert not run_comparison_job(slow.pk)
        assert requeue_comparisons(timezone.now()) == []

    @pytest.mark.slow
    def test_another_correction_is_compared_anew(self, slow):
        correct(slow)
        read_comparison(slow)
        run_comparison_job(slow.pk)
        correct(slow, hand=2)
        assert read_comparison(slow) == DrawComparison(percent=0)

    def test_queued_comparison_uses_the_current_scores(self, slow):
        correct(slow)
        read_comparison(slow)
        correct(slow, hand=2)
        assert run_comparison_job(slow.pk)
        assert read_comparison(slow).percent is None

    def test_nobody_else_is_at_it_while_a_worker_beats(self, slow):
        correct(slow)
        read_comparison(slow)
        now = timezone.now()
        Comparison.objects.update(beat_at=now)
        assert not run_comparison_job(slow.pk)
        assert requeue_comparisons(now + SILENCE * 2) == [slow.pk]

    def test_a_round_that_is_gone_is_no_trouble(self, slow):
        assert not run_comparison_job(slow.pk + 1)


def test_kept_draw_is_recorded_once(second):
    correct(second)
    by = director_of(second.tournament)
    before = second.tournament.ledger.count()
    keep_draw(second, by=by)
    keep_draw(second, by=by)
    assert second.tournament.ledger.count() == before + 1
    assert not corrected_since(second)
    correct(second, hand=2)
    assert corrected_since(second)
    assert verify(second.tournament).findings == ()


def test_only_those_change_places_whose_score_did(second):
    table = correct(second)
    correct_seats = set(table.seats.values_list("entry_id", flat=True))
    play(a_table(second, 2))
    by = director_of(second.tournament)
    frozen = set(a_table(second, 2).seats.values_list("entry_id", flat=True))
    proposal = repair_round(second, RepairOptions(rescored=True), by=by)
    moved = {change.entry for change in proposal.changes}
    assert not moved & frozen
    assert len(moved) <= 2 * len(correct_seats)
    assert not moved or moved & correct_seats
    assert verify(second.tournament).findings == ()


def companions(round_):
    tables = (set(table.seats.values_list("entry_id", flat=True)) for table in round_.tables.all())
    return {entry: table - {entry} for table in tables for entry in table}


def test_comparison_starts_from_the_repaired_tables(second):
    as_drawn = companions(second)
    for hand in (1, 2):
        correct(second, hand=hand)
    repair_round(second, RepairOptions(rescored=True), by=director_of(second.tournament))
    repaired = companions(second)
    for hand in (1, 2):
        correct(second, SPREAD[0], hand, replaces=2)
    found = read_corrected_scores(Round.objects.get(pk=second.pk))
    elsewhere = sum(repaired[entry] != others for entry, others in as_drawn.items())
    assert (len(found.entries), found.comparison.number) == (2, elsewhere)
    assert elsewhere > 0


def test_published_round_is_drawn_again_before_its_first_hand(second):
    correct(second)
    drawn = draw_public_again(second, by=director_of(second.tournament))
    assert (drawn.number, drawn.state, drawn.method) == (2, Round.State.DRAFT, "swiss")
    assert not corrected_since(drawn)
    assert verify(second.tournament).findings == ()


def test_published_round_is_not_drawn_again_after_its_first_hand(second):
    correct(second)
    play(a_table(second, 1))
    with pytest.raises(Conflict) as refused:
        draw_public_again(second, by=director_of(second.tournament))
    assert refused.value.codes == ["already_played"]
    assert second.tournament.rounds.get(number=2).state == Round.State.PUBLISHED


def test_a_round_that_was_not_drawn_by_the_standing_rests_on_nothing():
    tournament = a_tournament(players=8, rounds=3)
    first = a_round(tournament)
    later = a_round(tournament)
    play(a_table(first))
    assert not corrected_since(later)


@pytest.mark.slow
def test_on_either_database(each_database):
    later = a_second_round()
    by = director_of(later.tournament)
    assert not corrected_since(later)
    correct(later)
    assert corrected_since(later)
    repair_round(later, RepairOptions(rescored=True, leaving=frozenset({later.seats.first().entry_id})), by=by)
    keep_draw(later, by=by)
    assert not corrected_since(later)
    exchange(later, *later.seats.values_list("entry_id", flat=True)[:2], by=by)
    assert draw_public_again(later, by=by).state == Round.State.DRAFT
    assert verify(later.tournament).findings == ()


@pytest.mark.slow
@pytest.mark.parametrize("settled", [None, "anyway", "kept"])
def test_a_draft_drawn_by_results_that_changed_is_not_published_unasked(settled):
    tournament = a_second_round().tournament
    director, draft = director_of(tournament), tournament.rounds.get(number=2)
    undo(tournament, last_action(tournament).link.sequence, by=director)
    draft.refresh_from_db()
    correct(draft)
    if settled == "kept":
        keep_draw(draft, by=director)
    if settled:
        assert rounds.publish_round(draft, by=director, anyway=settled == "anyway").state == "published"
        return
    with pytest.raises(Conflict) as refused:
        rounds.publish_round(draft, by=director)
    assert [problem.code for problem in refused.value.problems] == ["results_changed"]
    assert sweep.publish_due(timezone.now()) == []
    assert Round.objects.get(pk=draft.pk).state == "draft"
