"""The number and sizes of tables for a field."""

import pytest

from tournaments.pairing.shape import shape_of

BUDDHA = (4, 3, 5, 6)


@pytest.mark.parametrize(
    ("entrants", "sizes"),
    [
        (3, (3,)),
        (5, (5,)),
        (6, (6,)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (4, 5)),
        (10, (5, 5)),
        (11, (4, 4, 3)),
        (13, (4, 4, 5)),
        (14, (4, 4, 3, 3)),
        (101, (*(4,) * 24, 5)),
    ],
)
def test_where_a_table_may_have_three_to_six_nobody_sits_out(entrants, sizes):
    assert shape_of(entrants, BUDDHA).sizes == sizes
    assert shape_of(entrants, BUDDHA).sit_outs == 0


@pytest.mark.parametrize(("entrants", "left"), [(4, 0), (5, 1), (9, 1), (11, 3), (3, 3)])
def test_tables_of_one_size_leave_the_rest(entrants, left):
    shape = shape_of(entrants, (4,))
    assert (sum(shape.sizes), shape.sit_outs) == (entrants - left, left)


def test_a_short_table_before_a_sit_out():
    assert shape_of(11, (4, 3)).sizes == (4, 4, 3)
    assert shape_of(10, (4, 3)).sizes == (4, 3, 3)
    assert shape_of(5, (4, 3)).sit_outs == 1
