"""Importing an exported tournament on a page: the result is shown, then confirmed."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.halls import a_club, a_round, a_tournament, a_user, play_out
from tests.web.pages import text
from tournaments.actions.exchange.exporting import export
from tournaments.actions.standings.standings import refresh
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def written(db):
    tournament = a_tournament(a_club("Altrove", owner=a_user("otto")), name="Serata d’altrove")
    play_out(a_round(tournament))
    refresh(tournament.pk)
    return b"".join(export(Tournament.objects.get(pk=tournament.pk), in_full=True))


@pytest.fixture
def send(club, director):
    where = reverse("import-results", args=[club.slug])

    def send(content=None, **more):
        file = {} if content is None else {"file": SimpleUploadedFile("serata.json", content)}
        return director.post(where, {**file, **more})

    return send


@pytest.mark.slow
def test_what_it_makes_is_shown_and_then_confirmed_without_choosing_it_again(club, send, written):
    Player.objects.create(club=club, name="Player 0003", name_key="player 0003")
    shown = send(b"\xef\xbb\xbf" + written)
    page = text(shown)
    assert "There is nothing to fix, and nothing is saved yet. Serata d’altrove" in page
    assert "Players your club knows 1: Player 0003 New players 7: Player 0001, Player 0002, Player 0004" in page
    assert club.tournaments.count() == 0
    answer = send(**shown.context["form"].initial, do="store")
    made = club.tournaments.get()
    assert answer.url == reverse("tournament", args=[made.slug])
    assert made.standings.count() == 1


@pytest.mark.slow
def test_a_second_time_it_asks_and_shows_the_first(club, send, written):
    carried = {**send(written).context["form"].initial, "do": "store"}
    send(**carried)
    asked = send(**carried)
    assert asked.status_code == 409
    address = reverse("tournament", args=[club.tournaments.get().address])
    assert f'href="{address}"' in asked.content.decode()
    assert send(**carried, again="yes").status_code == 302
    assert club.tournaments.count() == 2


def test_every_fault_with_its_place(club, send, written):
    broken = json.loads(written)
    broken["hands"][0]["scores"], broken["players"][1]["name"] = "x", 3
    answer = send(json.dumps(broken).encode())
    assert answer.status_code == 422
    assert "players, row 2, name: This has the wrong type." in text(answer)
    assert "hands, row 1, scores: This has the wrong type." in text(answer)
    assert club.tournaments.count() == 0
