"""Questions of a form in addition to declared fields; an unchanged answer decides nothing."""

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
    """The source of a form's values: submitted data, the current hand, or none."""

    data: Mapping[str, str] | None
    hand: Hand | None

    def typed(self, field: Field, of_the_hand: str) -> str:
        """The answer to a question; `of_the_hand` is the answer implied by the current hand."""
        if self.data is not None:
            return self.data.get(f"hand-{field.name}", "").strip()
        return of_the_hand if self.hand else ""


def questions(sheet: FormLayout, source: Source) -> dict[str, Input]:
    """The questions of a layout in addition to declared fields, by name."""
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
