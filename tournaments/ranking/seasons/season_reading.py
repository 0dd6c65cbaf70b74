"""Reading a season's declaration from JSON; every problem is reported at its place."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, cast, get_args

from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.reader import NOT_STORED, Reader, is_integer, is_string
from tournaments.ranking.declared_parts import AN_OBJECT, refuse_unknown
from tournaments.ranking.numbers import LARGEST, ZERO, parse_number
from tournaments.ranking.seasons.declaration import (
    Better,
    Competitors,
    Counted,
    Declaration,
    Listed,
    SeasonPart,
    TieBreak,
)

MAX_EVENINGS, MAX_PARTS, MAX_POINTS, MAX_CATEGORY, LONGEST_NAME = 100, 6, 200, 2000, 60
MAX_FACTOR, HUNDREDTHS = 100, 100
FIELDS = (
    *("counts", "points", "better", "coming", "parts", "rounds_each", "best", "minimum", "last_factor"),
    *("competitors", "of_each_club", "listed", "category", "tie_breaks", "final"),
)
PART_FIELDS, FINAL_FIELDS = ("name", "evenings", "best"), ("first", "of_each_part", "minimum", "only_if_needed")
CATEGORY_FIELDS = ("name", "players")
OF_ENTRIES = frozenset({"head_to_head", "difference", "scores", "wins"})
"""The tie-breaks that a season of clubs cannot have."""


def read_declaration(raw: object) -> Declaration | list[Problem]:
    """Return the declaration in a document, or all problems with it."""
    if not isinstance(raw, Mapping):
        return [Problem("wrong_type", AN_OBJECT)]
    document = Reader(raw)
    refuse_unknown(document, FIELDS)
    counts = document.at("counts", default="points").choice(get_args(Counted))
    competitors = document.at("competitors", default="entries").choice(get_args(Competitors))
    rounds_each = _rounds_each(document, counts)
    parts = _parts(document, rounds_each or 1)
    results = sum(part.evenings for part in parts) * (rounds_each or 1)
    low_wins = _low_wins(document, counts)
    listed = document.at("listed", default="all").choice(get_args(Listed))
    declared: dict[str, Any] = {
        "parts": parts,
        "counts": counts,
        "points": _points(document.at("points", default="field")) if counts == "points" else None,
        "low_wins": low_wins,
        "coming": _coming(document.at("coming", default=0), low_wins=low_wins),
        "rounds_each": rounds_each,
        "best": _best(document.at("best"), results),
        "minimum": _whole_number(document.at("minimum", default=0), sum(part.evenings for part in parts), least=0) or 0,
        "last_factor": read_factor(document.at("last_factor", default=1)),
        "competitors": competitors,
        "of_each_club": _of_each_club(document, competitors, low_wins=low_wins),
        "listed": listed,
        **_category(document, listed),
        "tie_breaks": _tie_breaks(document.at("tie_breaks", default=[]), competitors),
        **_final(document, parts),
    }
    return document.problems or Declaration(**declared)


def _whole_number(part: Reader, most: int, *, least: int = 1, optional: bool = False) -> int | None:
    """Return a whole number up to `most`; None if it is missing and `optional`, or if a problem was reported."""
    if part.raw is None and optional:
        return None
    if is_integer(part.raw) and least <= part.raw <= most:
        return cast("int", part.raw)
    message = _("Enter a whole number from %(least)d to %(most)d.")
    part.report("out_of_range", message, least=least, most=max(most, least))
    return None


def _best(part: Reader, results: int) -> int | None:
    """Return how many results count, None for all; report a number above `results`."""
    if not is_integer(part.raw) or part.raw <= results:
        return _whole_number(part, results, optional=True)
    if len(part.place) == 1:
        message = _("The season has %(most)d results: enter at most that many, or leave it out to count all.")
        part.report("out_of_range", message, most=results)
    else:
        message = _("Part %(part)d has %(most)d results: enter at most that many, or leave it out to count all.")
        part.report("out_of_range", message, part=int(part.place[1]) + 1, most=results)
    return None


def _parts(document: Reader, rounds_each: int) -> tuple[SeasonPart, ...]:
    message = _("List 1 to %(most)d parts, each with its number of evenings.")
    parts = document.at("parts").entries("wrong_type", message, counts=range(1, MAX_PARTS + 1), most=MAX_PARTS)
    read = [_part(part.as_object("wrong_type", message, most=MAX_PARTS), rounds_each) for part in parts]
    return tuple(part for part in read if part)


def _part(part: Reader, rounds_each: int) -> SeasonPart | None:
    refuse_unknown(part, PART_FIELDS)
    name = _name(part.at("name", default=""))
    evenings = part.at("evenings").take(
        lambda raw: is_integer(raw) and 1 <= raw <= MAX_EVENINGS,
        "out_of_range",
        _("Part %(part)d needs its number of evenings, a whole number from 1 to %(most)d."),
        part=int(part.place[1]) + 1,
        most=MAX_EVENINGS,
    )
    if evenings is None:
        return None
    return SeasonPart(evenings, _best(part.at("best"), evenings * rounds_each), name)


def _name(part: Reader) -> str:
    if not is_string(part.raw) or len(part.raw) > LONGEST_NAME:
        part.report("too_long", _("Write the name in up to %(limit)d characters."), limit=LONGEST_NAME)
    elif NOT_STORED.search(part.raw):
        part.report("bad_characters", _("Write the name without control characters."))
    return str(part.raw).strip()


def _rounds_each(document: Reader, counts: Counted) -> int | None:
    part = document.at("rounds_each")
    if counts == "rounds":
        return _whole_number(part, MAX_EVENINGS)
    if part.raw is not None:
        part.report("contradiction", _("Leave this out: the rounds are not counted one by one."))
    return None


def _points(part: Reader) -> tuple[Fraction, ...] | None:
    if part.raw == "field":
        return None
    message = _("List the points of 1 to %(most)s places, beginning with the first place")
    places = part.entries("wrong_type", message, counts=range(1, MAX_POINTS + 1), most=MAX_POINTS)
    known = len(part.problems)
    points = [_number(place) for place in places]
    if len(part.problems) == known and any(worse > better for better, worse in pairwise(points)):
        part.report("not_falling", _("A place cannot get more points than the place before it"))
    return tuple(points)


def _number(part: Reader) -> Fraction:
    number = parse_number(part.raw)
    if number is None or number < 0:
        message = _("Write a number from 0 to %(largest)d, as 2, 2.5 or “8/3”.")
        part.report("not_a_number", message, largest=LARGEST)
        return ZERO
    return number


def read_factor(part: Reader) -> Fraction:
    """Return the factor of an evening; report a value that is not valid."""
    factor = parse_number(part.raw)
    if factor is None or not 0 < factor <= MAX_FACTOR or HUNDREDTHS % factor.denominator:
        message = _("Write a number above 0, up to %(most)d, with at most two decimals.")
        part.report("not_a_number", message, most=MAX_FACTOR)
        return Fraction(1)
    return factor


def _low_wins(document: Reader, counts: Counted) -> bool:
    part = document.at("better", default="high")
    low: bool = part.choice(get_args(Better)) == "low"
    if low and counts in ("points", "share"):
        part.report("contradiction", _("For points and shares, the highest is always best."))
    return low


def _coming(part: Reader, *, low_wins: bool) -> Fraction:
    coming = _number(part)
    if coming and low_wins:
        part.report(
            "contradiction",
            _("Leave this out: where the lowest score is best, points for coming would be a disadvantage."),
        )
    return coming


def _of_each_club(document: Reader, competitors: Competitors, *, low_wins: bool) -> int | None:
    part = document.at("of_each_club")
    if competitors == "clubs" and low_wins:
        message = _("Clubs cannot be compared where the lowest score is best: clubs with few players would win.")
        document.at("competitors").report("contradiction", message)
    if competitors == "clubs":
        return _whole_number(part, MAX_POINTS)
    if part.raw is not None:
        part.report("contradiction", _("Leave this out: it applies only to a season that compares clubs."))
    return None


def _category(document: Reader, listed: Listed) -> dict[str, Any]:
    """Return the name of the category and the ids of its players, as fields of the declaration."""
    part = document.at("category")
    if listed != "category":
        if part.raw is not None:
            part.report("contradiction", _("Leave this out: no category is listed."))
        return {}
    part = part.as_object("wrong_type", AN_OBJECT)
    refuse_unknown(part, CATEGORY_FIELDS)
    if not (name := _name(part.at("name", default=""))):
        part.at("name").report("missing_field", _("Write the name of the category."))
    counts, message = range(1, MAX_CATEGORY + 1), _("List the players of the category, from 1 to %(most)d")
    players = part.at("players").entries("wrong_type", message, counts=counts, most=MAX_CATEGORY)
    return {"category_name": name, "category": frozenset(_id(player) for player in players)}


def _id(part: Reader) -> int:
    if is_integer(part.raw) and 0 < part.raw < 2**63:
        return cast("int", part.raw)
    part.report("wrong_type", _("Write the id of a player."))
    return 0


def _tie_breaks(part: Reader, competitors: Competitors) -> tuple[TieBreak, ...]:
    codes: list[Any] = []
    for code in part.entries("wrong_type", _("Write the tie-breaks as a list")):
        if code.choice(get_args(TieBreak)) is None:
            continue
        if code.raw in codes:
            code.report("duplicate", _("This tie-break is listed twice: leave one of them out."))
        elif "lot" in codes:
            code.report("after_the_lot", _("Leave this tie-break out: the lot before it decides every tie."))
        elif competitors == "clubs" and code.raw in OF_ENTRIES:
            code.report("contradiction", _("This compares players, but the season compares clubs."))
        codes.append(code.raw)
    return tuple(codes)


def _final(document: Reader, parts: Sequence[SeasonPart]) -> dict[str, Any]:
    part = document.at("final", default={}).as_object("wrong_type", AN_OBJECT)
    refuse_unknown(part, FINAL_FIELDS)
    first, of_part = (_whole_number(part.at(name), MAX_POINTS, optional=True) for name in ("first", "of_each_part"))
    if first and of_part:
        message = _("Choose one: the first of the season, or the first of each part.")
        part.at("of_each_part").report("contradiction", message)
    minimum = _whole_number(part.at("minimum", default=0), sum(each.evenings for each in parts), least=0) or 0
    if minimum and part.raw.get("first") is part.raw.get("of_each_part") is None:
        part.at("minimum").report("contradiction", _("Leave this out, or say how many go to the final."))
    needed = part.at("only_if_needed", default=False).boolean()
    if needed and (not of_part or len(parts) < 2):
        message = _("Leave this out: it applies only if the first of several parts go to the final.")
        part.at("only_if_needed").report("contradiction", message)
    return {
        "final_first": first,
        "final_of_part": of_part,
        "final_minimum": minimum,
        "final_only_if_needed": bool(needed),
    }
