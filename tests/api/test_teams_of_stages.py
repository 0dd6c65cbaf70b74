"""…/teams/ through rounds and stages: earlier rounds, paper, groups, finals, and people who are erased or merged."""

import pytest

from tests.halls import a_round, a_tournament, director_of, play
from tests.web.papers import pages
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people.merging import merge_players
from tournaments.actions.people.players import NewPlayer, add_players
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Tournament

from .caller import codes

pytestmark = pytest.mark.django_db
TEAMS = "tournaments/serata/teams/"
PLAN = {"rounds": 2, "table": {"hands": 1}}


def named(slug):
    return Tournament.objects.get(slug=slug)


def a_round_over(slug, **tables):
    tournament = named(slug)
    round_ = a_round(tournament, **tables)
    for table in round_.tables.all():
        play(table, 1, [40, 0, 0, 0][: table.seats.count()] if not table.number % 2 else [20, 10, 10, 0])
    rounds.close_round(round_, by=director_of(tournament))
    standings.refresh(tournament.pk)


def declare(director, slug, size):
    ids = list(named(slug).entries.order_by("number").values_list("pk", flat=True))
    teams = [{"name": f"Team {at + 1}", "entries": ids[at * size : (at + 1) * size]} for at in range(len(ids) // size)]
    answer = director.put(f"tournaments/{slug}/teams/", {"teams": teams, "best": 2, "adds": "score"})
    assert answer.status_code == 200, answer.content
    return teams


def sums(caller, slug, after):
    """The sums of teams by the scores of the players' standings, added up here."""
    rows = caller.get(f"tournaments/{slug}/standings/?after_round={after}").json()["rows"]
    return {row["entry"]: float(row["score"]) for row in rows}


@pytest.mark.slow
def test_the_standings_of_teams_after_each_round_on_pages_and_paper(director, anybody, client, club):
    a_tournament(club, players=8, **PLAN)
    teams = declare(director, "serata", 4)
    a_round_over("serata")
    a_round_over("serata")
    for after in (1, 2):
        scores = sums(anybody, "serata", after)
        expected = {team["name"]: sum(sorted(scores[pk] for pk in team["entries"])[:2]) for team in teams}
        answer = anybody.get(f"{TEAMS}standings/?after_round={after}").json()
        assert answer["after_round"] == after
        assert {row["name"]: float(row["total"]) for row in answer["rows"]} == expected
        paper = " ".join(pages(anybody.get(f"tournaments/serata/paper/teams/?after_round={after}")))
        page_paper = " ".join(pages(client.get(f"/tournaments/serata/teams.pdf?after={after}")))
        for name in expected:
            assert name in paper
        assert paper == page_paper
        page = client.get(f"/tournaments/serata/teams/?after={after}")
        assert {line.name: float(line.total) for line in page.context["lines"]} == expected
        sheet = client.get(f"/tournaments/serata/teams.csv?after={after}").content.decode("utf-8-sig")
        assert {line.split(";")[1] for line in sheet.splitlines()[1:]} == {*expected}
    first, second = (client.get(f"/tournaments/serata/teams.csv?after={after}").content for after in (1, 2))
    assert first != second
    for wrong in ("0", "9", "x", "-1", "1x"):
        assert client.get(f"/tournaments/serata/teams/?after={wrong}").status_code == 404
        assert client.get(f"/tournaments/serata/teams.pdf?after={wrong}").status_code == 404
    assert codes(anybody.get(f"{TEAMS}standings/?after_round=9"), 404) == ["not_found"]
    assert codes(anybody.get(f"{TEAMS}standings/?after_round=x"), 400) == ["not_an_integer"]
    standings.hide_standings(named("serata"), by=director_of(named("serata")), after_round=1)
    assert client.get("/tournaments/serata/teams/?after=2").status_code == 404
    assert codes(anybody.get(f"{TEAMS}standings/?after_round=2"), 404) == ["not_found"]
    assert client.get("/tournaments/serata/teams/?after=1").status_code == 200


@pytest.mark.slow
def test_teams_go_into_the_groups_and_on_to_the_final(director, club):
    a_tournament(club, players=12, **PLAN)
    declare(director, "serata", 3)
    of_name = {
        entry.name: team["name"]
        for team in director.get(TEAMS).json()["declared"]["teams"]
        for entry in named("serata").entries.filter(pk__in=team["entries"])
    }
    assert director.post("tournaments/serata/groups/", {"groups": 2, "last": 4}).status_code == 200
    groups = [each.slug for each in named("serata").stage.sources.order_by("pk")]

    def teams_now(slug):
        names = dict(named(slug).entries.values_list("pk", "name"))
        declared = director.get(f"tournaments/{slug}/teams/").json()["declared"]
        found = {names[pk]: team["name"] for team in declared.get("teams", ()) for pk in team["entries"] if pk in names}
        return found, {*names.values()}, declared["best"]

    for slug in groups:
        found, everybody, _best = teams_now(slug)
        assert found == {name: of_name[name] for name in everybody}
        a_round_over(slug)
        a_round_over(slug)
    assert director.post("tournaments/serata/stage/fill/").status_code == 200
    found, everybody, best = teams_now("serata")
    assert (len(everybody), found, best) == (8, {name: of_name[name] for name in everybody}, 2)
    first = named("serata").entries.first()
    assert director.post("tournaments/serata/stage/replace/", {"entry": first.pk}).status_code == 200
    found, everybody, _best = teams_now("serata")
    assert (len(everybody), found) == (9, {name: of_name[name] for name in everybody})
    assert [verify(named(slug)).findings for slug in ("serata", *groups)] == [()] * 3


@pytest.mark.slow
def test_the_paper_shows_what_adds_up(director, club):
    a_tournament(club, players=8, **PLAN)
    declare(director, "serata", 4)
    a_round_over("serata")
    rows = director.get("tournaments/serata/standings/").json()["rows"]
    for adds, member in (("score", "score"), ("places", "place")):
        declared = {**director.get(TEAMS).json()["declared"], "adds": adds}
        asked = director.put(TEAMS, declared, headers={"If-Match": "*"})
        if asked.status_code == 409:
            headers = {"If-Match": "*", "Agreed": asked.json()["agreement"], "Agreed-Reason": "As announced"}
            assert director.put(TEAMS, declared, headers=headers).status_code == 200
        paper = " ".join(pages(director.get("tournaments/serata/paper/teams/")))
        assert [row["name"] for row in rows if f"{row['name']} {row[member]}" not in paper] == []


@pytest.mark.slow
def test_groups_that_are_undone_give_their_teams_back(director, club):
    a_tournament(club, players=8, **PLAN)
    declare(director, "serata", 2)
    before = director.get(TEAMS).json()["declared"]
    names = dict(named("serata").entries.values_list("pk", "name"))
    director.post("tournaments/serata/groups/", {"groups": 2, "last": 2})
    line = named("serata").ledger.get(kind="groups_made").sequence
    assert director.post("tournaments/serata/undo/", {"line": line}).status_code == 200
    after = director.get(TEAMS).json()["declared"]
    now = dict(named("serata").entries.values_list("pk", "name"))

    def by_name(declared, listed):
        return {team["name"]: {listed[pk] for pk in team["entries"]} for team in declared["teams"]}

    assert by_name(after, now) == by_name(before, names)
    assert {name: after[name] for name in ("best", "adds", "ties", "apart")} == {
        name: before[name] for name in ("best", "adds", "ties", "apart")
    }


@pytest.mark.slow
def test_an_erased_and_a_merged_player_keep_their_results_in_the_team(director, anybody, club):
    tournament = a_tournament(club, players=8, rounds=1, table={"hands": 1})
    declare(director, "serata", 4)
    a_round_over("serata")

    def totals():
        return [(row["place"], row["name"], row["total"]) for row in anybody.get(TEAMS + "standings/").json()["rows"]]

    def members():
        return {each["name"] for row in anybody.get(TEAMS + "standings/").json()["rows"] for each in row["members"]}

    before, listed, by = totals(), members(), director_of(tournament)
    first, second = (tournament.entries.get(number=number).players.get() for number in (1, 2))
    erase_player(first, by=by)
    (other,) = add_players(club, [NewPlayer(name="Zita Nuova")])
    merge_players(other, second, by=by)
    standings.refresh(tournament.pk)
    assert totals() == before
    assert len(members()) == 8
    assert {"Player 0001", "Player 0002"} <= listed - members()
    assert "Zita Nuova" in members()
    assert verify(named("serata")).findings == ()
