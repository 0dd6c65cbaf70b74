"""Which entries certainly are, may be, or cannot be among the best of several groups together."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

NO_LIMIT = 10**6
"""The worst place of an entry about which nothing is known."""


class PlaceBounds(NamedTuple):
    """The best and worst place that an entry can get in its group, and its lowest and highest possible score.

    For the score more is better, and None means no limit. An entry that is `out` does not qualify, but keeps its place.
    """

    group: int
    entry: int
    best: int = 1
    worst: int = NO_LIMIT
    least: Fraction | None = None
    most: Fraction | None = None
    out: bool = False


def among_best(entries: Iterable[PlaceBounds], last: int, *, are_alike: bool) -> dict[int, bool | None]:
    """Return, by entry, whether it is among the best `last` of all groups; None while this is open.

    Places are compared first. Of equal places, the better score is ahead if the groups are scored alike. Entries that
    are still equal can be in any order. If an entry is out, the next in order moves up.
    """
    groups: dict[int, list[PlaceBounds]] = defaultdict(list)
    for entry in entries:
        groups[entry.group].append(entry)
    qualified: dict[int, bool | None] = {}
    for one in (each for group in groups.values() for each in group):
        own, others = groups[one.group], [group for key, group in groups.items() if key != one.group]
        if one.out:
            qualified[one.entry] = False
        elif _most_up_to(one, own) + sum(_may_be_ahead(one, group, are_alike=are_alike) for group in others) <= last:
            qualified[one.entry] = True
        else:
            ahead = _least_before(one, own) + sum(_are_ahead(one, group, are_alike=are_alike) for group in others)
            qualified[one.entry] = False if ahead >= last else None
    return qualified


def _most_up_to(one: PlaceBounds, own: Sequence[PlaceBounds]) -> int:
    """Return how many of the group of `one`, including `one`, may go on if `one` does as badly as possible."""
    if not any(other.out for other in own):
        return one.worst
    out = sum(other.out and _is_ahead(other, one) for other in own)
    return min(one.worst - out, sum(not other.out and not _is_ahead(one, other) for other in own))


def _least_before(one: PlaceBounds, own: Sequence[PlaceBounds]) -> int:
    """Return how many of the group of `one` certainly go on before `one`, even if `one` does as well as possible."""
    if not any(other.out for other in own):
        return one.best - 1
    out = sum(other.out and not _is_ahead(one, other) for other in own)
    return max(one.best - 1 - out, sum(not other.out and _is_ahead(other, one) for other in own))


def _is_ahead(one: PlaceBounds, other: PlaceBounds) -> bool:
    """Whether `one` certainly ends ahead of another entry of its group."""
    return one.worst < other.best or _is_below(other.most, one.least)


def _may_be_ahead(one: PlaceBounds, group: Sequence[PlaceBounds], *, are_alike: bool) -> int:
    """Return how many members of `group` may end ahead of `one` or level with it if `one` gets its worst place.

    `are_alike` says whether entries of the two groups in equal places are compared by their scores.
    """
    return sum(
        other.best < one.worst or (other.best == one.worst and not (are_alike and _is_below(other.most, one.least)))
        for other in group
        if not other.out
    )


def _are_ahead(one: PlaceBounds, group: Sequence[PlaceBounds], *, are_alike: bool) -> int:
    """Return how many of another group certainly end ahead of `one`, even if it does as well as possible.

    These are the entries in places better than the best place of `one`. If more entries than these certainly have a
    higher score, the entry in the same place is ahead too.
    """
    above = sum(_is_below(one.most, other.least) for other in group)
    ahead = min(one.best - 1, len(group)) + (are_alike and above >= one.best)
    return max(0, ahead - sum(other.out and other.best <= ahead for other in group))


def _is_below(most: Fraction | None, least: Fraction | None) -> bool:
    return most is not None and least is not None and most < least


def bounds_of(row: Mapping[str, str | None], *, low_wins: bool) -> tuple[Fraction | None, Fraction | None]:
    """Return the lowest and highest score of a published outlook; negated if low scores win, so that more is better."""
    least, most = (None if row[name] is None else Fraction(row[name] or 0) for name in ("least", "most"))
    if not low_wins:
        return least, most
    return (None if most is None else -most), (None if least is None else -least)
