"""The card counter: JSON requests name the captured cards, and the answers have their points."""

from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import cast

from scoring import json_lines, registry
from scoring.fields import (
    MAX_PROBLEMS,
    Field,
    join_problems,
    legible,
    missing,
    object_schema,
    read_fields,
    unknown,
    wrong_type,
)
from scoring.json_lines import Answer, in_english
from scoring.packs import CardKind, Count, Pack, Pile, count, overdrawn
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.reading import usable_options
from scoring.ruleset import RuleSet
from scoring.values import Line, Options

MAX_PILES = 8


def answer(request: object) -> Answer:
    """Return the answer of `evaluate`, with the problems in English."""
    return in_english(evaluate(request))


def main() -> None:
    """Answer every line of standard input."""
    json_lines.answer_lines(answer)


def evaluate(request: object) -> Answer | list[Problem]:
    """Return the points of each pile and the rest of the pack, or the problems; raise nothing.

    A request has a `ruleset`, its `options`, the `piles` and the game's `count_fields`. A pile has `cards` by name,
    `kinds` with the number of each, or both.
    """
    if not isinstance(request, dict):
        return [Problem("bad_request", _("The request must be an object: {...}"))]
    ruleset = registry.look_up(request)
    if isinstance(ruleset, Problem):
        return [ruleset]
    options, refused = usable_options(ruleset, request.get("options", {}))
    return refused if options is None else join_problems(refused, _read(ruleset, options, request))


def usual_pack(ruleset: RuleSet) -> Pack | None:
    """Return the pack for the default options; None if the cards have no points."""
    usual = (read_fields(fields, {})[0] for fields in (ruleset.option_fields, ruleset.count_fields))
    return ruleset.pack(*usual)


def schema(ruleset: RuleSet, translate: Callable[[str], str] = str) -> dict[str, object] | None:
    """Return the JSON Schema of a request with the default options; None if the game has no counter."""
    pack = usual_pack(ruleset)
    if pack is None:
        return None
    pile = {
        "type": "object",
        "properties": {
            "cards": {"type": "array", "items": {"enum": list(pack.kind_of)}},
            "kinds": object_schema([_kind_field(kind, pack) for kind in pack.kinds], translate),
        },
        "additionalProperties": False,
    }
    piles = {"type": "array", "items": pile, "minItems": 1, "maxItems": MAX_PILES}
    facts_schema = object_schema(ruleset.count_fields, translate)
    properties = {"piles": piles, **cast("dict[str, object]", facts_schema["properties"])}
    return {**facts_schema, "properties": properties, "required": ["piles"]}


def _read(ruleset: RuleSet, options: Options, request: dict[str, object]) -> Answer | list[Problem]:
    rest = {name: request[name] for name in request if name not in ("ruleset", "options", "piles")}
    facts, problems = read_fields(ruleset.count_fields, rest)
    if any(field.default is not None and field.name not in facts for field in ruleset.count_fields):
        return problems  # the pack is unknown
    pack = ruleset.pack(options, facts)
    if pack is None:
        message = _("The program does not count the cards of this game")
        return [*problems, Problem("no_counter", message, pointer=("ruleset",))]
    return join_problems(problems, _count(pack, request, facts))


def _count(pack: Pack, request: dict[str, object], facts: Line) -> Answer | list[Problem]:
    piles, problems = _read_piles(pack, request)
    last_trick = facts.get("last_trick")
    if piles and last_trick is not None and int(last_trick) >= len(piles):
        message = _("There is no such pile: give its number, counted from 0")
        problems.append(Problem("out_of_range", message, pointer=("last_trick",)))
    problems += overdrawn(pack, piles)
    if problems:
        return problems[:MAX_PROBLEMS]
    return _as_json(count(pack, piles, None if last_trick is None else int(last_trick)))


def _as_json(total: Count) -> Answer:
    piles = zip(total.points, total.cards, strict=True)
    left: Answer = {
        "points": total.left_points,
        "cards": sum(total.left_kinds.values()),
        "kinds": dict(total.left_kinds),
    }
    if total.left_named is not None:
        left["named"] = list(total.left_named)
    return {"piles": [{"points": points, "cards": cards} for points, cards in piles], "left": left}


def _read_piles(pack: Pack, request: dict[str, object]) -> tuple[list[Pile], list[Problem]]:
    raw = request.get("piles")
    if "piles" not in request:
        return [], [missing("piles")]
    if not isinstance(raw, list):
        return [], [wrong_type(_("The piles are a list, one for each player or side"), "piles")]
    if not 1 <= len(raw) <= MAX_PILES:
        message = _("Send 1 to %(most)d piles")
        return [], [Problem("out_of_range", message, {"most": MAX_PILES}, ("piles",))]
    fields = [_kind_field(kind, pack) for kind in pack.kinds]
    piles: list[Pile] = []
    problems: list[Problem] = []
    for side, raw_pile in enumerate(raw):
        pile, faults = _read_pile(pack, fields, raw_pile)
        piles.append(pile)
        problems += [fault.under("piles", side) for fault in faults]
    return piles, problems


def _kind_field(kind: CardKind, pack: Pack) -> Field:
    return Field(name=kind.name, label=kind.label, maximum=pack.sizes[kind.name], optional=True)


def _read_pile(pack: Pack, fields: list[Field], raw: object) -> tuple[Pile, list[Problem]]:
    nothing = Pile(Counter(), Counter())
    if not isinstance(raw, dict):
        return nothing, [wrong_type(_("A pile is an object with cards, kinds or both"))]
    cards, kinds = raw.get("cards", []), raw.get("kinds", {})
    problems = unknown(raw, ("cards", "kinds"))
    if not isinstance(cards, list):
        return nothing, [*problems, wrong_type(_("The cards are a list of names"), "cards")]
    if not isinstance(kinds, dict):
        return nothing, [*problems, wrong_type(_("The kinds are an object of numbers"), "kinds")]
    named = [card for card in cards if isinstance(card, str) and card in pack.kind_of]
    counted, faults = read_fields(fields, kinds)
    problems += [*_unknown_cards(pack, cards), *(fault.under("kinds") for fault in faults)]
    places = {card: place for place, card in enumerate(cards) if isinstance(card, str)}
    amounts = Counter({kind: int(amount) for kind, amount in counted.items() if amount})
    return Pile(Counter(named), amounts, places), problems


def _unknown_cards(pack: Pack, cards: list[object]) -> list[Problem]:
    message = _("This card is not in the pack")
    strangers = (
        (place, legible(card) if isinstance(card, str) else "cards")
        for place, card in enumerate(cards)
        if not (isinstance(card, str) and card in pack.kind_of)
    )
    return [
        Problem("unknown_card", message, {"field": name}, ("cards", place))
        for place, name in islice(strangers, MAX_PROBLEMS)
    ]
