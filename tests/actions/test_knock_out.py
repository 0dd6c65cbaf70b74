"""A knock-out from the first draw to the final: qualifying, ties, departures, and a late correction."""

from dataclasses import replace

import pytest

from tests.halls import director_of, play
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws.constraints import change_constraints
from tournaments.actions.rounds.draws.jobs import draw_next_round
from tournaments.actions.rounds.draws.obstacles import Severity, read_draw_state
from tournaments.actions.rounds.draws.replays import replay
from tournaments.actions.rounds.draws.requests import ByHand
from tournaments.actions.rounds.redraws import choices_of_redraw
from tournaments.actions.rounds.substitutes import replace_entry, substitute
from tournaments.actions.setup.tournaments import create_tournament, update_tournament
from tournaments.actions.standings.ratings import rate_game
from tournaments.actions.standings.standings import refresh
from tournaments.actions.standings.trees import tree_of
from tournaments.actions.verification import verify
from tournaments.models import ClubRatings, Round, Tournament
from tournaments.web.pictures.tree import tree_picture

from .knock_outs import FIRST_TWO, a_tournament, at, best, draw, placed, play_all, sentences

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_an_evening_to_the_final_with_a_tie_and_a_departure():
    tournament = a_tournament()
    first = play_all(draw(tournament), level=[1])
    left, *_others = at(first, 2)
    came_in = at(first, 2)[2:]
    registration.change_entry(tournament.entries.get(pk=left), {"status": "withdrawn"}, by=director_of(tournament))
    second = draw(tournament)
    by_lot, next_one, departed = second.report["cuts"]
    assert (by_lot["decided_by"], next_one["decided_by"]) == ("lot", "lot")
    assert {*by_lot["ins"], *by_lot["outs"]} == {*at(first, 1)}
    assert (departed["table"], departed["decided_by"], [*departed["outs"]]) == (2, "left", [left])
    assert set(departed["ins"]) <= set(came_in)
    assert len(placed(second)) == 8
    assert placed(second) - {*at(first, 1), *departed["ins"]} == best(first) - {*at(first, 1), left}
    names = dict(tournament.entries.values_list("pk", "name"))
    assert f"Table 2: {names[departed['ins'][0]]} replaced {names[left]}." in sentences(second)
    ins, outs = (", ".join(names[entry] for entry in by_lot[part]) for part in ("ins", "outs"))
    lot = f"Table 1: {ins}, {outs} were level. The lot, drawn beforehand, chose {ins} and not {outs}."
    assert lot in sentences(second)
    assert "2 qualify from each table: 8 → 4 players, until the final." in sentences(second)
    play_all(second)
    final = play_all(draw(tournament))
    tournament.refresh_from_db()
    assert (tournament.status, tournament.rounds_planned) == (Tournament.Status.FINISHED, 3)
    rows = tournament.standings.get(after_round=3).document["rows"]
    reached = [row["reached"] for row in rows]
    assert reached == [3] * 4 + [2] * 4 + [1] * 8
    assert {row["entry"] for row in rows[:2]} == best(final)
    assert [round_["round"] for round_ in rows[-1]["rounds"]] == [1]
    tree = tree_of(tournament.standings.get(after_round=2).document)
    assert [[len(table.players) for table in round_.tables] for round_ in tree] == [[4] * 4, [4] * 2]
    goes_on = {p.entry for table in tree[0].tables for p in table.players if p.goes_on}
    assert goes_on == placed(second)
    assert {p.goes_on for table in tree[1].tables for p in table.players} == {None}
    assert all(replay(round_) for round_ in tournament.rounds.all())
    assert not verify(tournament).findings
    with pytest.raises(Invalid) as over:
        draw(tournament)
    assert over.value.codes == ["knock_out_over"]


