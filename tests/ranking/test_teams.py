"""Teams: whose results add up, and every fault of a declaration."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ranking.teams import rank_teams, read_teams

ENTRIES = range(1, 13)


def numbered(rows):
    """Return published rows, best first, with shared places; withdrawn entries come last, without a place."""
    ordered = sorted(rows, key=lambda row: (row[1] is None, row[2], row[1] or 0))
    listed = []
    for entry, score, withdrawn in ordered:
        same = listed and (listed[-1]["score_exact"], listed[-1].get("withdrawn", False)) == (str(score), withdrawn)
        place = listed[-1]["place"] if same else len(listed) + 1
        mark = {"withdrawn": True} if withdrawn else {}
        listed.append(
            {"entry": entry, "place": place if score is not None else None, "score_exact": str(score), **mark}
        )
    return listed


ROWS = st.lists(
    st.tuples(st.sampled_from(ENTRIES), st.none() | st.fractions(0, 20, max_denominator=3), st.booleans()),
    unique_by=lambda row: row[0],
).map(numbered)
SPLIT = st.lists(st.integers(0, 3), min_size=12, max_size=12)  # the team of each entry, 0 for none


@pytest.mark.slow
@given(ROWS, SPLIT, st.none() | st.integers(1, 5), st.sampled_from(["score", "places"]), st.booleans(), st.booleans())
def test_the_order_is_that_of_a_count_by_hand(rows, split, best, adds, low_wins, by_best_place):
    members = {team: [e for e in ENTRIES if split[e - 1] == team] for team in (1, 2, 3)}
    declared = {
        "teams": [{"name": f"T{team}", "entries": ids} for team, ids in members.items() if ids],
        "best": best,
        "adds": adds,
        "ties": "best_place" if by_best_place else "shared",
    }
    teams = read_teams(declared)
    if isinstance(teams, list):
        assert [each.code for each in teams] == ["out_of_range"]
        assert best > max(map(len, members.values()))
        return
    worth = {}
    for team, ids in members.items():
        own = [row for row in rows if row["entry"] in ids and row["place"] and "withdrawn" not in row][:best]
        values = [Fraction(row["place"] if adds == "places" else row["score_exact"]) for row in own]
        total = sum(values) if low_wins or adds == "places" else -sum(values)
        worth[team] = (-len(values), total, min((row["place"] for row in own), default=0) if by_best_place else 0)
    for row in rank_teams(teams, rows, low_wins=low_wins):
        own = worth[int(row.team.name[1])]
        better = sum(worth[team] < own for team, ids in members.items() if ids)
        assert (row.place, len(row.counted)) == (better + 1 if own[0] else None, -own[0])
        assert row.total == (abs(own[1]) if own[0] else None)


def test_every_fault_has_its_place():
    teams = [
        {"name": "Reds", "entries": [1, 2]},
        {"name": "reds", "entries": [2, 9]},
        {"name": "", "entries": []},
        {"name": "Blues", "entries": [3, 3], "x": 1},
    ]
    faults = read_teams({"teams": teams, "best": 4, "adds": "x", "ties": [], "apart": 1, "y": 1}, entries={1, 2, 3})
    assert [(each.code, each.pointer) for each in faults] == [
        ("unknown_field", ("y",)),
        ("duplicate", ("teams", 1, "name")),
        ("in_two_teams", ("teams", 1, "entries", 0)),
        ("not_found", ("teams", 1, "entries", 1)),
        ("wrong_length", ("teams", 2, "name")),
        ("empty_team", ("teams", 2, "entries")),
        ("unknown_field", ("teams", 3, "x")),
        ("in_two_teams", ("teams", 3, "entries", 1)),
        ("not_a_choice", ("adds",)),
        ("not_a_choice", ("ties",)),
        ("wrong_type", ("apart",)),
        ("out_of_range", ("best",)),
    ]


@pytest.mark.parametrize("raw", [None, [], "x", {"teams": "x"}, {"teams": [1]}, {"best": "2"}, {"best": True}])
def test_no_document_is_a_crash(raw):
    assert isinstance(read_teams(raw), list)
