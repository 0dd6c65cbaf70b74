"""Asking another club by the season's page, and answering by the club's page."""

import pytest
from django.urls import reverse

from tests.halls import a_club, a_tournament, a_user
from tests.season_clubs import gina as gina
from tests.season_clubs import season as season
from tests.season_clubs import there as there
from tests.season_evenings import SECOND, an_evening
from tests.web.conftest import client_of
from tests.web.pages import faults, text, told
from tests.web.test_seasons import page
from tournaments.actions.seasons import season_refreshing

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(gina):
    return client_of(gina)


ASKS = "Circolo del Re asks whether your evenings may count in its season “Stagione”."


@pytest.mark.slow
def test_a_request_is_seen_answered_and_taken_back(season, there, director, guest, scorer):
    away = an_evening(there, *SECOND, name="Trasferta")
    asked = director.post(page(season, "ask-club"), {"club": "https://tavolo.example/clubs/ospite/"}, follow=True)
    assert told(asked)[0].startswith("Ospite was asked.")
    assert "has not answered yet" in text(asked)
    for where in (reverse("club", args=["ospite"]), reverse("desk", args=[away.slug])):
        assert ASKS in text(guest.get(where))
    assert ASKS not in text(scorer.get(reverse("club", args=["ospite"])))
    answer = reverse("answer-season", args=["ospite", season.slug])
    agreed = guest.post(answer, {"consent": "given", "seen": "asked"}, follow=True)
    assert "you have agreed, 0 evenings" in text(agreed)
    assert ASKS not in text(guest.get(reverse("club", args=["ospite"])))
    offered = director.get(page(season, "edit-season")).context["adding"].fields["tournament"].choices
    assert (away.slug, "Trasferta · Ospite") in offered
    added = director.post(
        page(season, "add-evening"), {"tournament": away.slug, "part": "1", "factor": "1"}, follow=True
    )
    assert "has agreed, 1 evening" in text(added)
    season_refreshing.refresh(season.pk)
    assert "Stagione , Circolo del Re" in text(guest.get(reverse("club", args=["ospite"])))
    back = guest.post(answer, {"consent": "refused", "seen": "given"}, follow=True)
    assert "you have taken your consent back; 1 evening counts until its director takes it out" in text(back)
    assert "has taken back its consent; 1 evening stays until you take it out" in text(
        director.get(page(season, "edit-season"))
    )
    again = text(director.post(page(season, "ask-club"), {"club": "ospite"}, follow=True))
    assert "has not answered yet Take out its evenings : Ospite" in again
    ending = reverse("end-request", args=[season.slug, "ospite"])
    question = director.post(ending)
    assert "Places in the standings of Stagione that change" in text(question)
    sent = dict(question.context["sent"]) | {"agreed": next(iter(dict(question.context["answers"])))}
    assert "Ospite" not in text(director.post(ending, sent, follow=True))
    log = text(director.get(page(season, "season-log")))
    for line in (
        "Ospite was asked whether its evenings may count.",
        "Ospite agreed that its evenings count.",
        "Ospite does not agree that its evenings count.",
        "The request to Ospite was ended.",
    ):
        assert line in log


def test_an_answer_to_what_has_changed_is_refused(season, there, director, guest):
    director.post(page(season, "ask-club"), {"club": "ospite"})
    answer = reverse("answer-season", args=["ospite", season.slug])
    assert guest.post(answer, {"consent": "refused", "seen": "asked"}, follow=True).status_code == 200
    late = guest.post(answer, {"consent": "given", "seen": "asked"}, follow=True)
    assert told(late) == ["Somebody else has answered meanwhile: Refused."]
    assert guest.post(answer, {"consent": "perhaps"}).status_code == 404
    assert director.post(answer, {"consent": "given"}).status_code == 403
    again = director.post(page(season, "ask-club"), {"club": "OSPITE"}, follow=True)
    assert told(again)[0].startswith("Ospite was asked.")
    director.post(reverse("end-request", args=[season.slug, "ospite"]))
    assert guest.post(answer, {"consent": "given"}).status_code == 404


def test_a_club_that_is_not_found_is_told_beside_the_field(season, there, director):
    for typed, fault in (
        ("Nessuno", "There is no such club."),
        ("", "This is missing: fill it in."),
        (season.club.name, "This is the season’s own club: its evenings need no consent."),
    ):
        answer = director.post(page(season, "ask-club"), {"club": typed})
        assert (answer.status_code, faults(answer)) == (422, [fault])
    a_club("Ospite", owner=a_user("otto"))
    several = director.post(page(season, "ask-club"), {"club": "Ospite "})
    assert faults(several) == ["Several clubs have this name: enter the address of the club’s page."]
    assert director.post(page(season, "ask-club"), {"club": "ospite-2"}).status_code == 302


def test_a_director_of_both_clubs_is_not_asked(season, there, director):
    there.memberships.create(user=season.club.memberships.get(role="director").user, role="director")
    done = director.post(page(season, "ask-club"), {"club": "ospite"}, follow=True)
    assert told(done) == ["Ospite has agreed: add its evenings."]
    a_tournament(there, players=0, name="Domani", visibility="public")
    assert "Domani · Ospite" in text(done) + text(director.get(page(season, "edit-season")))
