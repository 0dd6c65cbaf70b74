"""Entries: check-in, withdrawal and return, one by one and all at once."""

import pytest
from django.urls import reverse

from tests.halls import a_round, a_tournament, director_of
from tests.web.pages import text, told
from tests.web.test_registration_pages import page_of
from tests.web.test_registration_pages import tournament as tournament
from tournaments.actions.people import registration
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


class TestChanges:
    @pytest.fixture
    def entry(self, tournament, director):
        director.post(page_of(tournament), {"name": "Maria Rossi"})
        return tournament.entries.get()

    def change(self, client, entry, what):
        where = reverse("change-entry", args=[entry.tournament.slug, entry.pk, what])
        response = client.post(where, follow=True)
        entry = Entry.objects.filter(pk=entry.pk).first()
        return response, entry

    @pytest.mark.parametrize(
        ("what", "field", "value"),
        [
            ("check-in", "checked_in", True),
            ("check-out", "checked_in", False),
            ("pause", "status", "paused"),
            ("withdraw", "status", "withdrawn"),
            ("return", "status", "active"),
            ("stand-in", "stand_in", True),
            ("ranked", "stand_in", False),
        ],
    )
    def test_one_tap(self, what, field, value, entry, director):
        _response, changed = self.change(director, entry, what)
        assert getattr(changed, field) == value

    def test_off_the_list_before_the_first_draw(self, entry, director):
        assert self.change(director, entry, "remove")[1] is None

    def test_not_after_it(self, club, director):
        round_ = a_round(a_tournament(club))
        entry = round_.tournament.entries.first()
        response, kept = self.change(director, entry, "remove")
        assert kept == entry
        assert told(response) == ["The first draw has already begun: withdraw the entry instead."]

    def test_anything_else_is_no_address(self, entry, director):
        where = f"/tournaments/{entry.tournament.slug}/registration/{entry.pk}/explode/"
        assert director.post(where).status_code == 404


class TestTickingOff:
    @pytest.fixture
    def tournament(self, club):
        return a_tournament(club, players=17)

    def test_seventeen_with_one_tap_and_back(self, tournament, director):
        for where, here in (("here", 17), ("away", 0)):
            answer = director.post(reverse("tick-everybody", args=[tournament.slug, where]), follow=True)
            assert f"17 entered, {here} here" in text(answer)
            assert tournament.entries.filter(checked_in=True).count() == here
        kinds = [link.kind for link in tournament.ledger.order_by("sequence")]
        assert kinds[-2:] == ["entries_checked_in", "entries_checked_in"]
        assert director.post(reverse("tick-everybody", args=[tournament.slug, "away"])).status_code == 302
        assert tournament.ledger.count() == len(kinds)  # a second tap changes nothing

    def test_then_the_tables_are_one_tap_away(self, tournament, director):
        draw = f'formaction="{reverse("draw", args=[tournament.slug])}"'
        where = reverse("registration", args=[tournament.slug])
        assert draw not in director.get(where).content.decode()
        everybody = reverse("tick-everybody", args=[tournament.slug, "here"])
        assert draw in director.post(everybody, follow=True).content.decode()
        response = director.post(reverse("draw", args=[tournament.slug]), {"here": "yes"}, follow=True)
        assert response.request["PATH_INFO"] == reverse("draft", args=[tournament.slug, 1])
        assert draw not in director.get(where).content.decode()

    def test_by_script_without_another_page(self, tournament, director, scorer):
        where = reverse("tick-everybody", args=[tournament.slug, "here"])
        answer = director.post(where, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()) == (200, {"changed": "here"})
        assert tournament.entries.filter(checked_in=True).count() == 17
        assert scorer.post(where, headers={"Accept": "application/json"}).status_code == 403

    def test_whoever_pauses_is_not_here(self, tournament, director):
        tournament.entries.filter(number=1).update(status="paused")
        director.post(reverse("tick-everybody", args=[tournament.slug, "here"]))
        assert tournament.entries.filter(checked_in=True).count() == 16

    def test_who_is_not_here_withdraws_and_it_is_said_how_many(self, tournament, director):
        here = tournament.entries.filter(number__lte=12)
        registration.check_in(tournament, here, here=True, by=director_of(tournament))
        page = text(director.get(reverse("registration", args=[tournament.slug])))
        assert "Not marked as present: 5 players. They are withdrawn" in page
        assert "Will be withdrawn: 17 players. Nobody is left playing." in page
        where = reverse("withdraw-everybody", args=[tournament.slug, "absent"])
        assert told(director.post(where, follow=True)) == ["Withdrawn: 5 players."]
        assert told(director.post(where, follow=True)) == ["Nobody is left to withdraw."]  # a second tap
        assert set(tournament.entries.filter(status="active")) == set(here)
        director.post(reverse("withdraw-everybody", args=[tournament.slug, "all"]))
        assert not tournament.entries.filter(status="active").exists()

    def test_one_after_the_other_without_another_page(self, tournament, director, scorer):
        entry = tournament.entries.first()
        where = reverse("change-entry", args=[tournament.slug, entry.pk, "check-in"])
        answer = director.post(where, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()) == (200, {"changed": "check-in"})
        assert Entry.objects.get(pk=entry.pk).checked_in
        assert scorer.post(where, headers={"Accept": "application/json"}).status_code == 403

    def test_what_was_ticked_for_the_one_before_is_ticked_for_the_next(self, tournament, director):
        ticked = '<input type="checkbox" name="here" value="yes" checked>'
        assert ticked not in director.get(page_of(tournament)).content.decode()
        director.post(page_of(tournament), {"name": "Ugo", "here": "yes"})
        assert ticked in director.get(page_of(tournament)).content.decode()
        director.post(page_of(tournament), {"name": "Ida"})
        assert ticked not in director.get(page_of(tournament)).content.decode()
