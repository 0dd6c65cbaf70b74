"""Tressette's sheet: the points of the other side, and the question whether anything was accused."""

import pytest

from tests.again import fixture_again
from tests.web.pages import faults
from tests.web.tallies import form_of, sides, where

pytestmark = pytest.mark.django_db


class TestTressette:
    @fixture_again
    def table(self, table_of):
        return table_of("tressette", partners=2, table={"hands": 3})

    def test_the_other_sides_points_follow(self, table, scorer):
        scorer.post(where(table), sides("points", "7", "") | {"hand-any_accusations": "none"})
        assert table.hands.get().scores == [7, 4]

    def test_accusations_are_asked_for(self, table, scorer):
        assert faults(scorer.post(where(table), sides("points", "7", ""))) == ["This is missing: fill it in."]
        assert not table.hands.exists()

    def test_they_are_added(self, table, scorer):
        accused = {"hand-any_accusations": "some", "line-0-aces": "3", "line-1-twos": "4", "line-1-napoletane": "1"}
        scorer.post(where(table), sides("points", "7", "") | accused)
        assert table.hands.get().scores == [10, 11]
        assert '<option value="3" selected>Three</option>' in form_of(scorer.get(where(table)))
