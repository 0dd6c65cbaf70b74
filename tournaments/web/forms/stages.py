"""The forms of stages: which tournaments a stage follows, the next stage, and groups."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.stages.pots import OF_OTHERS
from tournaments.models import Season, Stage, Tournament

from .form import FoldingForm
from .inputs import Number, PlainTextField

EACH, TOGETHER = "each", "together"
MAIN = ("name", "groups", "pots", "sources", "first", "last", "carry", "share", "bonus", "ties")
POTS = [("list", _("The order of the list")), ("rating", _("The ratings of the club")), ("lot", _("The lot alone"))]


class Ticks(forms.CheckboxSelectMultiple):
    """Check boxes that look like buttons side by side."""

    template_name = "django/forms/widgets/radio.html"
    option_template_name = "django/forms/widgets/radio_option.html"


class StageForm(FoldingForm):
    """Which tournaments a stage follows, which places qualify with which scores, and which tie-breaks decide."""

    sources = forms.MultipleChoiceField(
        label=_("Comes after"),
        help_text=_(
            "A final after a second chance follows both tournaments: a player who qualifies twice is entered once"
        ),
        required=False,
        widget=Ticks,
    )
    first = Number(
        label=_("First place that qualifies"),
        help_text=_("1 for the best; 5 for places 5 to 8, or for a second chance of all after place 4"),
        initial=1,
    )
    last = Number(
        optional=True,
        label=_("Last place that qualifies"),
        help_text=_("Empty: all the rest; 0: only players whom you choose"),
    )
    of_each = forms.ChoiceField(
        label=_("Counted"),
        choices=[(EACH, _("in each of these tournaments")), (TOGETHER, _("in all of them together"))],
        help_text=_("Together: by place, then points, then tie-breaks"),
    )
    carry = forms.ChoiceField(label=_("Points carried over"), choices=Stage.Carry.choices)
    share = Number(
        optional=True, label=_("Share in per cent"), help_text=_("Only if a share is carried over, for example 50")
    )
    bonus = PlainTextField(
        optional=True,
        label=_("Bonus by place"),
        help_text=_("Only with a bonus, beginning with the first place, for example 3, 2, 1"),
    )
    ties = forms.ChoiceField(label=_("Tied for the last place after the tie-breaks"), choices=Stage.Ties.choices)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, offered: Iterable[Tournament], initial: Mapping[str, Any]
    ) -> None:
        super().__init__(data, initial={**initial, "of_each": EACH if initial.get("of_each", True) else TOGETHER})
        if bonus := initial.get("bonus"):
            self.initial["bonus"] = ", ".join(bonus)
        self.fields["sources"].choices = [(each.slug, each.name) for each in offered]  # type: ignore[attr-defined]

    @property
    def main(self) -> list[forms.BoundField]:
        """The fields that most stages need."""
        return [self[name] for name in MAIN if name in self.fields]

    def raw(self) -> dict[str, Any]:
        """Return the declaration to pass to the action, including invalid values."""
        typed = self.cleaned_data
        values = {name: typed.get(name) for name in ("sources", "first", "last", "carry", "ties")}
        values["of_each"] = typed.get("of_each") == EACH
        if typed.get("carry") == Stage.Carry.SHARE:
            values["share"] = typed.get("share")
        if typed.get("carry") == Stage.Carry.BONUS:
            values["bonus"] = [each for each in re.split(r"[\s;,]+", str(typed.get("bonus", ""))) if each]
        return values


class NextStageForm(StageForm):
    """The name of a new tournament, and which tournaments it follows."""

    field_order = ("name",)
    name = PlainTextField(label=_("Name of the next stage"))


class GroupsForm(StageForm):
    """The number of groups, how they are balanced, and who qualifies from each group."""

    field_order = ("groups", "pots")
    groups = Number(label=_("Groups"))
    pots = forms.ChoiceField(
        label=_("The groups are balanced by"),
        help_text=_(
            "The players are divided, in this order, into pots with one player for each group. "
            "The lot decides who of a pot goes to which group, and clubs are kept apart"
        ),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, seasons: Iterable[Season], played: Iterable[Tournament]
    ) -> None:
        super().__init__(data, offered=(), initial={"groups": 2})
        del self.fields["sources"]
        standings = [(f"season:{each.slug}", each.name) for each in seasons]
        standings += [(f"standing:{each.slug}", each.name) for each in played]
        of = _("The standings of %(name)s")
        self.fields["pots"].choices = [*POTS, *((value, of % {"name": name}) for value, name in standings)]  # type: ignore[attr-defined]

    @property
    def balance(self) -> str:
        """The sentence on what balances the groups."""
        choices = dict(self.fields["pots"].choices)  # type: ignore[attr-defined]
        chosen = str(choices[self.cleaned_data["pots"]])
        return f"{self['pots'].label}: {chosen[0].lower()}{chosen[1:]}."

    def raw(self) -> dict[str, Any]:
        """Return the groups and the declaration for the action."""
        pots, _colon, of = self.cleaned_data.get("pots", "").partition(":")
        values = {"groups": self.cleaned_data.get("groups"), "pots": pots, **({"of": of} if pots in OF_OTHERS else {})}
        return {**{name: value for name, value in super().raw().items() if name != "sources"}, **values}
