"""The notes of the score pad beside each score."""

import re
from collections.abc import Iterator, Mapping, Sequence

from scoring.fields import Field, Kind
from scoring.reading import read_options
from scoring.ruleset import RuleSet
from tournaments.actions.hands.tables import TableInPlay
from tournaments.models import Hand
from tournaments.wording.words import figure, rotated, translated

from ..forms.game_forms import sheet_of
from ..forms.inputs import written

MOST_ON_A_PHONE = 4
TWO = 2
"""Sides whose columns have room for the words of every figure, on a phone too."""
MOST_UPRIGHT = 36
"""The letters of a name that stand upright above a column in lines of the usual height."""
ROOM, LEAST_ROOM, ROOM_ON_A_DESK = {2: 14, 3: 9, 4: 6}, 4, 11
"""The letters of a word that fit a column of the pad: on a phone by the number of sides, and on a desk."""

Line = Mapping[str, int | str]


def notes_of(line: Line | None, ruleset: RuleSet) -> list[str]:
    """The notes on a side's tally, without defaults; card points need no label."""
    options = read_options(ruleset, {})
    fields = () if isinstance(options, list) else ruleset.line_fields(options)
    worth_a_note = list(_worth_a_note(fields, line or {}, ruleset))
    if [field.name for field, _value in worth_a_note] in ([ruleset.card_points], [ruleset.score_field]):
        return [figure(str(worth_a_note[0][1]))]
    return [note(field, value) for field, value in worth_a_note]


def cell_notes(line: Line | None, play: TableInPlay) -> list[tuple[str, str]]:
    """The notes below a score, each with its label if that is shown once for all.

    On pads with many columns, chosen words have no room.
    """
    ruleset = play.table.round.tournament.rules
    if ruleset.score_field:
        return []
    if always := _always_noted(play):
        return [(translated(field.label), figure(str(value))) for field in always for value in _noted(line, field)]
    if _is_broad(play):
        line = {name: value for name, value in (line or {}).items() if not isinstance(value, str)}
    return [("", note) for note in notes_of(line, ruleset)]


def always_noted(play: TableInPlay) -> list[str]:
    """The labels of the figures below each score, if every hand has the same ones, in order."""
    return [translated(field.label) for field in _always_noted(play)]


def _always_noted(play: TableInPlay) -> Sequence[Field]:
    """The figures that every side of every hand has, if there are several and nothing else."""
    ruleset = play.table.round.tournament.rules
    options = read_options(ruleset, {})
    fields = () if isinstance(options, list) else ruleset.line_fields(options)
    plain = all(field.required and field.kind is Kind.INTEGER for field in fields)
    return fields if plain and len(fields) > 1 and len(play.sides) > TWO else ()


def _noted(line: Line | None, field: Field) -> Sequence[int | str]:
    return [line[field.name]] if line and field.name in line else ()


def _is_broad(play: TableInPlay) -> bool:
    return len(play.sides) > MOST_ON_A_PHONE


def pad_class(play: TableInPlay) -> str:
    """The layout of the pad: names are vertical if a column is too narrow for the longest word."""
    sides = len(play.sides)
    longest = max(len(word) for seat in play.seats for word in re.split(r"[\s-]", seat.name))
    classes = {
        "many": _is_broad(play),
        "paired": bool(_always_noted(play)),
        "upright": longest > ROOM.get(sides, LEAST_ROOM),
        "far": longest > ROOM_ON_A_DESK,
        "tall": any(len(seat.name) > MOST_UPRIGHT for seat in play.seats),
    }
    return " ".join(["pad", *(name for name, applies in classes.items() if applies)])


def fact_notes(hand: Hand, play: TableInPlay) -> list[str]:
    """The notes on the whole hand, without defaults, and those without room below a score."""
    rules = play.table.round.tournament.rules
    names = [" – ".join(seat.name for seat in side) for side in play.sides]
    return [*(_chosen_by_whom(hand, rules, names) if _is_broad(play) else ()), *notes_of_hand(hand, rules, names)]


def notes_of_hand(hand: Hand, ruleset: RuleSet, names: Sequence[str]) -> list[str]:
    """The notes on the whole hand, without defaults, with the sides' names."""
    return [
        f"{translated(field.label)}: {names[int(value)]}" if field.kind is Kind.SIDE else note(field, value)
        for field, value in _worth_a_note(ruleset.hand_fields, hand.facts, ruleset)
    ]


def _chosen_by_whom(hand: Hand, ruleset: RuleSet, names: list[str]) -> Iterator[str]:
    """Each chosen word with the names of its sides."""
    options = read_options(ruleset, {})
    fields = () if isinstance(options, list) else ruleset.line_fields(options)
    for field in fields:
        for choice in field.choices:
            chosen = [
                n for n, line in zip(names, hand.lines, strict=True) if line and line.get(field.name) == choice.value
            ]
            if chosen and choice.value not in (field.default, sheet_of(ruleset).usual.get(field.name)):
                yield f"{translated(choice.label)}: {', '.join(chosen)}"


def _worth_a_note(fields: tuple[Field, ...], line: Line, ruleset: RuleSet) -> Iterator[tuple[Field, int | str]]:
    usual = sheet_of(ruleset).usual
    for field in fields:
        value = line.get(field.name, False)
        is_usual = value == field.default or written(value) == usual.get(field.name)
        if value is not False and not is_usual:
            yield field, value


def note(field: Field, value: int | str) -> str:
    """A field with its value; choices and yes-or-no facts without their label."""
    label = translated(field.short or field.label)
    if field.kind is Kind.BOOLEAN:
        return label
    if field.choices:
        return translated({choice.value: choice.label for choice in field.choices}[value])
    return f"{label} {figure(str(value))}"


def brief(version: Hand, ruleset: RuleSet, *, own: int = 0) -> str:
    """A tally on one line, beginning with the side that is `own`."""
    return " · ".join(" ".join(notes_of(line, ruleset)) or "–" for line in rotated(version.lines, own))
