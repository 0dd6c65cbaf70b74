"""The notes beside the scores on the score pad, and the text of a hand to be confirmed."""

import re
from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext, ngettext

from scoring.fields import Field, Kind
from scoring.reading import read_options
from scoring.ruleset import RuleSet
from tournaments.actions.hands.tables import TableInPlay
from tournaments.models import Hand
from tournaments.wording.words import figure, rotated, translated

from ..forms.game_forms import FormLayout, form_layout_of
from ..forms.inputs import written

MOST_ON_A_PHONE = 4
TWO = 2
"""The most sides with which columns have room for the labels of all figures, even on a phone."""
SHORT = 3
"""The most characters of a number that fit in every column, even on a phone."""
MOST_UPRIGHT = 36
"""The most letters of a vertical name above a column of the usual height."""
ROOM, LEAST_ROOM = {2: 14, 3: 9, 4: 6}, 4
"""The most letters that fit in a column on a phone, by the number of sides, and for more sides."""
ROOM_ON_A_DESK, MOST_ROOM_ON_A_DESK = {7: 6, 8: 6}, 11
"""The same on a desk, by the number of sides, and for fewer sides."""

Line = Mapping[str, int | str]


def notes_of(line: Line | None, ruleset: RuleSet) -> list[str]:
    """Return the notes on a side's tally, without defaults; card points have no label.

    A chosen word has no label either, unless it is a number, such as three aces.
    """
    worth_a_note = list(_worth_a_note(_fields_of(ruleset), line or {}, ruleset))
    if [field.name for field, _value in worth_a_note] in ([ruleset.card_points], [ruleset.score_field]):
        return [figure(str(worth_a_note[0][1]))]
    return [_full_note(field, value, is_plain=isinstance(value, str)) for field, value in worth_a_note]


def _fields_of(ruleset: RuleSet) -> tuple[Field, ...]:
    options = read_options(ruleset, {})
    return () if isinstance(options, list) else ruleset.line_fields(options)


def cell_notes(line: Line | None, play: TableInPlay) -> list[tuple[str, str]]:
    """Return the notes below a score as (label, text); a label is "" if it is listed above the pad.

    Chosen words are left out if the pad has many columns. Return [] if a tally is only a score.
    """
    ruleset = play.rules
    if ruleset.score_field:
        return []
    if always := _always_noted(play):
        return [(translated(field.label), figure(str(value))) for field in always for value in _noted(line, field)]
    if _has_many_sides(play):
        line = {name: value for name, value in (line or {}).items() if not isinstance(value, str)}
    return [("", note) for note in notes_of(line, ruleset)]


def always_noted(play: TableInPlay) -> list[str]:
    """Return the labels of the notes below each score, if every hand has the same; else []."""
    return [translated(field.label) for field in _always_noted(play)]


def _always_noted(play: TableInPlay) -> Sequence[Field]:
    """Return the fields of a side if every hand has notes on all of them; else ().

    There must be several fields, all required integers, and more than two sides.
    """
    fields = _fields_of(play.rules)
    plain = all(field.required and field.kind is Kind.INTEGER for field in fields)
    return fields if plain and len(fields) > 1 and len(play.sides) > TWO else ()


def _noted(line: Line | None, field: Field) -> Sequence[int | str]:
    return [line[field.name]] if line and field.name in line else ()


def _has_many_sides(play: TableInPlay) -> bool:
    return len(play.sides) > MOST_ON_A_PHONE


def pad_class(play: TableInPlay) -> str:
    """Return the CSS classes of the pad.

    Names are written vertically if a column is too narrow for the longest word.
    """
    sides = len(play.sides)
    rows = [play.shown.totals, *(hand.scores for hand in play.hands)]
    longest = max(len(word) for seat in play.seats for word in re.split(r"[\s-]", seat.name))
    classes = {
        "many": _has_many_sides(play),
        "long": any(len(str(figure)) > SHORT for row in rows for figure in row if figure is not None),
        "paired": bool(_always_noted(play)),
        "upright": longest > ROOM.get(sides, LEAST_ROOM),
        "far": longest > ROOM_ON_A_DESK.get(sides, MOST_ROOM_ON_A_DESK),
        "tall": any(len(seat.name) > MOST_UPRIGHT for seat in play.seats),
    }
    return " ".join(["pad", *(name for name, applies in classes.items() if applies)])


def fact_notes(hand: Hand, play: TableInPlay) -> list[str]:
    """Return the notes on the whole hand, without defaults; and chosen words that have no room below the scores."""
    rules = play.rules
    names = [" – ".join(seat.name for seat in side) for side in play.sides]
    return [
        *(_choices_with_names(hand, rules, names) if _has_many_sides(play) else ()),
        *notes_of_hand(hand, rules, names),
    ]


def notes_of_hand(hand: Hand, ruleset: RuleSet, names: Sequence[str]) -> list[str]:
    """Return the notes on the whole hand, without defaults, with the names of sides."""
    return [
        f"{translated(field.label)}: {names[int(value)]}" if field.kind is Kind.SIDE else note(field, value)
        for field, value in _worth_a_note(ruleset.hand_fields, hand.facts, ruleset)
    ]


