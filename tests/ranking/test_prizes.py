"""Winners of prizes: by place and by category, with ties by the declared rule."""

import pytest

from tournaments.ranking.prizes import PrizeField, read_prizes, winners

EVENING = [
    # entry, place, score, the scores of two rounds, clean hands
    (1, 1, "10", ("4", "6"), "1"),
    (2, 2, "10", ("7", "3"), "4"),
    (3, 3, "8", ("4", "4"), "4"),
    (4, 3, "8", ("1", "7"), "0"),
    (5, 5, "7", ("7", "0"), "2"),
    (6, None, "30", ("15", "15"), "9"),  # a stand-in
]


def row(entry, place, score, rounds, clean):
    lines = [{"round": number, "score": each, "source": "table"} for number, each in enumerate(rounds, start=1)]
    counted = {"counts": {"clean_hands": clean}, "tie_breaks": {"clean_hands": "0.5"}}
    return {"entry": entry, "place": place, "score_exact": score, "rounds": lines, **counted}


FIELD = PrizeField(
    [row(*each) for each in EVENING], low_wins=False, newcomers={3, 5, 6}, lots={4: 1, 3: 2, 1: 3, 2: 4, 5: 5}
)


def won(**declared):
    prizes = read_prizes(declared)
    return [each.winners for each in winners(prizes, FIELD)]


def test_ties_follow_the_rule():
    four = ["a", "b", "c", "d"]
    assert won(place=four) == [(1,), (2,), (4, 3), (4, 3)]
    assert won(place=four, ties="shared") == [(1, 2), (1, 2), (4, 3), (4, 3)]
    assert won(place=four, ties="lot") == [(1,), (2,), (4,), (3,)]
    knock_out = PrizeField(FIELD.rows, low_wins=False, by_place=range(7))
    assert [each.winners for each in winners(read_prizes({"place": four, "ties": "shared"}), knock_out)][:2] == [
        (1,),
        (2,),
    ]
    by_lot = [each.by_lot for each in winners(read_prizes({"place": four, "ties": "lot"}), FIELD)]
    assert by_lot == [False, False, True, True]


def test_categories_rounds_clean_hands_and_newcomers():
    declared = {
        "categories": [{"name": "Juniors", "prizes": ["a", "b", "c"], "entries": [5, 2]}],
        "rounds": [{"round": 1, "prizes": ["a"]}, {"round": 2, "prizes": ["a"]}],
        "clean_hands": ["a"],
        "newcomers": ["a"],
    }
    assert won(**declared) == [(2,), (5,), (), (2,), (4,), (2,), (3,)]
    assert won(**declared, ties="shared") == [(2,), (5,), (), (2, 5), (4,), (3, 2), (3,)]
    assert won(clean_hands=["a"] * 5) == [(2,), (3,), (5,), (1,), ()]


def test_whoever_has_won_in_an_earlier_list_is_passed_over():
    declared = {"place": ["a", "b"], "rounds": [{"round": 1, "prizes": ["a", "b"]}], "clean_hands": ["a"]}
    assert won(**declared, several=False) == [(1,), (2,), (5,), (3,), ()]


def test_every_fault_has_its_place():
    document = {
        "place": ["", "a\x00", "\u202ea"],
        "categories": [{"name": "J", "entries": [9]}, {"name": "j"}],
        "rounds": [{"round": 5}],
        "clean_hands": ["a"],
        "ties": "no",
        "several": 1,
        "x": 1,
    }
    faults = read_prizes(document, rounds=4, counts_clean_hands=False, entries=[1])
    assert [(each.code, each.pointer) for each in faults] == [
        ("unknown_field", ("x",)),
        ("wrong_length", ("place", 0)),
        ("bad_characters", ("place", 1)),
        ("bad_characters", ("place", 2)),
        ("not_found", ("categories", 0, "entries", 0)),
        ("duplicate", ("categories", 1, "name")),
        ("out_of_range", ("rounds", 0, "round")),
        ("not_counted", ("clean_hands",)),
        ("not_a_choice", ("ties",)),
        ("wrong_type", ("several",)),
    ]


@pytest.mark.parametrize(
    "raw", [None, [], "x", {"place": "x"}, {"ties": []}, {"rounds": [1]}, {"categories": [{"name": 1}]}]
)
def test_no_document_is_a_crash(raw):
    assert isinstance(read_prizes(raw), list)
