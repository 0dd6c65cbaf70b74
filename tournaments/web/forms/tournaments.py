"""The form of a tournament's plan: the main choices, and collapsed fields with defaults."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.reading import read_options
from scoring.ruleset import OPEN_END, TARGET, RuleSet
from scoring.values import Options, TableRules
from tournaments import ranking
from tournaments.actions.setup.pairing_methods import methods_for
from tournaments.actions.setup.plans import usual_vp_table
from tournaments.models import settings_in
from tournaments.wording.words import Words, translated, unit_inside

from .form import FoldingForm
from .inputs import MethodSelect, Number, PlainTextField, form_field, method_choices, typed_value

TIE_BREAKS_OFFERED = 4
METHODS = (
    ("total", _("the sum of each player’s scores")),
    ("places", _("points for the places at a table: 4, 3, 2, 1")),
    ("victory-points", _("victory points: 20 are shared by the difference")),
    ("match-points", _("match points: 2 for a won table, 1 for a drawn one")),
)
TABLE_MINUTES = _("For example 40: after 40 minutes a table finishes its hand and begins no other.")
ROUND_MINUTES = _(
    "For example 50, if tables play for 40: ten minutes are left to enter the last results. The round then closes "
    "automatically, as soon as every result is entered."
)
BY_HANDS = _("by the number of hands: the table for four hands, otherwise the one for three")
SIT_OUTS = (
    ("own-average", _("the average of what the player got in the rounds played")),
    ("field-average", _("the average of everybody in that round")),
)


class TournamentForm(FoldingForm):
    """A tournament's plan for one game with the values of the API. `is_stored` is false for a suggested plan."""

    name = PlainTextField(label=_("Name of the tournament"))

    CHOICES = ("name", "starts_at", "rounds")

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        game: RuleSet,
        plan: Mapping[str, Any],
        vp_tables: Mapping[str, Words],
        is_stored: bool = False,
    ) -> None:
        self.plan, self.has_options = plan, plan["ruleset"] == game.slug
        asked = {} if is_stored or not self.has_options else _unchosen_options(game)
        super().__init__(data, initial={**flat(plan), **_usual_vp_table(game, plan), **asked})
        options = self._options(game)
        self.game = game.configured(options) if self.has_options else game
        self.fields |= {each.name: form_field(each) for each in settings_in("plan")}
        pairing: Any = self.fields["pairing"]
        pairing.widget, pairing.choices = MethodSelect(), method_choices(methods_for(self.game, options))
        self.fields["round_minutes"].help_text = ROUND_MINUTES
        self._add_table(game)
        for field in game.option_fields if self.has_options else ():
            self.fields[f"options_{field.name}"] = form_field(field)
        self._add_scoring()
        self._add_vp_table(vp_tables)

    def _options(self, game: RuleSet) -> Options:
        """Return the submitted options if valid, else the plan's options if valid, else the defaults."""
        sent = {field.name: typed_value(field, self.data.get(f"options_{field.name}")) for field in game.option_fields}
        valid = {name: value for name, value in sent.items() if value is not None}
        tried = [valid] if self.is_bound and self.has_options else []
        for raw in (*tried, self.plan.get("options", {})):
            options = read_options(game, raw)
            if not isinstance(options, list):
                return options
        return cast("Options", read_options(game, {}))

    def _add_table(self, game: RuleSet) -> None:
        """Add the fields of the table rules.

        If an older plan has a target that its game no longer declares, add it too.
        """
        declared = {field.name for field in game.table_fields}
        former = [TARGET] if self.plan.get("table", {}).get("target") and TARGET.name not in declared else []
        for field in (*game.table_fields, *former):
            label = translated(field.label)
            if field.name == TARGET.name:
                label = f"{label} ({unit_inside(game)})"
            self.fields[f"table_{field.name}"] = Number(label=label, help_text=translated(field.help), optional=True)
        help_text = TABLE_MINUTES
        self.fields["table_minutes"] = Number(label=_("Minutes for each table"), help_text=help_text, optional=True)

    def _add_scoring(self) -> None:
        methods = [each for each in METHODS if each[0] != "victory-points" or self.two_sided]
        self._add_choice("scoring_method", _("Score of a table"), methods)
        self._add_sit_out()
        low_wins, cards = self.game.low_wins, self.game.card_points is not None
        suitable = (
            each
            for each in ranking.TIE_BREAKS.values()
            if each.code in self.plan.get("tie_breaks", ())
            or not each.unsuited(low_wins=low_wins, sides=self.game.sides, counts_cards=cards)
        )
        offered = [("", "–"), *((each.code, translated(each.explanation(low_wins=low_wins))) for each in suitable)]
        for place in range(max(TIE_BREAKS_OFFERED, len(self.plan.get("tie_breaks", ())))):
            self._add_choice(f"tie_breaks_{place}", _("Tie-break %(number)d") % {"number": place + 1}, offered)

    def _add_sit_out(self) -> None:
        """Add the field for the score of a sit-out; the choices include the plan's number."""
        own, given = self.plan.get("scoring", {}).get("sit_out"), range(10, 21) if self.game.sit_out else ()
        averages = [name for name, _words in SIT_OUTS]
        numbers = sorted({*map(str, given), *([] if own is None or own in averages else [str(own)])})
        self._add_choice("scoring_sit_out", _("Score of sitting out"), [*SIT_OUTS, *((n, n) for n in numbers)])
        if self.game.sit_out:
            label = _("What sitting out adds to the difference")
            self.fields["scoring_sit_out_difference"] = Number(label=label, optional=True)

    def _add_choice(self, name: str, label: Any, choices: Iterable[tuple[str, Words]]) -> None:
        self.fields[name] = forms.ChoiceField(label=label, choices=list(choices), required=False)

    def _add_vp_table(self, names: Mapping[str, Words]) -> None:
        """Add the field for a victory-point table, for games with two sides.

        The choices include the plan's own table.
        """
        if not self.two_sided:
            return
        own = self.initial.get("scoring_vp_table")
        by_hands = {"": BY_HANDS} if self.game.method == "victory-points" else {}
        offered = {**by_hands, **({own: own} if own else {}), **names}
        self._add_choice("scoring_vp_table", _("Table of victory points"), offered.items())

    @property
    def two_sided(self) -> bool:
        """Whether two sides meet at every table. Victory points and some tie-breaks require this."""
        return set(self.game.sides) == {2}

    @property
    def main(self) -> list[forms.BoundField]:
        """The fields that are not collapsed: name, start, rounds, main options, table rules and pairing."""
        options = [f"options_{name}" for name in self.game.main_options if self.has_options]
        table = [name for name in self.fields if name.startswith("table_")]
        return [self[name] for name in (*self.CHOICES, *options, *table, "pairing")]

    def clean(self) -> dict[str, Any]:
        """Return the values. If no table rule is filled in, report that a table would never end."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.is_bound and not self._group("table"):
            first = next(name for name in self.fields if name.startswith("table_"))
            for problem in self.game.table_problems(self.game.complete(TableRules())):
                self.add_error(first, problem.text(gettext))
        return cleaned

    def raw(self) -> dict[str, Any]:
        """Return the plan for the action, including invalid values."""
        values = self.cleaned_data
        tie_breaks = list(self._group("tie_breaks").values())
        return {
            **{each.name: values.get(each.name, each.default) for each in settings_in("plan")},
            "name": values.get("name"),
            "ruleset": self.plan["ruleset"],
            "table": self._group("table"),
            "options": self._group("options"),
            "scoring": self._scoring(),
            **({} if self._needs_other_tie_breaks(tie_breaks) else {"tie_breaks": tie_breaks}),
        }

    def _needs_other_tie_breaks(self, tie_breaks: list[str]) -> bool:
        """Return whether the options were changed but not the tie-breaks: the default tie-breaks may differ now."""
        return tie_breaks == self.plan.get("tie_breaks") and self._group("options") != self.plan.get("options")

    def _scoring(self) -> dict[str, Any]:
        """Return the chosen scoring.

        If its method is that of the plan, it keeps other details of the plan's scoring.
        """
        chosen, scoring = self._group("scoring"), dict(self.plan.get("scoring", {}))
        points = chosen.get("sit_out", "")
        if points.isdigit():
            chosen["sit_out"] = int(points)
        if chosen.get("method") != "victory-points":
            left_out = ("vp_table", *(("sit_out_difference", "sit_out") if points.isdigit() else ()))
            chosen = {name: value for name, value in chosen.items() if name not in left_out}
        if chosen.get("vp_table") != scoring.get("vp_table"):
            scoring = {name: value for name, value in scoring.items() if name not in ("vp_table", "vp_limits")}
        same = chosen.get("method") == scoring.get("method")
        return {**scoring, **chosen} if same else chosen

    def _group(self, prefix: str) -> dict[str, Any]:
        values = {
            name.removeprefix(f"{prefix}_"): value
            for name, value in self.cleaned_data.items()
            if name.startswith(f"{prefix}_")
        }
        return {name: value for name, value in values.items() if value not in (None, "")}


def _unchosen_options(game: RuleSet) -> dict[str, Any]:
    """Return empty values for options that the user must choose; if there are any, also for the table rules.

    If the game has a default target, the table rules are empty too: the target would end tables before their last hand.
    """
    asked = [f"options_{field.name}" for field in game.option_fields if field.asked]
    table = [f"table_{field.name}" for field in game.table_fields if asked or game.complete(OPEN_END).target]
    return dict.fromkeys([*asked, *table])


def _usual_vp_table(game: RuleSet, plan: Mapping[str, Any]) -> dict[str, str]:
    """Return the empty choice if the plan's victory-point table is the default for its number of hands; else {}."""
    usual = usual_vp_table(plan.get("table", {}).get("hands"))
    is_usual = game.method == "victory-points" and plan.get("scoring", {}).get("vp_table") == usual
    return {"scoring_vp_table": ""} if is_usual else {}


def flat(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a plan by the names of the form's fields."""
    values: dict[str, Any] = {}
    for name, value in plan.items():
        if isinstance(value, Mapping):
            values |= {f"{name}_{key}": inner for key, inner in value.items()}
        elif isinstance(value, list):
            values |= {f"{name}_{place}": inner for place, inner in enumerate(value)}
        else:
            values[name] = value
    return values
