"""The demonstration club: made by actions, without accounts."""

import pytest

from tournaments.actions.demo import load_demo
from tournaments.actions.hands.tables import outstanding_tables
from tournaments.models import Hand, Membership, Round, Tournament, User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_demo")]


@pytest.fixture(scope="module")
def _demo(module_db):
    load_demo()


@pytest.mark.slow
def test_demo_has_a_finished_a_running_and_a_planned_tournament():
    tournaments = Tournament.objects.order_by("starts_at")
    assert [t.status for t in tournaments] == ["finished", "running", "planned"]
    assert [t.entries.count() for t in tournaments] == [24, 33, 12]
    assert not User.objects.exists()
    assert not Membership.objects.exists()


def test_some_tables_are_still_playing():
    playing = Round.objects.get(state="published")
    assert 0 < len(outstanding_tables(playing)) < playing.tables.count() == 8


def test_demo_round_in_play_is_drawn_by_standings():
    playing = Round.objects.get(state="published")
    assert (playing.number, playing.method, playing.report["repeats"]) == (2, "swiss", 0)


def test_loading_it_again_changes_nothing():
    before = Hand.objects.count(), Tournament.objects.count()
    assert load_demo() is None
    assert (Hand.objects.count(), Tournament.objects.count()) == before