def test_byes_go_by_seeds_and_the_best_seeds_do_not_meet_after_them():
    """Entries with a bye are level, so the draw by lot decides their order; this must not matter here."""
    tournament = a_tournament(players=0, ruleset="briscola", options={"players": 2}, table={"hands": 1})
    director, seeds = director_of(tournament), range(11, 0, -1)
    registration.register(tournament, [Candidate(names=(f"P {seed}",), seed=seed) for seed in seeds], by=director)
    seed = dict(tournament.entries.values_list("pk", "seed"))
    first = draw(tournament)
    assert {seed[each.entry_id] for each in first.sit_outs.all()} == {1, 2, 3, 4, 5}
    rounds.publish_round(first, by=director)
    for table in first.tables.all():
        play(table, 1, [70, 50])
    rounds.close_round(first, by=director)
    second = draw(tournament)
    tables = [{seed[entry] for entry in at(second, table.number)} for table in second.tables.all()]
    assert {4, 5} in tables
    assert sorted(min(table) for table in tables) == [1, 2, 3, 4]


@pytest.mark.slow
def test_the_tree_of_a_second_knock_out_begins_with_its_own_first_round():
    tournament = a_tournament(players=8)
    first, final = play_all(draw(tournament)), play_all(draw(tournament))
    tournament = update_tournament(tournament, {"pairing": "swiss", "rounds": 4}, by=director_of(tournament))
    play_all(draw(tournament))
    tournament = update_tournament(tournament, {"pairing": "knock-out"}, by=director_of(tournament))
    play_all(draw(tournament))
    tree = tree_of(tournament.standings.get(after_round=4).document)
    assert [each.round for each in tree] == [1, 2, 4]
    first_two, last, again = ([p for table in each.tables for p in table.players] for each in tree)
    assert {p.entry for p in first_two} == placed(first)
    assert {p.entry for p in first_two if p.goes_on} == placed(final) == {p.entry for p in last}
    assert {p.goes_on for p in [*last, *again]} == {None}
    drawn = tree_picture(tree).svg
    assert ("Round 4" in drawn, "Round 2" in drawn) == (True, False)


def test_bad_plans_and_tables_by_hand_are_refused():
    tournament = a_tournament(players=4)
    with pytest.raises(Invalid) as too_few:
        draw(tournament)
    assert too_few.value.codes == ["too_few_players"]
    with pytest.raises(Conflict) as by_hand:
        draw_next_round(tournament, by=director_of(tournament), by_hand=ByHand(((1, 2, 3, 4),)))
    assert by_hand.value.codes == ["in_knock_out"]
    with pytest.raises(Invalid) as too_many:
        update_tournament(tournament, {"going_on": 4}, by=director_of(tournament))
    assert [(each.code, each.pointer) for each in too_many.value.problems] == [("out_of_range", ("going_on",))]
    plan = {"name": "Pairs", "ruleset": "burraco", "pairing": "knock-out", "going_on": 2}
    with pytest.raises(Invalid) as of_pairs:
        create_tournament(club=tournament.club, raw=plan, by=director_of(tournament))
    assert [(each.code, each.pointer) for each in of_pairs.value.problems] == [("out_of_range", ("going_on",))]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "uneven", "going_on"), [(12, False, 1), (9, True, None)])
def test_the_plan_and_the_cut_count_on_the_same_tables(players, uneven, going_on):
    tournament = a_tournament(players, ruleset="buddha", table={}, going_on=going_on)
    director = director_of(tournament)
    change_constraints(tournament, lambda those: replace(those, uneven_tables=uneven), by=director)
    tournament.refresh_from_db()
    first = draw(tournament)
    fields = [len(placed(first))]
    for _later in first.report["plan"][1:]:
        rounds.publish_round(tournament.rounds.last(), by=director)
        rounds.close_round(tournament.rounds.last(), by=director, anyway=True)
        fields.append(len(placed(draw(tournament))))
    assert fields == [players for players, _tables, _byes in first.report["plan"]]
    assert len(tournament.rounds.last().tables.all()) == 1


@pytest.mark.slow
def test_a_pair_kept_apart_meets_in_the_final():
    tournament = a_tournament(8)
    first = play_all(draw(tournament))
    one, other, *_others = sorted(best(first))
    director = director_of(tournament)
    change_constraints(tournament, lambda those: those.kept_apart(one, other), by=director)
    tournament.refresh_from_db()
    update_tournament(tournament, {"rounds": 5}, by=director)
    tournament.refresh_from_db()
    assert read_draw_state(tournament).of(Severity.BLOCKS) == []
    final = draw(tournament)
    choices_of_redraw(final)
    tournament.refresh_from_db()
    assert (placed(final), tournament.rounds_planned) == (best(first), 2)


