"""A tournament's `scoring` and `tie_breaks`, read from JSON with every problem at once."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, cast, get_args

from tournaments.ranking.criteria import CRITERIA
from tournaments.ranking.methods import Method, Scoring
from tournaments.ranking.numbers import LARGEST, parse_number
from tournaments.ranking.problems import Problem
from tournaments.ranking.problems import gettext_noop as _

VP_LIMITS = 10
MOST_PLACES = 20
NUMBERS = ("win", "draw", "loss")
WORDS = {"sit_out": ("own-average", "field-average"), "absent": ("worst",)}
FIELDS = ("method", "points", *NUMBERS, "vp_table", "vp_limits", *WORDS)


def read_scoring(
    raw: object,
    *,
    low_wins: bool,
    sides: Collection[int],
    defaults: Mapping[str, object],
    vp_tables: Mapping[str, Sequence[int]],
) -> Scoring | list[Problem]:
    """A tournament's scoring, or everything that is wrong with it.

    `low_wins` and `sides` (how many a table may have) are the rule set's. `defaults` stand in for
    what `raw` leaves out; `vp_tables` are the limits of the tables that the club knows, by name.
    Limits of its own go before a table's name, so settings stored with their defaults read alike.
    """
    if not isinstance(raw, Mapping):
        return [Problem("wrong_type", _("Write the scoring as an object"), field="scoring")]
    return _Reader(raw, defaults).read(low_wins=low_wins, sides=sides, vp_tables=vp_tables)


def read_tie_breaks(
    raw: object, *, low_wins: bool, sides: Collection[int]
) -> tuple[str, ...] | list[Problem]:
    """The codes of a tournament's tie-breaks in order, or everything that is wrong with them."""
    if not isinstance(raw, list):
        return [Problem("wrong_type", _("Write the tie-breaks as a list"), field="tie_breaks")]
    problems, seen = [], set[str]()
    for position, code in enumerate(raw):
        found = _tie_break_problem(code, seen, low_wins=low_wins, sides=sides)
        if found:
            problems.append(Problem(*found, {"code": code}, f"tie_breaks/{position}"))
        elif isinstance(code, str):
            seen.add(code)
    return problems or tuple(raw)


def _tie_break_problem(
    code: object, seen: Collection[str], *, low_wins: bool, sides: Collection[int]
) -> tuple[str, str] | None:
    if not isinstance(code, str) or code not in CRITERIA:
        return "not_a_choice", _("%(code)s is no tie-break that we know")
    if code in seen:
        return "duplicate", _("%(code)s stands here twice: leave one of them out")
    if code == "clean_hands" and not low_wins:
        return "not_for_this_game", _("Clean hands count only in a game that the fewest points win")
    if code == "difference" and set(sides) != {2}:
        return "not_for_this_game", _("A difference needs a game of two sides")
    return None


