"""…/teams/: teams of entries, whose results add up and who are drawn apart."""

from urllib.parse import quote

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, director_of, play
from tests.parameters import slowly
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.registration import change_entry, remove_entry
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws.replays import replay
from tournaments.actions.rounds.substitutes import substitute
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify

from .caller import codes, faults

pytestmark = pytest.mark.django_db
TEAMS = "tournaments/serata/teams/"
STANDINGS = TEAMS + "standings/"
ANY = {"If-Match": "*"}


@fixture_again
def tournament(club):
    """Eight players in two teams of three, all of one table each; two play for themselves."""
    tournament = a_tournament(club, players=8, rounds=3)
    round_ = a_round(tournament, tables=[[0, 1, 2, 6], [3, 4, 5, 7]])
    for hand in (1, 2):
        play(a_table(round_, 1), hand, [40, 0, 0, 0])
        play(a_table(round_, 2), hand, [0, 20, 20, 0])
    rounds.close_round(round_, by=director_of(tournament))
    standings.refresh(tournament.pk)
    return tournament


@pytest.fixture
def ids(tournament):
    return list(tournament.entries.order_by("number").values_list("pk", flat=True))


@pytest.fixture
def declared(ids):
    return {"teams": [{"name": "Reds", "entries": ids[:3]}, {"name": "Blues", "entries": ids[3:6]}], "best": 2}


def rows(caller):
    return [(row["place"], row["name"], row["total"], row["results"]) for row in caller.get(STANDINGS).json()["rows"]]


def test_results_of_teams_add_up_and_a_change_of_their_places_is_asked_once(
    director, anybody, tournament, ids, declared
):
    now = director.put(TEAMS, declared)
    assert (now.status_code, now.json()["warnings"]) == (200, ["2 players are in no team."])
    scores = {row["entry"]: int(row["score"]) for row in anybody.get("tournaments/serata/standings/").json()["rows"]}
    reds, blues = (sum(sorted(scores[pk] for pk in part)[:2]) for part in (ids[:3], ids[3:6]))
    assert reds != blues
    first, second = sorted([(reds, "Reds"), (blues, "Blues")])
    assert rows(anybody) == [(1, first[1], str(first[0]), 2), (2, second[1], str(second[0]), 2)]
    assert anybody.get(f"tournaments/serata/entries/{ids[0]}/").json()["team"] == "Reds"
    assert [each["team"] for each in anybody.get("tournaments/serata/entries/").json()["results"]][-1] is None

    swapped = {**declared, "best": 1, "teams": [declared["teams"][1], {"name": "Reds", "entries": ids[:2]}]}
    assert codes(director.put(TEAMS, swapped), 428) == ["condition_needed"]
    asked = director.put(TEAMS, swapped, headers=ANY)
    assert codes(asked, 409) == ["changes_published_standings"]
    told = asked.json()
    assert {(row["entry"], row["round"]) for row in told["changes"]} == {(None, 1)}
    headers = {**ANY, "Agreed": told["agreement"], "Agreed-Reason": quote("Typed wrongly")}
    assert director.put(TEAMS, swapped, headers=headers).status_code == 200
    link = tournament.ledger.last()
    assert (link.kind, link.facts["changed_standings"], link.disclosure.personal["text"]) == (
        *("teams_declared", [1]),
        "Typed wrongly",
    )
    length = tournament.ledger.count()
    assert director.put(TEAMS, director.get(TEAMS).json()["declared"]).status_code == 200
    assert tournament.ledger.count() == length
    assert verify(tournament).findings == ()


def test_a_change_of_the_places_after_an_earlier_round_is_asked_too(director, anybody, club):
    """After round 1 the teams are level, and only the best place of a player decides; after round 2 they are not."""
    tournament = a_tournament(club, players=4, rounds=3, table={"hands": 4})
    for punished in ([1, 2, 3, 3], [0, 0, 0, 3]):
        round_ = a_round(tournament, tables=[range(4)])
        for hand, player in enumerate(punished, 1):
            play(
                a_table(round_, 1), hand, [0 if n == player else 14 if n == (player + 1) % 4 else 13 for n in range(4)]
            )
        rounds.close_round(round_, by=director_of(tournament))
        standings.refresh(tournament.pk)
        tournament.refresh_from_db()
    one, two, three, four = tournament.entries.order_by("number").values_list("pk", flat=True)
    teams = [{"name": "Reds", "entries": [one, four]}, {"name": "Blues", "entries": [two, three]}]
    director.put(TEAMS, {"teams": teams})
    after = [anybody.get(f"{STANDINGS}?after_round={number}").json()["rows"] for number in (1, 2)]
    assert [[(row["place"], row["name"]) for row in each] for each in after] == [
        [(1, "Reds"), (1, "Blues")],
        [(1, "Blues"), (2, "Reds")],
    ]
    asked = director.put(TEAMS, {"teams": teams, "ties": "best_place"}, headers=ANY)
    assert codes(asked, 409) == ["changes_published_standings"]
    changes = [(row["round"], row["name"], row["place_before"], row["place_after"]) for row in asked.json()["changes"]]
    assert changes == [(1, "Blues", 1, 2)]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["swiss", "random", "danish", *slowly("schedule")])
