"""Scopone's form: computed values, choices and best cards."""

import re

import pytest

from tests.again import fixture_again
from tests.web.at_table import a_phone, enter, path
from tests.web.pages import faults, text, to_mend
from tests.web.tallies import BY_SCRIPT, form_of, sides, where

pytestmark = pytest.mark.django_db
OF_ONE_SIDE = {"line-0-cards": "23", "line-0-coins": "6"} | sides("sweeps", "1", "2")
SUITS = ("coins", "cups", "swords", "batons")
BEST = {
    f"line-{side}-best_{suit}": card
    for side, cards in enumerate(("7761", "6677"))
    for suit, card in zip(SUITS, cards, strict=True)
}


class TestScopone:
    @fixture_again
    def table(self, table_of):
        return table_of("scopone", partners=2, table={"hands": 3})

    def test_the_other_sides_cards_and_coins_follow(self, table, scorer):
        scorer.post(where(table), OF_ONE_SIDE | {"line-settebello": "0", "line-primiera": "nobody"})
        hand = table.hands.get()
        assert hand.scores == [4, 2]
        assert [(line["cards"], line["coins"]) for line in hand.lines] == [(23, 6), (17, 4)]
        assert [line["primiera"] for line in hand.lines] == [False, False]

    def test_the_primiera_may_be_nobodys_and_the_settebello_not(self, table, scorer):
        form = form_of(scorer.get(where(table)))
        assert [form.count(f'name="line-{name}"') for name in ("settebello", "primiera")] == [2, 3]
        sent = OF_ONE_SIDE | {"line-settebello": "nobody", "line-primiera": "0"}
        assert to_mend(scorer.post(where(table), sent)) == ["Exactly one side has the settebello"]

    def test_the_best_cards_are_entered_instead(self, table, scorer):
        sent = OF_ONE_SIDE | {"line-settebello": "0"}
        assert faults(scorer.post(where(table), sent)) == ["Choose who has the primiera, or enter the best cards"]
        assert not table.hands.exists()
        scorer.post(where(table), sent | BEST)
        assert table.hands.get().scores == [4, 3]

    def test_hand_with_best_cards_is_corrected_without_another_answer(self, table, scorer):
        scorer.post(where(table), OF_ONE_SIDE | {"line-settebello": "0"} | BEST)
        assert not re.search(r'name="line-primiera"[^>]* checked', form_of(scorer.get(where(table))))
        sent = OF_ONE_SIDE | {"line-settebello": "0", "line-0-sweeps": "2", "replaces": "1", "reason": "Misread"}
        assert scorer.post(where(table), sent | BEST).status_code == 302
        assert table.hands.get(is_current=True).scores == [5, 3]

    def test_nobodys_primiera_is_chosen_in_the_form_of_a_correction(self, table, scorer):
        scorer.post(where(table), OF_ONE_SIDE | {"line-settebello": "0", "line-primiera": "nobody"})
        form = form_of(scorer.get(where(table)))
        assert re.findall(r'name="line-primiera"\s+value="(\w+)" checked', form) == ["nobody"]

    def test_confirmation_gives_the_best_cards_and_no_side_without_them(self, table):
        sent = OF_ONE_SIDE | {"line-settebello": "0"}
        enter(a_phone(table, 0), table, (), **sent, **BEST)
        page = text(a_phone(table, 1).get(path(table)))
        assert "Best of coins 7" in page
        assert "Primiera: Nobody" not in page

    def test_confirmation_says_that_nobody_has_the_primiera(self, table):
        sent = OF_ONE_SIDE | {"line-settebello": "0", "line-primiera": "nobody"}
        enter(a_phone(table, 0), table, (), **sent)
        assert "Primiera: Nobody" in text(a_phone(table, 1).get(path(table)))

    def test_its_result_runs_along(self, table, scorer):
        response = scorer.post(where(table), {"line-0-cards": "23", "do": "preview"}, headers=BY_SCRIPT)
        assert response.json()["rows"][0] == "1 point, 1 in all"
