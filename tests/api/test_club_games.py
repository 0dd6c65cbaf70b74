"""clubs/{club}/games/: a club's own games."""

import pytest
from jsonschema import Draft202012Validator

from tests.halls import a_round, a_tournament, play
from tournaments.models import ClubGame, Tournament

from .caller import codes, faults

pytestmark = pytest.mark.django_db

SCALA_40 = {
    "name": "Scala 40",
    "unit": "punti di penalità",
    "base": "points",
    "options": {"direction": "low", "sides": 4},
    "table": {"target": 101},
}
"""Whoever has least wins; a table ends when somebody's penalty points pass 101."""
PINNACOLA = {
    "name": "Pinnacola",
    "unit": "punti",
    "base": "points",
    "options": {"players": 2, "step": 5, "minimum": -1000, "maximum": 3000},
    "table": {"target": 1500},
}
"""Two pairs; cards count in fives, and what is left in hand counts against you; to 1,500."""
MUS = {
    "name": "Mus",
    "unit": "juegos",
    "base": "result",
    "options": {"players": 2, "best_of": True},
    "table": {"hands": 3},
}
"""Two pairs; the best of three games."""


def where(club, game=None):
    return f"clubs/{club.slug}/games/" + (f"{game}/" if game else "")


@pytest.fixture
def scala(club, director):
    return director.post(where(club), SCALA_40).json()


@pytest.fixture
def evening(club, scala, director):
    return director.post("tournaments/", {"club": club.slug, "name": "Serata", "ruleset": "scala-40"}).json()


def test_a_director_defines_a_game_and_everybody_reads_it(club, director, anybody):
    answer = director.post(where(club), SCALA_40)
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/{where(club, 'scala-40')}")
    assert answer.json() == {
        **SCALA_40,
        "options": {"direction": "low", "players": 1, "sides": 4, "minimum": 0, "step": 1},
        "scoring": {"method": "places"},
        "tie_breaks": None,
        "slug": "scala-40",
        "version": 1,
        "used": False,
        "played": False,
        "hidden": False,
    }
    assert anybody.get(where(club)).json()["results"] == [answer.json()]
    assert anybody.get(where(club, "scala-40")).json() == answer.json()


def test_nobody_else_does(club, scala, anybody, scorer, stranger):
    for caller, status in ((anybody, 401), (scorer, 403), (stranger, 403)):
        for answer in (
            caller.post(where(club), MUS),
            caller.patch(where(club, "scala-40"), {"name": "Mia"}),
            caller.delete(where(club, "scala-40")),
        ):
            assert len(codes(answer, status)) == 1
    assert [game.name for game in club.games.all()] == ["Scala 40"]


def test_a_tournament_of_it_has_its_rules_and_words(club, scala, evening):
    stored = Tournament.objects.get(slug=evening["slug"])
    assert evening["ruleset"] == "scala-40"
    assert evening["game"] == {"slug": "scala-40", "version": 1, "name": "Scala 40", "unit": "punti di penalità"}
    assert (evening["table"], evening["scoring"]) == ({"target": 101}, {"method": "places"})
    assert (stored.ruleset, stored.options) == ("points", scala["options"])
    assert (stored.rules.title, stored.rules.unit, stored.rules.low_wins) == ("Scala 40", "punti di penalità", True)
    assert stored.ledger.get().facts["game"] == {"slug": "scala-40", "version": 1}


@pytest.mark.parametrize("options", [{"direction": "high"}, {"sum": 5}, []])
def test_the_options_are_those_of_the_game(options, club, scala, evening, director):
    new = {"club": club.slug, "name": "Altra", "ruleset": "scala-40", "options": options}
    found = [] if options == [] else [("/options", "fixed_by_game")]
    assert (faults(director.post("tournaments/", new)) if found else []) == found
    answer = director.patch(f"tournaments/{evening['slug']}/", {"options": scala["options"]})
    assert answer.json()["options"] == scala["options"]


def test_tournaments_are_listed_by_it(club, evening, director, anybody):
    director.post("tournaments/", {"club": club.slug, "name": "Altra", "ruleset": "points"})
    for game, found in (("scala-40", ["serata"]), ("points", ["altra"])):
        assert [each["slug"] for each in anybody.get(f"tournaments/?ruleset={game}").json()["results"]] == found
    assert codes(anybody.get("tournaments/?ruleset=scala-41"), 404) == ["unknown_ruleset"]


def test_a_tournament_changes_to_it_and_back(club, scala, director):
    plan = {"club": club.slug, "name": "Serata", "ruleset": "busca-accademia", "table": {"hands": 8}}
    where_it_is = f"tournaments/{director.post('tournaments/', plan).json()['slug']}/"
    changed = director.patch(where_it_is, {"ruleset": "scala-40"}).json()
    assert (changed["ruleset"], changed["table"], changed["tie_breaks"]) == (
        "scala-40",
        {"target": 101},
        ["table_wins", "clean_hands", "last_round"],
    )
    back = director.patch(
        where_it_is, {"ruleset": "places", "options": {}, "table": {"hands": 3}, "tie_breaks": []}
    ).json()
    assert (back["ruleset"], back["game"]) == ("places", None)


