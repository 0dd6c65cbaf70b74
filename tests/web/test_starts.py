"""The start on the forms of a tournament: empty means today, and an untouched value stays."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.halls import a_tournament
from tournaments.models import Tournament

from .test_setup_pages import initial

pytestmark = pytest.mark.django_db


def sent(page, **more):
    return initial(page.context["form"]) | more


def test_an_emptied_start_of_a_new_tournament_is_today(director, club):
    where = reverse("create-tournament-as", args=[club.slug, "busca-accademia"])
    director.post(where, sent(director.get(where), name="Serata", starts_at=""))
    assert timezone.localdate(Tournament.objects.get().starts_at) == timezone.localdate()


@pytest.mark.parametrize("start", [None, "2030-05-01T18:30:00Z"])
def test_a_form_that_nobody_touched_leaves_the_start(director, club, start):
    tournament = a_tournament(club, starts_at=start)
    before = Tournament.objects.get().starts_at
    where = reverse("edit-tournament", args=[tournament.slug])
    director.post(where, sent(director.get(where), name="Altra"))
    assert (Tournament.objects.get().name, Tournament.objects.get().starts_at) == ("Altra", before)


def test_an_emptied_start_is_today(director, club):
    where = reverse("edit-tournament", args=[a_tournament(club, starts_at="2030-05-01T18:30:00Z").slug])
    director.post(where, sent(director.get(where), starts_at=""))
    assert timezone.localdate(Tournament.objects.get().starts_at) == timezone.localdate()
