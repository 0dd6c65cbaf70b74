"""The form for decisions on an entry."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.hands.tallies import REASON_LENGTH
from tournaments.actions.people.decisions import decision_problems
from tournaments.actions.people.penalties import penalty_problems
from tournaments.models import Decision, Round, Tournament

from ..requests.faults import field_of, report
from ..requests.once import FormName
from .chosen_entries import EntriesForm, EntryField

PENALTY = "penalty"
KINDS = [
    (PENALTY, _("Penalty: always against the player, in the unit of the standings")),
    (Decision.Kind.AWARD, _("Award: this is the score of the round, whatever was played")),
    (Decision.Kind.FORFEIT, _("Forfeit: what was played does not count for this player, but counts for the others")),
    (Decision.Kind.ABSENT, _("Absence: the player was not there")),
    (
        Decision.Kind.DISQUALIFIED,
        _("Disqualification: at the bottom of the standings without a place, and in no later draw"),
    ),
]


class DecisionForm(EntriesForm):
    """A decision: kind, entry, round, value and reason. Withdrawn entries can also be chosen."""

    NOT_OFFERED = frozenset()
    kind = forms.ChoiceField(label=_("What"), choices=KINDS, widget=forms.RadioSelect)
    entry = EntryField(label=_("Who"))
    round = forms.ModelChoiceField(
        Round.objects.none(),
        empty_label="",
        label=_("In round"),
        required=False,
        help_text=_(
            "A penalty without a round counts in all standings. A disqualification without a round counts from the "
            "last round on."
        ),
    )
    amount = forms.DecimalField(
        label=_("How much"),
        help_text=_("The points of an award or a penalty. Optional for a forfeit or an absence."),
        max_digits=9,
        decimal_places=2,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        localize=True,
    )
    reason = forms.CharField(label=_("Why"), max_length=REASON_LENGTH, help_text=_("Everybody reads it."))
    form = FormName()

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        rounds = Round.objects.published().filter(tournament=tournament)
        self.fields["round"].queryset = rounds.order_by("-number")  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Return the values.

        The form reports all faults at once, also an amount or round that does not fit the kind.
        """
        given = self.cleaned_data
        kind, amount, round_ = given.get("kind", ""), given.get("amount"), given.get("round")
        problems = penalty_problems(amount) if kind == PENALTY else decision_problems(kind, amount, round_)
        report(self, [problem for problem in problems if field_of(self, problem) not in self.errors])
        return given