def test_a_game_that_is_played_is_never_changed(club, evening, director):
    answer = director.patch(where(club, "scala-40"), {"name": "Scala quaranta", "options": {"direction": "low"}})
    assert (answer.json()["version"], answer.json()["slug"], answer.json()["used"]) == (2, "scala-40", False)
    kept = director.patch(f"tournaments/{evening['slug']}/", {"name": "Domani"}).json()
    assert (kept["game"]["version"], kept["game"]["name"], kept["options"]) == (1, "Scala 40", evening["options"])
    new = director.post("tournaments/", {"club": club.slug, "name": "Nuova", "ruleset": "scala-40"}).json()
    assert (new["game"]["version"], new["game"]["name"]) == (2, "Scala quaranta")
    assert [game["version"] for game in director.get(where(club)).json()["results"]] == [2]


def test_a_planned_tournament_takes_the_newest_version(club, evening, director):
    address = f"tournaments/{evening['slug']}/"
    rules = {"options": {"direction": "low"}, "table": {"hands": 5}, "tie_breaks": ["lot"]}
    director.patch(where(club, "scala-40"), rules)
    taken = director.post(f"{address}newest-game/").json()
    assert (taken["game"]["version"], taken["table"], taken["tie_breaks"]) == (2, {"hands": 5}, ["lot"])
    assert taken["options"] == {"direction": "low", "players": 1, "minimum": 0, "step": 1}
    facts = Tournament.objects.get().ledger.last().facts
    assert (facts["game"], facts["changed"]) == (
        {"slug": "scala-40", "version": 2},
        ["game", "options", "table_hands", "table_target", "tie_breaks"],
    )
    assert director.post(f"{address}newest-game/").json() == taken
    director.patch(address, {"ruleset": "points", "options": {}})
    assert codes(director.post(f"{address}newest-game/"), 409) == ["no_own_game"]


def test_the_newest_version_comes_too_late_for_a_table_in_play(club, scala, director):
    tournament = a_tournament(club, players=4, ruleset="scala-40", table={"target": 101})
    play(a_round(tournament).tables.get(), points=[0, 40, 62, 101])
    director.patch(where(club, "scala-40"), {"unit": "penalità"})
    assert codes(director.post(f"tournaments/{tournament.slug}/newest-game/"), 409) == ["already_played"]


def test_tournaments_take_the_tie_breaks_of_the_club_game(club, director):
    plan = {"club": club.slug, "ruleset": "scala-40"}
    kept = director.post(where(club), {**SCALA_40, "tie_breaks": ["clean_hands", "lot"]}).json()
    by_hands = director.post("tournaments/", {**plan, "name": "A"}).json()
    by_totals = director.post("tournaments/", {**plan, "name": "B", "kept": "totals"}).json()
    own = director.post("tournaments/", {**plan, "name": "C", "tie_breaks": []}).json()
    assert [each["tie_breaks"] for each in (kept, by_hands, by_totals, own)] == [
        ["clean_hands", "lot"],
        ["clean_hands", "lot"],
        ["lot"],
        [],
    ]
    usual = director.patch(where(club, "scala-40"), {"tie_breaks": None}).json()
    assert usual["tie_breaks"] is None


def test_a_hidden_game_is_known_and_can_be_shown(club, evening, director):
    hidden = director.post(f"{where(club, 'scala-40')}hide/").json()
    assert (hidden["hidden"], hidden["played"]) == (True, True)
    assert director.get(where(club)).json()["results"] == [hidden]
    assert director.post(f"{where(club, 'scala-40')}show/").json()["hidden"] is False


def test_unused_club_game_keeps_its_version_when_changed(club, scala, director):
    changed = director.patch(where(club, "scala-40"), {"unit": "penalità"}).json()
    assert (changed["version"], changed["unit"], changed["options"]) == (1, "penalità", scala["options"])
    same = director.patch(where(club, "scala-40"), {})
    assert same.json() == changed
    assert club.games.count() == 1


def test_another_base_has_its_own_options(club, scala, director):
    changed = director.patch(where(club, "scala-40"), {"base": "places"}).json()
    assert (changed["base"], changed["options"], changed["table"]) == ("places", {"players": 1}, {"hands": 1})


def test_only_a_game_that_was_never_played_is_deleted(club, evening, director):
    director.patch(where(club, "scala-40"), {"name": "Altra"})
    assert codes(director.delete(where(club, "scala-40")), 409) == ["in_use"]
    assert director.delete(f"tournaments/{evening['slug']}/").status_code == 204
    assert director.delete(where(club, "scala-40")).status_code == 204
    assert not ClubGame.objects.exists()
    assert codes(director.get(where(club, "scala-40")), 404) == ["not_found"]


