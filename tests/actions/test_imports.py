"""An evening from paper: all of it, or nothing and every fault with its place."""

import json
from copy import deepcopy
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.halls import a_club, by
from tournaments.actions.core.refusals import Conflict
from tournaments.actions.imports import import_results
from tournaments.models import Entry, Hand, Player, Tournament

pytestmark = pytest.mark.django_db

FILE = Path(__file__).parent.parent / "data" / "busca-evening.json"


@pytest.fixture(scope="module")
def paper():
    return json.loads(FILE.read_bytes())


@pytest.fixture
def club():
    return a_club()


def run(file, club, **options):
    out, err = StringIO(), StringIO()
    call_command("import_results", file, club=club.slug, stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def faults(document, club, tmp_path):
    file = tmp_path / "evening.json"
    file.write_text(document if isinstance(document, str) else json.dumps(document))
    with pytest.raises(CommandError) as refused:
        run(file, club)
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()
    return str(refused.value).splitlines()[1:]


@pytest.mark.slow
def test_the_evening_is_stored_whole_with_who_sat_where(club, paper):
    out, err = run(FILE, club, name="Serata di novembre")
    tournament = Tournament.objects.get()
    assert out == "/t/serata-di-novembre/\n"
    assert err.rstrip().endswith("256 of 256 hands")
    assert (Entry.objects.count(), Hand.objects.count()) == (32, 256)
    assert tournament.status == "finished"
    assert [r.state for r in tournament.rounds.all()] == ["closed"] * 4
    table = tournament.rounds.get(number=2).tables.get(number=5)
    written = paper["rounds"][1]["tables"][4]
    assert [seat.entry.name for seat in table.seats.all()] == written["seats"]
    points = [[line["points"] for line in hand.lines] for hand in table.hands.all()]
    assert points == written["hands"]


def test_import_reports_all_faults_with_their_place(club, paper, tmp_path):
    wrong = deepcopy(paper)
    wrong["players"][3] = ""
    wrong["rounds"][0]["tables"][2]["hands"][4] = [10, 10, 10, 9]
    wrong["rounds"][1]["tables"][0]["seats"][0] = "Nobody Known"
    wrong["rounds"][2]["tables"][7]["hands"][0][1] = "9"
    wrong["rounds"][3]["tables"][0]["seats"][1] = wrong["rounds"][3]["tables"][1]["seats"][1]
    told = faults(wrong, club, tmp_path)
    assert "  players 4: Enter a name." in told
    assert "  rounds 1 tables 3 hands 5 points: Total 39: add 1" in told
    assert "  rounds 2 tables 1 seats 1: Nobody Known is not in the list of players." in told
    assert "  rounds 3 tables 8 hands 1 2 points: Enter a whole number." in told
    twice = wrong["rounds"][3]["tables"][1]["seats"][1]
    assert f"  rounds 4: {twice} sits 2 times in this round." in told


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"rounds": []}, "  rounds: This must be a list with at least one entry."),
        ({"players": "Anna"}, "  players: This must be a list with at least one entry."),
        ({"table": {}, "ruleset": "bridge"}, "  ruleset: Choose one of the games: "),
        ({"table": {"hands": 0}}, "  table hands: Enter a number from 1 to 1000000"),
        ({"surprise": 1}, "  surprise: A tournament has no such field: leave it out."),
    ],
)
def test_import_with_invalid_values_is_refused(club, paper, tmp_path, change, fault):
    told = faults({**paper, **change}, club, tmp_path)
    assert any(line.startswith(fault) for line in told), told


@pytest.mark.parametrize("document", ["[]", "null", '"x"', "7"])
def test_import_of_a_document_that_is_no_object_is_refused(club, tmp_path, document):
    assert faults(document, club, tmp_path) == ["  file: The file must hold one JSON object."]


