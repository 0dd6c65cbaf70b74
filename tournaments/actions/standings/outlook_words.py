"""What is safe and what is still possible for an entry, in words, and why; read from a published snapshot."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

Row = Mapping[str, Any]
NAMED = 3
"""So many rivals are named, the others counted."""


def marks(rows: Sequence[Row]) -> dict[int, str]:
    """By entry what is known of its place at the end; nothing where every place is possible, or it has been reached."""
    last = _last_place(rows)
    words = {row["entry"]: _mark(row["outlook"]["best"], row["outlook"]["worst"], last) for row in _told(rows)}
    return {entry: capfirst(mark) for entry, mark in words.items() if mark}


def reasons(rows: Sequence[Row], entry: int, *, low_wins: bool) -> list[str]:
    """What is known of an entry's place at the end and why, in sentences; none where nothing is left to be played."""
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
    """Under what condition it holds."""
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
    """The last place that there will be: somebody can always end on it."""
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
    """Whether the worst score of one is better than the best of another; rounding never turns two scores round."""
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
