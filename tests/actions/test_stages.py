"""Stages that share players: second chances, heats, consolations, and those level at the cut."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.halls import a_club, a_round, a_tournament, agreed, director_of, play, play_out
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.penalties import penalise
from tournaments.actions.rounds import rounds
from tournaments.actions.setup.archiving import archive_tournament
from tournaments.actions.setup.games import change_game, create_game
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.actions.stages.declaring import declare_stage
from tournaments.actions.stages.filling import fill_stage, replace_comer
from tournaments.actions.stages.following import create_next_stage
from tournaments.actions.stages.groups import make_groups
from tournaments.actions.stages.intake import read_intake
from tournaments.actions.stages.order import is_final_for, order_over_all, stages_of
from tournaments.actions.standings import standings
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db
ANYBODY = AnonymousUser()
PLAN = {"rounds": 1, "table": {"hands": 1}, "tie_breaks": []}


@pytest.fixture
def field():
    """Twelve players with twelve places, in order of the list."""
    return played(a_tournament(players=12, **PLAN))


def played(tournament, *order):
    """Play a round in which only penalties make places: `order` for each entry, or else as listed."""
    director, round_ = director_of(tournament), a_round(tournament)
    play_out(round_)
    entries = tournament.entries.order_by("number")
    for entry, amount in zip(entries, order or range(1, len(entries) + 1), strict=True):
        penalise(entry, amount=Decimal(amount), reason="Late", by=director)
    rounds.close_round(round_, by=director)
    standings.refresh(tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def after(name, *sources, **declared):
    tournament = a_tournament(sources[0].club, players=0, name=name, **PLAN)
    declare_stage(tournament, {"sources": [each.slug for each in sources], **declared}, by=director_of(tournament))
    return tournament


def fill(tournament, *named):
    fill_stage(tournament, by=director_of(tournament), named=named)
    return places(tournament)


def refused(tournament, *named):
    with pytest.raises(Conflict) as fault:
        fill(tournament, *named)
    return [(each.code, dict(each.params or {}).get("name")) for each in fault.value.problems]


def leaves(tournament, place):
    """Say that who has this place of the first tournament does not come."""
    entry = next(each.entry for each in taking(tournament).candidates if each.is_in and each.result.place == place)
    replace_comer(tournament, entry.pk, by=director_of(tournament))
    return places(tournament)


def taking(tournament):
    return read_intake(Stage.objects.get(tournament=tournament))


def places(tournament):
    """Return the entries that are in, by place in the tournament that counted, and whether the stage is outdated."""
    found = taking(tournament)
    return [
        (each.result.tournament.name, each.result.place) for each in found.candidates if each.is_in
    ], found.has_changed


def of(name, *places):
    return [(name, place) for place in places]


def test_a_stage_waits_for_a_round_in_which_the_earlier_one_was_archived():
    first = a_tournament(players=4, **{**PLAN, "rounds": 2})
    play_out(opening := a_round(first), [40, 0, 0, 0])
    rounds.close_round(opening, by=director_of(first))
    last = a_round(first, tables=[[0, 1, 2, 3]])
    archive_tournament(first, by=director_of(first))
    final = after("Final", first)
    for each in (first, final):
        standings.refresh(each.pk)
    assert refused(final) == [("still_played", "Serata")]
    archive_tournament(final, by=director_of(first))
    assert not is_final_for(stages_of(Tournament.objects.get(pk=final.pk), ANYBODY), ANYBODY)
    play(last.tables.get(), points=[0, 0, 0, 40])
    rounds.close_round(last, by=director_of(first))
    standings.refresh(first.pk)
    assert is_final_for(stages_of(Tournament.objects.get(pk=final.pk), ANYBODY), ANYBODY)


@pytest.mark.slow
def test_a_second_chance_between_a_tournament_and_its_final(field):
    chance = after("Chance", field, first=5)
    final = after("Final", field, chance, last=4)
    assert fill(chance) == (of("Serata", *range(5, 13)), False)
    played(chance)
    assert fill(final) == (of("Serata", 1, 2, 3, 4) + of("Chance", 1, 2, 3, 4), False)
    assert (places(chance)[1], refused(final)) == (False, [("nobody_left", None)])
    assert leaves(final, 4) == (of("Serata", 1, 2, 3) + of("Chance", 1, 2, 3, 4), False)
    assert places(chance)[1] is False


@pytest.mark.slow
def test_who_is_among_the_best_of_two_heats_comes_in_once(field):
    again = a_tournament(field.club, players=0, name="Second", **PLAN)
    ids = field.entries.order_by("number").values_list("players", flat=True)
    registration.register(again, [Candidate(player_ids=(pk,)) for pk in ids], by=director_of(again))
    again = played(again, 1, 6, 2, 7, 8, 9, 10, 11, 12, 3, 4, 5)
    final = after("Final", field, again, last=4)
    assert fill(final) == (of("Serata", 1, 2, 4, 5) + of("Second", 2, 3, 4, 5), False)


@pytest.mark.slow
def test_a_finalist_who_leaves_changes_nothing_in_the_consolation(field):
    final, consolation = after("Final", field, last=4), after("Consolation", field, first=5, last=8)
    assert refused(consolation) == [("fill_first", "Final")]
    fill(final)
    assert fill(consolation) == (of("Serata", 5, 6, 7, 8), False)
    assert leaves(final, 3) == (of("Serata", 1, 2, 4, 9), False)
    assert places(consolation) == (of("Serata", 5, 6, 7, 8), False)
    assert leaves(consolation, 6) == (of("Serata", 5, 7, 8, 10), False)
    fourth = field.entries.get(number=4)
    agreed(director_of(field), lambda by: penalise(fourth, amount=Decimal(20), reason="Late", by=by))
    standings.refresh(field.pk)
    assert places(consolation) == (of("Serata", 4, 6, 7, 9), True)


@pytest.mark.slow
def test_nobody_is_placed_by_lot_where_the_director_decides():
    field = played(a_tournament(players=12, **PLAN), 1, 2, 3, 4, 5, 5, 5, 8, 9, 10, 11, 12)
    final = after("Final", field, last=5, ties="decide")
    consolation = after("Consolation", field, first=6)
    one, other, _last = [each.result.row["entry"] for each in taking(final).waiting]
    assert (refused(final), places(final)[0]) == ([("undecided", "Serata")], [])
    assert fill(final, one) == (of("Serata", 1, 2, 3, 4, 5), False)
    leaves(final, 1)
    assert refused(consolation) == [("undecided", "Final")]
    assert fill(final, other) == (of("Serata", 2, 3, 4, 5, 5), False)
    assert fill(consolation) == (of("Serata", 5, *range(8, 13)), False)


@pytest.mark.slow
def test_a_stage_that_nobody_comes_in_to_says_why(field):
    assert refused(after("Choice", field, last=0)) == [("nobody_named", None)]
    with pytest.raises(Invalid):
        after("Nobody", field, first=13)
    rest = after("Rest", field, first=9)
    for entry in field.entries.filter(number__gt=8):
        registration.change_entry(entry, {"status": "withdrawn"}, by=director_of(field))
    standings.refresh(field.pk)
    assert refused(rest) == [("nobody_comes", None)]
    everybody = after("Everybody", field)
    fill(everybody)
    assert refused(everybody) == [("nobody_left", None)]
    assert refused(after("Twin", field, last=4)) == [("play_elsewhere", "Everybody")]


@pytest.mark.slow
def test_the_way_to_the_final_is_ahead_of_the_way_through_the_consolation():
    field = played(a_tournament(players=16, **PLAN))
    semi, consolation = after("Semi", field, last=8), after("Consolation", field, first=9)
    final, small = after("Final", semi, last=4), after("Small final", semi, first=5)
    other = after("Other final", consolation, last=4)
    for tournament in (semi, consolation, final, small, other):
        fill(tournament)
        played(tournament)
    user = director_of(field).user
    order = order_over_all(stages_of(Tournament.objects.get(pk=field.pk), user), user)
    assert [each.stage.name for each in order[::4]] == ["Final", "Small final", "Other final", "Consolation"]
    assert [each.result.place for each in order] == [1, 2, 3, 4] * 3 + [5, 6, 7, 8]


@pytest.mark.parametrize("way", ["next stage", "groups"])
def test_stages_of_a_club_game_play_its_version_of_the_tournament(way):
    club = a_club()
    scala = {"name": "Scala 40", "base": "points", "options": {"direction": "low"}, "table": {"target": 101}}
    game = create_game(club, scala)
    tournament = a_tournament(club, players=8, ruleset=game.slug, table={"target": 101})
    director = director_of(tournament)
    assert change_game(game, {"options": {**game.options, "step": 5}}).version == 2
    if way == "groups":
        make_groups(tournament, {"groups": 2, "first": 1, "last": 2}, by=director)
    else:
        create_next_stage(tournament, "Finale", {"sources": [tournament.slug], "first": 1, "last": 4}, by=director)
    made = Tournament.objects.exclude(pk=tournament.pk)
    assert {(each.game_id, each.options["step"]) for each in made} == {(game.pk, 1)}


def test_scoring_in_the_other_direction_is_refused_while_points_are_carried_over(field):
    final = after("Finale", field, last=4, carry="all")
    change = {"scoring": {"method": "places"}}
    for tournament, other in ((final, field), (field, final)):
        with pytest.raises(Invalid) as fault:
            update_tournament(tournament, change, by=director_of(tournament))
        assert [(each.code, each.params["name"]) for each in fault.value.problems] == [("other_direction", other.name)]
    declare_stage(final, {"sources": [field.slug], "last": 4}, by=director_of(final))
    assert not update_tournament(final, change, by=director_of(final)).low_score_wins
