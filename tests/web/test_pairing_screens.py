"""A screen of the hall: opened by its address, taken into a tournament by its code, given back."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.clock import stand_still
from tests.halls import a_club, a_tournament, a_user, director_of
from tests.web.pages import text, told
from tests.web.test_screens import Wall
from tests.web.test_screens import opened as opened
from tests.web.test_screens import screen as screen
from tests.web.test_screens import tournament as tournament
from tests.web.test_screens import wall as wall
from tournaments.actions.core.refusals import AccessDenied
from tournaments.actions.screens import opening, pairing
from tournaments.actions.screens.opening import LOST, MOST_AT_ADDRESS, MOST_WAITING
from tournaments.models import CodeTries, Screen, Tournament

pytestmark = pytest.mark.django_db


class TestOpening:
    def test_an_address_makes_a_screen_that_stays_the_same(self, anybody):
        first = anybody.get("/tv/")
        assert (first.status_code, anybody.get("/tv/")["Location"]) == (302, first["Location"])
        page = anybody.get(first["Location"])
        assert Screen.objects.get().code in text(page)
        assert (page["X-Robots-Tag"], page["Cache-Control"]) == ("noindex, nofollow", "private, no-store")
        assert anybody.head("/tv/").status_code == 405
        elsewhere = Client().get(first["Location"])  # the address alone suffices
        assert Screen.objects.get().code in text(elsewhere)

    def test_an_unknown_address_leads_to_a_new_screen(self, anybody):
        assert anybody.get("/tv/nothing/")["Location"] == "/tv/"
        assert anybody.get("/tv/nothing/news/").json() == {"frame": None}

    def test_whoever_opens_many_makes_room_and_takes_none(self, monkeypatch):
        mine = opening.open_screen("elsewhere").screen
        for _time in range(MOST_AT_ADDRESS + 3):
            last = opening.open_screen("hall").screen
        assert Screen.objects.filter(address="hall").count() == MOST_AT_ADDRESS
        assert set(Screen.objects.filter(pk__in=[mine.pk, last.pk])) == {mine, last}
        monkeypatch.setattr(opening, "MOST_WAITING", 5)
        opening.open_screen("third")
        assert (Screen.objects.count(), MOST_WAITING) == (5, 500)

    def test_a_screen_that_waits_keeps_its_place(self, anybody, monkeypatch):
        monkeypatch.setattr(opening, "MOST_AT_ADDRESS", 2)
        wall = anybody.get("/tv/")["Location"]
        anybody.get(f"{wall}news/")
        for _time in range(3):
            other = Client().get("/tv/", follow=True).request["PATH_INFO"]  # and never asks for news
        assert anybody.get(wall).status_code == 200
        anybody.get(f"{other}news/")
        refused = Client().get("/tv/")
        assert (refused.status_code, refused["Refresh"]) == (429, "30")
        assert "Many screens are already waiting for a director" in text(refused)
        Screen.objects.update(seen_at=F("seen_at") - LOST)
        assert Client().get("/tv/").status_code == 302

    def test_one_that_nobody_wanted_is_forgotten(self, wall):
        opening.open_screen("old")
        Screen.objects.update(seen_at=F("seen_at") - timedelta(days=2))
        new = opening.open_screen("new").screen
        assert set(Screen.objects.values_list("tournament", flat=True)) == {None, Tournament.objects.get().pk}
        assert Screen.objects.filter(tournament=None).get() == new


class TestPairing:
    def test_a_director_types_the_code(self, director, tournament, opened):
        where = reverse("screens", args=[tournament.slug])
        typed = f" {opened.screen.code[:3].lower()}-{opened.screen.code[3:]} "
        done = director.post(where, {"code": typed, "name": "Door"}, follow=True)
        assert told(done) == ["The screen is connected: it shows the tournament within seconds."]
        assert "Door" in text(done)
        assert director.post(where, {"code": typed, "name": "Door"}).status_code == 302  # pressed twice
        assert Wall(opened.secret).ask()["shows"] == ["next"]

    @pytest.mark.slow
    def test_a_wrong_code_is_counted_slowed_and_told(self, director, tournament, monkeypatch):
        stand_still(monkeypatch)
        where = reverse("screens", args=[tournament.slug])
        for _try in range(5):
            answer = director.post(where, {"code": "nobody"})
            assert answer.context["form"].errors["code"] == ["No screen shows this code: look at the screen again."]
        waits = director.post(where, {"code": "nobody"})
        assert (waits.status_code, "Wrong codes were typed: wait" in text(waits)) == (422, True)
        assert "Codes that no screen shows were entered here 5 times in the last hour." in text(director.get(where))
        assert "were entered here 5 times" in text(director.get(reverse("desk", args=[tournament.slug])))
        CodeTries.objects.update(last_at=F("last_at") - timedelta(hours=2))
        assert "in the last hour" not in text(director.get(where))
        assert director.post(where, {"code": "nobody"}).context["form"].errors.keys() == {"code"}

    def test_nobody_takes_another_tournaments_screen(self, wall, opened, tournament):
        elsewhere = a_tournament(a_club("Amici", a_user("ada")), name="Altra")
        with pytest.raises(AccessDenied):
            pairing.pair_screen(elsewhere, opened.screen.code, by=director_of(elsewhere), language="it")
        assert Screen.objects.get().tournament == tournament

    def test_it_is_taken_away_and_waits_with_another_code(self, director, wall, screen):
        frame = wall.ask()["frame"]
        director.post(reverse("part-screen", args=[screen.tournament.slug, screen.pk]))
        assert wall.ask()["frame"] != frame
        again = Screen.objects.get()
        assert (again.tournament, again.code != screen.code) == (None, True)

    def test_a_tournament_that_is_deleted_leaves_its_screen_waiting(self, wall, tournament):
        tournament.delete()
        assert (wall.ask() and wall.sent.keys(), Screen.objects.get().tournament) == ({"frame"}, None)
