"""What a director fills in where a player has left a table in the middle of a round."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.actions.departures import Departure, free_players, seated_players
from tournaments.actions.tallies import REASON_LENGTH
from tournaments.models import Table
from tournaments.wording.names import filled, kept

from .form import Form

FORFEIT = "forfeit"


class DepartureForm(Form):
    """Who has left, who plays on, and what becomes of later rounds; nothing is chosen beforehand."""

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
        super().__init__(*args, **kwargs)
        sitting = [(str(turn.player_id), kept(turn.player.name)) for turn in seated_players(table)]
        free = [(str(player.pk), _sits_out(player.name)) for player in free_players(table.round)]
        nobody = (FORFEIT, _("Nobody: a forfeit. What was played counts for the others alone"))
        self.fields["player"].choices = sitting  # type: ignore[attr-defined]
        self.fields["instead"].choices = [*free, nobody]  # type: ignore[attr-defined]

    @property
    def departure(self) -> Departure:
        """What was filled in."""
        given = self.cleaned_data
        instead = None if given["instead"] == FORFEIT else int(given["instead"])
        returns = given["later"] == "returns"
        return Departure(player=int(given["player"]), instead=instead, returns=returns, reason=given["reason"])


def _sits_out(name: str) -> str:
    return filled(
        gettext("%(name)s, who sits out: the hands stand under this name, and count for the place"), {"name": name}
    )
