"""The winners of prizes: a pure function of the declared prizes, published rows and lots."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from .prize_declaration import PrizeList, Prizes

Row = Mapping[str, Any]
Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class PrizeField:
    """The published rows, best first, and everything else on which winners depend.

    `by_place` has the entries that are ordered by place and not by score, as in a knock-out. `newcomers` are the
    entries of the club's new players, `lots` has the position of each entry in the lot.
    """

    rows: Sequence[Row]
    low_wins: bool
    by_place: Collection[int] = ()
    newcomers: Collection[int] = ()
    lots: Mapping[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Won:
    """A prize, its place in its list, and its winners: none if there are too few entries, several if they tie.

    `by_lot` is true if the lot decided between tied entries.
    """

    of: PrizeList
    place: int
    text: str
    winners: tuple[int, ...]
    by_lot: bool = False


def winners(prizes: Prizes, field: PrizeField) -> list[Won]:
    """Return every prize with its winners.

    If no entry may win in several lists, one that has won in an earlier list is left out.
    """
    won: list[Won] = []
    for each in prizes.lists:
        passed = set() if prizes.several else {entry for one in won for entry in one.winners}
        won += _of_list(each, _ranked(each, field, passed), prizes, field)
    return won


def _of_list(each: PrizeList, ranked: Sequence[tuple[Key, int]], prizes: Prizes, field: PrizeField) -> Iterator[Won]:
    """Yield the prizes of one list; tied entries share the prizes of their places."""
    lots = field.lots or {}
    groups: list[tuple[tuple[int, ...], bool]] = []
    for _key, equal in groupby(ranked, key=lambda one: one[0][: 1 if prizes.ties == "shared" else 2]):
        tied = sorted((entry for _key, entry in equal), key=lambda entry: lots.get(entry, 0))
        if prizes.ties == "lot":
            groups += [((entry,), len(tied) > 1) for entry in tied]
        else:
            groups += [(tuple(tied), False)] * len(tied)
    for place, text in enumerate(each.texts, start=1):
        who, by_lot = groups[place - 1] if place <= len(groups) else ((), False)
        yield Won(each, place, text, who, by_lot)


def _ranked(each: PrizeList, field: PrizeField, passed: Collection[int]) -> list[tuple[Key, int]]:
    """Return the entries of a list, best first, as (key, entry).

    A key is the value that the list compares, and the place.
    """
    value = _value_in(each, field)
    found = ((value(row), row) for row in field.rows if row["place"] is not None and row["entry"] not in passed)
    return sorted(((best, row["place"]), row["entry"]) for best, row in found if best is not None)


Value = Callable[[Row], Any]


def _by_score(field: PrizeField) -> Value:
    """Return a function that gives each row's position in the standings as a value.

    Neighbours with equal scores have equal values, unless they are ordered by place.
    """
    values: dict[int, int] = {}
    before, place, value = None, None, 0
    for row in field.rows:
        standing = None if row["entry"] in field.by_place else _standing(row)
        value += row["place"] != place and (standing is None or standing != before)
        values[row["entry"]], before, place = value, standing, row["place"]
    return lambda row: values[row["entry"]]


def _standing(row: Row) -> tuple[Any, ...]:
    return row.get("stage"), row.get("withdrawn", False), row["score_exact"]


def _value_in(each: PrizeList, field: PrizeField) -> Value:
    """Return a function that gives each row's value in a list, the lowest first; None for a row that is not in it."""
    if each.kind == "round":
        return lambda row: _round_value(row, each.round, 1 if field.low_wins else -1)
    if each.kind == "clean_hands":
        return lambda row: -clean_hands(row) or None
    value = _by_score(field)
    if each.kind == "place":
        return value
    members = each.category.entries if each.category else field.newcomers
    return lambda row: value(row) if row["entry"] in members else None


def _round_value(row: Row, number: int | None, sign: int) -> Fraction | None:
    for line in row["rounds"]:
        if line["round"] == number and line["source"] == "table" and line["score"] is not None:
            return sign * Fraction(line.get("exact") or line["score"])
    return None


def clean_hands(row: Row) -> Fraction:
    """Return the number of clean hands in a published row; 0 if they are not counted."""
    return Fraction(row["counts"].get("clean_hands") or row["tie_breaks"].get("clean_hands") or 0)
