"""The worth of an evening in a season: factors of evenings to come, of the last one, and points carried over."""

import json
from fractions import Fraction

import pytest

from tests.halls import a_club, a_round, a_tournament, a_user, by, director_of, play
from tests.season_evenings import DECLARATION, FIRST, a_season, an_evening, rows
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.rounds import rounds
from tournaments.actions.seasons import season_refreshing, seasons
from tournaments.actions.seasons.removed_evenings import remove_evening
from tournaments.actions.seasons.standing import Counted, published
from tournaments.actions.seasons.verification import verify
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.actions.stages.declaring import declare_stage
from tournaments.actions.stages.filling import fill_stage
from tournaments.actions.standings import standings
from tournaments.models import Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return a_club()


def outlooks(season):
    return [
        (row["outlook"]["best"], row["outlook"]["worst"], row["outlook"]["most"])
        for row in json.loads(published(season))["rows"]
    ]


def test_the_outlook_knows_the_factor_of_an_evening_that_is_still_to_come(club):
    """The first has 9 and the second 3: it takes the lead with the 9 of another evening, but not with half of it."""
    declared = {**DECLARATION, "points": [9, 3], "parts": [{"evenings": 2}]}
    season = a_season(club, an_evening(club, *FIRST), declaration=declared)
    assert outlooks(season) == [(1, 4, "18"), (1, 4, "12"), (1, 4, "9"), (1, 4, "9")]
    owner = by(club.memberships.get(role="owner").user)
    coming = a_tournament(club, players=4, name="Ultima")
    seasons.add_evening(season, coming, {"factor": "0.5"}, by=owner)
    season_refreshing.refresh(season.pk)
    assert outlooks(season) == [(1, 1, "13.5"), (2, 4, "7.5"), (2, 4, "4.5"), (2, 4, "4.5")]
    assert verify(Season.objects.get(pk=season.pk)) == []


def test_the_last_evening_alone_has_its_factor(club):
    declared = {**DECLARATION, "parts": [{"evenings": 4}], "last_factor": 2}
    season = a_season(club, *(a_tournament(club, players=0, name=name) for name in "ABCD"), declaration=declared)
    owner = by(a_user())

    def plan(evenings):
        planned = {"declaration": {**declared, "parts": [{"evenings": evenings}]}}
        return lambda: seasons.change_season(season, planned, by=owner)

    def refused(act):
        with pytest.raises(Invalid) as refusal:
            act()
        return [problem.text() for problem in refusal.value.problems]

    def factors():
        return [each.factor for each in Counted.of(season, season.evenings.in_order()).left]

    assert factors() == [1, 1, 1, 2]
    assert refused(plan(5)) == ["D counts 2 times, and more evenings follow: change its factor first."]
    last = season.evenings.get(tournament__name="D")
    seasons.change_evening(last, {"factor": "1"}, by=owner)
    season = plan(5)()
    assert factors() == [1, 1, 1, 1, 2]
    assert refused(plan(4)) == ["D is the last evening and counts 1 times: change its factor first."]
    seasons.change_evening(last, {"factor": "2"}, by=owner)
    season = plan(4)()
    remove_evening(season.evenings.get(tournament__name="B"), by=owner)
    assert factors() == [1, 1, 2, 1]
    assert seasons.add_evening(season, a_tournament(club, players=0, name="E"), {}, by=owner).weight == 1


@pytest.mark.parametrize(
    "outside", [{"points": [3, 1, -1, -3]}, {"points": [3, 0, -1]}, {"sit_out": -1}, {"absent": "-1/2"}, {"sit_out": 5}]
)
def test_shares_outside_0_to_100_per_cent_leave_no_outlook(club, outside):
    """A score that can fall is not safe, and nor is one that others can catch with more than a full share."""
    played = an_evening(club, *FIRST, scoring={"method": "places"})
    season = a_season(club, played, declaration={"counts": "share", "parts": [{"evenings": 2}]})
    coming = a_tournament(club, players=4, name="Ultima", scoring={"method": "places"})
    seasons.add_evening(season, coming, {"factor": "0.2"}, by=director_of(coming))
    season_refreshing.refresh(season.pk)
    assert outlooks(season) == [*[(1, 3, "95")] * 3, (4, 4, "45")]
    update_tournament(coming, {"scoring": {"method": "places", **outside}}, by=director_of(coming))
    season_refreshing.refresh(season.pk)
    assert not any("outlook" in row for row in json.loads(published(season))["rows"])
    assert verify(Season.objects.get(pk=season.pk)) == []


@pytest.mark.slow
@pytest.mark.parametrize("counts", ["score", "rounds"])
def test_points_carried_into_a_final_count_where_they_were_won_alone(club, counts):
    declaration = {"counts": counts, "better": "low", "parts": [{"evenings": 2}], "tie_breaks": []}
    declaration |= {"rounds_each": 1} if counts == "rounds" else {}
    group = an_evening(club, *FIRST, name="Girone")
    final = a_tournament(club, players=0, name="Finale", rounds=1, table={"hands": 1})
    declare_stage(final, {"sources": [group.slug], "carry": "all"}, by=director_of(final))
    fill_stage(final, by=director_of(final))
    round_ = a_round(final, tables=[range(4)])
    play(round_.tables.get(), points=[4, 6, 10, 20])
    rounds.close_round(round_, by=director_of(final))
    standings.refresh(final.pk)
    season = a_season(club, group, final, declaration=declaration)
    both = {row["name"]: Fraction(row["score_exact"]) for row in final.standings.last().document["rows"]}
    assert {name: Fraction(score) for _place, name, score in rows(season)} == both
