"""The forms for closing a round, or one of its tables, with missing hands."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.actions.hands.closing import UNFINISHED, UNPLAYED, Closing, usual_unfinished
from tournaments.actions.hands.tables import TableInPlay
from tournaments.models import Tournament

from .form import Form

ASKED = ("unplayed", "amount", "unfinished")


class CloseForm(Form):
    """The worth of a table without hands, and of one with some hands; each asked only if there is one."""

    def __init__(self, *args: Any, tournament: Tournament, waiting: Sequence[TableInPlay], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.without_hand = [table.table.number for table in waiting if not table.has_counted]
        self.with_some = [table.table.number for table in waiting if table.has_counted]
        if self.without_hand:
            self.fields["unplayed"] = _choice(_("A table without a hand is worth, to each who sits there"), UNPLAYED)
            self.fields["amount"] = _number()
            self.initial["unplayed"] = Closing().unplayed
        if self.with_some:
            self.fields["unfinished"] = _choice(_("A table with some of its hands counts"), UNFINISHED)
            self.initial["unfinished"] = usual_unfinished(tournament)

    @property
    def closing(self) -> Closing:
        """The values filled in, with defaults for those not asked."""
        asked = {name: self.cleaned_data[name] for name in ASKED if name in self.fields}
        return Closing(**{name: value for name, value in asked.items() if value not in ("", None)})


def _choice(label: "str | Promise", choices: Mapping[str, str]) -> forms.ChoiceField:
    offered = [(value, _(words)) for value, words in choices.items()]
    return forms.ChoiceField(label=str(label), choices=offered, required=False, widget=forms.RadioSelect)


def _number() -> forms.DecimalField:
    return forms.DecimalField(
        label=_("The number, where it is one"),
        max_digits=9,
        decimal_places=2,
        required=False,
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
