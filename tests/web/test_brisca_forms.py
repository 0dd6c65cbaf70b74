"""The forms of Brisca and its variants without JavaScript: marriages, the killed three, bids."""

import re

import pytest
from django.urls import reverse

from tests.again import fixture_again
from tests.web.at_table import a_phone
from tests.web.pages import text, to_mend
from tests.web.tallies import BY_SCRIPT, fields, form_of, sides, where

pytestmark = pytest.mark.django_db


class TestBrisca:
    @fixture_again
    def table(self, table_of):
        return table_of("brisca", partners=2, table={"target": 3})

    def test_two_numbers_and_the_cards_folded_away(self, table, scorer):
        response = scorer.get(where(table))
        assert fields(response) == [f"line-{side}-{name}" for side in (0, 1) for name in ("cards", "points")]
        assert '<details class="folded" data-opens="cards_needed">' in response.content.decode()

    def test_the_second_number_is_what_is_left_of_120(self, table, scorer):
        scorer.post(where(table), sides("points", 73, ""))
        hand = table.hands.get()
        assert (hand.lines, hand.scores) == ([{"points": 73}, {"points": 47}], [1, 0])

    def test_cards_are_asked_when_the_hand_is_level(self, table, scorer):
        response = scorer.post(where(table), sides("points", 60, ""))
        assert response.status_code == 422
        assert '<details class="folded" open data-opens="cards_needed">' in (response.content.decode())
        scorer.post(where(table), sides("points", 60, 60) | sides("cards", 24, ""))
        assert table.hands.get().scores == [1, 0]

    def test_the_preview_says_that_they_are_needed(self, table, scorer):
        response = scorer.post(where(table), sides("points", 60, "") | {"do": "preview"}, headers=BY_SCRIPT)
        assert response.json()["codes"] == ["cards_needed", "cards_needed"]

    def test_that_they_are_needed_is_said_once(self, table, scorer):
        tally = sides("points", 60, 60)
        page = text(scorer.post(where(table), tally | {"do": "preview"}))
        assert page.count("cards of both sides; it") == 4  # of each side, in the list of faults and beside its number
        phone = a_phone(table, 0)
        sent = phone.post(reverse("table-hand", args=[table.round.tournament.slug, 1]), tally, headers=BY_SCRIPT)
        assert sent.json()["problems"] == ["Enter the number of cards of both sides; it decides a level hand"]

    def test_scores_are_game_points(self, table, scorer):
        response = scorer.post(where(table), sides("points", 73, "") | {"do": "preview"})
        assert "1 game point, 1 in all" in text(response)


class TestMariaje:
    @fixture_again
    def table(self, table_of):
        return table_of("brisca-mariaje", partners=2)

    def test_marriages_are_folded_away(self, table, scorer):
        page = text(scorer.get(where(table)))
        assert "Marriages" in page

    def test_without_any(self, table, scorer):
        scorer.post(where(table), sides("points", 50, "") | {"hand-any_marriages": "none"})
        assert table.hands.get().scores == [0, 1]

    def test_nothing_is_said_of_them_beforehand(self, table, scorer):
        response = scorer.post(where(table), sides("points", 50, ""))
        assert to_mend(response) == ["Marriages: This is missing: fill it in."]
        assert not table.hands.exists()

    @pytest.mark.parametrize(("answer", "trumps"), [("none", "1"), ("some", "")])
    def test_the_answer_and_the_numbers_are_the_same(self, table, scorer, answer, trumps):
        more = {"hand-any_marriages": answer, "line-0-trump_marriages": trumps}
        response = scorer.post(where(table), sides("points", 51, "") | more)
        assert to_mend(response) == ["Marriages: This and the numbers below contradict each other"]
        assert not table.hands.exists()

    def test_a_correction_begins_with_the_answer_that_stands(self, table, scorer):
        more = {"hand-any_marriages": "some", "line-0-trump_marriages": "1"}
        scorer.post(where(table), sides("points", 51, "") | more)
        assert re.search(r'value="some" checked', scorer.get(where(table)).content.decode())

    def test_with_some(self, table, scorer):
        more = {"hand-any_marriages": "some", "line-0-trump_marriages": "1", "line-1-plain_marriages": "1"}
        scorer.post(where(table), sides("points", 51, "") | more)
        hand = table.hands.get()
        assert hand.scores == [1, 0]
        assert hand.lines[0] == {"points": 51, "trump_marriages": 1, "plain_marriages": 0}


class TestMuerteAlTres:
    @fixture_again
    def table(self, table_of):
        return table_of("brisca-muerte-al-tres", partners=2)

    def test_a_killed_three_needs_nothing_more(self, table, scorer):
        scorer.post(where(table), {"hand-three_killed_by": "1"})
        hand = table.hands.get()
        assert (hand.scores, hand.lines) == ([0, 1], [{}, {}])

    @pytest.mark.parametrize("said", [{}, {"hand-three_killed_by": "nobody"}])
    def test_nobody_killed_it(self, table, scorer, said):
        assert " checked" not in form_of(scorer.get(where(table)))
        scorer.post(where(table), sides("points", 73, "") | said)
        assert table.hands.get().scores == [1, 0]
        assert 'value="nobody" checked' in form_of(scorer.get(where(table)))


