"""Seasons whose evenings, declaration and standing change at the same moment, on real PostgreSQL."""

import pytest

from tests.concurrency import at_once
from tests.halls import a_club, a_user, by
from tests.season_evenings import DECLARATION, a_season, an_evening, correct
from tournaments.actions.core.refusals import Conflict, Gone, Invalid, Stale
from tournaments.actions.seasons import season_refreshing, seasons
from tournaments.actions.seasons.consents import answer_season, ask_club, end_request
from tournaments.actions.seasons.verification import verify
from tournaments.actions.sweep import refresh_stale_seasons
from tournaments.models import Consent, Season, SeasonConsent, SeasonEvening

pytestmark = [pytest.mark.postgres, pytest.mark.slow]
FIRST, SECOND, THIRD = (0, 5, 10, 25), (25, 10, 5, 0), (5, 0, 25, 10)


@pytest.fixture(autouse=True)
def _database(postgres):
    """Each of these on PostgreSQL, with real commits."""


@pytest.fixture
def club():
    return a_club()


def settled():
    """Return the season after the sweep has published what is due; a computation from the start gives the same."""
    refresh_stale_seasons()
    season = Season.objects.get()
    assert (season.published_revision, verify(season)) == (season.revision, [])
    return season


def test_evenings_corrected_at_once_are_both_counted(club):
    evenings = [an_evening(club, *FIRST, name=f"Serata {number}") for number in range(3)]
    season = a_season(club, *evenings)
    corrections = [(lambda e=e, p=p: correct(e, *p)) for e, p in zip(evenings[:2], (SECOND, THIRD), strict=True)]
    done = at_once([*corrections, *[lambda: season_refreshing.refresh(season.pk)] * 2])
    assert [each for each in done if isinstance(each, Exception)] == []
    season_refreshing.refresh(season.pk)
    moved = settled().log.filter(kind="places_moved").count()
    assert 1 <= moved <= 2


def test_a_declaration_changed_while_an_evening_is_refreshed(club):
    evening = an_evening(club, *FIRST)
    season, owner = a_season(club, evening), by(a_user())
    changed = {"declaration": {**DECLARATION, "parts": [{"evenings": 5, "best": 2}]}}
    done = at_once(
        [
            lambda: correct(evening, *SECOND),
            lambda: seasons.change_season(season, changed, by=owner),
            lambda: season_refreshing.refresh(season.pk),
        ]
    )
    assert [each for each in done if isinstance(each, Exception)] == []
    assert (settled().version, season.log.filter(kind="declared").count()) == (2, 1)


def test_directors_who_add_one_evening_at_once_add_it_once(club):
    evening, season = an_evening(club, *FIRST), a_season(club)
    directors = [by(a_user(name)) for name in ("dora", "dino", "dina")]
    done = at_once((lambda d=d: seasons.add_evening(season, evening, {}, by=d)) for d in directors)
    assert sum(isinstance(each, SeasonEvening) for each in done) == 1
    assert [each.problems[0].code for each in done if isinstance(each, Invalid)] == ["duplicate"] * 2
    assert settled().log.filter(kind="evening_added").count() == 1


def test_directors_who_change_a_declaration_at_once_see_who_was_first(club):
    season = a_season(club)
    owner, changes = by(a_user()), [{"declaration": {**DECLARATION, "coming": n}} for n in range(1, 4)]
    done = at_once((lambda c=c: seasons.change_season(season, c, by=owner, seen=1)) for c in changes)
    assert sum(isinstance(each, Season) for each in done) == 1
    assert [each.problems[0].code for each in done if isinstance(each, Stale)] == ["changed_meanwhile"] * 2
    assert settled().version == 2


@pytest.fixture
def guest():
    return a_club("Ospite", owner=a_user("zita"))


def a_request(club, guest, answer=None):
    """A request to the guest's club, with its answer."""
    asked = ask_club(a_season(club), guest, by=by(a_user("dora")))
    return answer_season(asked, answer, by=by(a_user("zita"))) if answer else asked


def logged():
    return list(settled().log.filter(kind__startswith="club_").values_list("kind", flat=True))


def test_directors_who_answer_at_once_see_who_was_first(club, guest):
    asked, answers = a_request(club, guest), [Consent.GIVEN, Consent.REFUSED, Consent.REFUSED]
    done = at_once((lambda a=a: answer_season(asked, a, by=by(a_user("zita")), seen="asked")) for a in answers)
    assert sum(isinstance(each, SeasonConsent) for each in done) == 1
    assert [each.problems[0].code for each in done if isinstance(each, Stale)] == ["changed_meanwhile"] * 2
    assert len(logged()) == 2


def test_a_club_that_is_asked_again_while_it_agrees(club, guest):
    """Whichever is first: the club agrees, and the second request is refused or answered."""
    asked, director = a_request(club, guest, Consent.REFUSED), by(a_user("dora"))
    done = at_once(
        [
            lambda: ask_club(asked.season, guest, by=director),
            lambda: ask_club(asked.season, guest, by=director),
            lambda: answer_season(asked, Consent.GIVEN, by=by(a_user("zita"))),
        ]
    )
    assert [each for each in done if isinstance(each, Exception) and not isinstance(each, Conflict)] == []
    assert isinstance(done[2], SeasonConsent)
    assert asked.season.consents.get().consent == "given"
    assert logged()[:2] == ["club_asked", "club_refused"]
    assert logged()[-1] == "club_agreed"


def test_an_evening_is_added_while_the_consent_is_taken_back(club, guest):
    """It is in the season only if it was added first, and then it stays because it counts."""
    evening = an_evening(guest, *FIRST)
    asked, director = a_request(club, guest, Consent.GIVEN), by(a_user("dora"))
    added, _back = at_once(
        [
            lambda: seasons.add_evening(asked.season, evening, {}, by=director),
            lambda: answer_season(asked, Consent.REFUSED, by=by(a_user("zita"))),
        ]
    )
    assert isinstance(added, SeasonEvening) or added.codes == ["no_consent"]
    assert settled().evenings.count() == isinstance(added, SeasonEvening)
    assert asked.season.consents.get().consent == "refused"


def test_a_request_is_withdrawn_while_it_is_answered(club, guest):
    asked, director = a_request(club, guest), by(a_user("dora"))
    ended, answered = at_once(
        [lambda: end_request(asked, by=director), lambda: answer_season(asked, Consent.GIVEN, by=by(a_user("zita")))]
    )
    assert ended is None
    assert isinstance(answered, SeasonConsent | Gone)
    assert (logged()[-1], SeasonConsent.objects.count()) == ("club_removed", 0)
