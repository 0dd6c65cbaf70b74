"""The forms to define a club's own game, and to import one."""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.ruleset import RuleSet
from tournaments.actions.setup.plans import usual_tie_breaks
from tournaments.models import settings_in
from tournaments.wording.words import Words

from .form import Form
from .inputs import PlainTextField
from .tournaments import TournamentForm

LARGEST = 100_000
"""The most bytes of a definition, a hundred times the usual size."""


class GameForm(TournamentForm):
    """The definition of a game with a given base game; the values are those of the API."""

    FIRST = ("name", "unit")

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        game: RuleSet,
        definition: Mapping[str, Any],
        vp_tables: Mapping[str, Words],
        is_stored: bool,
    ) -> None:
        self.definition = definition
        usual = usual_tie_breaks(game.configured(definition["options"]))
        tie_breaks = usual if definition["tie_breaks"] is None else definition["tie_breaks"]
        plan = {**definition, "ruleset": game.slug, "tie_breaks": tie_breaks}
        super().__init__(data, game=game, plan=plan, vp_tables=vp_tables, is_stored=is_stored)
        for each in settings_in("plan"):
            del self.fields[each.name]
        self.fields["name"].label = _("Name of the game")
        self.fields["unit"] = PlainTextField(
            label=_("What is counted"), help_text=_("For example penalty points. Empty: points"), optional=True
        )
        self.order_fields([field.name for field in self.main])

    @property
    def is_decided(self) -> bool:
        """Whether every option has a value and the table rules say when a table ends."""
        asked = all(self[f"options_{field.name}"].value() for field in self.game.option_fields if field.asked)
        return asked and any(field.value() for field in self if field.name.startswith("table_"))

    @property
    def main(self) -> list[forms.BoundField]:
        """The fields for name, unit, main options and table rules."""
        options = [f"options_{name}" for name in self.game.main_options]
        table = [name for name in self.fields if name.startswith("table_")]
        return [self[name] for name in (*self.FIRST, *options, *table)]

    def raw(self) -> dict[str, Any]:
        """Return the definition for the action, including invalid values."""
        return self._sent

    @cached_property
    def _sent(self) -> dict[str, Any]:  # cached, because add_error() removes a field's value
        return {
            "name": self.cleaned_data.get("name"),
            "unit": self.cleaned_data.get("unit"),
            "base": self.game.slug,
            "table": self._group("table"),
            "options": self._group("options"),
            "scoring": self._scoring(),
            "tie_breaks": self._tie_breaks(),
        }

    def _tie_breaks(self) -> list[str] | None:
        """Return the chosen tie-breaks; None if they are the default for these options."""
        chosen = list(self._group("tie_breaks").values())
        if chosen != self.plan["tie_breaks"]:
            return chosen
        stored: list[str] | None = self.definition["tie_breaks"]
        return stored if self._group("options") == self.plan["options"] else None


class GameFileForm(Form):
    """A definition from another club, as a file or as its text."""

    file = forms.FileField(label=_("File of a game"), required=False)
    text = PlainTextField(label=_("Or its text"), widget=forms.Textarea(attrs={"rows": 4}), optional=True)

    def clean(self) -> dict[str, Any]:
        """Return the values with `document`. Report a text that is not a JSON object or is longer than `LARGEST`."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        where, raw = ("file", file.read(LARGEST + 1)) if file else ("text", cleaned.get("text", "").encode())
        try:
            cleaned["document"] = json.loads(raw) if len(raw) <= LARGEST else None
        except (ValueError, RecursionError):
            cleaned["document"] = None
        if not isinstance(cleaned["document"], dict):
            self.add_error(where, _("This is not a game that was exported here."))
        return cleaned
