"""Texts about the outlook of an entry: which places are safe or still possible, and why. Read from a snapshot."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

Row = Mapping[str, Any]
NAMED = 3
"""The number of rivals that are named; the others are counted."""


def marks(rows: Sequence[Row]) -> dict[int, str]:
    """Return a short text on the final place by entry; none if every place is possible, or if there is no outlook."""
    last = _last_place(rows)
    words = {row["entry"]: _mark(row["outlook"]["best"], row["outlook"]["worst"], last) for row in _told(rows)}
    return {entry: capfirst(mark) for entry, mark in words.items() if mark}


def reasons(rows: Sequence[Row], entry: int, *, low_wins: bool) -> list[str]:
    """Return sentences on an entry's final place and the reasons; none if its row has no outlook."""
    told = {row["entry"]: row for row in _told(rows)}
    if entry not in told:
        return []
    row, others = told[entry], [other for other in told.values() if other["entry"] != entry]
    mark = marks(rows).get(entry) or capfirst(gettext("every place is still possible"))
    above = [other for other in others if _is_ahead(other, row, low_wins=low_wins)]
    below = [other for other in others if _is_ahead(row, other, low_wins=low_wins)]
    return [
        f"{mark}.",
        gettext("Final score: %(scores)s.") % {"scores": _scores(row)},
        *_of_rivals(gettext("Certainly ahead: %(rivals)s."), above),
        *_together_above(row["outlook"]["best"] - 1 - len(above)),
        *_of_rivals(gettext("Certainly behind: %(rivals)s."), below),
        *_together_below(_last_place(rows) - row["outlook"]["worst"] - len(below)),
    ]


def condition(rounds: int) -> str:
    """Return the sentence on what the outlook assumes."""
    told = ngettext(
        "What is safe and what is possible holds if %(number)d round is played in all, nobody comes or leaves, and"
        " the director decides nothing more; ties may break either way.",
        "What is safe and what is possible holds if %(number)d rounds are played in all, nobody comes or leaves, and"
        " the director decides nothing more; ties may break either way.",
        rounds,
    )
    return told % {"number": rounds}


def _told(rows: Sequence[Row]) -> Iterator[Row]:
    return (row for row in rows if "outlook" in row)


def _last_place(rows: Sequence[Row]) -> int:
    """Return the last possible place."""
    return max((row["outlook"]["worst"] for row in _told(rows)), default=0)


def _mark(best: int, worst: int, last: int) -> str:
    if (best, worst) == (1, 1):
        return gettext("safe: first")
    if best == worst:
        return gettext("safe: place %(place)s") % {"place": best}
    if (best, worst) == (1, last):
        return ""
    if worst == last:
        return gettext("at best place %(place)s") % {"place": best}
    return gettext("still possible: %(best)s to %(worst)s") % {"best": best, "worst": worst}


def _is_ahead(one: Row, other: Row, *, low_wins: bool) -> bool:
    """Whether one's worst score is better than the other's best; rounding cannot reverse the order."""
    worst, best = ("most", "least") if low_wins else ("least", "most")
    mine, its = one["outlook"][worst], other["outlook"][best]
    if mine is None or its is None:
        return False
    return Fraction(mine) < Fraction(its) if low_wins else Fraction(mine) > Fraction(its)


def _scores(row: Row) -> str:
    least, most = row["outlook"]["least"], row["outlook"]["most"]
    if least is None or most is None:
        return gettext("any place: the score of a hand has no limit")
    if least == most:
        return number_format(least)
    return gettext("%(least)s to %(most)s") % {"least": number_format(least), "most": number_format(most)}


def _of_rivals(sentence: str, rivals: Sequence[Row]) -> list[str]:
    if not rivals:
        return []
    named = [f"{rival['name']} ({_scores(rival)})" for rival in rivals[:NAMED]]
    if more := len(rivals) - NAMED:
        named += [ngettext("%(number)d more", "%(number)d more", more) % {"number": more}] if more > 0 else []
    return [sentence % {"rivals": ", ".join(named)}]


def _together_above(number: int) -> list[str]:
    if number <= 0:
        return []
    told = ngettext("At least one other will finish ahead.", "At least %(number)d others will finish ahead.", number)
    return [told % {"number": number}]


def _together_below(number: int) -> list[str]:
    if number <= 0:
        return []
    told = ngettext("At least one other will finish behind.", "At least %(number)d others will finish behind.", number)
    return [told % {"number": number}]
