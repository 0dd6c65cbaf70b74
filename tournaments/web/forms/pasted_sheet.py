"""The table sheet for games with long forms, with hands pasted into its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.actions.core.refusals import Problem
from tournaments.actions.hands.tables import TableInPlay

from .columns import ColumnGroup, columns, groups, meant, meant_by_nothing, unknown_words, unsaid_cells
from .hands import TallyForm
from .inputs import Input
from .pasted_hands import BESIDE
from .pasted_words import read_words, width
from .questions import ALONE
from .said import unsaid_of_roles
from .table_sheet import TableSheet


class PastedSheet(TableSheet):
    """The rows of a table; pasted rows have a field for each column and one for the facts of the hand."""

    @staticmethod
    def columns_of(play: TableInPlay) -> list[str]:
        """The fields of a side, with optional numbers."""
        sides = groups(TallyForm(play, len(play.hands) + 1), wide=True)[:-1]
        return list(dict.fromkeys(each.declared.name for group in sides for each in group.inputs))

    def unread(self, form: TallyForm) -> list[Problem]:
        """Words that are no choice, and missing required facts; each is reported once."""
        return [*unknown_words(form), *unsaid_cells(form), *unsaid_of_roles(form)]

    def _cells(self, form: TallyForm) -> list[list[Input]]:
        *sides, hand = (list(group.inputs) for group in groups(form, wide=self._is_wide(form)))
        alone = form.questions.get(ALONE.name)
        return [*sides, [*hand, alone] if alone else hand]

    def _is_wide(self, form: TallyForm) -> bool:
        """Whether an optional number was written."""
        needed = {each.name for each in columns(form, wide=False)}
        return any(each.typed and not each.is_usual for each in columns(form, wide=True) if each.name not in needed)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a pasted line from left to right, and the numbers allowed after each side's own."""

    groups: Sequence[ColumnGroup]
    more: Sequence[Input]

    @classmethod
    def of(cls, play: TableInPlay) -> "Columns":
        """The columns of the table's next hand."""
        form = TallyForm(play, len(play.hands) + 1)
        narrow, wide = groups(form, wide=False), groups(form, wide=True)
        return cls([group for group in narrow if group.inputs], wide[0].inputs[len(narrow[0].inputs) :])


def typed_words(play: TableInPlay, text: str) -> Mapping[str, str]:
    """The pasted words in the format of the form."""
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