class _Reader:
    """Reads one field after the other and collects the problems."""

    def __init__(self, raw: Mapping[str, object], defaults: Mapping[str, object]) -> None:
        self._given = raw
        self._raw = {**defaults, **raw}
        self._problems: list[Problem] = []

    def read(
        self, *, low_wins: bool, sides: Collection[int], vp_tables: Mapping[str, Sequence[int]]
    ) -> Scoring | list[Problem]:
        """The scoring, or all the problems."""
        self._refuse_unknown_fields()
        method = self._method(sides)
        values: dict[str, Any] = {
            "points": self._points(),
            "vp_limits": self._vp_limits(vp_tables, needed=method == "victory-points"),
            **self._win_draw_loss(),
            **{name: self._worth(name) for name in WORDS if name in self._raw},
        }
        given = {name: value for name, value in values.items() if value is not None}
        return self._problems or Scoring(method=method, low_wins=low_wins, **given)

    def _report(self, code: str, message: str, path: str, **params: object) -> None:
        self._problems.append(Problem(code, message, params, f"scoring/{path}"))

    def _refuse_unknown_fields(self) -> None:
        message = _("The scoring has no field of this name; it has %(fields)s")
        for name in [name for name in self._given if name not in FIELDS]:
            self._report("unknown_field", message, str(name), fields=", ".join(FIELDS))

    def _method(self, sides: Collection[int]) -> Method:
        method = self._raw.get("method", "total")
        if method not in get_args(Method):
            choices = ", ".join(get_args(Method))
            self._report("not_a_choice", _("Choose one of %(choices)s"), "method", choices=choices)
            return "total"
        if method == "victory-points" and set(sides) != {2}:
            message = _("Victory points need a game of two sides")
            self._report("not_for_this_game", message, "method")
        return cast("Method", method)

    def _points(self) -> tuple[Fraction, ...] | None:
        if "points" not in self._raw:
            return None
        raw = self._raw["points"]
        if not isinstance(raw, list) or not 1 <= len(raw) <= MOST_PLACES:
            message = _("List the points of 1 to %(most)s places, the first place's first")
            self._report("wrong_type", message, "points", most=MOST_PLACES)
            return None
        points = [self._number(f"points/{place}", number) for place, number in enumerate(raw)]
        known = tuple(number for number in points if number is not None)
        if len(known) == len(points) and any(worse > better for better, worse in pairwise(known)):
            message = _("A place is worth no more than the one before it")
            self._report("not_falling", message, "points")
        return known

    def _win_draw_loss(self) -> dict[str, Fraction]:
        read = {n: self._number(n, self._raw[n]) for n in NUMBERS if n in self._raw}
        known: dict[str, Any] = {n: number for n, number in read.items() if number is not None}
        result = Scoring(**known)
        if len(known) == len(read) and not result.win >= result.draw >= result.loss:
            message = _("A win is worth at least a draw, and a draw at least a loss")
            self._report("not_falling", message, "draw")
        return known

    def _number(self, path: str, raw: object) -> Fraction | None:
        number = parse_number(raw)
        if number is None:
            message = _('Write a number of at most %(largest)s, as 2, 2.5 or "8/3"')
            self._report("not_a_number", message, path, largest=LARGEST)
        return number

    def _worth(self, name: str) -> object:
        raw, words = self._raw[name], WORDS[name]
        number = parse_number(raw)
        if raw not in words and number is None:
            message = _("Write %(words)s, or a number of at most %(largest)s")
            self._report("not_a_choice", message, name, words=", ".join(words), largest=LARGEST)
        return raw if raw in words else number

    def _vp_limits(
        self, vp_tables: Mapping[str, Sequence[int]], *, needed: bool
    ) -> tuple[int, ...] | None:
        if "vp_limits" in self._raw:
            return self._own_limits(self._raw["vp_limits"])
        if "vp_table" in self._raw:
            return self._limits_by_name(self._raw["vp_table"], vp_tables)
        if needed:
            self._report("missing_field", _("Victory points need a table"), "vp_table")
        return None

    def _own_limits(self, raw: object) -> tuple[int, ...] | None:
        if not isinstance(raw, list) or len(raw) != VP_LIMITS:
            message = _("Write %(count)s whole numbers, each above the one before")
            self._report("bad_vp_table", message, "vp_limits", count=VP_LIMITS)
            return None
        places = [place for place in range(VP_LIMITS) if not _is_limit(raw, place)]
        for place in places:
            message = _("Write a whole number above the one before, from 0 to %(largest)s")
            self._report("bad_vp_table", message, f"vp_limits/{place}", largest=LARGEST)
        return None if places else tuple(cast("list[int]", raw))

    def _limits_by_name(
        self, name: object, vp_tables: Mapping[str, Sequence[int]]
    ) -> tuple[int, ...] | None:
        if isinstance(name, str) and name in vp_tables:
            return tuple(vp_tables[name])
        choices = ", ".join(vp_tables)
        message = _("Choose one of %(choices)s")
        self._report("unknown_vp_table", message, "vp_table", choices=choices)
        return None


def _is_limit(limits: Sequence[object], place: int) -> bool:
    """Whether the limit at a place can follow the one before it; what is no number bounds none."""
    limit, before = limits[place], limits[place - 1] if place else -1
    if type(limit) is not int or not 0 <= limit <= LARGEST:
        return False
    return type(before) is not int or before < limit
