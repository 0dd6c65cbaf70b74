"""Explanations of the order of tied rows."""

import pytest

from scoring import registry
from tournaments.web.public.tied_words import tied_words
from tournaments.wording.standing_words import TieBreakWords

CODES = ("table_wins", "clean_hands", "lot")


def row(entry, place, score, wins, clean, lot):
    tie_breaks = {"table_wins": wins, "clean_hands": clean, "lot": lot}
    return {"entry": entry, "place": place, "score_exact": score, "tie_breaks": tie_breaks, "played": 2}


def told(*rows):
    ties = TieBreakWords(CODES, registry.find("busca-accademia"), {})
    return tied_words(rows, ties)


def test_the_first_tie_break_in_which_they_differ_decides():
    ahead, behind = row(7, 1, "3", "1", "5", "1"), row(2, 2, "3", "1", "4", "2")
    assert told(ahead, behind, row(3, 3, "4", "0", "0", "3")) == {
        7: "Before the row below: clean hands, 5 to 4.",
        2: "After the row above: clean hands, 4 to 5.",
    }


def test_of_three_that_in_the_middle_is_told_against_the_one_above():
    rows = [row(1, 1, "3", "2", "5", "1"), row(2, 2, "3", "1", "5", "2"), row(3, 3, "3", "1", "4", "3")]
    assert told(*rows)[2] == "After the row above: tables won, 1 to 2."


def test_by_lot_and_level_in_everything():
    same = [row(1, 1, "3", "2", "5", "1"), row(2, 2, "3", "2", "5", "2"), row(3, 2, "3", "2", "5", "2")]
    assert told(*same) == {
        1: "Before the row below, by lot.",
        2: "After the row above, by lot.",
        3: "Tied with the row above on everything.",
    }
    assert told(*same[1:])[2] == "Tied with the row below on everything."


@pytest.mark.parametrize("other", [row(2, 2, "4", "1", "1", "1"), row(2, None, "3", "1", "1", "1")])
def test_nothing_is_told_of_another_score_or_of_who_has_no_place(other):
    assert told(row(1, 1, "3", "1", "2", "1"), other) == {}