class TestChiamata:
    @fixture_again
    def table(self, table_of):
        return table_of("briscola-chiamata", entries=5, table={"hands": 5})

    def test_nothing_is_chosen_beforehand(self, table, scorer):
        form = form_of(scorer.get(where(table)))
        assert " checked" not in form
        assert re.search(r'name="hand-threshold"[^>]* value=""', form)

    def test_what_was_called_is_asked(self, table, scorer):
        roles = sides("role", "", "caller", "", "partner", "")
        response = scorer.post(where(table), roles | {"hand-caller_points": 75})
        assert to_mend(response) == ["Points called: This is missing: fill it in."]

    def test_who_plays_with_the_caller_is_asked(self, table, scorer):
        data = sides("role", "", "caller", "", "", "") | {"hand-caller_points": 75, "hand-threshold": 61}
        response = scorer.post(where(table), data)
        assert "Say who plays with the caller, or that nobody does" in text(response)
        scorer.post(where(table), data | {"hand-alone": "yes"})
        assert table.hands.get().scores == [-1, 4, -1, -1, -1]
        assert re.search(r'name="hand-alone"[^>]*\s+checked', form_of(scorer.get(where(table))))

    def test_nobody_plays_alone_with_a_partner(self, table, scorer):
        roles = sides("role", "", "caller", "", "partner", "")
        data = roles | {"hand-caller_points": 75, "hand-threshold": 61, "hand-alone": "yes"}
        assert "There is one caller and at most one partner" in text(scorer.post(where(table), data))

    def test_the_others_defend_once_somebody_calls(self, table, scorer):
        roles = sides("role", "", "caller", "", "partner", "")
        scorer.post(where(table), roles | {"hand-caller_points": 75, "hand-threshold": 61})
        assert table.hands.get().scores == [-1, 2, -1, 1, -1]

    def test_two_ticks_and_one_number(self, table, scorer):
        roles = sides("role", "defender", "caller", "defender", "partner", "defender")
        scorer.post(where(table), roles | {"hand-caller_points": 75, "hand-threshold": 61})
        assert table.hands.get().scores == [-1, 2, -1, 1, -1]

    def test_two_callers(self, table, scorer):
        roles = sides("role", "caller", "caller", "defender", "partner", "defender")
        response = scorer.post(where(table), roles | {"hand-caller_points": 75})
        assert "There is one caller and at most one partner" in text(response)


class TestRematada:
    @fixture_again
    def table(self, table_of):
        return table_of("brisca-rematada", entries=3, table={"hands": 5})

    def test_declarer_and_last_trick_are_each_one_players(self, table, scorer):
        assert fields(scorer.get(where(table))) == [
            "hand-any_marriages",
            "hand-bid",
            "hand-declarer",
            "line-0-plain_marriages",
            "line-0-points",
            "line-0-trump_marriages",
            "line-1-plain_marriages",
            "line-1-points",
            "line-1-trump_marriages",
            "line-2-plain_marriages",
            "line-2-points",
            "line-2-trump_marriages",
            "line-last_trick",
        ]

    def test_a_hand(self, table, scorer):
        more = {"hand-declarer": "0", "hand-bid": "110", "line-last_trick": "0", "hand-any_marriages": "none"}
        scorer.post(where(table), sides("points", 91, 20, "") | more)
        hand = table.hands.get()
        assert hand.lines[0]["last_trick"] is True
        assert hand.lines[2] == {"points": 9, "last_trick": False, "trump_marriages": 0, "plain_marriages": 0}
        assert hand.scores == [0, 55, 55]

    def test_nobody_won_the_last_trick(self, table, scorer):
        response = scorer.post(where(table), sides("points", 91, 20, 9) | {"hand-declarer": "0", "hand-bid": "110"})
        assert "Exactly one player won the last trick" in text(response)


class TestTrumpsOfASeries:
    """Wikipedia, Brisca, "Trumps": coins first, then cups, swords, clubs."""

    @pytest.fixture
    def table(self, table_of):
        return table_of("brisca", partners=2, table={"hands": 4})

    def test_the_form_of_a_desk_names_those_of_its_hand(self, table, scorer):
        assert "Trumps: Coins" in text(scorer.get(where(table)))

    def test_every_row_of_the_sheet_names_its_own(self, table, scorer):
        place = [table.round.tournament.slug, 1, table.number]
        page = text(scorer.get(reverse("table-sheet", args=place)))
        assert [page.count(suit) for suit in ("Coins", "Cups", "Swords", "Batons")] == [1, 1, 1, 1]

    def test_a_phone_names_them_and_knows_those_of_the_next_hand(self, table):
        response = a_phone(table, 0).get(reverse("table-hand", args=[table.round.tournament.slug, 1]))
        assert "Trumps: Coins" in text(response)
        assert 'data-trumps="Coins|Cups|Swords|Batons"' in response.content.decode()

    def test_a_table_to_game_points_turns_a_card_up(self, table_of, scorer):
        assert "Trumps" not in text(scorer.get(where(table_of("brisca", partners=2, table={"target": 3}))))
