"""Cuts of a knock-out: how ties are broken, which places stay open, and corrections of results behind a cut."""

from decimal import Decimal

import pytest

from tests.halls import agreed, busca, director_of, play
from tournaments.actions.core.refusals import ChangesPublished, Conflict, CutChange, Invalid
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import decisions, penalties, registration
from tournaments.actions.round_repair.corrections import read_corrected_scores
from tournaments.actions.round_repair.proposals import propose
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws.knock_out import due_entries
from tournaments.actions.rounds.draws.obstacles import Severity, read_draw_state
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.actions.standings.standings import refresh

from .knock_outs import a_tournament, at, best, draw, placed, play_all

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_all_that_are_level_go_on_if_that_was_chosen():
    tournament = a_tournament(cut_ties="all")
    first = play_all(draw(tournament), level=[1])
    second = draw(tournament)
    assert placed(second) == best(first) | {*at(first, 1)}
    assert [(cut["decided_by"], set(cut["ins"])) for cut in second.report["cuts"]] == [("all", {*at(first, 1)})]


@pytest.mark.slow
def test_a_hand_decides_if_that_was_chosen():
    tournament = a_tournament(cut_ties="hand", going_on=1, tie_breaks=[])
    first = play_all(draw(tournament))
    with pytest.raises(Invalid) as undecided:
        draw(tournament)
    assert undecided.value.codes == ["cut_undecided"] * 4
    losers = [at(first, number)[1] for number in (1, 2, 3, 4)]
    for entry in tournament.entries.filter(pk__in=losers):
        agreed(
            director_of(tournament),
            lambda by, entry=entry: penalties.penalise(entry, amount=Decimal("0.01"), reason="Hand for the cut", by=by),
        )
    final = draw(tournament)
    assert placed(final) == {at(first, number)[0] for number in (1, 2, 3, 4)}


@pytest.mark.slow
def test_all_who_are_level_play_the_deciding_hand():
    tournament = a_tournament(cut_ties="hand")
    first = play_all(draw(tournament), level=[1])
    with pytest.raises(Invalid) as undecided:
        draw(tournament)
    level = ", ".join(tournament.entries.filter(pk__in=at(first, 1)).order_by("pk").values_list("name", flat=True))
    assert str(undecided.value.problems[0]) == (
        f"Table 1: {level} are tied, and only 2 of them can qualify. "
        "Let them play a deciding hand, then enter a penalty of 0.01 for each player who loses it."
    )


@pytest.mark.slow
def test_nobody_is_listed_for_a_place_that_is_still_open():
    tournament = a_tournament(cut_ties="hand")
    first = play_all(draw(tournament), level=[1])
    (cut,), sure = read_draw_state(tournament).open_cuts, best(first) - {*at(first, 1)}
    assert ({*cut.ins, *cut.outs}, len(cut.ins)) == ({*at(first, 1)}, 2)
    assert read_draw_state(tournament).players == len(sure)
    assert set(due_entries(tournament, 2).values_list("pk", flat=True)) == sure
    assert next(map(str, read_draw_state(tournament).of(Severity.BLOCKS))).startswith("Table 1: ")


@pytest.mark.slow
def test_a_correction_that_opens_a_cut_accuses_nobody_of_those_level():
    tournament = a_tournament(cut_ties="hand", table={"hands": 1})
    first, director = draw(tournament), director_of(tournament)
    rounds.publish_round(first, by=director)
    for table in first.tables.all():
        play(table, 1, [19, 18, 3, 0])
    rounds.close_round(first, by=director)
    refresh(tournament.pk)
    rounds.publish_round(draw(tournament), by=director)
    entered = HandInput(number=1, tally=busca([10, 10, 10, 10]), replaces=1, reason="Misread")
    with pytest.raises(ChangesPublished) as asked:
        hands.record(first.tables.get(number=2), entered, by=director)
    assert asked.value.cuts == ()


@pytest.mark.slow
def test_a_correction_behind_the_cut_names_who_would_have_gone_on_and_changes_no_table():
    tournament = a_tournament()
    first = play_all(draw(tournament))
    second = draw(tournament)
    rounds.publish_round(second, by=director_of(tournament))
    before, (out, _second, _third, would) = placed(second), at(first, 3)
    entered = HandInput(number=1, tally=busca([0, 10, 10, 20]), replaces=1, reason="Misread")

    def correct(by):
        return hands.record(first.tables.get(number=3), entered, by=by)

    with pytest.raises(ChangesPublished) as asked:
        correct(director_of(tournament))
    names = dict(tournament.entries.values_list("pk", "name"))
    assert asked.value.cuts == (CutChange(1, [names[would]], [names[out]]),)
    agreed(director_of(tournament), correct)
    assert placed(second) == before
    changed = read_corrected_scores(second).entries
    assert would in {each.entry for each in changed}
    assert [(each.before, each.now) for each in changed] == [(each.place_before, each.place_now) for each in changed]
    with pytest.raises(Conflict) as refused:
        propose(second)
    assert refused.value.codes == ["in_knock_out"]


@pytest.mark.slow
def test_a_correction_accuses_only_the_cut_that_it_changed():
    tournament = a_tournament(cut_ties="all", going_on=2)
    first, director = play_all(draw(tournament)), director_of(tournament)
    left = tournament.entries.get(pk=at(first, 2)[0])
    registration.change_entry(left, {"status": "withdrawn"}, by=director)
    rounds.publish_round(draw(tournament), by=director)
    registration.change_entry(left, {"status": "active"}, by=director)
    update_tournament(tournament, {"going_on": 1}, by=director)

    def cuts(points):
        entered = HandInput(number=2, tally=busca(points), replaces=1, reason="Misread")
        with pytest.raises(ChangesPublished) as asked:
            hands.record(first.tables.get(number=3), entered, by=director)
        return asked.value.cuts

    winner, _second, third, _last = (tournament.entries.get(pk=pk).name for pk in at(first, 3))
    assert cuts([30, 10, 0, 0]) == ()
    assert cuts([6, 17, 17, 0]) == (CutChange(1, [third], []),)
    assert cuts([0, 30, 10, 0]) == (CutChange(1, [third], [winner]),)


@pytest.mark.slow
def test_a_forfeit_behind_the_cut_names_who_would_have_gone_on():
    tournament = a_tournament(players=8)
    first, director = play_all(draw(tournament)), director_of(tournament)
    rounds.publish_round(draw(tournament), by=director)
    winner = tournament.entries.get(pk=at(first, 1)[0])
    with pytest.raises(ChangesPublished) as asked:
        decisions.decide(winner, "forfeit", round_=first, reason="Left", by=director)
    (change,) = asked.value.cuts
    assert (change.outs, len(change.ins)) == ([winner.name], 1)
