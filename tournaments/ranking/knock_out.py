"""Knock-outs: the entries that qualify from each table of a round, and how the cut was decided."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from tournaments.ranking.ranked import RankedList, StandingsRow

LAST_ROUND = "last_round"
LOT, ALL = "lot", "all"
"""What decides between entries that no tie-break separates: the lot, or nothing, so that all qualify. With any other
value, they play a hand for it."""


@dataclass(frozen=True, slots=True)
class TableCut:
    """The entries of a table that qualify, in order, and what decided between the last of them and the next entry.

    `decided_by` is "place" (at the table), "score", the code of a tie-break, "all" if all entries in `level` qualify,
    or "" if they still have to play for it. If the lot decided, `level` has all entries that only the lot separates.
    `came_in` are the entries that replace those in `left`.
    """

    table: int
    ins: tuple[int, ...]
    decided_by: str
    level: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    came_in: tuple[int, ...] = ()

    @property
    def sure(self) -> tuple[int, ...]:
        """The entries that qualify in any case, whatever is still to be decided at the table."""
        return self.ins if self.decided_by else tuple(entry for entry in self.ins if entry not in self.level)


def order_of_cut(tie_breaks: Sequence[str], ties: str) -> tuple[str, ...]:
    """Return the tie-breaks by which the standings decide a cut."""
    return (*tie_breaks, LOT) if ties == LOT and LOT not in tie_breaks else tuple(tie_breaks)


def cut_tables(
    standing: RankedList, going_on: int, ties: str, *, out: Collection[int] = ()
) -> tuple[list[TableCut], list[int]]:
    """Return the cut at each table of the last round, and the entries that had a bye in it.

    Entries in `out` cannot qualify; the next entry at the table replaces them. An entry that was absent or forfeited
    qualifies only if nobody at the table played. From a final no entry qualifies.
    """
    number = standing.after_round
    reached = [row for row in standing.rows if row.reached == number]
    tables: dict[int, list[StandingsRow]] = {}
    for row in reached:
        if game := row.rounds[-1].game:
            tables.setdefault(game.table.table, []).append(row)
    byes = [row.entry for row in reached if row.rounds[-1].game is None]
    if len(tables) == 1 and not byes:
        return [], []
    cuts = [_cut(table, rows, going_on, ties, out) for table, rows in sorted(tables.items())]
    return cuts, [entry for entry in byes if entry not in out]


def come_back(standing: RankedList, entries: Collection[int], places: int, ties: str) -> TableCut:
    """Return the cut, with `table` 0, by which these eliminated entries of the last round fill so many places."""
    rows = [row for row in standing.rows if row.reached == standing.after_round and row.entry in entries]
    ins, decided_by, level = _split(rows, places, ties) if places else ([], "place", [])
    return TableCut(0, _entries(ins), decided_by, _entries(level))


def _cut(table: int, rows: Sequence[StandingsRow], going_on: int, ties: str, out: Collection[int]) -> TableCut:
    here = [row for row in rows if not has_left(row, out)]
    present = [row for row in here if not is_no_show(row)] or here
    ins, decided_by, level = _split(present, going_on, ties)
    left = [row for row in rows[:going_on] if row not in here]
    came_in = [row for row in ins if row not in rows[:going_on]] if left else []
    return TableCut(table, _entries(ins), decided_by, _entries(level), _entries(left), _entries(came_in))


def _split(
    rows: Sequence[StandingsRow], places: int, ties: str
) -> tuple[Sequence[StandingsRow], str, Sequence[StandingsRow]]:
    """Return the rows that get the places, what decided the cut after them, and the rows compared."""
    decided_by = _difference(rows[places - 1], rows[places]) if len(rows) > places else "place"
    if decided_by == LOT:
        return rows[:places], LOT, [row for row in rows if _difference(row, rows[places]) in (LOT, "")]
    if decided_by:
        return rows[:places], decided_by, rows[places - 1 : places + 1] if decided_by != "place" else []
    level = [row for row in rows if not _difference(row, rows[places])]
    if ties != ALL:
        return rows[:places], "", level
    return [row for row in rows if row in rows[:places] or row in level], ALL, level


def has_left(row: StandingsRow, out: Collection[int]) -> bool:
    """Whether an entry cannot qualify: it is in `out`, a stand-in or disqualified."""
    return row.entry in out or row.stand_in or row.disqualified


def is_level(one: StandingsRow, other: StandingsRow) -> bool:
    """Whether two rows of a table are equal, or differ only in tie-breaks."""
    return _difference(one, other) not in ("place", "score")


def _entries(rows: Iterable[StandingsRow]) -> tuple[int, ...]:
    return tuple(row.entry for row in rows)


def _difference(one: StandingsRow, other: StandingsRow) -> str:
    """Return what decides between two rows of a table: "place", "score" or the code of a tie-break.

    Return "" if nothing does.
    """
    if one.place == other.place:
        return ""
    if _place(one) != _place(other):
        return "place"
    if one.score != other.score:
        return "score"
    differ = (code for code in one.tie_breaks if _compared(one, code) != _compared(other, code))
    return next(differ, LAST_ROUND)  # published places can differ although all values are equal now


def _compared(row: StandingsRow, code: str) -> object:
    """Return what a tie-break compares. Only `last_round` has several values, of which a row shows the first."""
    if code != LAST_ROUND:
        return row.tie_breaks[code]
    return {each.round: each.value for each in row.rounds if each.round and each.value is not None}


def _place(row: StandingsRow) -> int | None:
    game = row.rounds[-1].game
    return None if game is None or is_no_show(row) else game.place


def is_no_show(row: StandingsRow) -> bool:
    """Whether the entry did not play the last round, by a decision of the director."""
    return row.rounds[-1].source in ("absent", "forfeit")
