"""The table sheet for games with long forms: its columns, and pasting hands into its rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring.fields import Kind
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from tournaments.actions.core.names import name_key
from tournaments.actions.hands.tables import TableInPlay
from tournaments.models import Seat
from tournaments.wording.words import seat_name

from .game_forms import ALONE
from .hands import TallyForm
from .inputs import NOBODY, Input, SideInputs
from .pasted_hands import BESIDE, read_words, width
from .required_answers import missing_cells, missing_roles
from .table_sheet import TableSheet

NOTHING = ("", "-", "–", "—")
"""The texts of an empty cell."""


@dataclass(frozen=True, slots=True)
class ColumnGroup:
    """The columns of one side, or of the facts of the hand; the latter have no seats."""

    seats: tuple[Seat, ...]
    inputs: tuple[Input, ...]


def groups(form: TallyForm, *, wide: bool) -> list[ColumnGroup]:
    """Return the columns of a hand from left to right in groups.

    `wide` adds each side's other fields with default 0.
    """
    sides = [ColumnGroup(line.seats, tuple(_of_side(form, line, wide=wide))) for line in form.lines]
    return [*sides, ColumnGroup((), (*form.picked.values(), *form.facts.values()))]


def columns(form: TallyForm, *, wide: bool) -> list[Input]:
    """Return the columns of a hand from left to right."""
    return [each for group in groups(form, wide=wide) for each in group.inputs]


def _of_side(form: TallyForm, line: SideInputs, *, wide: bool) -> Iterator[Input]:
    sheet = form.layout
    grouped = [name for _title, names in sheet.groups for name in names]
    for name in (*sheet.columns, *grouped):
        if name in line.inputs:
            yield line.inputs[name]
    for name, each in line.inputs.items():
        if wide and name not in (*sheet.columns, *grouped) and each.declared.default == 0:
            yield each


def empty_cell_value(form: TallyForm, asked: Input) -> str:
    """Return the meaning of an empty cell: the usual value, or "" for choices and required facts."""
    return "" if asked.choices or asked.declared.name in form.layout.said else form.usual(asked)


def cell_value(form: TallyForm, asked: Input, cell: str) -> str:
    """Return the form's value for a cell: the usual value if empty, the code of a known word, else the text itself."""
    if cell in NOTHING:
        return empty_cell_value(form, asked)
    if not asked.choices:
        return cell.replace("−", "-")
    key = name_key(cell)
    values = dict(_words(form.play, asked))
    begun = sorted((word for word in values if key and word.startswith(key)), key=len)
    is_plain = bool(begun) and all(word.startswith(begun[0]) or values[word] == values[begun[0]] for word in begun)
    return values[begun[0]] if is_plain else cell


def _words(play: TableInPlay, asked: Input) -> Iterator[tuple[str, str]]:
    """Yield the accepted words with the value of their choice: for a side its names, seats and number.

    The word "nobody" is accepted too.
    """
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
    """Yield a problem for each cell whose word is not one of its choices."""
    for asked in form.inputs:
        if asked.is_unknown:
            choices = ", ".join(label for _value, label in asked.choices)
            message = _("There is no “%(word)s” here. Choose one of: %(choices)s.")
            yield Problem("not_a_choice", message, {"word": asked.typed, "choices": choices}, _place(asked))


def _place(asked: Input) -> tuple[str, ...]:
    kind, _dash, rest = asked.name.partition("-")
    return ("hand", rest) if kind == "hand" else ("lines", *rest.split("-"))


class PastedSheet(TableSheet):
    """The rows of a table in a game with a long form, into which hands can be pasted."""

    @staticmethod
    def columns_of(play: TableInPlay) -> list[str]:
        """Return the names of a side's fields, including numbers that may be left empty."""
        sides = groups(TallyForm(play, len(play.hands) + 1), wide=True)[:-1]
        return list(dict.fromkeys(each.declared.name for group in sides for each in group.inputs))

    def unread(self, form: TallyForm) -> list[Problem]:
        """Return problems of words that are not a choice, and of missing required facts and roles."""
        return [*unknown_words(form), *missing_cells(form), *missing_roles(form)]

    def _cells(self, form: TallyForm) -> list[list[Input]]:
        *sides, hand = (list(group.inputs) for group in groups(form, wide=self._is_wide(form)))
        alone = form.questions.get(ALONE.name)
        return [*sides, [*hand, alone] if alone else hand]

    def _is_wide(self, form: TallyForm) -> bool:
        """Return whether an optional column has a value other than its usual value."""
        needed = {each.name for each in columns(form, wide=False)}
        return any(each.typed and not each.is_usual for each in columns(form, wide=True) if each.name not in needed)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a pasted line from left to right. `more` has optional numbers that may follow a side's columns."""

    groups: Sequence[ColumnGroup]
    more: Sequence[Input]

    @classmethod
    def of(cls, play: TableInPlay) -> "Columns":
        """Return the columns for the next hand of this table."""
        form = TallyForm(play, len(play.hands) + 1)
        narrow, wide = groups(form, wide=False), groups(form, wide=True)
        return cls([group for group in narrow if group.inputs], wide[0].inputs[len(narrow[0].inputs) :])


def typed_words(play: TableInPlay, text: str) -> Mapping[str, str]:
    """Return the pasted words by the names of the form's inputs."""
    form = TallyForm(play, len(play.hands) + 1)
    asked = columns(form, wide=False)
    if width(text) > len(asked) + BESIDE:
        asked = columns(form, wide=True)
    needed = max(place for place, one in enumerate(asked, 1) if not empty_cell_value(form, one) and not one.choices)
    hands = read_words(text, first=len(play.hands) + 1, are_words=[bool(one.choices) for one in asked], needed=needed)
    return {
        f"{number}-{one.name}": cell_value(form, one, cell)[:100]
        for number, cells in hands.items()
        for one, cell in zip(asked, cells, strict=True)
    }
