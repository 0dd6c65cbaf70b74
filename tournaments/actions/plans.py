"""Reading what somebody wants a tournament to be: every fault at once, the rest filled in."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_noop as _

from scoring import registry
from scoring.core import Options, TableRules
from scoring.fields import Kind, normalise_text
from scoring.ruleset import RuleSet
from scoring.tally import read_options, read_table_rules
from scoring.victory_points import TABLES, Limits
from tournaments import ranking
from tournaments.actions.draws.methods import methods_for
from tournaments.models import SETTINGS, Setting, Tournament, settings_in

from .names import name_problems
from .problems import Problem

YEARS = range(1900, 2200)
NOT_A_TIME = _("Write a date and time with its zone, such as 2026-03-01T20:30:00+01:00.")
OWN, RULED = settings_in("plan"), settings_in("rules")
MINUTES = SETTINGS["table_minutes"]
FIELDS = {"name", "slug", "table", *(each.name for each in (*OWN, *RULED))}


class Plan:
    """A tournament as wanted: raw values in, model fields in `values`, faults in `problems`.

    What `raw` leaves out is taken from `standing`, an existing tournament's plan, or else from
    what suits the rule set. The pointers of the problems are the names of the API's fields.
    `game` is what the tables play, its options and their end, where all of them can be read.
    `vp_tables` are the limits of the tables of victory points that may be named.
    """

    def __init__(
        self,
        raw: Mapping[str, Any],
        standing: Mapping[str, Any] | None = None,
        *,
        vp_tables: Mapping[str, Limits] = TABLES,
    ) -> None:
        self.raw = {**(standing or {}), **raw}
        self.stood, self.vp_tables = (standing or {}).get("scoring", {}), vp_tables
        self.problems: list[Problem] = []
        self.values: dict[str, Any] = {}
        self.game: tuple[RuleSet, Options, TableRules] | None = None
        self._refuse_unknown(raw)
        self.problems += name_problems(self.raw.get("name", ""), "name")
        self.values["name"] = normalise_text(str(self.raw.get("name", "")))
        for setting in OWN:
            self._read(setting)
        ruleset = self._ruleset()
        if ruleset:
            self._read_game(ruleset)

    def _report(self, code: str, message: str, *path: str | int, **params: object) -> None:
        self.problems.append(Problem(code, message, params, path))

    def _refuse_unknown(self, raw: Mapping[str, Any]) -> None:
        for name in raw:
            if name not in FIELDS:
                message = _("A tournament has no such field: leave it out.")
                self._report("unknown_field", message, str(name)[:60])

    def _read(self, setting: Setting) -> None:
        value = self.raw.get(setting.name, setting.default)
        if setting.kind is Kind.MOMENT and not isinstance(value, datetime):
            value = (read_moment(value) or value) if value != "" else None
        if not setting.accepts(value):
            self.problems.append(_fault(setting, value))
        self.values[setting.column] = value

    def _ruleset(self) -> RuleSet | None:
        slug = self.raw.get("ruleset")
        ruleset = registry.find(slug) if isinstance(slug, str) else None
        if ruleset is None:
            known = ", ".join(r.slug for r in registry.RULESETS)
            message = _("Choose one of the games: %(known)s.")
            code = "missing_field" if slug is None else "unknown_ruleset"
            self._report(code, message, "ruleset", known=known)
            return None
        self.values["ruleset"] = ruleset.slug
        return ruleset

    def _read_game(self, ruleset: RuleSet) -> None:
        given = self.raw.get("options")
        options = read_options(ruleset, {} if given is None else given)
        if isinstance(options, list):
            self.problems += options
            return
        self.values["options"] = dict(options)
        self._refuse_unfit_way(ruleset)
        self._read_tie_breaks(ruleset)
        table = dict(self._object("table")) or _agreed(ruleset.usual_table)
        self._number_in_table(table)
        rules = read_table_rules(ruleset, table)
        if isinstance(rules, list):
            self.problems += [p if p.pointer else p.under("table") for p in rules]
            return
        self.game = ruleset, options, rules
        self.values |= {"table_target": rules.target, "table_hands": rules.hands}
        self._read_scoring(ruleset, rules)

    def _refuse_unfit_way(self, ruleset: RuleSet) -> None:
        fit = methods_for(ruleset, self.values["options"])
        wanted = self.values["pairing"]
        if wanted in Tournament.Pairing.values and wanted not in fit:
            message = _("Tables of this game cannot be made in this way: choose one of %(ways)s.")
            self._report("wrong_way", message, "pairing", ways=", ".join(fit))

    def _object(self, name: str) -> Mapping[str, Any]:
        value = self.raw.get(name)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self._report("wrong_type", _("Write an object of names and values."), name)
            return {}
        return value

    def _number_in_table(self, table: dict[str, Any]) -> None:
        minutes = table.pop("minutes", None)
        if not MINUTES.accepts(minutes):
            message = _("Enter a number from %(least)d to %(most)d.")
            bounds = {"least": MINUTES.minimum, "most": MINUTES.maximum}
            self._report("out_of_range", message, "table", "minutes", **bounds)
        self.values["table_minutes"] = minutes

    def _read_scoring(self, ruleset: RuleSet, rules: TableRules) -> None:
        sides = ruleset.sides
        defaults = default_scoring(ruleset, rules)
        given = self._with_limits(self._object("scoring"))
        scoring = ranking.read_scoring(
            given, low_wins=ruleset.low_wins, sides=sides, defaults=defaults, vp_tables=self.vp_tables
        )
        if isinstance(scoring, list):
            self.problems += scoring
        self.values["scoring"] = {**defaults, **given}

    def _with_limits(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """The scoring with a club's own table written out, as it is now or was when chosen."""
        name = given.get("vp_table")
        if not isinstance(name, str) or name in TABLES or "vp_limits" in given:
            return given
        kept = self.stood.get("vp_limits") if self.stood.get("vp_table") == name else None
        limits = kept or self.vp_tables.get(name)
        return {**given, "vp_limits": list(limits)} if limits else given

    def _read_tie_breaks(self, ruleset: RuleSet) -> None:
        sides = ruleset.sides
        usual = ranking.default_tie_breaks(low_wins=ruleset.low_wins, two_sided=set(sides) == {2})
        tie_breaks = ranking.read_tie_breaks(
            self.raw.get("tie_breaks", list(usual)), low_wins=ruleset.low_wins, sides=sides
        )
        if isinstance(tie_breaks, list):
            self.problems += tie_breaks
        self.values["tie_breaks"] = list(tie_breaks)


