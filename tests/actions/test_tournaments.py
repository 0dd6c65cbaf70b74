"""Setting up tournaments: three choices, all faults at once, no changes after play has begun."""

from decimal import Decimal

import pytest

from tests.halls import a_club, a_round, a_table, a_tournament, by, director_of, play
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import decisions, penalties
from tournaments.actions.setup import archiving, tournaments
from tournaments.models import LedgerEntry, Tournament
from tournaments.ranking import Scoring

pytestmark = pytest.mark.django_db


def create(club=None, **raw):
    club = club or a_club()
    return tournaments.create_tournament(club=club, raw=raw, by=by(club.memberships.get(role="owner").user))


def faults(**raw):
    with pytest.raises(Invalid) as refused:
        create(**raw)
    assert not Tournament.objects.exists()
    return [(problem.code, problem.pointer) for problem in refused.value.problems]


def test_a_name_and_a_game_are_enough():
    tournament = create(name="Serata", ruleset="busca-accademia")
    assert (tournament.slug, tournament.table_hands, tournament.rounds_planned) == ("serata", 8, 4)
    assert (tournament.pairing, tournament.visibility) == ("random", "public")
    assert tournament.scoring == {"method": "total"}
    assert tournament.tie_breaks == ["table_wins", "clean_hands", "card_points"]


@pytest.mark.parametrize(
    ("raw", "method"),
    [
        ({"ruleset": "busca-accademia", "table": {"hands": 8}}, "total"),
        ({"ruleset": "busca-accademia", "table": {"target": 31}}, "places"),
        ({"ruleset": "busca-elimination"}, "places"),
        ({"ruleset": "buddha"}, "places"),
        ({"ruleset": "buddha", "table": {"hands": 5}}, "total"),
        ({"ruleset": "brisca"}, "match-points"),
        ({"ruleset": "buraco"}, "victory-points"),
    ],
)
def test_the_scoring_suits_the_game(raw, method):
    tournament = create(name="Serata", **raw)
    assert tournament.scoring["method"] == method
    assert isinstance(tournament.ranking_scoring, Scoring)


def test_every_fault_at_once():
    assert faults(
        name="",
        ruleset="busca-accademia",
        options={"end": "soon"},
        table={"hands": "8"},
        scoring={"method": "luck"},
        tie_breaks=["luck"],
        rounds=0,
        visibility="secret",
        starts_at="tomorrow",
        draw_after_minutes=True,
        surprise=1,
    ) == [
        ("unknown_field", ("surprise",)),
        ("missing_field", ("name",)),
        ("not_a_time", ("starts_at",)),
        ("out_of_range", ("rounds",)),
        ("not_an_integer", ("draw_after_minutes",)),
        ("not_a_choice", ("visibility",)),
        ("bad_option", ("options", "end")),
        ("not_a_choice", ("tie_breaks", 0)),
        ("not_an_integer", ("table", "hands")),
        ("not_a_choice", ("scoring", "method")),
    ]


def test_bad_options_bring_no_problem_that_depends_on_them():
    raw = {"ruleset": "points", "table": {"hands": 0}, "scoring": {"method": "victory-points", "vp_table": "burraco-3"}}
    assert faults(**raw, name="S", options={"players": 2, "step": 0}) == [
        ("bad_option", ("options", "step")),
        ("out_of_range", ("table", "hands")),
    ]


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        ({"ruleset": None}, ("missing_field", ("ruleset",))),
        ({"ruleset": ["busca"]}, ("unknown_ruleset", ("ruleset",))),
        ({"table": {"hands": "8"}}, ("not_an_integer", ("table", "hands"))),
        ({"table": {"minutes": 0, "hands": 8}}, ("out_of_range", ("table", "minutes"))),
        ({"table": 8}, ("wrong_type", ("table",))),
        ({"scoring": {"method": "best"}}, ("not_a_choice", ("scoring", "method"))),
        ({"tie_breaks": ["luck"]}, ("not_a_choice", ("tie_breaks", 0))),
        ({"slug": "a b"}, ("not_a_slug", ("slug",))),
        ({"name": ["x"]}, ("not_a_string", ("name",))),
        ({"pairing": {}}, ("not_a_choice", ("pairing",))),
    ],
)
def test_each_fault_has_its_place(raw, fault):
    assert faults(**{"name": "Serata", "ruleset": "busca-accademia", **raw}) == [fault]


def test_an_address_is_taken_once():
    club = a_club()
    create(club, name="Serata", ruleset="busca-accademia")
    assert create(club, name="Serata", ruleset="busca-accademia").slug == "serata-2"
    with pytest.raises(Invalid):
        create(club, name="Serata", ruleset="busca-accademia", slug="serata")


