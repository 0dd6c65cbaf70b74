"""The text of a hand to confirm: every figure and fact on which the score depends, defaults included."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, ngettext

from scoring.fields import Field, Kind
from scoring.reading import read_options
from scoring.ruleset import RuleSet
from tournaments.actions.hands.tables import TableInPlay
from tournaments.models import Hand
from tournaments.wording.words import figure, translated

from ..forms.game_forms import FormLayout, sheet_of
from .score_pad import note, notes_of

Line = Mapping[str, int | str]


def line_words(line: Line | None, ruleset: RuleSet) -> str:
    """The tally of a side in words: 9 points, or every figure."""
    points, notes = ruleset.card_points, _deciding_notes(line or {}, ruleset)
    if not line or not points or notes != notes_of({points: line.get(points, 0)}, ruleset):
        return ", ".join(notes)
    number = int(line[points])
    words = ngettext("%(number)d point", "%(number)d points", number)
    if ruleset.unit == "points":
        words = ngettext("%(number)d card point", "%(number)d card points", number)
    return words % {"number": number}


def _deciding_notes(line: Line, ruleset: RuleSet) -> list[str]:
    """Each figure on which a side's score depends, defaults included; of counts those above 0."""
    sheet, options = sheet_of(ruleset), read_options(ruleset, {})
    fields = () if isinstance(options, list) else ruleset.line_fields(options)
    noted = [one for one in fields if one.name in line and one.name not in sheet.one_side]
    counted = [one for one in noted if line[one.name] or not (one.name in sheet.worth or one.default == 0)]
    notes = [_full_note(one, line[one.name], is_plain=one.name in sheet.columns) for one in counted]
    if sheet.worth and noted and not any(line.get(name) for name in sheet.worth):
        notes.append(gettext("no canastras"))
    if [one.name for one in counted] == [ruleset.card_points]:
        return [figure(str(line[counted[0].name]))]
    return notes


def _full_note(field: Field, value: int | str, *, is_plain: bool) -> str:
    word = note(field, value)
    return word if is_plain or not field.choices else f"{translated(field.label)}: {word}"


def deciding_facts(hand: Hand, play: TableInPlay) -> list[str]:
    """Each fact on which a hand's scores depend, defaults included: who went out, bids, the caller."""
    rules = play.table.round.tournament.rules
    sheet = sheet_of(rules)
    names = [" – ".join(seat.name for seat in side) for side in play.sides]
    facts = [_fact(one, hand.facts.get(one.name), names) for one in rules.hand_fields if _decides(one, hand, sheet)]
    parts = [(fold.asks, fold.names) for fold in sheet.folds if fold.asks]
    none = [
        f"{translated(asks.label)}: {translated(asks.choices[0].label)}"
        for asks, counted in parts
        if not any(line and line.get(name) for line in hand.lines for name in counted)
    ]
    return [*facts, *_of_one_side(hand, rules, names), *none]


def _decides(field: Field, hand: Hand, sheet: FormLayout) -> bool:
    value = hand.facts.get(field.name)
    return field.name in sheet.above or not (value is None or value == field.default == 0)


def _fact(field: Field, value: int | str | None, names: list[str]) -> str:
    if field.kind is not Kind.SIDE:
        return _full_note(field, value or 0, is_plain=False)
    return f"{translated(field.label)}: {gettext('Nobody') if value is None else names[int(value)]}"


def _of_one_side(hand: Hand, ruleset: RuleSet, names: list[str]) -> Iterator[str]:
    """The side with a value or role that only one side has."""
    sheet, options = sheet_of(ruleset), read_options(ruleset, {})
    fields = () if isinstance(options, list) else ruleset.line_fields(options)
    sides = list(zip(names, hand.lines, strict=True))
    for field in fields:
        wanted: list[tuple[str, int | str]] = [(field.label, True)] if field.name in sheet.one_side else []
        wanted += [(choice.label, choice.value) for choice in field.choices if choice.value in sheet.alone]
        for label, value in wanted:
            who = [name for name, line in sides if line and line.get(field.name) == value]
            yield f"{translated(label)}: {', '.join(who) or gettext('Nobody')}"
