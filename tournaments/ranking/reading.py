"""Reading a tournament's `scoring` and `tie_breaks` from JSON; all problems are returned at once."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, cast, get_args

from scoring.problems import Problem, SourceText
from scoring.problems import gettext_noop as _
from scoring.reader import Reader
from scoring.victory_points import PLACES, limit_fault
from tournaments.ranking.numbers import LARGEST, parse_number
from tournaments.ranking.results import Method, Scoring
from tournaments.ranking.tie_breaks import TIE_BREAKS

MAX_PLACES = 20
NUMBERS = ("win", "draw", "loss")
WORDS = {"sit_out": ("own-average", "field-average"), "absent": ("worst",)}
DIFFERENCE = "sit_out_difference"
FIELDS = ("method", "points", *NUMBERS, "vp_table", "vp_limits", *WORDS, DIFFERENCE)


def read_scoring(
    raw: object,
    *,
    low_wins: bool,
    sides: Collection[int],
    defaults: Mapping[str, object],
    vp_tables: Mapping[str, Sequence[int]],
) -> Scoring | list[Problem]:
    """Return a tournament's scoring, or all problems with it.

    `low_wins` and `sides` (how many sides a table can have) are those of the rule set. `defaults` are used for fields
    that `raw` lacks. `vp_tables` has the limits of the club's victory point tables, by name. If `raw` has `vp_limits`,
    they are used instead of `vp_table`: so settings that were stored with their limits give the same scoring again.
    """
    if not isinstance(raw, Mapping):
        return [Problem("wrong_type", _("Write the scoring as an object"), pointer=("scoring",))]
    reader = Reader({**defaults, **raw}, ("scoring",))
    _refuse_unknown(reader, raw)
    method = _read_method(reader.at("method", default="total"), sides)
    values = {
        "points": _read_points(reader.at("points")) if "points" in reader.raw else None,
        "vp_limits": _read_limits(reader, vp_tables, needed=method == "victory-points"),
        **_read_win_draw_loss(reader),
        **{name: _read_rule(reader.at(name)) for name in WORDS if name in reader.raw},
        DIFFERENCE: _read_number(reader.at(DIFFERENCE)) if DIFFERENCE in reader.raw else None,
    }
    settings: dict[str, Any] = {name: value for name, value in values.items() if value is not None}
    return reader.problems or Scoring(method=method, low_wins=low_wins, **settings)


def _refuse_unknown(reader: Reader, settings: Mapping[str, object]) -> None:
    message = _("The scoring has no field of this name; it has %(fields)s")
    for name in [name for name in settings if name not in FIELDS]:
        reader.at(str(name)).report("unknown_field", message, fields=", ".join(FIELDS))


def _read_method(part: Reader, sides: Collection[int]) -> Method:
    method: Method = part.choice(get_args(Method))
    if method == "victory-points" and set(sides) != {2}:
        part.report("not_for_this_game", _("Victory points need a game of two sides"))
    return method


def _read_points(part: Reader) -> tuple[Fraction, ...] | None:
    message = _("List the points of 1 to %(most)s places, beginning with the first place")
    places = part.entries("wrong_type", message, counts=range(1, MAX_PLACES + 1), most=MAX_PLACES)
    points = [_read_number(place) for place in places]
    numbers = tuple(number for number in points if number is not None)
    if len(numbers) == len(points) and any(worse > better for better, worse in pairwise(numbers)):
        part.report("not_falling", _("A place cannot get more points than the place before it"))
    return numbers


def _read_win_draw_loss(reader: Reader) -> dict[str, Fraction]:
    read = {name: _read_number(reader.at(name)) for name in NUMBERS if name in reader.raw}
    numbers: dict[str, Any] = {name: number for name, number in read.items() if number is not None}
    result = Scoring(**numbers)
    if len(numbers) == len(read) and not result.win >= result.draw >= result.loss:
        reader.at("draw").report("not_falling", _("A win is worth at least a draw, and a draw at least a loss"))
    return numbers


def _read_number(part: Reader) -> Fraction | None:
    number = parse_number(part.raw)
    if number is None:
        message = _('Write a number of at most %(largest)s, as 2, 2.5 or "8/3"')
        part.report("not_a_number", message, largest=LARGEST)
    return number


def _read_rule(part: Reader) -> object:
    """Return a number or one of the field's choices; report any other value and return None."""
    words, number = WORDS[str(part.place[-1])], parse_number(part.raw)
    if part.raw in words:
        return part.raw
    if number is None:
        message = _("Write %(words)s, or a number of at most %(largest)s")
        part.report("not_a_choice", message, words=", ".join(words), largest=LARGEST)
    return number


