"""What a director fills in to decide on an entry."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.tallies import REASON_LENGTH
from tournaments.models import Decision, Entry, Round, Tournament

KINDS = [
    (Decision.Kind.AWARD, _("Award: the round is worth this, whatever was played")),
    (Decision.Kind.FORFEIT, _("Forfeit: what was played does not count for this player, for the others it does")),
    (Decision.Kind.ABSENT, _("Absence: the player was not there")),
    (Decision.Kind.DISQUALIFIED, _("Disqualification: listed below without a place, and drawn no more")),
]


class DecisionForm(forms.Form):
    """What is decided, on whom, in which round, what it is worth, and why."""

    kind = forms.ChoiceField(label=_("What"), choices=KINDS, widget=forms.RadioSelect)
    entry = forms.ModelChoiceField(Entry.objects.none(), label=_("Who"))
    round_ = forms.ModelChoiceField(
        Round.objects.none(), label=_("In round"), required=False, help_text=_("A disqualification is of all of it.")
    )
    amount = forms.DecimalField(
        label=_("The round is worth"),
        help_text=_("For an award. A forfeit or an absence without a number counts as the tournament's absences do."),
        max_digits=9,
        decimal_places=2,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        localize=True,
    )
    reason = forms.CharField(label=_("Why"), max_length=REASON_LENGTH, help_text=_("Everybody reads it."))

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rounds = Round.objects.published().filter(tournament=tournament)
        self.fields["entry"].queryset = tournament.entries.order_by("name")  # type: ignore[attr-defined]
        self.fields["round_"].queryset = rounds.order_by("-number")  # type: ignore[attr-defined]
