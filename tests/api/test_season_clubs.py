"""seasons/{slug}/clubs/ and clubs/{club}/season-requests/: another club's consent to let its evenings count."""

import pytest

from tests.halls import a_member, a_tournament
from tests.season_clubs import gina as gina
from tests.season_clubs import season as season
from tests.season_clubs import there as there
from tests.season_evenings import FIRST, SECOND, an_evening
from tournaments.actions.seasons import season_refreshing

from .caller import Caller, codes, faults

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(gina):
    return Caller(gina)


def test_a_club_is_asked_agrees_and_takes_its_consent_back(season, there, director, guest, anybody):
    where, away = f"seasons/{season.slug}/", an_evening(there, *SECOND, name="Trasferta")
    made = director.post(f"{where}clubs/", {"club": "ospite"})
    one = f"{where}clubs/ospite/"
    assert (made.status_code, made["Location"], made.json()["consent"]) == (201, f"/api/v1/{one}", "asked")
    (request,) = guest.get("clubs/ospite/season-requests/").json()["results"]
    assert (request["season"], request["club"], request["evenings"]) == (season.slug, "ospite", 0)
    assert guest.patch(one, {"consent": "given", "replaces": "asked"}).json()["consent"] == "given"
    assert director.post(f"{where}evenings/", {"tournament": away.slug}).status_code == 201
    season_refreshing.refresh(season.pk)
    assert guest.patch(one, {"consent": "refused"}).json()["evenings"] == 1
    assert len(anybody.get(f"{where}standings/").json()["rows"]) == 8
    refused = director.post(f"{where}evenings/", {"tournament": an_evening(there, *FIRST, name="Altra").slug})
    assert faults(refused) == [("/tournament", "no_consent")]
    asked = director.delete(one)
    assert {*codes(asked, 409)} == {"moves_places", "changes_scores"}
    assert director.delete(one, headers={"Agreed": asked.json()["agreement"]}).status_code == 204
    assert director.get(f"{where}clubs/").json()["results"] == []
    assert anybody.get(f"{where}verification/").json() == {"findings": []}
    log = anybody.get(f"{where}log/").json()["results"]
    assert [(each["kind"], each["facts"]["club"]) for each in log if "club" in each["facts"]] == [
        (kind, "ospite") for kind in ("club_asked", "club_agreed", "club_refused", "club_removed")
    ]


def test_who_may_ask_and_who_may_answer(season, there, director, guest, scorer, stranger, anybody):
    """A director of one club can do nothing for the other, and scorers of both can do nothing."""
    where, one = f"seasons/{season.slug}/clubs/", f"seasons/{season.slug}/clubs/ospite/"
    helper = Caller(a_member(there, "sole", "scorer"))
    asking = {"club": "ospite"}
    statuses = [caller.post(where, asking).status_code for caller in (anybody, guest, scorer, stranger, helper)]
    assert statuses == [401, 403, 403, 403, 403]
    assert director.post(where, asking).status_code == 201
    agrees = {"consent": "given"}
    statuses = [caller.patch(one, agrees).status_code for caller in (anybody, director, scorer, stranger, helper)]
    assert statuses == [401, 403, 403, 403, 403]
    assert [caller.delete(one).status_code for caller in (anybody, guest, scorer, stranger, helper)] == [
        401,
        *(403,) * 4,
    ]
    assert [caller.get(one).status_code for caller in (director, guest, anybody, scorer, stranger, helper)] == [
        *(200, 200, 401),
        *(403,) * 3,
    ]
    requests = "clubs/ospite/season-requests/"
    assert [caller.get(requests).status_code for caller in (guest, anybody, director, helper)] == [200, 401, 403, 403]
    assert director.get(one).json()["consent"] == "asked"


def test_a_token_for_one_club_answers_for_that_club_alone(season, there, director):
    """Its owner directs both clubs, but the token gives access to only one."""
    both = season.club.memberships.get(role="director").user
    there.memberships.create(user=both, role="director")
    made = director.post("tokens/", {"name": "season", "scope": "manage", "club": season.club.slug}).json()
    of_season = Caller(Authorization=f"Token {made['secret']}")
    assert of_season.post(f"seasons/{season.slug}/clubs/", {"club": "ospite"}).json()["consent"] == "asked"
    answered = of_season.patch(f"seasons/{season.slug}/clubs/ospite/", {"consent": "given"})
    assert answered.status_code == 403
    away = an_evening(there, *SECOND, name="Trasferta")
    refused = of_season.post(f"seasons/{season.slug}/evenings/", {"tournament": away.slug})
    assert faults(refused) == [("/tournament", "no_consent")]
    assert director.post(f"seasons/{season.slug}/evenings/", {"tournament": away.slug}).status_code == 201
    assert director.get(f"seasons/{season.slug}/clubs/ospite/").json()["consent"] == "given"


def test_wrong_requests_are_refused_at_their_field(season, there, director, guest):
    where, one = f"seasons/{season.slug}/clubs/", f"seasons/{season.slug}/clubs/ospite/"
    assert faults(director.post(where, {"club": "nessuno"})) == [("/club", "unknown_club")]
    assert faults(director.post(where, {"club": season.club.slug})) == [("/club", "own_club")]
    assert faults(director.post(where, {})) == [("/club", "missing_field")]
    assert guest.patch(one, {"consent": "given"}).status_code == 404
    director.post(where, {"club": "ospite"})
    assert codes(director.post(where, {"club": "ospite"}), 409) == ["asked_already"]
    assert faults(guest.patch(one, {"consent": "asked"})) == [("/consent", "not_a_choice")]
    assert codes(guest.patch(one, {"consent": "given", "replaces": "refused"}), 412) == ["changed_meanwhile"]
    guest.patch(one, {"consent": "given"})
    hidden = a_tournament(there, players=0, name="Chiusa", visibility="private")
    refused = director.post(f"seasons/{season.slug}/evenings/", {"tournament": hidden.slug})
    assert faults(refused) == [("/tournament", "unknown_tournament")]
