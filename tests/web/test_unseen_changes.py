"""Two directors change the same at once: the later one is shown the saved values, and nothing is overwritten."""

import json

import pytest
from django.urls import reverse

from tests.concurrency import at_once
from tests.halls import a_club, a_round, a_tournament
from tests.web.pages import faults, told
from tournaments.actions.core.actor import CLOCK
from tournaments.actions.core.optimistic_locking import mark_of_seen, read_mark
from tournaments.actions.core.refusals import Stale
from tournaments.actions.setup import clubs
from tournaments.actions.setup.vp_tables import create_vp_table
from tournaments.models import Club, Round

LIMITS = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900]
NOW = "Somebody else has changed this to “{}” meanwhile. Save it again to keep your version."


def both(user, where, one, other):
    """Both open the page and save one after the other; return what the second is told, and the result of a retry."""
    seen = user.get(where).context["seen"]
    user.post(where, {**one, "seen": seen})
    refused = user.post(where, {**other, "seen": seen})
    again = user.post(where, {**other, "seen": refused.context["seen"]}, follow=True)
    return refused.status_code, faults(refused), told(again)


def marks_of(page):
    """Return the hidden values that the page sends back: what it had read, and what it had shown."""
    return {name: page.context[name] for name in ("seen", "shown")}


class TestWhatTheLaterOneLeftAsItWas:
    """A field that the later user left unchanged keeps the other user's value, though the page has the old one."""

    pytestmark = pytest.mark.django_db

    def test_of_the_clubs_details(self, club, owner):
        typed = {"name": club.name, "city": "", "language": "it", "time_zone": "Europe/Rome", "paper_size": "a4"}
        where = reverse("edit-club", args=[club.slug])
        page = owner.get(where)
        owner.post(where, {**typed, "city": "Torino", "paper_size": "letter", "by_family_name": "on"})
        assert owner.post(where, {**typed, "name": "Il Due", **marks_of(page)}).status_code == 302
        club.refresh_from_db()
        stored = (club.name, club.city, club.paper_size, club.by_family_name)
        assert stored == ("Il Due", "Torino", "letter", True)

    def test_of_the_clubs_details_where_both_changed_one_of_them(self, club, owner):
        typed = {"name": club.name, "city": "", "language": "it", "time_zone": "Europe/Rome", "paper_size": "a4"}
        where = reverse("edit-club", args=[club.slug])
        page = owner.get(where)
        owner.post(where, {**typed, "city": "Torino", "paper_size": "letter"})
        refused = owner.post(where, {**typed, "city": "Asti", **marks_of(page)})
        assert (refused.status_code, faults(refused)) == (422, [NOW.format("Torino")])
        form = refused.context["form"]
        again = {name: form[name].value() for name in ("name", "city", "language", "time_zone", "paper_size")}
        owner.post(where, again | marks_of(refused))
        club.refresh_from_db()
        assert (club.city, club.paper_size) == ("Asti", "letter")

    def test_of_a_tournaments_plan(self, club, director):
        tournament = a_tournament(club, players=0, name="Serata")
        where = reverse("edit-tournament", args=["serata"])
        page = director.get(where)
        shown = {name: values[0] for name, values in json.loads(page.context["shown"]).items() if values}
        sent = {**shown, "seen": tournament.ledger_length, "shown": page.context["shown"]}
        assert director.post(where, {**sent, "clock_warning": "7"}).status_code == 302
        refused = director.post(where, {**sent, "round_minutes": "40"})
        assert refused.status_code == 422
        form = refused.context["form"]
        assert (form["clock_warning"].value(), form["round_minutes"].value()) == ("7", "40")

    def test_of_the_times_of_a_round(self, club, director):
        round_ = a_round(a_tournament(club, players=8), publish=False)
        where = reverse("schedule-round", args=[round_.tournament.slug, 1])
        page = director.get(where)
        director.post(where, {"publish_at": "2026-12-24T20:00", "closes_at": ""})
        later = {"publish_at": "", "closes_at": "2026-12-24T22:00"}
        assert director.post(where, later | marks_of(page)).status_code == 302
        round_.refresh_from_db()
        assert (round_.closes_at - round_.publish_at).total_seconds() == 2 * 60 * 60

    @pytest.mark.parametrize("mark", ["", "[", "[1]", '{"name": 3}'])
    def test_a_page_that_does_not_say_what_it_showed_is_taken_as_it_is(self, mark, club, owner):
        typed = {"name": "Altro", "language": "it", "time_zone": "Europe/Rome", "paper_size": "a4", "shown": mark}
        assert owner.post(reverse("edit-club", args=[club.slug]), typed).status_code == 302


