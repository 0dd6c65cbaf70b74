"""Every contradiction of a declaration is reported next to its field."""

import pytest

from tournaments.ranking.seasons import Declaration, read_declaration

NO_CATEGORY = [("category/name", "missing_field"), ("category/players", "wrong_type")]
PLAIN = {"parts": [{"evenings": 4}]}


def faults(raw):
    read = read_declaration(raw)
    return [] if isinstance(read, Declaration) else [("/".join(map(str, p.pointer)), p.code) for p in read]


def test_a_declaration_needs_only_its_evenings():
    read = read_declaration(PLAIN)
    assert (read.counts, read.points, read.competitors, read.evenings) == ("points", None, "entries", 4)


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"parts": None}, [("parts", "wrong_type")]),
        ({"parts": []}, [("parts", "wrong_type")]),
        ({"parts": [3]}, [("parts/0", "wrong_type"), ("parts/0/evenings", "out_of_range")]),
        ({"parts": [{"evenings": 4, "best": 5}]}, [("parts/0/best", "out_of_range")]),
        ({"parts": [{"evenings": 4, "name": "x" * 61}]}, [("parts/0/name", "too_long")]),
        ({"best": 5}, [("best", "out_of_range")]),
        ({"last_factor": "0"}, [("last_factor", "not_a_number")]),
        ({"category": {"name": "Women", "players": [1]}}, [("category", "contradiction")]),
        ({"listed": "category"}, [("category", "wrong_type"), *NO_CATEGORY]),
        ({"listed": "category", "category": {}}, NO_CATEGORY),
        ({"listed": "category", "category": {"name": "A", "players": ["B"]}}, [("category/players/0", "wrong_type")]),
        ({"best": True}, [("best", "out_of_range")]),
        ({"minimum": 5}, [("minimum", "out_of_range")]),
        ({"counts": "rounds"}, [("rounds_each", "out_of_range")]),
        ({"counts": "rounds", "rounds_each": 2, "best": 9}, [("best", "out_of_range")]),
        ({"rounds_each": 2}, [("rounds_each", "contradiction")]),
        ({"counts": ["points"]}, [("counts", "not_a_choice")]),
        ({"points": [1, 2]}, [("points", "not_falling")]),
        ({"points": [25, "x", 16]}, [("points/1", "not_a_number")]),
        ({"better": "low"}, [("better", "contradiction")]),
        ({"counts": "score", "better": "low", "coming": 1}, [("coming", "contradiction")]),
        ({"competitors": "clubs"}, [("of_each_club", "out_of_range")]),
        ({"of_each_club": 4}, [("of_each_club", "contradiction")]),
        ({"tie_breaks": ["wins", "luck", "wins"]}, [("tie_breaks/1", "not_a_choice"), ("tie_breaks/2", "duplicate")]),
        ({"tie_breaks": ["lot", "wins"]}, [("tie_breaks/1", "after_the_lot")]),
        (
            {"competitors": "clubs", "of_each_club": 4, "tie_breaks": ["head_to_head"]},
            [("tie_breaks/0", "contradiction")],
        ),
        ({"final": {"first": 4, "of_each_part": 2}}, [("final/of_each_part", "contradiction")]),
        ({"final": 4}, [("final", "wrong_type")]),
        ({"final": {"first": 4, "minimum": 5}}, [("final/minimum", "out_of_range")]),
        ({"final": {"minimum": 2}}, [("final/minimum", "contradiction")]),
        ({"final": {"of_each_part": 2, "only_if_needed": 1}}, [("final/only_if_needed", "wrong_type")]),
        ({"final": {"of_each_part": 2, "only_if_needed": True}}, [("final/only_if_needed", "contradiction")]),
        ({"colour": "red"}, [("colour", "unknown_field")]),
    ],
)
def test_a_bad_declaration_is_refused_at_its_fields(changes, found):
    assert faults({**PLAIN, **changes}) == found


def test_clubs_are_not_compared_by_the_lowest_score():
    raw = {**PLAIN, "counts": "score", "better": "low", "competitors": "clubs", "of_each_club": 4}
    assert faults(raw) == [("competitors", "contradiction")]
    assert faults([]) == [("", "wrong_type")]
