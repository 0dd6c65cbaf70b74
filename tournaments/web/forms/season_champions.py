"""The form to declare the champions of a season."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournaments.actions.seasons.champions import Champions
from tournaments.models import Tournament
from tournaments.wording.final_words import how_won

from .form import Form
from .seasons import UNCHOSEN


class ChampionForm(Form):
    """How the season was won: by the standings, by all parts or by a final. Each choice names its champions."""

    by = forms.ChoiceField(label=_("Who won the season"))
    tournament = forms.ChoiceField(label=_("The final"), help_text=_("Only if a final decided"), required=False)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, possible: Iterable[Champions], finals: Iterable[Tournament]
    ) -> None:
        super().__init__(data)
        shown = [(f"{each.rule} {each.mark}", f"{', '.join(each.names)}: {how_won(each)}") for each in possible]
        offered = [("", "–"), *((each.slug, each.name) for each in finals)]
        by_final = [("final", capfirst(_("the winner of a final")))] if len(offered) > 1 else []
        self.fields["by"].choices = [UNCHOSEN, *shown, *by_final]  # type: ignore[attr-defined]
        self.fields["tournament"].choices = offered  # type: ignore[attr-defined]
        if not by_final:
            del self.fields["tournament"]

    def raw(self) -> dict[str, Any]:
        """Return the rule and the final for the action."""
        rule, _space, _mark = str(self.cleaned_data.get("by", "")).partition(" ")
        return {"by": rule, "tournament": self.cleaned_data.get("tournament", "")}

    @property
    def seen(self) -> str | None:
        """The digest of the champions that the page showed; None for a final."""
        return str(self.cleaned_data.get("by", "")).partition(" ")[2] or None
