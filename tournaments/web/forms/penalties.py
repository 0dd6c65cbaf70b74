"""Taking points from an entry."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.judging import REASON_LENGTH
from tournaments.models import Entry, Tournament


class PenaltyForm(forms.Form):
    """Who, how much, and why."""

    entry = forms.ModelChoiceField(Entry.objects.none(), label=_("Who"))
    amount = forms.DecimalField(
        label=_("How much"),
        help_text=_("It always counts against the player, in the unit of the standings."),
        max_digits=9,
        decimal_places=2,
        min_value=Decimal("0.01"),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        localize=True,
    )
    reason = forms.CharField(label=_("Why"), max_length=REASON_LENGTH)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].queryset = tournament.entries.order_by("name")  # type: ignore[attr-defined]
