"""Certain, possible or out: for the next round of a knock-out and the next stage, and in what-if."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.api.caller import Caller
from tests.halls import a_round, a_table, a_tournament, busca, director_of, play, play_out
from tests.web.pages import text
from tests.web.papers import pages
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.setup.archiving import archive_tournament
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.actions.stages.declaring import declare_stage
from tournaments.actions.standings import standings
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
WORDS = ("certainly qualifies", "may still qualify", "can no longer qualify")
CONDITION = "This holds if nobody comes or leaves and the director decides nothing more."
FORM = {f"line-{side}-points": str(points) for side, points in enumerate([20, 20, 0, 0])}
ONE_HAND = {"rounds": 1, "table": {"hands": 1}}


def words_on(page):
    """Return how often a page contains each of the words."""
    shown = text(page)
    return tuple(shown.count(word) for word in WORDS)


def by_api(group="serata"):
    """Return how often the API's standings of a group contain it."""
    rows = Caller().get(f"tournaments/{group}/standings/").json()["rows"]
    told = [row["goes_on"] for row in rows if "goes_on" in row]
    return tuple(told.count(word) for word in (True, None, False))


def in_groups(club, names):
    """Return two groups of eight with a round of one hand whose tables 1 have finished, and a final for ten."""
    made = [a_tournament(club, players=0, name=name, outlook=True, **ONE_HAND) for name in ("Serata", "Altra")]
    for group in made:
        entered = [Candidate(names=(names % {"group": group.name, "number": number},)) for number in range(1, 9)]
        registration.register(group, entered, by=director_of(group))
        play(a_table(a_round(group), 1), 1, [37, 1, 1, 1])
        standings.refresh(group.pk)
    final = a_tournament(club, players=0, name="Finale")
    declared = {"sources": ["serata", "altra"], "of_each": False, "last": 10, "ties": "all"}
    declare_stage(final, declared, by=director_of(final))
    return made


@pytest.fixture
def groups(club):
    return in_groups(club, "%(group)s %(number)s")


def finish(group, points):
    play(a_table(group.rounds.get(), 2), 1, points)
    rounds.close_round(group.rounds.get(), by=director_of(group))
    standings.refresh(group.pk)


def goes_on(answer):
    """Return by name whether each entry qualifies, as it is and as it would be."""
    return {row["name"]: (row["before"].get("goes_on"), row.get("goes_on")) for row in answer.json()["rows"]}


@pytest.mark.slow
def test_standings_of_a_group_speak_of_the_best_of_all_groups_together(client, groups):
    one, other = groups
    page, entry = reverse("tournament", args=["serata"]), reverse("entry", args=["serata", one.entries.first().pk])
    assert (words_on(client.get(page)), text(client.get(entry)).count("May still qualify.")) == ((0, 7, 1), 1)
    finish(one, [20, 20, 0, 0])
    assert (words_on(client.get(page)), by_api()) == ((5, 0, 3),) * 2
    update_tournament(other, {"visibility": "private"}, by=director_of(other))
    assert (words_on(client.get(page)), by_api()) == ((2, 3, 3),) * 2
    update_tournament(other, {"visibility": "public"}, by=director_of(other))
    standings.hide_standings(other, by=director_of(other), after_round=0)
    assert (words_on(client.get(page)), by_api()) == ((2, 3, 3),) * 2
    standings.show_standings(other, by=director_of(other))
    finish(other, [20, 20, 0, 0])
    assert (words_on(client.get(page)), by_api()) == ((0, 0, 0),) * 2


@pytest.mark.slow
def test_standings_that_are_hidden_at_the_end_are_not_taken_for_the_last(client, groups):
    one, other = groups
    update_tournament(other, {"outlook": False, "rounds": 2}, by=director_of(other))
    finish(other, [20, 20, 0, 0])
    standings.hide_standings(other, by=director_of(other), after_round=1)
    play_out(a_round(other))
    rounds.close_round(other.rounds.get(number=2), by=director_of(other))
    standings.refresh(other.pk)
    assert by_api() == (0, 7, 1)
    finish(one, [20, 20, 0, 0])
    assert (words_on(client.get(reverse("tournament", args=["serata"]))), by_api()) == ((2, 3, 3),) * 2


def test_an_archived_group_counts_as_it_stands(groups):
    one = groups[0]
    finish(one, [20, 20, 0, 0])
    declared = {"sources": ["serata", "altra"], "of_each": False, "last": 12, "ties": "all"}
    declare_stage(Tournament.objects.get(slug="finale"), declared, by=director_of(one))
    known = by_api("altra")
    update_tournament(one, {"rounds": 2}, by=director_of(one))
    standings.refresh(one.pk)
    assert by_api("altra") != known
    archive_tournament(one, by=director_of(one))
    assert by_api("altra") == known


