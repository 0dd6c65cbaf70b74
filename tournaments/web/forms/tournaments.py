"""The form of a new tournament: a game and three choices, with the rest folded away with defaults."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.reading import read_options
from scoring.ruleset import TARGET, RuleSet
from scoring.values import TableRules
from tournaments import ranking
from tournaments.actions.setup.pairing_methods import methods_for
from tournaments.models import settings_in
from tournaments.wording.words import Words, translated, unit

from .form import Form
from .inputs import MethodSelect, Number, PlainTextField, form_field, method_choices

TIE_BREAKS_OFFERED = 4
METHODS = (
    ("total", _("what each one scores, added up")),
    ("places", _("points for the places at a table: 4, 3, 2, 1")),
    ("victory-points", _("victory points: 20 are shared by the difference")),
    ("match-points", _("match points: 2 for a won table, 1 for a drawn one")),
)
TABLE_MINUTES = _("For example 40: after 40 minutes a table plays its hand to the end, and no further hand is due.")
ROUND_MINUTES = _(
    "For example 50, where tables play for 40: ten minutes are left to enter the last hands. The round then closes "
    "automatically, as soon as every hand is entered."
)
SIT_OUTS = (
    ("own-average", _("the mean of what the player got in the rounds played")),
    ("field-average", _("the mean of everybody in that round")),
)


class TournamentForm(Form):
    """A tournament's plan in the words of the API, made for one game."""

    name = PlainTextField(label=_("Name of the tournament"))

    CHOICES = ("name", "starts_at", "rounds")

    def __init__(
        self, data: QueryDict | None = None, *, game: RuleSet, plan: Mapping[str, Any], vp_tables: Mapping[str, Words]
    ) -> None:
        super().__init__(data, initial=flat(plan))
        self.game, self.plan = game, plan
        self.fields |= {each.name: form_field(each) for each in settings_in("plan")}
        options = read_options(game, plan.get("options", {}))
        methods = [] if isinstance(options, list) else methods_for(game, options)
        pairing: Any = self.fields["pairing"]
        pairing.widget, pairing.choices = MethodSelect(), method_choices(methods)
        self.fields["round_minutes"].help_text = ROUND_MINUTES
        self._add_table(game)
        for field in game.option_fields:
            self.fields[f"options_{field.name}"] = form_field(field)
        self._add_scoring()
        self._add_vp_table(vp_tables)

    def _add_table(self, game: RuleSet) -> None:
        """Add the table rules; older plans keep a target that their game does not take any more."""
        declared = {field.name for field in game.table_fields}
        kept = [TARGET] if self.plan.get("table", {}).get("target") and TARGET.name not in declared else []
        for field in (*game.table_fields, *kept):
            label = translated(field.label)
            if field.label == TARGET.label:
                label = f"{label} ({unit(game).lower()})"
            self.fields[f"table_{field.name}"] = Number(label=label, help_text=translated(field.help), optional=True)
        help_text = TABLE_MINUTES
        self.fields["table_minutes"] = Number(label=_("Minutes for each table"), help_text=help_text, optional=True)

    def _add_scoring(self) -> None:
        methods = [each for each in METHODS if each[0] != "victory-points" or self.two_sided]
        self._add_choice("scoring_method", _("What a table is worth"), methods)
        self._add_choice("scoring_sit_out", _("What sitting out is worth"), SIT_OUTS)
        low_wins, cards = self.game.low_wins, self.game.card_points is not None
        suitable = (
            each
            for each in ranking.CRITERIA.values()
            if not each.unsuited(low_wins=low_wins, sides=self.game.sides, counts_cards=cards)
        )
        offered = [("", "–"), *((each.code, translated(each.looks_at(low_wins=low_wins))) for each in suitable)]
        for place in range(max(TIE_BREAKS_OFFERED, len(self.plan.get("tie_breaks", ())))):
            self._add_choice(f"tie_breaks_{place}", _("Tie-break %(number)d") % {"number": place + 1}, offered)

    def _add_choice(self, name: str, label: Any, choices: Iterable[tuple[str, Words]]) -> None:
        self.fields[name] = forms.ChoiceField(label=label, choices=list(choices), required=False)

    def _add_vp_table(self, names: Mapping[str, Words]) -> None:
        """The table of victory points, for games of two sides; the plan's own stays on offer."""
        if not self.two_sided:
            return
        own = self.initial.get("scoring_vp_table")
        offered = {**({own: own} if own else {}), **names}
        self._add_choice("scoring_vp_table", _("Table of victory points"), offered.items())

    @property
    def two_sided(self) -> bool:
        """Whether two sides meet at every table, as victory points and some tie-breaks need."""
        return set(self.game.sides) == {2}

    @property
    def first(self) -> list[forms.BoundField]:
        """The required choices: name, start, length, and how tables end and are made."""
        options = [f"options_{name}" for name in self.game.main_options]
        table = [name for name in self.fields if name.startswith("table_")]
        return [self[name] for name in (*self.CHOICES, *options, *table, "pairing")]

    @property
    def folded(self) -> list[forms.BoundField]:
        """The fields with defaults."""
        first = {field.name for field in self.first}
        return [field for field in self if field.name not in first]

    @property
    def folded_faults(self) -> bool:
        """Whether a folded field has a fault."""
        return any(field.errors for field in self.folded)

    def clean(self) -> dict[str, Any]:
        """The choices; a table that would never end is a fault here, where nothing is implied."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.is_bound and not self._group("table"):
            for problem in self.game.table_problems(self.game.complete(TableRules())):
                self.add_error(None, problem.text(gettext))
        return cleaned

    def raw(self) -> dict[str, Any]:
        """The plan as the action wants it, faults and all."""
        values = self.cleaned_data
        return {
            **{each.name: values.get(each.name, each.default) for each in settings_in("plan")},
            "name": values.get("name"),
            "ruleset": self.game.slug,
            "table": self._group("table"),
            "options": self._group("options"),
            "scoring": self._scoring(),
            "tie_breaks": list(self._group("tie_breaks").values()),
        }

    def _scoring(self) -> dict[str, Any]:
        """The scoring; stored details of the same method, such as its points, stay."""
        chosen, standing = self._group("scoring"), dict(self.plan.get("scoring", {}))
        if chosen.get("method") != "victory-points":
            chosen.pop("vp_table", None)
        if chosen.get("vp_table") != standing.get("vp_table"):
            standing.pop("vp_limits", None)
        same = chosen.get("method") == standing.get("method")
        return {**standing, **chosen} if same else chosen

    def _group(self, prefix: str) -> dict[str, Any]:
        values = {
            name.removeprefix(f"{prefix}_"): value
            for name, value in self.cleaned_data.items()
            if name.startswith(f"{prefix}_")
        }
        return {name: value for name, value in values.items() if value not in (None, "")}


def flat(plan: Mapping[str, Any]) -> dict[str, Any]:
    """A plan's values by the names of the form's fields."""
    values: dict[str, Any] = {}
    for name, value in plan.items():
        if isinstance(value, Mapping):
            values |= {f"{name}_{key}": inner for key, inner in value.items()}
        elif isinstance(value, list):
            values |= {f"{name}_{place}": inner for place, inner in enumerate(value)}
        else:
            values[name] = value
    return values
