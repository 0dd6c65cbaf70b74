"""A table of Busca: Accademia Italiana Gioco Carte, Regolamento Busca, "Regole"."""

import pytest

from scoring.wire import answer
from tests.scoring.cases import busca_table, places


class TestTable:
    def test_it_ends_at_the_target(self):
        result = answer(busca_table((37, 1, 1, 1), (34, 2, 2, 2), target=31))
        assert result == {
            "scores": [[17, 0, 0, 0], [14, 0, 0, 0]],
            "totals": [31, 0, 0, 0],
            "over": True,
            "places": [4, 1, 1, 1],
            "next_lead": None,
        }

    def test_it_ends_after_the_agreed_hands(self):
        result = answer(busca_table((13, 13, 13, 1), (20, 20, 0, 0), hands=2))
        assert (result["totals"], result["over"]) == ([3, 3, 5, 2], True)
        assert result["places"] == [2, 2, 4, 1]

    def test_whichever_comes_first(self):
        table = [(40, 0, 0, 0), (0, 40, 0, 0), (0, 0, 40, 0)]
        assert answer(busca_table(*table, target=9, hands=10))["over"] is True
        assert answer(busca_table(*table, target=10, hands=3))["over"] is True
        assert answer(busca_table(*table, target=10, hands=4))["over"] is False

    def test_it_must_have_an_end(self):
        assert places(answer(busca_table((10, 10, 10, 10)))) == [("no_end_condition", None, None)]

    @pytest.mark.parametrize("name", ["target", "hands"])
    @pytest.mark.parametrize(
        ("value", "code"), [(0, "out_of_range"), (-1, "out_of_range"), ("9", "not_an_integer"), (9.0, "not_an_integer")]
    )
    def test_its_end_is_a_number_from_one(self, name, value, code):
        assert places(answer(busca_table(**{name: value}))) == [(code, None, name)]

    def test_unknown_rules(self):
        result = answer(busca_table(target=9, minutes=50))
        assert places(result) == [("unknown_field", None, "minutes")]

    @pytest.mark.parametrize("table", [None, [], 8])
    def test_its_rules_are_an_object(self, table):
        result = answer(busca_table() | {"table": table})
        assert places(result) == [("wrong_type", None, "table")]

    @pytest.mark.parametrize("hands", [None, {}, 8])
    def test_its_hands_are_a_list(self, hands):
        result = answer(busca_table(hands=8) | {"hands": hands})
        assert places(result) == [("wrong_type", None, "hands")]

    def test_hands_after_the_end_are_refused(self):
        result = answer(busca_table(*[(37, 1, 1, 1)] * 4, target=31))
        assert [(p["code"], p["hand"]) for p in result["problems"]] == [("hand_after_end", 3), ("hand_after_end", 4)]

    def test_problems_of_all_hands_are_reported(self):
        table = [(10, 10, 10, 9), (10, 10, 10, 10), (41, 0, 0, -1), (20, 10, 10, 0)]
        result = answer(busca_table(*table, hands=3))
        assert [(p["code"], p["hand"], p.get("side")) for p in result["problems"]] == [
            ("sum_not_40", 1, None),
            ("out_of_range", 3, 0),
            ("out_of_range", 3, 3),
            ("hand_after_end", 4, None),
        ]

    def test_nothing_played_yet(self):
        assert answer(busca_table(hands=8, first_lead=2)) == {
            "scores": [],
            "totals": [0, 0, 0, 0],
            "over": False,
            "places": [1, 1, 1, 1],
            "next_lead": 2,
        }

    @pytest.mark.parametrize(
        ("points", "lead"),
        [
            ((0, 20, 10, 10), 3),
            ((20, 0, 10, 10), 0),
            ((20, 10, 10, 0), 2),
            ((37, 1, 1, 1), 3),
            ((20, 20, 0, 0), None),
            ((10, 10, 10, 10), None),
        ],
    )
    def test_the_player_to_the_right_of_the_loser_leads(self, points, lead):
        """To the right of North sits West, since play runs anticlockwise."""
        assert answer(busca_table(points, hands=8, first_lead=1))["next_lead"] == lead
