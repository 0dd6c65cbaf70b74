"""Recording hands: stored data, refusals and their messages."""

import pytest

from tests.halls import LEVEL, a_round, a_table, a_tournament, busca, by, director_of, play
from tournaments.actions.core.refusals import Conflict, Invalid, PreconditionRequired, Stale
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.rounds import rounds
from tournaments.models import Hand, Tournament

pytestmark = pytest.mark.django_db


def faults(table, tally, number=1, **entered):
    with pytest.raises((Invalid, Conflict)) as refused:
        hands.record(table, HandInput(number=number, tally=tally, **entered), by=director_of(table.round.tournament))
    return [(problem.code, problem.pointer) for problem in refused.value.problems]


def test_a_hand_is_scored_confirmed_and_kept():
    hand = play(a_table(), points=[13, 13, 13, 1])
    stored = Hand.objects.get()
    assert stored == hand
    assert (stored.number, stored.version, stored.state) == (1, 1, "confirmed")
    assert stored.scores == [3, 3, 3, 0]
    assert stored.lines == [{"points": 13}, {"points": 13}, {"points": 13}, {"points": 1}]
    assert stored.recorded_by == director_of(hand.table.round.tournament).user


def test_recorded_hand_raises_revision_and_ledger_by_one():
    table = a_table()
    before = Tournament.objects.get()
    hand = play(table)
    after = Tournament.objects.get()
    link = after.ledger.last()
    assert after.revision == before.revision + 1
    assert (after.ledger_length, after.ledger_head) == (before.ledger_length + 1, link.digest)
    assert link.kind == "hand_recorded"
    assert link.facts["scores"] == hand.scores


def test_the_same_tally_again_changes_nothing():
    table = a_table()
    first = play(table)
    revision = Tournament.objects.get().revision
    assert play(table) == first
    assert Hand.objects.count() == 1
    assert Tournament.objects.get().revision == revision


def test_another_tally_needs_to_say_what_it_replaces():
    table = a_table()
    play(table)
    with pytest.raises(PreconditionRequired):
        play(table, points=[37, 1, 1, 1])
    with pytest.raises(Stale):
        play(table, points=[37, 1, 1, 1], replaces=2)
    assert [hand.scores for hand in Hand.objects.all()] == [[1, 1, 1, 1]]


def test_a_correction_is_a_new_version():
    table = a_table()
    play(table)
    play(table, points=[37, 1, 1, 1], replaces=1, reason="Misread")
    versions = Hand.objects.order_by("version")
    assert [(h.version, h.is_current, h.state, h.scores) for h in versions] == [
        (1, False, "corrected", [1, 1, 1, 1]),
        (2, True, "confirmed", [17, 0, 0, 0]),
    ]
    link = Tournament.objects.get().ledger.last()
    assert link.kind == "hand_corrected"
    assert link.disclosure.personal["text"] == "Misread"


def test_all_faults_of_a_tally_are_reported_together():
    tally = {
        "lines": [{"points": -1}, {"points": "9"}, {"points": True}, {"points": 1.5, "x": 1}],
        "hand": {"last_trick": 9},
    }
    assert faults(a_table(), tally) == [
        ("out_of_range", ("lines", 0, "points")),
        ("not_an_integer", ("lines", 1, "points")),
        ("not_an_integer", ("lines", 2, "points")),
        ("not_an_integer", ("lines", 3, "points")),
        ("unknown_field", ("lines", 3, "x")),
        ("out_of_range", ("hand", "last_trick")),
    ]
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("tally", "code"),
    [
        (busca([10, 10, 10, 9]), "sum_not_40"),
        (busca([20, 20, 0]), "wrong_number_of_sides"),
        (busca([20, 20, 0, 0, 0]), "wrong_number_of_sides"),
        (None, "wrong_type"),
        ([], "wrong_type"),
        ({}, "missing_field"),
    ],
)
def test_a_tally_that_cannot_be_is_refused(tally, code):
    assert [fault for fault, _pointer in faults(a_table(), tally)] == [code]


def test_a_hand_after_the_end_is_refused():
    table = a_table()
    play(table, 1)
    play(table, 2)
    assert faults(table, busca(LEVEL), 3) == [("hand_after_end", ("lines",))]


def test_a_skipped_hand_is_refused():
    assert faults(a_table(), busca(LEVEL), 2) == [("hand_skipped", ())]
    assert faults(a_table(), busca(LEVEL), 0) == [("hand_skipped", ())]


def test_a_correction_may_not_end_the_table_before_a_later_hand():
    table = a_table(a_round(table={"target": 17}))
    play(table, 1)
    play(table, 2)
    assert faults(table, busca([37, 1, 1, 1]), 1, replaces=1) == [("later_hand_impossible", ())]


def test_a_draft_takes_no_results():
    assert faults(a_table(a_round(publish=False)), busca(LEVEL)) == [("round_is_draft", ())]


def test_a_closed_round_takes_a_result_only_with_a_reason():
    table = a_table()
    rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
    assert faults(table, busca(LEVEL)) == [("round_closed", ())]
    assert play(table, reason="The slip turned up").scores == [1, 1, 1, 1]


def test_a_reason_has_its_length():
    assert faults(a_table(), busca(LEVEL), reason="x" * 301) == [("too_long", ("reason",))]


def test_a_disputed_hand_waits_for_a_decision():
    hand = play(a_table())
    director = director_of(hand.table.round.tournament)
    assert hands.dispute(hand, by=director, reason="East says 9").state == "disputed"
    assert hands.confirm(hand, by=director).state == "confirmed"
    kinds = list(Tournament.objects.get().ledger.values_list("kind", flat=True))
    assert kinds[-3:] == ["hand_recorded", "hand_disputed", "hand_confirmed"]


def test_a_version_that_is_no_longer_current_is_not_confirmed():
    table = a_table()
    old = play(table)
    play(table, points=[37, 1, 1, 1], replaces=1)
    with pytest.raises(Stale):
        hands.confirm(old, by=director_of(table.round.tournament))


def test_only_the_last_hand_is_voided_and_its_number_is_free_again():
    table = a_table()
    first, second = play(table, 1), play(table, 2)
    director = director_of(table.round.tournament)
    with pytest.raises(Conflict):
        hands.void(first, by=director, reason="Dealt wrongly")
    with pytest.raises(Invalid):
        hands.void(second, by=director, reason=" ")
    hands.void(second, by=director, reason="Dealt wrongly")
    again = play(table, 2, points=[37, 1, 1, 1])
    assert (again.version, again.is_current) == (2, True)
    assert [h.state for h in table.hands.filter(number=2)] == ["void", "confirmed"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [32, 1000])
def test_a_write_costs_the_same_in_any_hall(django_assert_num_queries, players):
    """Besides the transaction's own BEGIN and COMMIT, here a savepoint's."""
    table = a_table(a_round(a_tournament(players=players)))
    director = by(director_of(table.round.tournament).user)
    with django_assert_num_queries(7 + 2):
        hands.record(table, HandInput(number=1, tally=busca(LEVEL)), by=director)