@pytest.mark.slow
def test_replacements_take_the_seats_in_a_draft_and_in_play():
    tournament = a_tournament()
    director = director_of(tournament)
    play_all(draw(tournament))
    second = draw(tournament)
    before, (one, other, *_others) = placed(second), at(second, 1)
    came = replace_entry(tournament.entries.get(pk=one), Candidate(names=("Zita",)), by=director)
    rounds.publish_round(second, by=director)
    next_one = replace_entry(tournament.entries.get(pk=other), Candidate(names=("Zoe",)), by=director)
    assert placed(second) == before - {one, other} | {came.pk, next_one.pk}
    for table in second.tables.all():
        for number, points in enumerate(FIRST_TWO, 1):
            play(table, number, points)
    rounds.close_round(second, by=director)
    refresh(tournament.pk)
    assert placed(draw(tournament)) == best(second)
    assert at(second, 1)[:2] == [came.pk, next_one.pk]
    assert not verify(tournament).findings


@pytest.mark.slow
def test_a_knock_out_that_has_begun_takes_nobody_new():
    tournament = a_tournament()
    director, zita = director_of(tournament), Candidate(names=("Zita",))
    away = registration.change_entry(tournament.entries.get(number=16), {"status": "paused"}, by=director)
    draft = draw(tournament)
    registration.register(tournament, [Candidate(names=("Zeno",))], by=director)
    rounds.drop_draft(draft, by=director)
    assert tournament.entries.get(name="Zeno").pk in placed(play_all(draw(tournament)))
    with pytest.raises(Conflict) as refused:
        registration.register(tournament, [zita], by=director)
    assert [problem.code for problem in refused.value.problems] == ["knock_out_begun"]
    with pytest.raises(Conflict):
        replace_entry(tournament.entries.get(number=1), zita, by=director)
    assert tournament.entries.count() == 17
    substitute(tournament.entries.get(number=1), tournament.entries.get(number=1).players.get(), zita, by=director)
    registration.change_entry(away, {"status": "active"}, by=director)
    told = [each for each in read_draw_state(tournament).of(Severity.INFORMS) if each.code == "began_without"]
    assert [each.params["names"] for each in told] == [away.name]
    assert away.pk not in placed(draw(tournament))
    update_tournament(tournament, {"pairing": "random"}, by=director)
    tournament.refresh_from_db()
    assert registration.register(tournament, [Candidate(names=("Ida",))], by=director)


def test_the_report_says_who_gets_the_byes_before_there_are_standings():
    tournament = a_tournament(players=9, going_on=2)
    director = director_of(tournament)
    said = []

    def draft():
        drafted = draw(tournament)
        [line] = [line for line in sentences(drafted) if "byes" in line.lower() and "playing" in line]
        said.append((line, [out.entry.number for out in drafted.sit_outs.select_related("entry")]))
        return drafted

    rounds.drop_draft(draft(), by=director)
    tournament.entries.filter(number=4).update(seed=1)
    rounds.drop_draft(draft(), by=director)
    tournament.entries.update(seed=None)
    players = tournament.entries.get(number=7).players.values_list("pk", flat=True)
    ratings = rate_game(tournament.club, tournament.ruleset)
    ClubRatings.objects.filter(pk=ratings.pk).update(body={"players": [{"player": players[0], "rating": 1600}]})
    change_constraints(tournament, lambda now: replace(now, by_rating=True), by=director)
    tournament.refresh_from_db()
    drafted = draft()
    change_constraints(tournament, lambda now: replace(now, by_rating=False), by=director)
    assert said[-1][0] in sentences(Round.objects.get(pk=drafted.pk))
    yet = "There are no standings yet: byes go to"
    assert said == [
        (f"{yet} those who entered first, who qualify without playing.", [1]),
        (f"{yet} the best of the qualifiers, who go on without playing.", [4]),
        (f"{yet} those with the best ratings, who qualify without playing.", [7]),
    ]