@pytest.mark.parametrize(
    "name", ["Campionato 2026–27", "Campionato 2026/27", "Campionato 2026-27", "Campionato 2026 — 27"]
)
def test_the_numbers_of_a_name_stay_apart_in_its_address(name):
    assert create(a_club(), name=name, ruleset="busca-accademia").slug == "campionato-2026-27"


def test_a_change_is_checked_like_the_whole():
    tournament = a_tournament(players=0)
    director = director_of(tournament)
    changed = tournaments.update_tournament(tournament, {"name": "Gala", "rounds": 6}, by=director)
    assert (changed.name, changed.rounds_planned, changed.slug) == ("Gala", 6, "serata")
    with pytest.raises(Invalid):
        tournaments.update_tournament(tournament, {"rounds": "6"}, by=director)


def test_once_a_hand_is_played_the_game_stays():
    table = a_table(a_round())
    tournament = table.round.tournament
    director = director_of(tournament)
    tournaments.update_tournament(tournament, {"table": {"hands": 3}}, by=director)
    play(table)
    with pytest.raises(Conflict):
        tournaments.update_tournament(tournament, {"table": {"hands": 4}}, by=director)
    revision = Tournament.objects.get().revision
    tournaments.update_tournament(tournament, {"tie_breaks": ["lot"]}, by=director)
    assert Tournament.objects.get().revision == revision + 1


def test_tournament_is_deleted_only_before_the_first_hand_and_its_ledger_stays():
    tournament = a_tournament()
    director = director_of(tournament)
    a_round(tournament)
    archiving.delete_tournament(tournament, by=director)
    assert not Tournament.objects.exists()
    assert LedgerEntry.objects.last().kind == "tournament_deleted"

    table = a_table(a_round(a_tournament(tournament.club)))
    play(table)
    with pytest.raises(Conflict):
        archiving.delete_tournament(table.round.tournament, by=director)
    archived = archiving.archive_tournament(table.round.tournament, by=director)
    assert archived.status == "archived"


ELIMINATION = {"name": "Eliminazione", "ruleset": "busca-elimination"}


@pytest.mark.parametrize("target", [1, 31, 40])
def test_a_table_with_a_limit_of_its_own_takes_no_target(target):
    with pytest.raises(Invalid) as refused:
        create(**ELIMINATION, table={"target": target})
    (problem,) = refused.value.problems
    assert (problem.code, problem.pointer) == ("bad_option", ("table", "target"))
    assert "31 buscas" in problem.text()


def test_an_older_plan_keeps_the_target_that_its_game_takes_no_more():
    tournament = a_tournament(**ELIMINATION, table={})
    director = director_of(tournament)
    Tournament.objects.update(table_target=31)
    play(a_table(a_round(tournament)), points=[37, 1, 1, 1])
    renamed = tournaments.update_tournament(Tournament.objects.get(), {"name": "Gala"}, by=director)
    assert (renamed.name, renamed.table_target) == ("Gala", 31)
    with pytest.raises(Invalid):
        tournaments.update_tournament(renamed, {"table": {"target": 32}}, by=director)


def test_a_target_of_another_game_is_not_kept():
    tournament = a_tournament(players=0, table={"target": 31})
    with pytest.raises(Invalid):
        tournaments.update_tournament(tournament, {"ruleset": "busca-elimination"}, by=director_of(tournament))


def test_an_option_that_the_game_has_got_since_is_no_change():
    tournament = a_tournament(players=3, ruleset="brisca-rematada", table={})
    director = director_of(tournament)
    Tournament.objects.update(options={"award": "bid"})
    lines = [{"points": 90, "last_trick": True}, {"points": 20}, {"points": 10}]
    table = a_table(a_round(Tournament.objects.get()))
    hands.record(table, HandInput(number=1, tally={"lines": lines, "hand": {"declarer": 0, "bid": 100}}), by=director)
    renamed = tournaments.update_tournament(Tournament.objects.get(), {"name": "Gala"}, by=director)
    assert (renamed.name, renamed.options) == ("Gala", {"award": "bid"})
    with pytest.raises(Conflict):
        tournaments.update_tournament(renamed, {"options": {"marriages": "trumps"}}, by=director)


@pytest.mark.parametrize("taken_back", [False, True])
@pytest.mark.parametrize("what", ["penalty", "decision"])
def test_a_tournament_with_a_decision_is_not_deleted_and_says_why(what, taken_back):
    tournament = a_tournament()
    entry, by = tournament.entries.first(), director_of(tournament)
    if what == "penalty":
        made = penalties.penalise(entry, amount=Decimal(1), reason="Late", by=by)
        undone = penalties.cancel_penalty
    else:
        made = decisions.decide(entry, "disqualified", reason="Cheated", by=by)
        undone = decisions.take_back
    if taken_back:
        undone(made, by=by)
    with pytest.raises(Conflict) as refused:
        archiving.delete_tournament(tournament, by=by)
    assert refused.value.codes == ["already_decided"]
    assert "There is a penalty" in refused.value.problems[0].text()
