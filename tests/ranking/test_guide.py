"""The example of docs/standings.md, computed."""

import re
from pathlib import Path

import pytest

from tournaments.ranking import (
    Entrant,
    HandResult,
    Results,
    RoundSatOut,
    TableResult,
    decimal,
    default_tie_breaks,
    rank,
    read_scoring,
)

GUIDE = (Path(__file__).parents[2] / "docs" / "standings.md").read_text().partition("### An example")[2]
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Emma")
ANNA, BRUNO, CARLA, DARIO, EMMA = range(1, 6)
FIRST = TableResult(
    round=1,
    table=1,
    sides=((ANNA,), (BRUNO,), (CARLA,), (DARIO,)),
    totals=(1, 3, 0, 1),
    places=(2, 4, 1, 2),
    hands=(
        HandResult(scores=(1, 0, 0, 0), card_points=(16, 9, 8, 7)),
        HandResult(scores=(0, 3, 0, 0), card_points=(5, 23, 6, 6)),
        HandResult(scores=(0, 0, 0, 1), card_points=(6, 7, 10, 17)),
    ),
)
SECOND = TableResult(
    round=2,
    table=1,
    sides=((EMMA,), (ANNA,), (BRUNO,), (CARLA,)),
    totals=(2, 2, 0, 2),
    places=(2, 2, 1, 2),
    hands=(
        HandResult(scores=(2, 0, 0, 0), card_points=(19, 8, 7, 6)),
        HandResult(scores=(0, 2, 0, 0), card_points=(9, 22, 4, 5)),
        HandResult(scores=(0, 0, 0, 2), card_points=(8, 5, 6, 21)),
    ),
)


@pytest.fixture
def rows():
    """The rows after a round, as place, name, score and places moved."""
    results = Results(
        entrants=tuple(Entrant(id=n, number=n) for n in range(1, 6)),
        rounds=(1, 2),
        tables=(FIRST, SECOND),
        sit_outs=(RoundSatOut(round=1, entry=EMMA), RoundSatOut(round=2, entry=DARIO)),
    )
    scoring = read_scoring({}, low_wins=True, sides=[4], defaults={"method": "total"}, vp_tables={})
    tie_breaks = default_tie_breaks(low_wins=True, two_sided=False, counts_cards=True)

    def rows(after_round):
        ranked = rank(results, scoring, tie_breaks, after_round=after_round, lot_seed=1).rows
        return [(row.place, NAMES[row.entry - 1], decimal(row.score), row.moved) for row in ranked]

    return rows


def test_the_first_round_is_as_the_guide_says(rows):
    after_first = [("Carla", "0"), ("Anna", "1"), ("Dario", "1"), ("Bruno", "3"), ("Emma", "1.25")]
    assert [row[1:3] for row in rows(1)] == after_first
    assert [row[0] for row in rows(1)] == [1, 2, 3, 4, None]


def test_the_second_round_is_the_table_of_the_guide(rows):
    written = re.findall(r"^\| (\d) \| (\w+) \| .+ = (\S+) \| \S+ \| (.+) \|$", GUIDE, re.MULTILINE)
    moves = {None: "–", 0: "–", 1: "up 1", -2: "down 2"}
    assert [(str(place), name, score, moves[moved]) for place, name, score, moved in rows(2)] == written
