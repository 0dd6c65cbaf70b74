"""The form for a player who leaves during a round."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.actions.hands.closing import Closing
from tournaments.actions.hands.tables import play_of
from tournaments.actions.hands.tallies import REASON_LENGTH
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds.departures import Departure, free_players, seated_players
from tournaments.models import Table
from tournaments.wording.names import filled, kept

from .closing import ASKED, CloseForm

NOT_ENTERED, FORFEIT, CLOSE = "not-entered", "forfeit", "close"


class DepartureForm(CloseForm):
    """The leaving player, the one who plays on, and the later rounds; no choice is preselected.

    The worth of a closed table is asked as when a round is closed.
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
        help_text=_("Everybody can read it if it is a forfeit, otherwise only directors."),
    )

    def __init__(self, *args: Any, table: Table, **kwargs: Any) -> None:
        super().__init__(*args, tournament=table.round.tournament, waiting=[play_of(table)], **kwargs)
        sitting = [(str(turn.player_id), kept(turn.player.name)) for turn in seated_players(table)]
        free = [(str(player.pk), _sits_out(player.name)) for player in free_players(table.round)]
        others = [
            (NOT_ENTERED, _("Somebody who is not entered: the hands stand under this name, and count for the place")),
            (FORFEIT, _("Nobody: a forfeit. What was played counts for the others alone")),
            (CLOSE, _("Nobody: the table is closed for all who sit there")),
        ]
        self.fields["player"].choices = sitting  # type: ignore[attr-defined]
        self.fields["instead"].choices = [*free, *others]  # type: ignore[attr-defined]
        for name in ASKED:
            if name in self.fields:
                self.fields[name].label = _closed(str(self.fields[name].label))

    @property
    def asks_name(self) -> bool:
        """Whether a new player was chosen, whose name is needed."""
        return bool(self.is_bound and self.data.get("instead") == NOT_ENTERED)

    def departure(self, candidate: Candidate | None) -> Departure:
        """The values; `candidate` is a new player who plays on."""
        given = self.cleaned_data
        instead: int | Candidate | None = candidate
        if given["instead"].isdecimal():
            instead = int(given["instead"])
        return Departure(
            player=int(given["player"]),
            instead=instead,
            returns=given["later"] == "returns",
            reason=given["reason"],
            closing=self._closing(),
        )

    def _closing(self) -> Closing | None:
        return self.closing if self.cleaned_data["instead"] == CLOSE else None


def _sits_out(name: str) -> str:
    return filled(
        gettext("%(name)s, who sits out: the hands stand under this name, and count for the place"), {"name": name}
    )


def _closed(label: str) -> str:
    return gettext("If the table is closed: %(what)s") % {"what": label[:1].lower() + label[1:]}
