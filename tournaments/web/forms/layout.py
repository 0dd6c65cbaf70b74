"""The positions of a tally's inputs on the page, according to the game's layout."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.wording.words import Words, rotated, translated

from .game_forms import ALONE, CollapsedFields
from .hands import TallyForm
from .inputs import Input, SideInputs, Total

MORE = _("Optional details")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: an input, one choice of an input (`value`) to tick, or the text of a locked value.

    A choice is `alone` if at most one side can have it. It is `mirrored` if it determines the other side's choice.
    """

    label: str
    input: Input | None = None
    value: str | None = None
    text: str = ""
    alone: bool = False
    mirrored: bool = False
    is_usual: bool = False

    @property
    def chosen(self) -> str:
        """The CSS selector of the inputs for this choice; "" if the cell has no choice or the usual choice."""
        if self.input is None or self.value is None or self.is_usual:
            return ""
        if self.mirrored:
            return f"[name$=-{self.input.declared.name}]"
        return f"[data-alone={self.value}]" if self.alone else f"[name={self.input.name}]"

    @property
    def is_ticked(self) -> bool:
        """Whether this choice is the input's value."""
        return self.input is not None and self.input.typed == self.value


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side with its cells."""

    line: SideInputs
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A field with a cell for each side that plays, or with one input for all sides."""

    label: str
    help: str
    worth: int | None
    cells: tuple[Cell, ...] = ()
    shared: Input | None = None
    instead: str = ""


@dataclass(frozen=True, slots=True)
class CollapsedPart:
    """Inputs that are collapsed under a title."""

    title: Words
    opens: str
    facts: tuple[Input, ...]
    lines: tuple[tuple[SideInputs, tuple[Input, ...]], ...]
    totals: tuple[Total, ...]
    asks: Input | None = None

    @property
    def is_open(self) -> bool:
        """Whether an input of this part has a value or a fault."""
        inside = [*self.facts, *(one for _line, inputs in self.lines for one in inputs)]
        return any(one.faults or not one.is_usual for one in inside)


class Layout:
    """The layout of the form for a tally; the line of the side `own` is first."""

    def __init__(self, form: TallyForm, *, own: int = 0) -> None:
        self.form, self.layout = form, form.layout
        self.lines: list[SideInputs] = rotated(form.lines, own)
        for one in (*form.picked.values(), *form.facts.values()):
            if one.is_side:
                one.choices = rotated(one.choices, own)

    @property
    def rows(self) -> list[SideRow]:
        """A row for each side."""
        return [SideRow(line, tuple(self._cells(line))) for line in self.lines]

    @property
    def columns(self) -> tuple[Cell, ...]:
        """One cell of each column, for the headings; () if no side plays."""
        return next((row.cells for row in self.rows if row.line.plays), ())

    @property
    def alone(self) -> Input | None:
        """The question whether the caller plays alone; None if the game has no such role."""
        return self.form.questions.get(ALONE.name)

    def _cells(self, line: SideInputs) -> Iterator[Cell]:
        for name in self.layout.columns if line.plays else ():
            if name in self.form.locked:
                fields = self.form.game.line_fields(self.form.before.options, self.form.playing)
                label = next(field.label for field in fields if field.name == name)
                yield Cell(translated(label), text=str(self.form.locked[name][line.side]))
            elif one := self.form.picked.get(name) or self.form.facts.get(name):
                yield Cell(one.label, one, str(line.side))
            elif one := line.inputs.get(name):
                yield from self._choices(one) if one.choices else [Cell(one.label, one)]

    def _choices(self, one: Input) -> Iterator[Cell]:
        name, alone = one.declared.name, self.layout.alone
        usual, mirrored = self.layout.usual.get(name), name in self.layout.mirrored
        for value, label in one.choices:
            yield Cell(label, one, value, alone=value in alone, mirrored=mirrored, is_usual=value == usual)

    @property
    def groups(self) -> list[tuple[Words, list[FieldRow]]]:
        """The titled groups of rows, with a column for each side."""
        return [(title, [self._entry(name) for name in names]) for title, names in self.layout.groups]

    def _entry(self, name: str) -> FieldRow:
        worth = self.layout.worth.get(name)
        if shared := self.form.picked.get(name):
            return FieldRow(shared.label, shared.help, worth, shared=shared, instead=self.layout.instead.get(name, ""))
        column = [(line, line.inputs[name]) for line in self.lines if name in line.inputs]
        cells = tuple(Cell(line.names, one) for line, one in column)
        first = column[0][1]
        return FieldRow(first.short, first.help, worth, cells)

    @property
    def ready(self) -> str:
        """The name of the input that gets the focus.

        It is "" if the first input is not for a number, if the form has errors, or if the layout has groups.
        """
        if self.form.errors or self.layout.groups:
            return ""
        in_rows = [cell.input for row in self.rows for cell in row.cells if cell.input]
        first = next(iter(in_rows or self.plain_inputs), None)
        return first.name if first and first.control == "number" else ""

    @property
    def above(self) -> list[Input]:
        """The inputs of the whole hand above the inputs of the sides."""
        return _named(self.form.facts.values(), self.layout.above)

    @property
    def below(self) -> list[Input]:
        """The inputs of the whole hand below the inputs of the sides.

        For a game without a layout, these are the required fields of the hand.
        """
        if self.form.is_plain:
            return [one for one in self.form.facts.values() if one.declared.required]
        return _named(self.form.facts.values(), self.layout.below)

    @property
    def totals(self) -> list[Total]:
        """The sums of the columns."""
        names = self.layout.columns or [one.declared.name for one in self.plain_inputs]
        return [total for total in self.form.totals.values() if total.name in names]

    @property
    def plain_inputs(self) -> list[Input]:
        """The required inputs of the sides, for a game without a layout."""
        inputs = (one for line in self.lines for one in line.inputs.values())
        return [one for one in inputs if one.declared.required]

    @property
    def parts(self) -> list[CollapsedPart]:
        """The collapsed parts of the layout that have inputs."""
        return [part for part in map(self._part, self.layout.collapsed) if part.facts or part.lines]

    @property
    def more(self) -> list[CollapsedPart]:
        """The optional inputs without a position in the layout, as collapsed parts."""
        needed = [*self.plain_inputs, *self.below] if self.form.is_plain else ()
        placed = self.layout.placed | {one.declared.name for one in needed}
        names = dict.fromkeys(one.declared.name for one in self.form.inputs)
        rest = self._part(CollapsedFields(title=MORE, names=tuple(name for name in names if name not in placed)))
        return [rest] if rest.facts or rest.lines else []

    def _part(self, part: CollapsedFields) -> CollapsedPart:
        lines = [(line, tuple(_named(line.inputs.values(), part.names))) for line in self.lines]
        return CollapsedPart(
            part.title,
            part.opens,
            tuple(_named(self.form.facts.values(), part.names)),
            tuple((line, inputs) for line, inputs in lines if inputs),
            tuple(total for total in self.form.totals.values() if total.name in part.names),
            self.form.questions.get(part.asks.name) if part.asks else None,
        )


def _named(inputs: Iterable[Input], names: Sequence[str]) -> list[Input]:
    return [one for one in inputs if one.declared.name in names]
