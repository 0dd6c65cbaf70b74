"""Founding clubs and changing them."""

import re

import pytest
from django.urls import reverse

from tournaments.actions.setup import clubs
from tournaments.models import Club, Role

pytestmark = pytest.mark.django_db


class TestClub:
    def test_the_host_founds_one_and_owns_it(self, host):
        place = {"city": "Lecce", "language": "it", "time_zone": "Europe/Rome"}
        response = host.post(reverse("create-club"), {"name": "Circolo Nuovo", **place})
        club = Club.objects.get()
        assert response.url == reverse("club", args=[club.slug])
        assert club.memberships.get().role == Role.OWNER

    def test_the_page_has_its_address_whatever_clubs_are_called(self, host, anybody):
        assert clubs.create_club(owner=None, name="New").slug == "new-2"
        assert host.get("/clubs/new/").context["form"]["name"].value() is None
        assert anybody.get("/found-a-club/").url == "/clubs/new/"

    def test_every_fault_at_once(self, host):
        data = {"name": " ", "city": "x" * 101, "language": "xx", "time_zone": "Europe/Atlantis"}
        response = host.post(reverse("create-club"), data)
        assert response.status_code == 422
        assert sorted(response.context["form"].errors) == ["city", "language", "time_zone"]
        response = host.post(reverse("create-club"), {})
        assert sorted(response.context["form"].errors) == ["language", "name", "time_zone"]

    def test_its_owner_changes_its_details(self, club, owner):
        data = {"name": "Circolo Vecchio", "city": "", "language": "en", "time_zone": "Europe/Rome"}
        owner.post(reverse("edit-club", args=[club.slug]), data)
        club.refresh_from_db()
        assert (club.name, club.language) == ("Circolo Vecchio", "en")

    def test_a_time_zone_is_chosen_by_its_place(self, host):
        page = host.get(reverse("create-club"), headers={"accept-language": "it"}).content.decode()
        for choice in (
            '"Europe/Rome" selected>Roma<',
            '"Europe/Lisbon">Lisbona<',
            '"America/Indiana/Knox">Knox, Indiana<',
        ):
            assert choice in page
        assert not re.findall(r">[^<]*[a-z]/[A-Z][^<]*</option>", page)

    def test_time_zones_that_no_place_names_are_not_offered(self, host):
        form = host.get(reverse("create-club")).context["form"]
        zones = [zone for _title, group in form.fields["time_zone"].choices for zone, _place in group]
        assert len(zones) > 300
        assert [zone for zone in zones if re.match(r"[^/]+$|Etc/|US/|.*/(ACT|West)$", zone)] == []
        places = [place for _title, group in form.fields["time_zone"].choices for _zone, place in group]
        assert [place for place in places if re.search(r"[a-z][A-Z]", place)] == ["McMurdo"]

    def test_a_club_keeps_a_time_zone_that_no_place_names(self, club, owner):
        club.time_zone = "Etc/GMT+2"
        club.save()
        page = owner.get(reverse("edit-club", args=[club.slug]))
        assert '<option value="Etc/GMT+2" selected>GMT+2</option>' in page.content.decode()
