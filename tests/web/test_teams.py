"""The page in which directors make teams, and the teams for everybody."""

import pytest
from django.urls import reverse

from tests.halls import a_round, a_tournament, director_of, play_out
from tests.web.pages import faults, text, told
from tournaments.actions.core.ledger import digest
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
CHANGE, TEAMS, CSV = (reverse(name, args=["serata"]) for name in ("edit-teams", "teams", "teams-csv"))


@pytest.fixture
def tournament(club):
    tournament = a_tournament(club, players=8, rounds=2)
    play_out(a_round(tournament), [40, 0, 0, 0])
    rounds.close_round(tournament.rounds.get(), by=director_of(tournament))
    standings.refresh(tournament.pk)
    return tournament


def stored(tournament):
    tournament.refresh_from_db()
    numbers = dict(tournament.entries.values_list("pk", "number"))
    return {team["name"]: [numbers[pk] for pk in team["entries"]] for team in tournament.teams.get("teams", ())}


@pytest.mark.slow
def test_teams_are_pasted_typed_and_changed_with_one_question(tournament, director, anybody):
    ids = list(tournament.entries.order_by("number").values_list("pk", flat=True))
    assert "This tournament has no teams." in text(anybody.get(TEAMS))
    assert TEAMS not in anybody.get(reverse("tournament", args=["serata"])).content.decode()
    sent = {"pasted": "Reds: player 0001, 2;Player 0005\nBlues: 3", f"team-{ids[3]}": " blues ", "best": "2"}
    page = director.post(CHANGE, {**sent, "apart": "on"}, follow=True)
    assert told(page) == ["The teams were saved."]
    assert stored(tournament) == {"Reds": [1, 2, 5], "Blues": [3, 4]}
    shown = text(anybody.get(TEAMS))
    assert "The 2 best results of a team add up." in shown
    rows = anybody.get(reverse("api:standings", args=["serata"])).json()["rows"]
    scores = {row["entry"]: int(row["score"]) for row in rows}
    sums = {"Reds": sum(sorted(scores[ids[n]] for n in (0, 1, 4))[:2]), "Blues": scores[ids[2]] + scores[ids[3]]}
    lines = anybody.get(CSV).content.decode("utf-8-sig").splitlines()
    assert {tuple(line.split(";")[1:3]) for line in lines[1:]} == {(name, str(sums[name])) for name in sums}
    assert sum(line.endswith(";yes") for line in lines) == 4
    assert TEAMS in anybody.get(reverse("tournament", args=["serata"])).content.decode()

    typed = {f"team-{pk}": "Reds" for pk in ids} | {f"team-{ids[6]}": "", f"team-{ids[7]}": "Blues"}
    asked = director.post(CHANGE, {**typed, "apart": "on", "ties": "best_place"})
    assert asked.status_code == 409
    assert "Blues" in text(asked)
    agreed = dict(asked.context["sent"]) | {"agreed": asked.context["changes"].agreement, "agreed_reason": "A mistake"}
    assert told(director.post(CHANGE, agreed, follow=True)) == ["The teams were saved."]
    assert stored(tournament) == {"Reds": [*range(1, 7)], "Blues": [8]}
    standings.hide_standings(tournament, by=director_of(tournament), after_round=0)
    hidden = anybody.get(CSV).content.decode("utf-8-sig")
    assert {line.split(";")[0] for line in hidden.splitlines()[1:]} == {""}


@pytest.mark.slow
def test_faults_are_told_in_words_and_a_page_out_of_date_is_refused(tournament, director):
    first, *others = tournament.entries.order_by("number")
    seen = director.get(CHANGE).context["form"].initial["seen"]
    page = director.post(CHANGE, {"pasted": "Reds: Nobody, 1, Somebody", "best": "2"})
    assert faults(page) == ["Nobody here is called “Nobody”.", "Nobody here is called “Somebody”."]
    page = director.post(CHANGE, {"pasted": "Reds: 1\nBlues: 1"})
    assert faults(page) == [f"{first.name} is named in two teams: “Reds” and “Blues”."]
    page = director.post(CHANGE, {"pasted": "Reds: 1, Nobody\nBlues: 1\nGreens"})
    assert faults(page) == [
        f"{first.name} is named in two teams: “Reds” and “Blues”.",
        "Write the name of the team, a colon and its players: “Greens” has no name in front.",
        "Nobody here is called “Nobody”.",
    ]
    page = director.post(CHANGE, {"pasted": "1, 2, 3"})
    assert faults(page) == ["Write the name of the team, a colon and its players: “1, 2, 3” has no name in front."]
    page = director.post(CHANGE, {"pasted": "Reds: 1", "best": "2"})
    assert faults(page) == ["No team has that many players: the largest has 1."]
    assert stored(tournament) == {}
    director.post(CHANGE, {"teams": "clubs", "seen": seen})
    assert stored(tournament) == {"Circolo del Re": [*range(1, 9)]}
    page = director.post(CHANGE, {"pasted": "Reds: 1", "seen": seen})
    assert page.status_code == 422
    assert "Somebody else has changed the teams meanwhile" in text(page)
    alike = {"teams": [{"name": "Rosé", "entries": [first.pk]}, {"name": "Rose", "entries": [others[0].pk]}]}
    Tournament.objects.filter(pk=tournament.pk).update(teams=alike)
    assert director.post(CHANGE, {"pasted": ""}).status_code == 302
    assert stored(tournament) == {"Rosé": [1], "Rose": [2]}
    asked = director.post(CHANGE, {"teams": "none", "seen": digest(tournament.teams)})
    assert asked.status_code == 409  # the club had the first place
