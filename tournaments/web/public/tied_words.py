"""Which tie-break decided between successive rows with the same score, as text."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext

from tournaments.wording.standing_words import TieBreakWords

Row = Mapping[str, Any]
LOT = "lot"


def tied_words(rows: Sequence[Row], ties: TieBreakWords) -> dict[int, str]:
    """Return, for each tied entry, the tie-break that separates it from the row above.

    For the first entry of a tie, it is the tie-break that separates it from the row below.
    """
    texts: dict[int, str] = {}
    for above, row in pairwise(row for row in rows if row["place"] is not None):
        if above["score_exact"] != row["score_exact"]:
            continue
        decided = _decided(above, row, ties)
        if above["entry"] not in texts:
            texts[above["entry"]] = _before(above, row, ties, decided)
        texts[row["entry"]] = _after(row, above, ties, decided)
    return texts


def _decided(above: Row, row: Row, ties: TieBreakWords) -> tuple[str, str] | None:
    """Return the code and title of the first tie-break in which two rows differ; None if they differ in none."""
    both = above["tie_breaks"], row["tie_breaks"]
    return next(((code, title) for code, title in ties.titles if both[0].get(code) != both[1].get(code)), None)


def _before(own: Row, below: Row, ties: TieBreakWords, decided: tuple[str, str] | None) -> str:
    if decided is None:
        return gettext("Tied with the row below on everything.")
    if decided[0] == LOT:
        return gettext("Before the row below, by lot.")
    return gettext("Before the row below: %(what)s, %(own)s to %(other)s.") % _figures(own, below, ties, *decided)


def _after(own: Row, above: Row, ties: TieBreakWords, decided: tuple[str, str] | None) -> str:
    if decided is None:
        return gettext("Tied with the row above on everything.")
    if decided[0] == LOT:
        return gettext("After the row above, by lot.")
    return gettext("After the row above: %(what)s, %(own)s to %(other)s.") % _figures(own, above, ties, *decided)


def _figures(own: Row, other: Row, ties: TieBreakWords, code: str, title: str) -> dict[str, str]:
    lower = title[:1].lower() + title[1:]
    return {"what": lower, "own": ties.figure(own, code), "other": ties.figure(other, code)}
