"""Tables of victory points as clubs print them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.victory_points import TABLES, VpRow, read_rows, rows_of, split

PRINTED = rows_of(TABLES["burraco-3"])


def told(rows):
    """The rows that do not fit, each with why, in English."""
    found = read_rows(rows)
    assert all(problem.code == "bad_vp_table" for problem in found)
    return [(problem.params.get("row"), problem.text()) for problem in found]


def changed(place, **changes):
    return [replace(row, **changes) if n == place else row for n, row in enumerate(PRINTED)]


def test_the_rows_of_a_table():
    assert PRINTED[:2] == [VpRow(0, 50, (10, 10)), VpRow(51, 150, (11, 9))]
    assert PRINTED[-1] == VpRow(1501, None, (20, 0))


@pytest.mark.parametrize("name", TABLES)
def test_printed_rows_give_the_same_table(name):
    assert read_rows(rows_of(TABLES[name])) == TABLES[name]


@given(st.lists(st.integers(0, 10_000), min_size=10, max_size=10, unique=True).map(sorted))
def test_every_rising_table_has_rows_that_split_as_it_does(limits):
    rows = rows_of(tuple(limits))
    assert read_rows(rows) == tuple(limits)
    for row in rows:
        assert split(tuple(limits), row.least) == row.points
        assert row.most is None or split(tuple(limits), row.most) == row.points


def test_printed_in_fives():
    rows = [replace(row, least=row.least + 4 if row.least else 0) for row in PRINTED]
    assert rows[1] == VpRow(55, 150, (11, 9))
    assert read_rows(rows) == TABLES["burraco-3"]


@pytest.mark.parametrize(
    ("rows", "problems"),
    [
        (changed(2, least=155), [(3, "There is a gap before row 3: begin it at 151, not 155")]),
        (changed(2, least=150), [(3, "Row 3 overlaps the one before: begin it at 151, not 150")]),
        (changed(4, points=(14, 7)), [(5, "The points of row 5 add up to 21: they must add up to 20")]),
        (changed(4, points=(13, 7)), [(5, "Row 5 gives 13-7: it must be 14-6")]),
        (changed(0, least=1), [(1, "Row 1 must begin at 0")]),
        (changed(10, most=2000), [(11, "Row 11 has no end: every larger difference is 20-0")]),
        (changed(3, most=None), [(4, "Row 4 does not say where it ends")]),
        (
            changed(3, most=240),
            [(4, "Row 4 ends before it begins"), (5, "There is a gap before row 5: begin it at 241, not 351")],
        ),
        (PRINTED[:-1], [(None, "A table has eleven rows, from 10-10 to 20-0: this one has 10")]),
        ([], [(None, "A table has eleven rows, from 10-10 to 20-0: this one has 0")]),
    ],
)
def test_a_table_that_cannot_be_names_the_row(rows, problems):
    assert told(rows) == problems


def test_a_gap_between_fives():
    rows = [replace(row, least=row.least + 4 if row.least else 0) for row in PRINTED]
    rows[3] = replace(rows[3], least=260)
    assert told(rows) == [(4, "There is a gap before row 4: begin it at 251, not 260")]


def test_every_fault_at_once():
    rows = changed(2, least=155, points=(12, 9))
    rows[10] = replace(rows[10], most=9999)
    assert [row for row, _text in told(rows)] == [3, 11, 3]
