"""groups/: pots by a season, by another tournament's standings or by ratings, with clubs apart, by API and page."""

from collections import Counter
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.halls import a_round, a_tournament, director_of
from tests.season_evenings import FIRST, a_season, an_evening
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.registration import change_entry, register
from tournaments.actions.stages.groups import make_groups
from tournaments.actions.stages.pots import dealt
from tournaments.actions.verification import verify
from tournaments.models import ClubRatings, Entry, Tournament

from .caller import faults

pytestmark = pytest.mark.django_db
GROUPS = "tournaments/oggi/groups/"


@pytest.fixture
def season(club):
    """One evening of four players with four places."""
    return a_season(club, an_evening(club, *FIRST))


@pytest.fixture
def today(club, season):
    """A tournament of the same players from four clubs, in another order, and of six who did not play before."""
    tournament = a_tournament(club, players=0, name="Oggi")
    names = [f"Player {number:04}" for number in (5, 1, 8, 2, 7, 3, 6, 4)] + ["New One", "New Two"]
    entered = [Candidate(names=(name,), home_club=f"Club {at % 4}") for at, name in enumerate(names)]
    register(tournament, entered, by=director_of(tournament))
    return tournament


def places(director, where):
    return {row["name"]: row["place"] for row in director.get(where).json()["rows"] if row["place"]}


def check_pots(split, place):
    """Check that of every two neighbours in the standings one is in each group, and that clubs are spread evenly."""
    one, other = split
    assert len(one) == len(other)
    order = sorted(place, key=place.get)
    for best, next_ in zip(order[::2], order[1::2], strict=True):
        assert (best in one) != (next_ in one)


def groups_of(tournament):
    sources = Tournament.objects.get(pk=tournament.pk).stage.sources.order_by("pk")
    return [[*each.entries.values_list("name", flat=True)] for each in sources]


@pytest.mark.slow
@pytest.mark.parametrize("pots", ["season", "standing"])
def test_pots_by_a_standing(director, club, season, today, pots):
    of, where = {
        "season": (season.slug, f"seasons/{season.slug}/standings/"),
        "standing": ("serata", "tournaments/serata/standings/"),
    }[pots]
    place = places(director, where)
    assert sorted(place.values()) == [1, 2, 3, 4]
    answer = director.post(GROUPS, {"groups": 2, "last": 2, "pots": pots, "of": of})
    assert answer.status_code == 200, answer.content
    check_pots(groups_of(today), place)
    made = today.ledger.get(kind="groups_made").facts
    assert (made["pots"], made["of"]) == (pots, of)


@pytest.mark.slow
def test_what_is_set_for_the_draws_holds_in_the_groups_too(director, today):
    wanted = {"avoid_same_club": True, "uneven_tables": False}
    assert director.patch("tournaments/oggi/constraints/", wanted).status_code == 200
    assert director.post(GROUPS, {"groups": 2, "last": 2}).status_code == 200
    for group in Tournament.objects.get(pk=today.pk).stage.sources.all():
        read = director.get(f"tournaments/{group.slug}/constraints/").json()
        assert {name: read[name] for name in wanted} == wanted
        assert verify(group).findings == ()


@pytest.mark.slow
def test_pots_by_rating(director, club, season, today):
    listed = list(today.entries.values_list("name", "players"))
    place = {name: number for number, (name, _player) in enumerate(listed, 1)}
    rows = [{"player": player, "rating": 2000 - number} for number, (_name, player) in enumerate(listed)]
    ClubRatings.objects.create(club=club, game=today.game_slug, body={"players": rows})
    assert director.post(GROUPS, {"groups": 2, "last": 2, "pots": "rating"}).status_code == 200
    check_pots(groups_of(today), place)
    said = [each["sentence"] for each in director.get("tournaments/oggi/log/").json()["results"]]
    balanced = "They are balanced by the ratings of the club, and players of one club are kept apart."
    assert f"10 players were split into 2 groups. {balanced}" in said


@pytest.mark.slow
@pytest.mark.parametrize("pots", ["season", "standing"])
def test_the_page_offers_seasons_and_tournaments_with_a_standing(director, club, season, today, pots):
    a_round(a_tournament(club, players=8, name="In play"))
    directing, where = Client(), reverse("make-groups", args=["oggi"])
    directing.force_login(club.memberships.get(role="owner").user)
    offered = [value for value, _label in directing.get(where).context["form"].fields["pots"].choices]
    assert offered == ["list", "rating", "lot", f"season:{season.slug}", "standing:serata"]
    of = {"season": season.slug, "standing": "serata"}[pots]
    typed = {"groups": "2", "pots": f"{pots}:{of}", "first": "1", "last": "2", "of_each": "each", "carry": "nothing"}
    asked = directing.post(where, {**typed, "ties": "lot"})
    assert asked.context["said"], asked.context["form"].errors
    made = directing.post(where, {**typed, "ties": "lot", "said": asked.context["said"]})
    assert made.status_code == 302
    where = {"season": f"seasons/{season.slug}/standings/", "standing": "tournaments/serata/standings/"}[pots]
    check_pots(groups_of(today), places(director, where))


@pytest.mark.slow
def test_a_standing_that_is_not_there_is_told(director, club, season, today):
    plan = {"groups": 2, "last": 2}
    assert faults(director.post(GROUPS, {**plan, "pots": "season"})) == [("/of", "no_standing")]
    assert faults(director.post(GROUPS, {**plan, "pots": "season", "of": "x"})) == [("/of", "no_standing")]
    assert faults(director.post(GROUPS, {**plan, "pots": "standing", "of": "oggi"})) == [("/of", "no_standing")]
    assert faults(director.post(GROUPS, {**plan, "pots": "standing", "of": [1]})) == [("/of", "no_standing")]
    assert faults(director.post(GROUPS, {**plan, "pots": "rating"})) == [("/pots", "not_rated")]
    assert faults(director.post(GROUPS, {**plan, "pots": "strength"})) == [("/pots", "not_a_choice")]


@pytest.mark.parametrize("seed", range(30))
def test_clubs_are_shared_evenly_among_the_groups_in_any_pots(seed):
    dice = Random(seed)
    count = dice.randint(2, 5)
    entries = [Entry(number=at, home_club=dice.choice(["", *"ABCDE"])) for at in range(dice.randint(16, 40))]
    groups = dealt(entries, count, seed)
    assert sorted(each.number for group in groups for each in group) == [*range(len(entries))]
    for group in groups:
        pots = [each.number // count for each in group]
        assert pots == sorted({*pots})
    for club in "ABCDE":
        members = [Counter(each.home_club for each in group)[club] for group in groups]
        assert max(members) - min(members) <= 1


def test_groups_have_as_many_who_play_if_some_have_withdrawn(club, today):
    director = director_of(today)
    for entry in today.entries.filter(number__in=(1, 3)):
        change_entry(entry, {"status": Entry.Status.WITHDRAWN}, by=director)
    stage = make_groups(today, {"groups": 2, "last": 2}, by=director, seed=0)
    playing = [each.entries.filter(status=Entry.Status.ACTIVE).count() for each in stage.sources.all()]
    assert playing == [4, 4]