def _agreed(rules: TableRules) -> dict[str, int]:
    agreed = {"target": rules.target, "hands": rules.hands}
    return {name: number for name, number in agreed.items() if number is not None}


def default_scoring(ruleset: RuleSet, rules: TableRules) -> dict[str, Any]:
    """The scoring that suits tables of this game with these rules."""
    method = ruleset.default_method(rules)
    if method == "victory-points":
        return {"method": method, "vp_table": "burraco-4" if rules.hands == 4 else "burraco-3"}
    return {"method": method}


def plan_of(tournament: Tournament) -> dict[str, Any]:
    """An existing tournament as the plan that would make it again."""
    table = {each.name: getattr(tournament, each.column) for each in settings_in("table")}
    return {
        "name": tournament.name,
        **{each.name: getattr(tournament, each.column) for each in (*RULED, *OWN)},
        "table": {name: value for name, value in table.items() if value is not None},
    }


def _fault(setting: Setting, value: object) -> Problem:
    """What is wrong with a value that was not accepted."""
    known = ", ".join(str(choice.value) for choice in setting.choices)
    params = {"choices": known, "least": setting.minimum, "most": setting.maximum}
    if setting.kind is Kind.CHOICE:
        code, message = "not_a_choice", _("Choose one of: %(choices)s.")
    elif setting.kind is Kind.BOOLEAN:
        code, message = "not_a_boolean", _("Say yes or no: true or false.")
    elif setting.kind is Kind.MOMENT:
        code, message = "not_a_time", NOT_A_TIME
    elif value is None:
        code, message = "missing_field", _("Enter a number.")
    elif type(value) is not int:
        code, message = "not_an_integer", _("Enter a whole number.")
    else:
        code, message = "out_of_range", _("Enter a number from %(least)d to %(most)d.")
    return Problem(code, message, params, (setting.name,))


def read_moment(raw: object) -> datetime | None:
    """The moment that a text names with its zone; None where it is no such text."""
    try:
        moment = parse_datetime(raw) if isinstance(raw, str) else None
    except ValueError:
        return None
    return moment if moment and moment.tzinfo and moment.year in YEARS else None
