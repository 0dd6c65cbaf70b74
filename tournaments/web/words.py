"""The words in which pages speak of seats, scores and tie-breaks."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from scoring.ruleset import RuleSet
from tournaments.ranking import CRITERIA

Words = str | Promise

COMPASS: tuple[Words, ...] = (gettext_lazy("North"), gettext_lazy("East"), gettext_lazy("South"), gettext_lazy("West"))
SUITS = ("coins", "cups", "swords", "clubs", "hearts", "spades")
"""A mark for each seat, six of them so that no two at a table look alike."""

METHODS: Mapping[str, Words] = {
    "places": gettext_lazy("Points for places"),
    "victory-points": gettext_lazy("Victory points"),
    "match-points": gettext_lazy("Match points"),
}
VP_TABLES: Mapping[str, Words] = {
    "burraco-3": gettext_lazy("Burraco, three hands"),
    "burraco-4": gettext_lazy("Burraco, four hands"),
}


def translated(source: str) -> str:
    """An English source from the rules, the draw or the ranking in the reader's language."""
    return gettext(source) if source else ""


def seat_name(seat: int, seats: int) -> str:
    """What a seat is called: by the compass at a table of four, by number elsewhere."""
    if seats == len(COMPASS):
        return str(COMPASS[seat])
    return gettext("Seat %(number)d") % {"number": seat + 1}


def suit_file(seat: int) -> str:
    """The drawing that marks a seat."""
    return f"suits/{SUITS[seat % len(SUITS)]}.svg"


def units(ruleset: RuleSet, number: int) -> str:
    """A hand's or a table's score with its unit, such as 2 buscas."""
    if ruleset.unit == "buscas":
        told = ngettext("%(number)d busca", "%(number)d buscas", number)
    elif ruleset.unit == "game points":
        told = ngettext("%(number)d game point", "%(number)d game points", number)
    else:
        told = ngettext("%(number)d point", "%(number)d points", number)
    return told.replace("%(number)d", figure(number))


UNITS: Mapping[str, Words] = {
    "points": gettext_lazy("Points"),
    "game points": gettext_lazy("Game points"),
    "buscas": gettext_lazy("Buscas"),
}


def unit(ruleset: RuleSet) -> str:
    """What this game's scores are counted in."""
    return str(UNITS[ruleset.unit])


def score_title(ruleset: RuleSet, scoring: Mapping[str, Any]) -> str:
    """What a standing's score is counted in."""
    method = scoring.get("method", "total")
    return str(METHODS[method]) if method in METHODS else unit(ruleset)


def order_sentence(ruleset: RuleSet, scoring: Mapping[str, Any]) -> str:
    """Which score stands first."""
    low = ruleset.low_wins and scoring.get("method", "total") == "total"
    if low and ruleset.unit == "buscas":
        return gettext("Fewest buscas first.")
    return gettext("Lowest score first.") if low else gettext("Highest score first.")


def tie_sentence(codes: Sequence[str], ruleset: RuleSet) -> str:
    """How ties are broken, in the order in which it is tried."""
    if not codes:
        return gettext("Those with the same score share a place.")
    criteria = [CRITERIA[code] for code in codes]
    words = [gettext(each.looks_at(low_wins=ruleset.low_wins)) for each in criteria]
    listed = gettext(", then ").join(words)
    sentence = gettext("The same score: %(criteria)s.") % {"criteria": listed}
    if not any(each.by_round for each in criteria):
        return sentence
    return f"{sentence} {gettext('These are means of the rounds played.')}"


def figure(number: str | int | None) -> str:
    """A number from a snapshot as this language writes it, a dash where there is none."""
    if number is None:
        return "–"
    return str(number).replace("-", "−").replace(".", formats.get_format("DECIMAL_SEPARATOR"))


def seal(head: str) -> str:
    """The beginning of a digest as people compare it: ab12 cd34 ef56 7890."""
    return " ".join(head[place : place + 4] for place in range(0, 16, 4))
