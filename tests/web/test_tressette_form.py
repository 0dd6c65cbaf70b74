"""Tressette's sheet: the points of the other side, and the question whether anything was accused."""

import pytest

from tests.again import fixture_again
from tests.web.at_table import a_phone, enter, path
from tests.web.pages import faults, text
from tests.web.tallies import fields, form_of, sides, where
from tournaments.web.hands.score_pad import brief

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

    def test_the_pad_names_the_rank_of_a_declaration(self, table, scorer):
        accused = {"hand-any_accusations": "some", "line-0-aces": "3", "line-0-twos": "4"}
        scorer.post(where(table), sides("points", "7", "") | accused)
        assert brief(table.hands.get(), table.round.rules) == "Points 7 Aces: Three Twos: Four · 4"


class TestWithoutDeclarations:
    """A club that plays without declarations is not asked for them."""

    @fixture_again
    def table(self, table_of):
        return table_of("tressette", partners=2, table={"hands": 3}, options={"accusations": "none"})

    def test_hand_is_recorded_at_the_desk(self, table, scorer):
        assert fields(scorer.get(where(table))) == [f"line-{n}-{name}" for n in (0, 1) for name in ("points", "thirds")]
        assert scorer.post(where(table), sides("points", "7", "")).status_code == 302
        assert table.hands.get().scores == [7, 4]

    def test_hand_is_recorded_on_a_phone(self, table):
        enter(a_phone(table, 0), table, ("7", "4"))
        assert table.hands.get().scores == [7, 4]

    def test_confirmation_does_not_mention_them(self, table):
        enter(a_phone(table, 0), table, ("7", "4"))
        page = text(a_phone(table, 1).get(path(table)))
        assert "7 card points" in page
        assert "eclarations" not in page
