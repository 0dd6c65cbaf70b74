"""The consent of another club to let its evenings count in a season: giving it and taking it back."""

from dataclasses import replace

import pytest

from tests.halls import a_club, a_tournament, a_user, by
from tests.season_evenings import FIRST, SECOND, a_season, an_evening, crown, rows
from tournaments.actions.core.refusals import AgreementNeeded, Conflict, Gone, Invalid, Stale
from tournaments.actions.seasons import season_refreshing, seasons
from tournaments.actions.seasons.consents import MAX_CLUBS, answer_season, ask_club, end_request, open_requests
from tournaments.actions.seasons.verification import verify
from tournaments.models import Club, Consent, Season, SeasonConsent, SeasonEvening

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    """A season of one evening, and another club that is not asked yet."""
    club = a_club()
    a_club("Ospite", owner=a_user("zita"))
    return a_season(club, an_evening(club, *FIRST, name="Casa"))


OURS, THEIRS = (lambda: by(a_user("dora"))), (lambda: by(a_user("zita")))


def asked_of(season):
    return ask_club(season, Club.objects.get(name="Ospite"), by=OURS())


def kinds(season):
    return [change.kind for change in Season.objects.get(pk=season.pk).log.order_by("number")]


def is_right(season):
    season_refreshing.refresh(season.pk)
    return verify(Season.objects.get(pk=season.pk)) == []


def add(season, evening):
    return seasons.add_evening(season, evening, {}, by=OURS())


def is_refused(season, evening):
    with pytest.raises(Invalid) as refused:
        add(season, evening)
    assert refused.value.codes == ["no_consent"]


def an_away_evening(name="Trasferta"):
    return an_evening(Club.objects.get(name="Ospite"), *SECOND, name=name)


def test_an_evening_of_another_club_counts_once_that_club_has_agreed(season):
    away = an_away_evening()
    is_refused(season, away)
    asked = asked_of(season)
    is_refused(season, away)
    answer_season(asked, Consent.REFUSED, by=THEIRS())
    is_refused(season, away)
    answer_season(asked, Consent.GIVEN, by=THEIRS())
    add(season, away)
    assert kinds(season)[2:] == ["club_asked", "club_refused", "club_agreed", "evening_added"]
    assert is_right(season)
    assert len(rows(season)) == 8


def test_a_director_of_both_clubs_agrees_by_adding_an_evening_or_by_asking(season):
    away, other = an_away_evening(), a_club("Terzo", owner=a_user("zita"))
    for club in (away.club, season.club):
        club.memberships.create(user=a_user("rita"), role="director")
    both = by(a_user("rita"))
    seasons.add_evening(season, away, {}, by=both)
    assert kinds(season)[2:] == ["club_agreed", "evening_added"]
    assert ask_club(season, other, by=both).consent == "asked"
    other.memberships.create(user=a_user("rita"), role="scorer")
    with pytest.raises(Invalid):
        seasons.add_evening(season, an_evening(other, *FIRST), {}, by=both)
    assert is_right(season)


def test_what_counts_stays_when_the_consent_is_taken_back(season):
    """An evening that is not played yet is taken out at once."""
    asked = asked_of(season)
    answer_season(asked, Consent.GIVEN, by=THEIRS())
    add(season, an_away_evening())
    add(season, a_tournament(Club.objects.get(name="Ospite"), players=0, name="Domani", visibility="public"))
    season_refreshing.refresh(season.pk)
    before = rows(season)
    answer_season(asked, Consent.REFUSED, by=THEIRS())
    assert {each.tournament.name for each in season.evenings.all()} == {"Casa", "Trasferta"}
    assert is_right(season)
    assert rows(season) == before
    is_refused(season, an_away_evening("Altra"))
    with pytest.raises(AgreementNeeded) as question:
        end_request(asked, by=OURS())
    assert season.evenings.count() == 2
    end_request(asked, by=replace(OURS(), agreed=question.value.agreement))
    assert is_right(season)
    assert len(rows(season)) == 4
    assert kinds(season)[-5:-3] == ["evening_removed", "club_refused"]
    assert kinds(season)[-3:] == ["evening_removed", "club_removed", "places_moved"]


def test_what_cannot_be_asked_or_answered(season):
    with pytest.raises(Invalid) as refused:
        ask_club(season, season.club, by=OURS())
    assert refused.value.codes == ["own_club"]
    asked = asked_of(season)
    with pytest.raises(Conflict) as refused:
        asked_of(season)
    assert refused.value.codes == ["asked_already"]
    with pytest.raises(Stale):
        answer_season(asked, Consent.REFUSED, by=THEIRS(), seen="given")
    answer_season(asked, Consent.GIVEN, by=THEIRS(), seen="asked")
    with pytest.raises(Conflict) as refused:
        asked_of(season)
    assert refused.value.codes == ["asked_already"]
    end_request(asked, by=OURS())
    with pytest.raises(Gone):
        answer_season(asked, Consent.GIVEN, by=THEIRS())
    assert kinds(season)[2:] == ["club_asked", "club_agreed", "club_removed"]


def test_a_season_asks_a_bounded_number_of_clubs(season):
    clubs = Club.objects.bulk_create(Club(name=f"C{n}", slug=f"c{n}") for n in range(MAX_CLUBS))
    SeasonConsent.objects.bulk_create(SeasonConsent(season=season, club=each, consent="refused") for each in clubs)
    with pytest.raises(Conflict) as refused:
        asked_of(season)
    assert refused.value.codes == ["too_many"]
    assert ask_club(season, clubs[0], by=OURS()).consent == "asked"


def test_the_champion_keeps_the_evenings_of_a_season_that_is_over(season):
    asked = asked_of(season)
    answer_season(asked, Consent.GIVEN, by=THEIRS())
    add(season, an_away_evening())
    season_refreshing.refresh(season.pk)
    crown(season)
    answer_season(asked, Consent.REFUSED, by=THEIRS())
    with pytest.raises(Conflict) as refused:
        end_request(asked, by=OURS())
    assert refused.value.codes == ["season_is_over"]
    assert season.evenings.count() == 2


def test_a_request_ends_with_the_season_or_the_club(season):
    """No page deletes a club; its operator can."""
    other = Club.objects.get(name="Ospite")
    asked_of(season)
    assert open_requests(other).count() == 1
    other.delete()
    assert (SeasonConsent.objects.count(), is_right(season)) == (0, True)
    empty = seasons.create_season(season.club, {"name": "Vuota", "declaration": season.declaration}, by=OURS())
    ask_club(empty, a_club("Ospite", owner=a_user("zita")), by=OURS())
    seasons.delete_season(empty, by=OURS())
    assert SeasonConsent.objects.count() == 0


@pytest.mark.parametrize("forged", ["given", "deleted", "factor"])
def test_consents_and_evenings_changed_behind_the_programs_back_are_found(season, forged):
    asked = asked_of(season)
    if forged == "given":
        SeasonConsent.objects.filter(pk=asked.pk).update(consent="given")
    elif forged == "deleted":
        SeasonConsent.objects.filter(pk=asked.pk).delete()
    else:
        SeasonEvening.objects.update(factor=2)
    found = verify(Season.objects.get(pk=season.pk))
    assert [each for each in found if each != "standing"] == ["evenings" if forged == "factor" else "consents"]