def test_a_table_has_its_seats(club, paper, tmp_path):
    wrong = deepcopy(paper)
    gone = wrong["rounds"][0]["tables"][1]["seats"].pop()
    assert gone
    assert faults(wrong, club, tmp_path) == [
        "  rounds 1 tables 2 seats: Names at this table: 3; this game has no tables of that size."
    ]


def test_a_hand_after_the_end_is_refused(club, paper, tmp_path):
    wrong = deepcopy(paper)
    wrong["rounds"][0]["tables"][0]["hands"].append([10, 10, 10, 10])
    assert faults(wrong, club, tmp_path) == ["  rounds 1 tables 1 hands 9: The table is over: this hand does not count"]


def test_an_unknown_club_is_named(club):
    with pytest.raises(CommandError, match=f"Known clubs: {club.slug}"):
        call_command("import_results", FILE, club="elsewhere")


def test_a_file_that_is_not_there_or_not_json(club, tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_results", tmp_path / "none.json", club=club.slug)
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(CommandError, match="is not JSON"):
        call_command("import_results", tmp_path / "bad.json", club=club.slug)


def test_a_csv_with_totals_is_imported_or_told_by_line(club, tmp_path, capsys):
    file = tmp_path / "Natale.csv"
    seats = ["1,1,Anna,3", "1,1,Berto,0", "1,1,Carla,4", "1,1,Dino,1"]
    plan = ["ruleset,busca-accademia", "table.hands,8", "round,table,player,total"]
    file.write_text("\n".join([*plan, *seats, "2,1,Anna,1"]))
    with pytest.raises(CommandError, match="lines 8: Names at this table: 1"):
        call_command("import_results", file, club=club.slug)
    file.write_text("\n".join([*plan, *seats]))
    call_command("import_results", file, club=club.slug)
    assert (club.tournaments.get().name, club.tournaments.get().kept) == ("Natale", "totals")
    file.write_text("\n".join(["name,Of the file", *plan, *seats]))
    run(file, club, name="Epifania", again=True)
    assert [each.name for each in club.tournaments.order_by("pk")] == ["Natale", "Epifania"]


@pytest.mark.parametrize("line", ["rounds,2", "players,4", "rounds.tables,1"])
def test_a_csv_gives_players_and_rounds_by_its_seats_alone(club, tmp_path, line):
    file = tmp_path / "Natale.csv"
    plan = ["ruleset,busca-accademia", line, "table.hands,8", "round,table,player,total"]
    file.write_text("\n".join([*plan, "1,1,Anna,3", "1,1,Berto,0", "1,1,Carla,4", "1,1,Dino,1"]))
    with pytest.raises(CommandError, match="lines 2: The number of players and rounds follows"):
        call_command("import_results", file, club=club.slug)
    assert not club.tournaments.exists()


@pytest.mark.slow
def test_the_same_evening_is_imported_once_unless_somebody_agrees(db):
    club = a_club()
    evening = {
        "ruleset": "busca-accademia",
        "starts_at": "2026-11-02T20:00:00Z",
        "players": ["Anna", "Bea", "Carla", "Dina"],
        "rounds": [{"tables": [{"seats": ["Anna", "Bea", "Carla", "Dina"], "hands": [[10, 10, 10, 10]]}]}],
    }
    director = by(club.memberships.get().user)
    import_results(evening, club=club, name="Serata", by=director)
    undated = {**evening, "starts_at": None}
    import_results(undated, club=club, name="Serata", by=director)
    for again, name in (({**evening, "players": evening["players"][::-1]}, "Lunedì"), (undated, "SERATA")):
        with pytest.raises(Conflict) as refused:
            import_results(again, club=club, name=name, by=director)
        assert [problem.code for problem in refused.value.problems] == ["imported_before"]
    import_results(undated, club=club, name="Lunedì", by=director)
    import_results({**evening, "starts_at": "2026-11-09T20:00:00Z"}, club=club, name="Serata", by=director)
    import_results(evening, club=club, name="Serata", by=director, again=True)
    assert club.tournaments.count() == 5
