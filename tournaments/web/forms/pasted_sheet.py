"""The sheet of a table whose hands need a whole form each, with hands pasted into its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.actions.core.refusals import Problem
from tournaments.actions.hands.tables import TableInPlay

from .columns import ColumnGroup, columns, groups, meant, meant_by_nothing, unknown_words, unsaid_cells
from .hands import TallyForm
from .inputs import Input
from .pasted_hands import BESIDE
from .pasted_words import read_words, width
from .table_sheet import TableSheet


class PastedSheet(TableSheet):
    """The rows of a table; those that were pasted have a field for each column and one for what the whole hand has."""

    @staticmethod
    def columns_of(play: TableInPlay) -> list[str]:
        """The fields of a side, with the numbers that nobody has to write down."""
        sides = groups(TallyForm(play, len(play.hands) + 1), wide=True)[:-1]
        return list(dict.fromkeys(each.declared.name for group in sides for each in group.inputs))

    def unread(self, form: TallyForm) -> list[Problem]:
        """Words that are none of those which may be chosen, and what has to be said; each is told of once."""
        return [*unknown_words(form), *unsaid_cells(form)]

    def _cells(self, form: TallyForm) -> list[list[Input]]:
        return [list(group.inputs) for group in groups(form, wide=self._is_wide(form))]

    def _is_wide(self, form: TallyForm) -> bool:
        """Whether something was written that nobody has to write down."""
        needed = {each.name for each in columns(form, wide=False)}
        return any(each.typed and not each.is_usual for each in columns(form, wide=True) if each.name not in needed)


@dataclass(frozen=True, slots=True)
class Columns:
    """What a pasted line has from left to right, and which numbers may stand behind each side's own."""

    groups: Sequence[ColumnGroup]
    more: Sequence[Input]

    @classmethod
    def of(cls, play: TableInPlay) -> "Columns":
        """The columns of the table's next hand."""
        form = TallyForm(play, len(play.hands) + 1)
        narrow, wide = groups(form, wide=False), groups(form, wide=True)
        return cls([group for group in narrow if group.inputs], wide[0].inputs[len(narrow[0].inputs) :])


def typed_words(play: TableInPlay, text: str) -> Mapping[str, str]:
    """What was pasted as the sheet's form sends it."""
    form = TallyForm(play, len(play.hands) + 1)
    asked = columns(form, wide=False)
    if width(text) > len(asked) + BESIDE:
        asked = columns(form, wide=True)
    needed = max(place for place, one in enumerate(asked, 1) if not meant_by_nothing(form, one) and not one.choices)
    hands = read_words(text, first=len(play.hands) + 1, are_words=[bool(one.choices) for one in asked], needed=needed)
    return {
        f"{number}-{one.name}": meant(form, one, cell)[:100]
        for number, cells in hands.items()
        for one, cell in zip(asked, cells, strict=True)
    }