def test_nothing_is_said_of_groups_that_share_a_player(client, club):
    in_groups(club, "Player %(number)s")
    assert (words_on(client.get(reverse("tournament", args=["serata"]))), by_api()) == ((0, 0, 0),) * 2


@pytest.mark.slow
@pytest.mark.parametrize("of_each", [True, False])
def test_what_if_says_who_comes_in_to_the_final_whatever_the_public_is_shown(director, groups, of_each):
    one = groups[0]
    for group in groups:
        update_tournament(group, {"outlook": False}, by=director_of(group))
        standings.refresh(group.pk)
    final = Tournament.objects.get(slug="finale")
    declared = {"sources": ["serata", "altra"], "of_each": of_each, "last": 4 if of_each else 10, "ties": "all"}
    declare_stage(final, declared, by=director_of(final))
    assert words_on(director.get(reverse("tournament", args=["serata"]))) == (0, 0, 0)
    api = Caller(director_of(one).user)
    supposed = {"tables": [{"table": 2, "hands": [busca([20, 20, 0, 0])]}]}
    told = goes_on(api.post("tournaments/serata/what-if/", supposed))
    assert {before for name, (before, _after) in told.items() if name != "Serata 3"} == {None}
    assert told["Serata 3"] == (False, False)
    page = director.post(reverse("what-if", args=["serata", 1, 2]), {**FORM, "do": "save"})
    [change] = page.context["found"].stages
    come = {name for name, (_before, after) in told.items() if after}
    assert ({*change.ins} <= come, {*change.outs} & come) == (True, set())
    assert words_on(page) == (2 * 5, 0, 2 * 3)  # among what changes, and in the whole standings
    for group in groups:
        finish(group, [20, 20, 0, 0])
    listed = api.get("tournaments/finale/stage/").json()["players"]
    goes = {each["name"]: each["goes"] for each in listed if each["stage"] == "serata"}
    assert {name: after for name, (_before, after) in told.items()} == goes


@pytest.mark.slow
def test_everybody_reads_who_goes_on_from_a_round_of_a_knock_out(client, director, club):
    tournament = a_tournament(club, players=16, pairing="knock-out", outlook=True, table={"hands": 1})
    round_ = a_round(tournament)
    play(a_table(round_, 1), 1, [20, 20, 0, 0])
    standings.refresh(tournament.pk)
    page = client.get(reverse("tournament", args=["serata"]))
    assert (words_on(page), text(page).count(CONDITION), "These places" in text(page)) == ((2, 12, 2), 1, False)
    assert "certainly qualifies" in client.get("/tournaments/serata/standings.csv").content.decode()
    first, *_others, last = a_table(round_, 1).seats.order_by("number")
    for seat, word in ((first, "Certainly qualifies."), (last, "Can no longer qualify.")):
        assert f"{word} {CONDITION}" in text(client.get(reverse("entry", args=["serata", seat.entry_id])))
    assert CONDITION in " ".join(" ".join(pages(client.get("/tournaments/serata/standings.pdf"))).split())
    printed = StringIO()
    call_command("outlook", "serata", stdout=printed)
    assert [printed.getvalue().count(f"{word[0].upper()}{word[1:]}.") for word in WORDS] == [2, 12, 2]
    assert printed.getvalue().splitlines()[-1] == CONDITION
    tree = client.get("/api/v1/tournaments/serata/tree/").json()["rounds"][0]["tables"]
    assert [[player["goes_on"] for player in table["players"]] for table in tree[:2]] == [
        [True, True, False, False],
        [None] * 4,
    ]
    rows = client.get("/api/v1/tournaments/serata/standings/").json()["rows"]
    assert sum(row["goes_on"] is True for row in rows) == 2
    assert words_on(client.get(reverse("pictures", args=["serata"]))) == (0, 0, 0)
    page = director.post(reverse("what-if", args=["serata", 1, 2]), {**FORM, "do": "save"})
    assert words_on(page) == (4 + 2, 8, 4 + 4)  # the places of two who are out change too
    update_tournament(tournament, {"outlook": False}, by=director_of(tournament))
    standings.refresh(tournament.pk)
    assert words_on(client.get(reverse("tournament", args=["serata"]))) == (0, 0, 0)


def test_the_setting_is_off_in_a_new_tournament_by_page_and_by_api(director, club):
    page = director.get(reverse("create-tournament-as", args=[club.slug, "busca-accademia"]))
    made = Caller(director_of(a_tournament(club)).user).post(
        "tournaments/", {"name": "Nuovo", "club": club.slug, "ruleset": "busca-accademia"}
    )
    assert (page.context["form"]["outlook"].value(), made.json()["outlook"]) == (False, False)
