"""Buraco's form without scripts: groups, sums and impossible values."""

import re

import pytest

from tests.again import fixture_again
from tests.web.pages import faults, text
from tests.web.tallies import BY_SCRIPT, form_of, sides, where

pytestmark = pytest.mark.django_db


class TestBuraco:
    @fixture_again
    def table(self, table_of):
        return table_of("buraco", partners=2, table={"hands": 3})

    def sheet(self, **more):
        usual = {f"line-{side}-{name}": "0" for side in (0, 1) for name in ("dirty", "clean", "real", "real_ace")}
        return usual | {"line-0-morto": "taken", "line-1-morto": "taken"} | more

    def test_the_sheet_is_grouped_and_nothing_of_it_filled_in(self, table, scorer):
        response = scorer.get(where(table))
        page = text(response)
        assert [page.index(group) for group in ("Canastras", "Cards", "The end")] == sorted(
            page.index(group) for group in ("Canastras", "Cards", "The end")
        )
        assert "Dirty 100 each" in page
        form = form_of(response)
        assert (" selected" in form, " checked" in form) == (False, False)
        assert set(re.findall(r'name="line-\d-\w+"[^>]*value="(\w*)"', form)) == {""}

    def test_nobody_went_out_has_to_be_said(self, table, scorer):
        cards = sides("table_points", 185, 105) | sides("hand_points", 10, 35)
        sent = self.sheet(**cards)
        assert faults(scorer.post(where(table), sent)) == ["This is missing: fill it in."]
        assert not table.hands.exists()
        scorer.post(where(table), sent | {"line-went_out": "nobody"})
        assert [line["went_out"] for line in table.hands.get().lines] == [False, False]
        assert 'value="nobody" checked' in form_of(scorer.get(where(table)))

    def test_the_morto_has_to_be_said(self, table, scorer):
        cards = sides("table_points", 185, 105) | sides("hand_points", 0, 35)
        sent = self.sheet(**cards, **{"line-went_out": "0", "line-1-morto": ""})
        assert faults(scorer.post(where(table), sent)) == ["This is missing: fill it in."]
        assert not table.hands.exists()

    def test_a_hand(self, table, scorer):
        cards = sides("table_points", 185, 105) | sides("hand_points", 0, 35)
        scorer.post(where(table), self.sheet(**cards, **{"line-0-dirty": "2", "line-went_out": "0"}))
        hand = table.hands.get()
        assert hand.scores == [485, 70]
        assert [line["went_out"] for line in hand.lines] == [True, False]

    def test_its_result_runs_along(self, table, scorer):
        data = {"line-0-clean": "1", "line-0-table_points": "60", "do": "preview"}
        response = scorer.post(where(table), data, headers=BY_SCRIPT)
        assert response.json()["rows"] == ["260 points, 260 in all", "not yet"]

    def test_it_may_be_below_nothing(self, table, scorer):
        data = self.sheet(**sides("table_points", 0, 0), **sides("hand_points", 60, 0))
        response = scorer.post(where(table), data | {"do": "preview"})
        assert "−60 points, −60 in all" in text(response)

    def test_what_cannot_be_is_told_once_it_is_filled_in(self, table, scorer):
        data = self.sheet(**{"line-0-clean": "3", "line-0-table_points": "60", "do": "preview"})
        half = scorer.post(where(table), data, headers=BY_SCRIPT)
        assert half.json()["problems"] == []
        rest = {"line-1-table_points": "0", **sides("hand_points", 0, 0)}
        whole = scorer.post(where(table), data | rest, headers=BY_SCRIPT)
        told = " ".join(whole.json()["problems"])
        assert "Too few points: the cards of these canastras are worth at least 105" in told

    def test_nobody_goes_out_without_the_morto(self, table, scorer):
        data = self.sheet(
            **sides("table_points", 185, 105),
            **sides("hand_points", 0, 35),
            **{"line-0-morto": "not_taken", "line-went_out": "0"},
        )
        response = scorer.post(where(table), data)
        assert faults(response) == ["Only a side that took its morto and played it can go out"]