def _choices_with_names(hand: Hand, ruleset: RuleSet, names: list[str]) -> Iterator[str]:
    """Yield each chosen word with the names of its sides."""
    for field in _fields_of(ruleset):
        for choice in field.choices:
            chosen = [
                n for n, line in zip(names, hand.lines, strict=True) if line and line.get(field.name) == choice.value
            ]
            if chosen and choice.value not in (field.default, form_layout_of(ruleset).usual.get(field.name)):
                yield f"{translated(choice.label)}: {', '.join(chosen)}"


def _worth_a_note(fields: tuple[Field, ...], line: Line, ruleset: RuleSet) -> Iterator[tuple[Field, int | str]]:
    usual = form_layout_of(ruleset).usual
    for field in fields:
        value = line.get(field.name, False)
        is_usual = value == field.default or written(value) == usual.get(field.name)
        if value is not False and not is_usual:
            yield field, value


def note(field: Field, value: int | str) -> str:
    """Return a field's label and value as text: for a choice only the value, for a yes-or-no fact only the label."""
    label = translated(field.short or field.label)
    if field.kind is Kind.BOOLEAN:
        return label
    if field.choices:
        return translated({choice.value: choice.label for choice in field.choices}[value])
    return f"{label} {figure(str(value))}"


def brief(version: Hand, ruleset: RuleSet, *, own: int = 0) -> str:
    """Return a tally on one line, beginning with the side `own`."""
    return " · ".join(" ".join(notes_of(line, ruleset)) or "–" for line in rotated(version.lines, own))


def line_words(line: Line | None, ruleset: RuleSet) -> str:
    """Return the tally of a side as text, such as 9 points, or all its numbers; "" if a tally is only a score."""
    if line and list(line) == [ruleset.score_field]:
        return ""
    points, notes = ruleset.card_points, _deciding_notes(line or {}, ruleset)
    if not line or not points or notes != notes_of({points: line.get(points, 0)}, ruleset):
        return ", ".join(notes)
    number = int(line[points])
    words = ngettext("%(number)d point", "%(number)d points", number)
    if ruleset.unit == "points":
        words = ngettext("%(number)d card point", "%(number)d card points", number)
    return words % {"number": number}


def _deciding_notes(line: Line, ruleset: RuleSet) -> list[str]:
    """Return all values on which a side's score depends, with defaults but without counts of 0."""
    layout, fields = form_layout_of(ruleset), _fields_of(ruleset)
    noted = [one for one in fields if one.name in line and one.name not in layout.one_side]
    counted = [one for one in noted if line[one.name] or not (one.name in layout.worth or one.default == 0)]
    notes = [_full_note(one, line[one.name], is_plain=one.name in layout.columns) for one in counted]
    if layout.worth and noted and not any(line.get(name) for name in layout.worth):
        notes.append(str(layout.worthless))
    if [one.name for one in counted] == [ruleset.card_points]:
        return [figure(str(line[counted[0].name]))]
    return notes


def _full_note(field: Field, value: int | str, *, is_plain: bool) -> str:
    word = note(field, value)
    return word if is_plain or not field.choices else f"{translated(field.label)}: {word}"


def deciding_facts(hand: Hand, play: TableInPlay) -> list[str]:
    """Return all facts on which a hand's scores depend, even defaults: who went out, bids, the caller."""
    rules = play.rules
    layout = form_layout_of(rules)
    names = [" – ".join(seat.name for seat in side) for side in play.sides]
    facts = [_fact(one, hand.facts.get(one.name), names) for one in rules.hand_fields if _decides(one, hand, layout)]
    parts = [(part.asks, part.names) for part in layout.collapsed if part.asks]
    none = [
        f"{translated(asks.label)}: {translated(asks.choices[0].label)}"
        for asks, counted in parts
        if (said := _said(hand, counted)) and not any(said)
    ]
    return [*facts, *_of_one_side(hand, rules, names), *none]


def _said(hand: Hand, names: Sequence[str]) -> list[int | str]:
    """Return all values of these fields in the lines of a hand; [] if the game was played without them."""
    return [line[name] for line in hand.lines if line for name in names if name in line]


def _decides(field: Field, hand: Hand, layout: FormLayout) -> bool:
    value = hand.facts.get(field.name)
    return field.name in layout.above or not (value is None or value == field.default == 0)


def _fact(field: Field, value: int | str | None, names: list[str]) -> str:
    if field.kind is not Kind.SIDE:
        return _full_note(field, value or 0, is_plain=False)
    return f"{translated(field.label)}: {gettext('Nobody') if value is None else names[int(value)]}"


def _of_one_side(hand: Hand, ruleset: RuleSet, names: list[str]) -> Iterator[str]:
    """Yield each value or role that only one side has, with the name of that side.

    A value that other fields decide, such as the primiera by the best cards, is left out.
    """
    layout, sides = form_layout_of(ruleset), list(zip(names, hand.lines, strict=True))
    for field in _fields_of(ruleset):
        if field.name in layout.instead and not any(line and field.name in line for line in hand.lines):
            continue
        wanted: list[tuple[str, int | str]] = [(field.label, True)] if field.name in layout.one_side else []
        wanted += [(choice.label, choice.value) for choice in field.choices if choice.value in layout.alone]
        for label, value in wanted:
            who = [name for name, line in sides if line and line.get(field.name) == value]
            yield f"{translated(label)}: {', '.join(who) or gettext('Nobody')}"
