"""The forms of a round in play: its clock, closing it while hands are missing, and a player's departure."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.actions.hands.closing import UNFINISHED, UNPLAYED, Closing, usual_unfinished
from tournaments.actions.hands.tables import TableInPlay, play_of
from tournaments.actions.hands.tallies import REASON_LENGTH
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds.departures import Departure, free_players, seated_players
from tournaments.models import Table, Tournament
from tournaments.wording.names import as_name, filled

from .form import ClubDateTimeField, Form
from .inputs import Number


def whole(typed: object) -> int | None:
    """Return the typed number; None if empty. Raise ValidationError if it is not a whole number."""
    if typed is None or isinstance(typed, int):
        return typed
    raise forms.ValidationError(_("Enter a whole number."))


class StartForm(Form):
    """The minutes of a round's clock, and the moment of its start."""

    minutes = Number(label=_("Minutes"))
    starts_at = ClubDateTimeField(label=_("Start at"), help_text=_("Leave it empty to start now."))

    def clean_minutes(self) -> int | None:
        """Return the minutes; None if empty. Raise ValidationError if they are not an integer."""
        return whole(self.cleaned_data["minutes"])


class MoreTimeForm(Form):
    """The minutes to add, and the table that gets them."""

    minutes = Number(label=_("Minutes more"), help_text=_("To take minutes off, type a minus sign first: −5."))
    table = Number(label=_("Table"), help_text=_("Leave it empty for all tables."), optional=True)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def clean_minutes(self) -> int:
        """Return the minutes; 0 if empty. Raise ValidationError if they are not an integer."""
        return whole(self.cleaned_data["minutes"]) or 0

    def clean_table(self) -> int | None:
        """Return the table; None for all tables. Raise ValidationError if it is not an integer."""
        return whole(self.cleaned_data["table"])


ASKED = ("unplayed", "amount", "unfinished")


class CloseForm(Form):
    """How to score tables without hands, and tables with some missing hands.

    Each is asked only if there are such tables.
    """

    def __init__(self, *args: Any, tournament: Tournament, waiting: Sequence[TableInPlay], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.without_hand = [table.table.number for table in waiting if not table.has_counted]
        self.with_some = [table.table.number for table in waiting if table.has_counted]
        if self.without_hand:
            self.fields["unplayed"] = _choice(_("Each player at a table without a result gets"), UNPLAYED)
            self.fields["amount"] = _number()
            self.initial["unplayed"] = Closing().unplayed
        if self.with_some:
            self.fields["unfinished"] = _choice(_("A table with some of its results counts"), UNFINISHED)
            self.initial["unfinished"] = usual_unfinished(tournament)

    @property
    def closing(self) -> Closing:
        """The chosen closing, with the defaults for choices that are empty or not offered."""
        asked = {name: self.cleaned_data[name] for name in ASKED if name in self.fields}
        return Closing(**{name: value for name, value in asked.items() if value not in ("", None)})


def _choice(label: "str | Promise", choices: Mapping[str, str]) -> forms.ChoiceField:
    offered = [(value, _(words)) for value, words in choices.items()]
    return forms.ChoiceField(label=str(label), choices=offered, required=False, widget=forms.RadioSelect)


def _number() -> forms.DecimalField:
    return forms.DecimalField(
        label=_("The number, if you chose a number"),
        max_digits=9,
        decimal_places=2,
        required=False,
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )


NOT_ENTERED, FORFEIT, CLOSE = "not-entered", "forfeit", "close"


class DepartureForm(CloseForm):
    """The player who leaves, the player who continues, and the later rounds. No choice is preselected.

    The form asks how to score a closed table as `CloseForm` does.
    """

    player = forms.ChoiceField(label=_("Who has left"), widget=forms.RadioSelect)
    instead = forms.ChoiceField(label=_("Who plays on in this round"), widget=forms.RadioSelect)
    later = forms.ChoiceField(
        label=_("Later rounds"),
        widget=forms.RadioSelect,
        choices=[("leaves", _("takes no part in them")), ("returns", _("plays again from the next round on"))],
    )
    reason = forms.CharField(
        label=_("Why"),
        max_length=REASON_LENGTH,
        help_text=_("Everybody can read the reason of a forfeit. Only directors can read other reasons."),
    )

    def __init__(self, *args: Any, table: Table, **kwargs: Any) -> None:
        super().__init__(*args, tournament=table.round.tournament, waiting=[play_of(table)], **kwargs)
        sitting = [(str(turn.player_id), as_name(turn.player.name)) for turn in seated_players(table)]
        free = [(str(player.pk), _sits_out(player.name)) for player in free_players(table.round)]
        others = [
            (
                NOT_ENTERED,
                _("Somebody not entered: the results are listed under this name and count for the player who left"),
            ),
            (FORFEIT, _("Nobody: a forfeit. What was played counts for the others alone")),
            (CLOSE, _("Nobody: the table is closed for all who sit there")),
        ]
        self.fields["player"].choices = sitting  # type: ignore[attr-defined]
        self.fields["instead"].choices = [*free, *others]  # type: ignore[attr-defined]
        for name in ASKED:
            if name in self.fields:
                label = str(self.fields[name].label)
                lower = label[:1].lower() + label[1:]
                self.fields[name].label = gettext("If the table is closed: %(what)s") % {"what": lower}

    @property
    def asks_name(self) -> bool:
        """Whether a new player was chosen, whose name the form must ask for."""
        return bool(self.is_bound and self.data.get("instead") == NOT_ENTERED)

    def departure(self, candidate: Candidate | None) -> Departure:
        """Return the departure with the form's values; `candidate` is the new player who continues, or None."""
        given = self.cleaned_data
        instead: int | Candidate | None = candidate
        if given["instead"].isdecimal():
            instead = int(given["instead"])
        return Departure(
            player=int(given["player"]),
            instead=instead,
            returns=given["later"] == "returns",
            reason=given["reason"],
            closing=self.closing if given["instead"] == CLOSE else None,
        )


def _sits_out(name: str) -> str:
    return filled(
        gettext("%(name)s, who sits out: the results are listed under this name and count for the player who left"),
        {"name": name},
    )