@pytest.mark.django_db
def test_the_clubs_details(club, owner):
    typed = {"name": club.name, "city": "", "language": "it", "time_zone": "Europe/Rome", "paper_size": "a4"}
    where = reverse("edit-club", args=[club.slug])
    told_other = both(owner, where, {**typed, "city": "Torino"}, {**typed, "city": "Asti", "by_family_name": "on"})
    assert told_other == (422, [NOW.format("Torino")], ["The club’s details were saved."])
    club.refresh_from_db()
    assert (club.city, club.by_family_name) == ("Asti", True)


@pytest.mark.django_db
def test_the_times_of_a_round(club, director):
    round_ = a_round(a_tournament(club, players=8), publish=False)
    where = reverse("schedule-round", args=[round_.tournament.slug, 1])
    one, other = ({"publish_at": "", "closes_at": f"2026-12-24T2{hour}:00"} for hour in (1, 2))
    status, said, stored = both(director, where, one, other)
    assert (status, len(said), stored) == (422, 1, ["The times were set."])
    assert "21:00" in said[0]
    assert Round.objects.get().closes_at.minute == 0


@pytest.mark.django_db
def test_a_table_of_victory_points(club, director):
    table = create_vp_table(club, name="Casa", limits=LIMITS)
    where = reverse("vp-table", args=[club.slug, table.slug])
    typed = {"name": "Casa", **{f"limits_{place}": limit for place, limit in enumerate(LIMITS)}}
    told_other = both(director, where, {**typed, "limits_9": 950}, {**typed, "limits_9": 990})
    assert told_other == (422, [NOW.format("950")], ["The table “Casa” was saved."])


@pytest.mark.django_db
def test_two_who_let_the_same_change_places_do_not_undo_it(club, director):
    round_ = a_round(a_tournament(club, players=8))
    one, other = (table.seats.get(number=0).entry_id for table in round_.tables.order_by("number"))
    seen = director.get(reverse("repair-round", args=[round_.tournament.slug, 1])).context["seen"]
    wished = {"one": one, "other": other, "hands": "keep", "seen": seen}
    where = reverse("exchange-seats", args=[round_.tournament.slug, 1])
    assert director.post(where, wished).status_code == 302
    refused = director.post(where, wished)
    changed = "Somebody else has changed this meanwhile. Save it again to keep your version."
    assert (refused.status_code, faults(refused)) == (422, [changed])
    assert round_.tables.get(number=1).seats.get(number=0).entry_id == other
    assert director.post(where, {**wished, "seen": refused.context["seen"]}).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("mark", ["", "[", "[1]", "3", '{"name": {"a": 1}}', "null"])
def test_a_mark_that_says_nothing_does_no_harm(mark, club, owner):
    typed = {"name": "Altro", "language": "it", "time_zone": "Europe/Rome", "paper_size": "a4", "seen": mark}
    assert owner.post(reverse("edit-club", args=[club.slug]), typed).status_code in (302, 422)


def test_of_two_at_the_same_moment_one_is_refused(postgres):
    club = a_club()
    seen = read_mark(mark_of_seen(clubs.details_of(club)))
    outcomes = at_once(
        [
            lambda city=city: clubs.update_club(Club.objects.get(), by=CLOCK, city=city, seen=seen)
            for city in ("Asti", "Alba")
        ]
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, Stale)]
    saved = [outcome for outcome in outcomes if isinstance(outcome, Club)]
    assert [each.codes for each in refused] == [["changed_meanwhile"]]
    assert [each.city for each in saved] == [Club.objects.get().city]
