"""Which entries qualify for the next stage by their places: the cut, entries tied at it, and the overall standings."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import groupby
from typing import Any, Literal, NamedTuple, TypeVar

Ties = Literal["lot", "all", "decide"]
"""What decides between entries tied at a cut: the lot, nothing (all of them qualify), or the director."""
Verdict = Literal["goes", "lot", "lot_out", "cut", "before", "elsewhere", "out", "level"]
"""In this order: qualifies; qualifies by lot; is out by lot; is behind the cut; is ahead of the first place that
qualifies; plays in another stage; does not come; or waits, tied with others, for a decision."""
Row = TypeVar("Row")


class Qualifier(NamedTuple):
    """A competitor in the standings of an earlier stage.

    `who` are the ids of its players, `entry` its entry there, and `source` that tournament. If places in several
    tournaments are equal, the lower `merit` is ahead. `out` is true if the competitor left or has no place, `again` if
    a better place in another of these tournaments counts for it. If it `holds` its place although it left, no other
    entry moves up to this place.
    """

    who: tuple[int, ...]
    entry: int
    source: int
    place: int
    merit: tuple[Fraction, ...] = ()
    out: bool = False
    again: bool = False
    holds: bool = False


@dataclass(frozen=True, slots=True)
class StageCut:
    """The places that qualify from each earlier tournament (`of_each`) or from all of them together.

    `last` is None if all from `first` on qualify.
    """

    first: int
    last: int | None
    of_each: bool
    ties: Ties
    seed: int = 0

    @property
    def seats(self) -> int | None:
        """How many places qualify from one list; None if there is no limit."""
        return None if self.last is None else max(0, self.last - self.first + 1)


@dataclass(frozen=True, slots=True)
class Admission:
    """A competitor of an earlier stage, with the verdict whether it qualifies."""

    qualifier: Qualifier
    verdict: Verdict

    @property
    def qualifies(self) -> bool:
        """Whether the competitor qualifies."""
        return self.verdict in ("goes", "lot")


@dataclass(frozen=True, slots=True)
class Intake:
    """All competitors in order, and how many places remain free (`missing`).

    `to_choose` is the number of waiting competitors that the director must still choose, by tournament. If the
    tournaments have one common cut, the only key is 0.
    """

    admissions: Sequence[Admission]
    missing: int
    to_choose: Mapping[int, int]


def through(
    level: Sequence[Row], room: int | None, ties: Ties, *, chosen: Callable[[Row], bool], lot: Callable[[Row], Any]
) -> list[Row]:
    """Return which of the tied competitors qualify if `room` places are left; None means no limit."""
    if room is None or len(level) <= room or (ties == "all" and room > 0):
        return list(level)
    if ties == "lot":
        return sorted(level, key=lot)[:room]
    return [row for row in level if chosen(row)][: max(0, room)]


def intake(
    qualifiers: Iterable[Qualifier],
    cut: StageCut,
    *,
    entered: Collection[tuple[int, ...]] = (),
    elsewhere: Collection[tuple[int, ...]] = (),
) -> Intake:
    """Return which competitors qualify, and for the others why they do not.

    Of competitors tied at the cut, those in `entered` are the director's choice. Those in `elsewhere` play in another
    stage; they take the places before the first one that qualifies. If a competitor is out, the next in order moves up;
    but not to a place that an absent competitor holds. A competitor that could qualify by several places qualifies by
    the best one only.
    """
    rows = sorted(qualifiers, key=lambda row: (row.source if cut.of_each else 0, row.place, row.merit, row.entry))
    while True:
        found = _intake_once(rows, cut, entered, elsewhere)
        once = _once(rows, found)
        if once == rows:
            return found
        rows = once


def _once(rows: Sequence[Qualifier], found: Intake) -> list[Qualifier]:
    """Return these rows with `again` set if a better place of the competitor counts.

    It counts if the competitor qualifies by it, or if it is before the first place that qualifies.
    """
    counting = [each for each in found.admissions if each.qualifies or each.verdict == "before"]
    worst_first = sorted(counting, key=lambda each: (each.qualifies, each.qualifier.place, each.qualifier.merit))[::-1]
    best = {each.qualifier.who: each.qualifier.entry for each in worst_first}
    return [row._replace(again=row.again or best.get(row.who, row.entry) != row.entry) for row in rows]


def _intake_once(
    rows: Sequence[Qualifier],
    cut: StageCut,
    entered: Collection[tuple[int, ...]],
    elsewhere: Collection[tuple[int, ...]],
) -> Intake:
    """Return the intake of these rows, in order. A competitor with several rows may qualify several times in it."""
    lists = {key: [*group] for key, group in groupby(rows, key=lambda row: row.source if cut.of_each else 0)}
    selections = {key: _StageSelection(cut, entered, elsewhere) for key in lists}
    admissions = [each for key, rows in lists.items() for each in selections[key].take(rows)]
    to_choose = {key: picked.to_choose for key, picked in selections.items() if picked.to_choose}
    return Intake(admissions, sum(picked.missing for picked in selections.values()), to_choose)


@dataclass(slots=True)
class _StageSelection:
    """The state while a list is cut: how many competitors were listed, and how many places passed and taken.

    `to_choose` is the number of places for which tied competitors wait for the director.
    """

    cut: StageCut
    entered: Collection[tuple[int, ...]]
    elsewhere: Collection[tuple[int, ...]]
    listed: int = 0
    passed: int = 0
    taken: int = 0
    to_choose: int = 0

    @property
    def missing(self) -> int:
        """How many places remain free; 0 while competitors wait for the director's choice."""
        return 0 if self.to_choose or self.cut.seats is None else max(0, self.cut.seats - self.taken)

    def take(self, rows: Sequence[Qualifier]) -> Iterator[Admission]:
        """Yield all competitors of the list with their verdicts."""
        for _key, level in groupby(rows, key=lambda row: (row.place, () if self.cut.of_each else row.merit)):
            yield from self._take_level(sorted(level, key=self._order))

    def _order(self, row: Qualifier) -> tuple[bool, object]:
        return row.who not in self.elsewhere, self._lot(row)

    def _lot(self, row: Qualifier) -> bytes:
        return sha256(f"{self.cut.seed}:{row.entry}".encode()).digest()

    def _take_level(self, level: Sequence[Qualifier]) -> Iterator[Admission]:
        fit = [row for row in level if not row.out and not row.again]
        ahead = self._ahead(level, fit)
        free = [row for row in fit if row not in ahead and row.who not in self.elsewhere]
        room = None if self.cut.seats is None else 0 if self.to_choose else max(0, self.cut.seats - self.taken)
        going = through(free, room, self.cut.ties, chosen=lambda row: row.who in self.entered, lot=self._lot)
        self.taken += len(going)
        split = room is not None and 0 < room < len(free)
        waiting = split and len(going) < (room or 0)
        self.to_choose += (room or 0) - len(going) if waiting else 0
        for row in level:
            yield Admission(row, self._verdict(row, ahead, going, split=split, waiting=waiting))

    def _ahead(self, level: Sequence[Qualifier], fit: Sequence[Qualifier]) -> Sequence[Qualifier]:
        """Return those of the tied competitors that take places before the first one that qualifies.

        A competitor that is entered does not move up to such a place when another one leaves.
        """
        self.listed += sum(not row.again for row in level)
        self.passed += sum(row.out and row.holds for row in level)
        by_place = self.listed < self.cut.first
        able = [row for row in fit if by_place or row.who not in self.entered]
        ahead = able[: max(0, self.cut.first - 1 - self.passed)]
        self.passed += len(ahead)
        return ahead

    def _verdict(
        self, row: Qualifier, ahead: Collection[Qualifier], going: Collection[Qualifier], *, split: bool, waiting: bool
    ) -> Verdict:
        if row.out:
            return "out"
        by_lot = split and self.cut.ties == "lot"
        if row in going:
            return "lot" if by_lot else "goes"
        if row.again or row.who in self.elsewhere:
            return "elsewhere"
        if row in ahead:
            return "before"
        return "level" if waiting else "lot_out" if by_lot else "cut"


class StageRow(NamedTuple):
    """A competitor with its place in one stage; `rank` orders the stages, the final first."""

    who: tuple[int, ...]
    rank: tuple[int, ...]
    stage: int
    place: int
    merit: tuple[Fraction, ...] = ()


def final_order(rows: Iterable[StageRow]) -> list[tuple[int, StageRow]]:
    """Return the overall standings: the place of each competitor, with its row in the last stage that it reached.

    Stages of equal rank, such as groups, are ordered by place and then by merit; competitors equal in both share a
    place.
    """

    def key(row: StageRow) -> tuple[object, ...]:
        return row.rank, row.place, row.merit

    seen: set[tuple[int, ...]] = set()
    ordered: list[tuple[int, StageRow]] = []
    for _key, level in groupby(sorted(rows, key=key), key=key):
        fresh = [row for row in level if row.who not in seen]
        seen |= {row.who for row in fresh}
        place = len(ordered) + 1
        ordered += [(place, row) for row in fresh]
    return ordered
