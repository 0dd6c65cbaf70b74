"""What a form asks beside the fields that the rules declare: nothing is decided by what somebody left as it was."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.fields import Field, Kind
from scoring.problems import gettext_noop as _
from tournaments.models import Hand

from .game_forms import Fold, FormLayout
from .inputs import Input, worded

ALONE = Field("alone", _("Nobody: the caller plays alone"), kind=Kind.BOOLEAN, optional=True)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a form's values come from: what was sent, or the hand that stands, or nothing yet."""

    data: Mapping[str, str] | None
    hand: Hand | None

    def typed(self, field: Field, of_the_hand: str) -> str:
        """What a question was answered with; `of_the_hand` is the answer that a hand stands for."""
        if self.data is not None:
            return self.data.get(f"hand-{field.name}", "").strip()
        return of_the_hand if self.hand else ""


def questions(sheet: FormLayout, source: Source) -> dict[str, Input]:
    """The questions of a sheet beside the fields that the rules declare, by name."""
    asked = [
        _question(fold.asks, source.typed(fold.asks, "some" if _has_some(source.hand, fold) else "none"))
        for fold in sheet.folds
        if fold.asks
    ]
    if sheet.alone:
        asked.append(_question(ALONE, source.typed(ALONE, "" if _has_word(source.hand, sheet.alone[-1]) else "yes")))
    return {one.declared.name: one for one in asked}


def _question(field: Field, typed: str) -> Input:
    return Input(field, f"hand-{field.name}", typed, worded(field.choices))


def _has_some(hand: Hand | None, fold: Fold) -> bool:
    lines = hand.lines if hand else ()
    return any(line and line.get(name) for line in lines for name in fold.names)


def _has_word(hand: Hand | None, word: str) -> bool:
    lines = hand.lines if hand else ()
    return any(word in line.values() for line in lines if line)
