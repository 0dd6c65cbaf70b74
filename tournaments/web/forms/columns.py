"""The columns of a table's spreadsheet for games with long forms, and the words in its cells."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring.fields import Kind, missing
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from tournaments.actions.core.names import name_key
from tournaments.actions.hands.tables import TableInPlay
from tournaments.models import Seat
from tournaments.wording.words import seat_name

from .hands import TallyForm
from .inputs import NOBODY, Input, SideInputs

NOTHING = ("", "-", "–", "—")
"""What stands in a cell in which nothing was written down."""


@dataclass(frozen=True, slots=True)
class ColumnGroup:
    """Columns of one side, or those of the hand, which have no name above."""

    seats: tuple[Seat, ...]
    inputs: tuple[Input, ...]


def groups(form: TallyForm, *, wide: bool) -> list[ColumnGroup]:
    """The columns of a hand from left to right; `wide` ones are numbers too that may be left empty."""
    sides = [ColumnGroup(line.seats, tuple(_of_side(form, line, wide=wide))) for line in form.lines]
    return [*sides, ColumnGroup((), (*form.picked.values(), *form.facts.values()))]


def columns(form: TallyForm, *, wide: bool) -> list[Input]:
    """Those columns without their groups."""
    return [each for group in groups(form, wide=wide) for each in group.inputs]


def _of_side(form: TallyForm, line: SideInputs, *, wide: bool) -> Iterator[Input]:
    sheet = form.sheet
    grouped = [name for _title, names in sheet.groups for name in names]
    for name in (*sheet.columns, *grouped):
        if name in line.inputs:
            yield line.inputs[name]
    for name, each in line.inputs.items():
        if wide and name not in (*sheet.columns, *grouped) and each.declared.default == 0:
            yield each


def meant_by_nothing(form: TallyForm, asked: Input) -> str:
    """The meaning of an empty cell: 0 for rare counts; none for choices and required facts."""
    return "" if asked.choices or asked.declared.name in form.sheet.said else form.usual(asked)


def meant(form: TallyForm, asked: Input, cell: str) -> str:
    """The cell's value for the form: 0 for an empty count, the code of a known word, else the text itself."""
    if cell in NOTHING:
        return meant_by_nothing(form, asked)
    if not asked.choices:
        return cell.replace("−", "-")
    key = name_key(cell)
    known = dict(_words(form.play, asked))
    begun = sorted((word for word in known if key and word.startswith(key)), key=len)
    is_plain = bool(begun) and all(word.startswith(begun[0]) or known[word] == known[begun[0]] for word in begun)
    return known[begun[0]] if is_plain else cell


def _words(play: TableInPlay, asked: Input) -> Iterator[tuple[str, str]]:
    """The accepted words of each choice; for a side its names, its seat or its number, or nobody."""
    for value, label in asked.choices:
        yield name_key(label), value
        if asked.declared.kind is not Kind.SIDE:
            yield name_key(value), value
            continue
        yield str(int(value) + 1), value
        for seat in play.sides[int(value)]:
            yield name_key(seat.name), value
            yield name_key(seat_name(seat.number, len(play.seats))), value
    if asked.declared.kind is Kind.SIDE and not asked.declared.required:
        yield name_key(gettext("Nobody")), NOBODY


def unknown_words(form: TallyForm) -> Iterator[Problem]:
    """Words that are none of a cell's choices."""
    for asked in form.inputs:
        if asked.is_unknown:
            choices = ", ".join(label for _value, label in asked.choices)
            message = _("There is no “%(word)s” here. Choose one of: %(choices)s.")
            yield Problem("not_a_choice", message, {"word": asked.typed, "choices": choices}, _place(asked))


def unsaid_cells(form: TallyForm) -> Iterator[Problem]:
    """Empty cells on which the score depends."""
    return (missing(name).under("hand") for name in form.sheet.said if form.facts[name].typed == "")


def _place(asked: Input) -> tuple[str, ...]:
    kind, _dash, rest = asked.name.partition("-")
    return ("hand", rest) if kind == "hand" else ("lines", *rest.split("-"))