@pytest.mark.parametrize("size", [2, 4])
def test_a_draw_spreads_each_team_evenly_and_can_be_replayed(director, tournament, ids, method, size):
    tournament.pairing = method
    tournament.save(update_fields=["pairing"])
    of_team = [ids[first :: 8 // size] for first in range(8 // size)]
    director.put(TEAMS, {"teams": [{"name": f"T{n}", "entries": part} for n, part in enumerate(of_team)]})
    tournament.refresh_from_db()
    round_ = a_round(tournament, seed=5)
    for table in round_.tables.all():
        seated = set(table.seats.values_list("entry_id", flat=True))
        assert [len(seated.intersection(part)) for part in of_team] == [size // 2] * (8 // size)
    dissolving = {**ANY, "Agreed": director.put(TEAMS, {}, headers=ANY).json()["agreement"], "Agreed-Reason": "No"}
    assert director.put(TEAMS, {}, headers=dissolving).json()["declared"] == {}
    assert replay(round_) is True
    said = director.get(f"tournaments/serata/rounds/{round_.number}/").json()["sentences"]
    assert "Players of one team sit at different tables where there are enough tables." in said


@pytest.mark.slow
def test_results_of_substitutes_go_to_the_team(director, tournament, ids, declared):
    """Whether they keep the points of an entry or come as a new one; who has withdrawn does not count."""
    director.put(TEAMS, {**declared, "best": 3})
    by, (anna, dora) = director_of(tournament), tournament.entries.filter(pk__in=(ids[0], ids[3]))
    before = dict(name_and_sum(row) for row in rows(director))
    substitute(anna, anna.players.get(), Candidate(names=("Zita",)), by=by)
    assert dict(name_and_sum(row) for row in rows(director)) == before
    answer = director.post(
        f"tournaments/serata/entries/{dora.pk}/substitute/", {"name": "Yara", "points": "fresh"}
    ).json()
    assert answer["team"] == declared["teams"][1]["name"]
    new = tournament.entries.get(pk=answer["id"])
    assert director.get(TEAMS).json()["declared"]["teams"][1]["entries"] == [*ids[3:6], new.pk]
    change_entry(tournament.entries.get(pk=ids[1]), {"status": "withdrawn"}, by=by)
    tournament.refresh_from_db()
    round_ = a_round(tournament)
    for table in round_.tables.all():
        play(table, 1)
        play(table, 2)
    rounds.close_round(round_, by=by)
    standings.refresh(tournament.pk)
    assert [(row[1], row[3]) for row in rows(director)] == [("Blues", 3), ("Reds", 2)]
    assert verify(tournament).findings == ()


def name_and_sum(row):
    return row[1], row[2]


def test_teams_of_home_clubs_and_every_fault(director, tournament, ids, declared):
    tournament.entries.filter(pk__in=ids[:2]).update(home_club="Circolo Nuovo")
    tournament.entries.filter(pk=ids[2]).update(home_club="circolo  nuovo")
    made = director.put(TEAMS, {"teams": "home_clubs", "best": 3}).json()
    assert made["declared"]["teams"] == [
        {"name": "Circolo Nuovo", "entries": ids[:3]},
        {"name": "Circolo del Re", "entries": ids[3:]},
    ]
    assert made["warnings"] == []
    wrong = {"teams": [{"name": "A", "entries": [ids[0], 0]}, {"name": "\u202eB", "entries": [ids[0]]}], "best": 3}
    assert faults(director.put(TEAMS, wrong, headers=ANY)) == [
        ("/teams/0/entries/1", "not_found"),
        ("/teams/1/name", "bad_characters"),
        ("/teams/1/entries/0", "in_two_teams"),
        ("/best", "out_of_range"),
    ]
    assert codes(director.put(TEAMS, [], headers=ANY), 422) == ["wrong_type"]
    assert director.get(TEAMS).json() == made


def test_who_was_removed_or_has_left_is_not_missed_in_the_teams(director, club):
    """The document that was read can be sent back; results that never count make no team larger."""
    tournament = a_tournament(club, players=8)
    ids = list(tournament.entries.order_by("number").values_list("pk", flat=True))
    parts = {"Reds": ids[:3], "Blues": ids[3:5], "Greens": ids[5:7], "Golds": ids[7:]}
    director.put(TEAMS, {"teams": [{"name": name, "entries": part} for name, part in parts.items()]})
    remove_entry(tournament.entries.get(pk=ids[7]), by=director_of(tournament))
    change_entry(tournament.entries.get(pk=ids[2]), {"status": "withdrawn"}, by=director_of(tournament))
    shown = director.get(TEAMS).json()
    assert shown["warnings"] == []
    assert director.put(TEAMS, shown["declared"]).json() == shown
    now = director.put(TEAMS, {**shown["declared"], "best": 2}, headers=ANY).json()
    assert now["declared"]["teams"] == shown["declared"]["teams"][:3]
    assert now["warnings"] == []


def test_only_directors_declare_and_hidden_standings_stay_hidden(
    anybody, scorer, stranger, director, tournament, declared
):
    for caller, status in ((anybody, 401), (scorer, 403), (stranger, 403)):
        assert caller.put(TEAMS, declared).status_code == status
    director.put(TEAMS, declared)
    assert "warnings" not in anybody.get(TEAMS).json()
    standings.hide_standings(tournament, by=director_of(tournament), after_round=0)
    shown = anybody.get(STANDINGS).json()
    assert (shown["after_round"], shown["state"], {row["total"] for row in shown["rows"]}) == (0, "hidden", {None})
    assert {member["score"] for row in shown["rows"] for member in row["members"]} == {None}
    assert {row["total"] for row in director.get(STANDINGS).json()["rows"]} != {None}
    tournament.visibility = "private"
    tournament.save(update_fields=["visibility"])
    assert [anybody.get(where).status_code for where in (TEAMS, STANDINGS)] == [404, 404]