@pytest.mark.parametrize("definition", [SCALA_40, PINNACOLA, MUS], ids=lambda definition: definition["name"])
def test_an_exported_definition_is_imported_once(definition, club, director, anybody):
    made = director.post(where(club), definition).json()
    exported = anybody.get(where(club, made["slug"])).json()
    validator = Draft202012Validator(anybody.get("club-game-schema/").json())
    validator.validate(definition)
    validator.validate(exported)
    assert faults(director.post(where(club), exported)) == [("/name", "taken")]
    assert director.delete(where(club, made["slug"])).status_code == 204
    assert director.post(where(club), exported).json() == made


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"name": "<b>Scala</b>"}, [("/name", "bad_characters")]),
        ({"name": "  ", "unit": "<i>"}, [("/name", "missing_field"), ("/unit", "bad_characters")]),
        ({"name": 40, "unit": 1}, [("/name", "not_a_string"), ("/unit", "not_a_string")]),
        ({"unit": "x" * 31}, [("/unit", "too_long")]),
        ({"base": "busca-accademia"}, [("/base", "not_a_choice")]),
        ({"base": None}, [("/base", "missing_field")]),
        ({"base": ["points"]}, [("/base", "not_a_choice")]),
        ({"base": "result", "table": {}}, [("/options/direction", "bad_option"), ("/options/sides", "bad_option")]),
        ({"options": {"sides": 12}}, [("/options/sides", "bad_option")]),
        ({"options": {"sides": 3, "players": 4}}, [("/options/sides", "too_many_seats")]),
        ({"options": {"sum": 10**11}}, [("/options/sum", "bad_option")]),
        ({"options": {"sides": 4, "sum": 20, "minimum": 10}}, [("/options/sum", "sum_out_of_reach")]),
        ({"options": 3, "colour": "red"}, [("/colour", "unknown_field"), ("/options", "wrong_type")]),
        ({"table": {"target": 0}}, [("/table/target", "out_of_range")]),
        ({"table": None}, [("/table", "no_end_condition")]),
        ({"name": "<", "table": {}}, [("/name", "bad_characters"), ("/table", "no_end_condition")]),
        ({"options": {"minimum": -10, "maximum": 0}}, [("/table/target", "target_out_of_reach")]),
        ({"table": {"target": 101, "minutes": -1}}, [("/table/minutes", "out_of_range")]),
        ({"scoring": {"method": "luck"}}, [("/scoring/method", "not_a_choice")]),
        (
            {"tie_breaks": ["luck", "difference"]},
            [("/tie_breaks/0", "not_a_choice"), ("/tie_breaks/1", "not_for_this_game")],
        ),
        (
            {"name": "<", "options": {"sides": 12, "step": 0, "sum": 10**30}},
            [
                ("/name", "bad_characters"),
                ("/options/sides", "bad_option"),
                ("/options/sum", "bad_option"),
                ("/options/step", "bad_option"),
            ],
        ),
    ],
)
def test_a_bad_definition_is_refused_at_its_fields(changes, found, club, director):
    assert sorted(faults(director.post(where(club), {**SCALA_40, **changes}))) == sorted(found)
    assert not club.games.exists()


@pytest.mark.parametrize("body", [[], "Scala", 3])
def test_malformed_club_game_is_refused(body, club, director):
    assert codes(director.post(where(club), body), 422) == ["wrong_type"]


def test_no_game_has_the_slug_of_a_rule_set(club, director):
    made = director.post(where(club), {**MUS, "name": "Points"}).json()
    assert made["slug"] == "points-2"
    tournament = director.post("tournaments/", {"club": club.slug, "name": "S", "ruleset": "points-2"}).json()
    assert Tournament.objects.get(slug=tournament["slug"]).rules.title == "Points"


def test_another_clubs_game_is_unknown(club, scala, stranger, director):
    body = {"club": club.slug, "name": "S", "ruleset": "scala-41"}
    assert faults(director.post("tournaments/", body)) == [("/ruleset", "unknown_ruleset")]
    assert faults(director.post("tournaments/", {**body, "ruleset": "\x00"})) == [("/ruleset", "unknown_ruleset")]


def test_a_game_stays_as_it_is_once_hands_are_played(club, scala, director):
    tournament = a_tournament(club, players=4, ruleset="scala-40", table={"target": 101})
    round_ = a_round(tournament)
    where_it_is = f"tournaments/{tournament.slug}/rounds/{round_.number}/tables/1/"
    first = {"lines": [{"points": each} for each in (0, 40, 62, 101)]}
    assert director.put(f"{where_it_is}hands/1/", first).status_code == 201
    table = director.get(where_it_is).json()
    assert (table["places"], table["state"]) == ([1, 2, 3, 4], "over")
    again = director.patch(f"tournaments/{tournament.slug}/", {"ruleset": "points", "options": {}, "tie_breaks": []})
    assert codes(again, 409) == ["already_played"]
