"""A change that moves a published season is asked about: its declaration, its evenings, its final."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.bidi import plain
from tests.actions.test_seasons import standing_of
from tests.halls import a_club, a_user, by
from tests.season_evenings import DECLARATION, FIRST, SECOND, a_season, an_evening, rows
from tournaments.actions.core.refusals import AgreementNeeded
from tournaments.actions.seasons import season_refreshing, seasons
from tournaments.models import Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return a_club()


def test_a_declaration_changed_in_may_is_asked_about(club):
    season = a_season(club, an_evening(club, *FIRST), an_evening(club, *SECOND, name="Altra"))
    owner, version = by(a_user()), season.version
    changed = {"declaration": {**DECLARATION, "tie_breaks": ["lot"]}}
    with pytest.raises(AgreementNeeded) as asked:
        seasons.change_season(season, changed, by=owner)
    assert Season.objects.get().version == version
    (agreement,) = asked.value.answers
    seasons.change_season(season, changed, by=replace(owner, agreed=agreement))
    season_refreshing.refresh(season.pk)
    assert Season.objects.get().version == version + 1
    kinds = [change.kind for change in season.log.all()]
    assert kinds == ["created", "evening_added", "evening_added", "declared", "places_moved"]
    assert season.log.get(kind="declared").facts["by"] == owner.user.pk


@pytest.mark.slow
def test_another_rule_of_the_final_says_who_goes_and_who_does_not(club):
    evening = an_evening(club, *FIRST)

    def asked_about(declaration, final):
        with pytest.raises(AgreementNeeded) as asked:
            seasons.change_season(season, {"declaration": {**declaration, "final": final}}, by=by(a_user()))
        assert {*asked.value.answers.values()} == {"Change the final"}
        return [plain(str(problem)) for problem in asked.value.problems]

    declared = {**DECLARATION, "final": {"first": 2}}
    season = a_season(club, evening, declaration=declared)
    first, second, third, _last = (name for _place, name, _score in rows(season))
    none = [f"These would no longer go to the final: {first}, {second}."]
    assert asked_about(declared, {"first": 3}) == [f"These would go to the final as well: {third}."]
    assert asked_about(declared, {}) == asked_about(declared, {"first": 2, "minimum": 2}) == none
    same = {"declaration": {**declared, "final": {"first": 2, "minimum": 1}}}
    assert seasons.change_season(season, same, by=by(a_user())).version == 2
    declared = {**DECLARATION, "parts": [{"evenings": 1}] * 2, "final": {"of_each_part": 1}}
    season = a_season(club, evening, declaration=declared)
    seasons.add_evening(season, an_evening(club, *FIRST, name="Altra"), {"part": 2}, by=by(a_user()))
    champion = f"At present, {first} wins all parts and is champion: there is no final."
    assert asked_about(declared, {"of_each_part": 1, "only_if_needed": True}) == [*none, champion]


def test_a_declaration_that_changes_scores_alone_is_asked_about(club):
    """Every place gives twice the points, so nobody's place changes."""
    declaration = {**DECLARATION, "points": [8, 6, 4, 2]}
    season = a_season(club, an_evening(club, *FIRST), declaration=declaration)
    doubled = {"declaration": {**declaration, "points": [16, 12, 8, 4]}}
    with pytest.raises(AgreementNeeded) as asked:
        seasons.change_season(season, doubled, by=by(a_user()))
    assert [plain(str(problem)) for problem in asked.value.problems][:2] == [
        "Scores in the standings of Stagione that change: 4.",
        "Stagione: Player 0002, score 8 → 16",
    ]
    assert asked.value.answers == {asked.value.agreement: "Change these scores"}
    longer = {"declaration": {**declaration, "parts": [{"evenings": 5, "best": 2}]}}
    assert seasons.change_season(season, longer, by=by(a_user())).version == 2


@pytest.mark.slow
def test_an_evening_before_published_ones_is_asked_about(club):
    now, week = timezone.now(), timedelta(days=7)
    late = an_evening(club, *SECOND, name="Altra", starts_at=now)
    early = an_evening(club, *FIRST, starts_at=now - week)
    season, owner = a_season(club, late), by(a_user())
    with pytest.raises(AgreementNeeded) as asked:
        seasons.add_evening(season, early, {}, by=owner)
    assert season.evenings.count() == 1
    seasons.add_evening(season, early, {}, by=replace(owner, agreed=asked.value.agreement))
    season_refreshing.refresh(season.pk)
    assert standing_of(season).evenings == [season.evenings.get(tournament=each).pk for each in (early, late)]
    last = an_evening(club, *FIRST, name="Ultima", starts_at=now + week)
    seasons.add_evening(season, last, {}, by=owner)


def test_an_evening_that_goes_to_another_part_is_asked_about(club):
    first = an_evening(club, *FIRST)
    season = a_season(club, first, declaration={**DECLARATION, "parts": [{"evenings": 1}, {"evenings": 1}]})
    owner, evening = by(a_user()), season.evenings.get()
    with pytest.raises(AgreementNeeded) as asked:
        seasons.change_evening(evening, {"part": 2}, by=owner)
    places = [
        (problem.params["part"], problem.params["before"], problem.params["after"])
        for problem in asked.value.problems[2:]
    ]
    assert places[0] == (1, 1, "–")
    assert [part for part, *_moved in places] == [1, 2] * 4
    moved = seasons.change_evening(evening, {"part": 2}, by=replace(owner, agreed=asked.value.agreement))
    assert moved.part == 1
