"""clubs/{club}/formats/ and the command `stages`: the formats that fit an evening."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from .caller import codes

pytestmark = pytest.mark.django_db
EVENING = "game=busca-accademia&players=16&minutes=150"


def test_the_formats_of_an_evening(club, director):
    found = director.get(f"clubs/{club.slug}/formats/?{EVENING}").json()["results"]
    shapes = [(each["groups"], each["rounds"], [one["players"] for one in each["knock_out"]]) for each in found]
    assert shapes == [([16], 3, []), ([], 0, [16, 4]), ([], 0, [16, 8, 4]), ([16], 2, [4]), ([8, 8], 2, [4])]
    assert [(each["minutes"], each["least_rounds"], each["most_rounds"]) for each in found] == [
        (145, 3, 3),
        (95, 1, 2),
        (145, 1, 3),
        (145, 2, 3),
        (145, 2, 3),
    ]
    assert found[4]["description"] == "2 groups with 2 rounds; the best 2 of each group qualify; a final of 4."
    assert all(0 < each["best_wins"] < 1 and each["hands"] == 8 for each in found)


def test_each_wrong_number_is_named(club, director):
    answer = director.get(f"clubs/{club.slug}/formats/?game=busca-accademia&players=4&minutes=5&tables=0")
    assert codes(answer, 400) == ["out_of_range", "out_of_range", "out_of_range", "no_round_fits"]
    assert [error["parameter"] for error in answer.json()["errors"]] == [
        "players",
        "minutes",
        "tables",
        "round_minutes",
    ]
    short = director.get(f"clubs/{club.slug}/formats/?game=busca-accademia&players=5&minutes=10")
    assert short.json()["results"] == []
    unknown = director.get(f"clubs/{club.slug}/formats/?game=x&players=16&minutes=150")
    assert codes(unknown, 404) == ["unknown_ruleset"]
    assert unknown.json()["errors"][0]["parameter"] == "game"
    without = director.get(f"clubs/{club.slug}/formats/?players=16&minutes=150")
    assert codes(without, 400) == ["unknown_ruleset"]


def test_the_command_prints_a_line_for_each_format():
    out = StringIO()
    call_command("stages", players=16, hours=2.5, game="busca-accademia", evenings=20, stdout=out)
    first, titles, *lines = out.getvalue().splitlines()
    assert first == "3 rounds of 45 minutes fit."
    assert titles.split() == ["Hours", "rounds", "hands", "byes", "best", "wins"]
    assert [line.split("  ")[-1] for line in lines] == [
        "3 rounds for everybody.",
        "A knock-out in which the winner of each table qualifies (16 → 4).",
        "A knock-out in which 2 of each table qualify (16 → 8 → 4).",
        "2 rounds, from which the best 4 qualify; a final of 4.",
        "2 groups with 2 rounds; the best 2 of each group qualify; a final of 4.",
    ]
    with pytest.raises(CommandError, match="--players: Enter a number from 5 to 1000"):
        call_command("stages", players=3, hours=2.5, game="busca-accademia")


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"hours": float("nan")}, "--hours: Write a number from 0.17 to 12."),
        ({"hours": float("inf")}, "--hours: Write a number from 0.17 to 12."),
        ({"hours": 13}, "--hours: Write a number from 0.17 to 12."),
        ({"hours": 3, "evenings": -5}, "--evenings: Write a number from 1."),
    ],
)
def test_the_command_names_its_own_argument_that_is_out_of_bounds(sent, said):
    with pytest.raises(CommandError) as refused:
        call_command("stages", players=8, game="busca-accademia", **sent)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("game", "end"),
    [
        ("briscola", " (to 3 game points)"),
        ("burraco", " (to 2005 points)"),
        ("busca-elimination", " (out at 31 buscas, until one player is left)"),
        ("buddha", ""),
    ],
)
def test_the_command_says_why_hands_are_not_counted(game, end):
    call_command("stages", players=37, hours=4, game=game, evenings=2, stdout=(out := StringIO()))
    assert {line.split()[2] for line in out.getvalue().splitlines()[2:-1]} == {"–"}
    assert out.getvalue().splitlines()[-1] == (
        f"Tables have no fixed number of hands{end}, so hands are not counted; the simulation takes 4 for each "
        "table. --hands counts with a number of yours."
    )
    call_command("stages", players=37, hours=4, game=game, evenings=2, hands=5, stdout=(out := StringIO()))
    assert out.getvalue().splitlines()[2].split()[2] == ("15–20" if game == "busca-elimination" else "20–20")
    assert "no fixed number" not in out.getvalue()


@pytest.mark.slow
def test_the_largest_evening_is_answered(club, director):
    rounds = "minutes=720&round_minutes=5&pause=0"
    answer = director.get(f"clubs/{club.slug}/formats/?game=busca-accademia&players=1000&{rounds}")
    assert answer.status_code == 200
    assert answer.json()["results"][0]["rounds"] == 144