def _read_limits(reader: Reader, vp_tables: Mapping[str, Sequence[int]], *, needed: bool) -> tuple[int, ...] | None:
    if "vp_limits" in reader.raw:
        return _own_limits(reader.at("vp_limits"))
    if "vp_table" in reader.raw:
        return _limits_by_name(reader.at("vp_table"), vp_tables)
    if needed:
        reader.at("vp_table").report("missing_field", _("Victory points need a table"))
    return None


def _own_limits(part: Reader) -> tuple[int, ...]:
    message = _("Write %(count)s whole numbers, each above the one before")
    limits = part.entries("bad_vp_table", message, counts=(PLACES,), count=PLACES)
    raw = [limit.raw for limit in limits]
    for place, limit in enumerate(limits):
        if limit_fault(raw, place) or not 0 <= limit.raw <= LARGEST:
            message = _("Write a whole number above the one before, from 0 to %(largest)s")
            limit.report("bad_vp_table", message, largest=LARGEST)
    return tuple(raw)


def _limits_by_name(part: Reader, vp_tables: Mapping[str, Sequence[int]]) -> tuple[int, ...]:
    message = _("Choose one of: %(choices)s.")
    choices = ", ".join(vp_tables)
    name = part.take(list(vp_tables).__contains__, "unknown_vp_table", message, choices=choices)
    return tuple(vp_tables.get(name, ()))


def read_tie_breaks(
    raw: object, *, low_wins: bool, sides: Collection[int], counts_cards: bool = True
) -> tuple[str, ...] | list[Problem]:
    """Return the codes of a tournament's tie-breaks in order, or all problems with them."""
    reader, earlier = Reader(raw, ("tie_breaks",)), set[str]()
    for part in reader.entries("wrong_type", _("Write the tie-breaks as a list")):
        if fault := _tie_break_fault(part.raw, earlier, low_wins=low_wins, sides=sides, counts_cards=counts_cards):
            known = TIE_BREAKS.get(part.raw) if isinstance(part.raw, str) else None
            part.report(*fault, **({"title": SourceText(known.title)} if known else {"code": part.raw}))
        else:
            earlier.add(part.raw)
    return reader.problems or tuple(cast("list[str]", raw))


def _tie_break_fault(
    code: object, earlier: Collection[str], *, low_wins: bool, sides: Collection[int], counts_cards: bool
) -> tuple[str, str] | None:
    if not isinstance(code, str) or code not in TIE_BREAKS:
        return "not_a_choice", _("%(code)s is not a known tie-break")
    if code in earlier:
        return "duplicate", _("“%(title)s” is listed twice: leave one of them out")
    unsuited = TIE_BREAKS[code].unsuited(low_wins=low_wins, sides=sides, counts_cards=counts_cards)
    return ("not_for_this_game", unsuited) if unsuited else None


def hands_needed(codes: Sequence[str]) -> list[Problem]:
    """Return a problem for each tie-break that needs more than the totals of tables."""
    message = _("“%(title)s” needs every hand: it cannot be computed from the totals of tables")
    return [
        Problem("needs_hands", message, {"title": SourceText(TIE_BREAKS[code].title)}, ("tie_breaks", place))
        for place, code in enumerate(codes)
        if TIE_BREAKS[code].counts_hands
    ]
