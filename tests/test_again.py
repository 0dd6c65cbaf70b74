"""Restored fixtures equal the original ones, and are used only in fresh tests."""

import pytest
from django.db import transaction

from tests.again import _all_rows, again, begin_test
from tests.halls import a_club, a_round, a_tournament, a_user
from tournaments.models import Club

pytestmark = pytest.mark.django_db


class Steps:
    """A club and a round of its tournament, made from nothing; how often they were really made."""

    def __init__(self, name):
        self.name, self.made = name, 0

    def take(self, between=lambda: None):
        """The rows that they leave, and the models in memory."""
        begin_test()
        with transaction.atomic():
            club = again(self.name, a_club)
            between()
            made_of, tournament = again("tournament", lambda: self.make(club), club)
            rows = _all_rows()
            transaction.set_rollback(True)
        return rows, tournament, club, made_of

    def make(self, club):
        self.made += 1
        club.city = "made"
        tournament = a_tournament(club)
        a_round(tournament)
        return club, tournament


def test_the_third_time_is_as_the_second():
    steps = Steps("a club")
    _first, (made, *_models), (rows, tournament, club, made_of) = (steps.take() for _time in range(3))
    assert (rows == made, steps.made) == (True, 2)
    assert (club.city, made_of is club, tournament.name) == ("made", True, "Serata")


def test_after_anything_else_it_is_made():
    steps = Steps("another club")
    for _time in range(4):
        steps.take(between=lambda: a_user("somebody"))
    assert steps.made == 4


def test_with_other_settings_it_is_made(settings):
    settings.TABLE_CHANGES_PER_MINUTE = 3
    steps = Steps("a third club")
    for _time in range(4):
        steps.take()
    assert steps.made == 4
    assert not Club.objects.exists()
