"""Read the plan of a tournament: report every fault at once and fill in defaults."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring import registry
from scoring.fields import normalise_text
from scoring.problems import Problem
from scoring.reader import Reader
from scoring.reading import read_options, read_table_rules
from scoring.ruleset import RuleSet
from scoring.values import Options, TableRules
from scoring.victory_points import TABLES, Limits
from tournaments import ranking
from tournaments.models import SETTINGS, Setting, Tournament, settings_in

from ..core.names import name_problems
from .pairing_methods import methods_for

OWN, RULED = settings_in("plan"), settings_in("rules")
MINUTES = SETTINGS["table_minutes"]
FIELDS = {"name", "slug", "table", *(each.name for each in (*OWN, *RULED))}


class PlannedTournament:
    """The plan of a tournament: raw values are read into model fields in `values`, faults into `problems`.

    A field missing from `raw` is taken from `standing`, an existing tournament's plan, or else from the defaults of the
    rule set. The pointers of the problems are the names of the API's fields. `game` is the rule set, its options and
    the end of a table, if all of them could be read. `vp_tables` are the limits of the victory point tables that may be
    named.
    """

    def __init__(
        self,
        raw: Mapping[str, Any],
        standing: Mapping[str, Any] | None = None,
        *,
        vp_tables: Mapping[str, Limits] = TABLES,
    ) -> None:
        self.document = Reader({**(standing or {}), **raw})
        self.raw, self.problems = self.document.raw, self.document.problems
        self.standing, self.vp_tables = standing or {}, vp_tables
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

    def _refuse_unknown(self, raw: Mapping[str, Any]) -> None:
        for name in raw:
            if name not in FIELDS:
                message = _("A tournament has no such field: leave it out.")
                self.document.at(str(name)[:60]).report("unknown_field", message)

    def _read(self, setting: Setting) -> None:
        value = setting.read(self.raw.get(setting.name, setting.default))
        if not setting.accepts(value):
            self.problems.append(setting.problem(value))
        self.values[setting.column] = value

    def _ruleset(self) -> RuleSet | None:
        slug = self.raw.get("ruleset")
        ruleset = registry.find(slug) if isinstance(slug, str) else None
        if ruleset is None:
            slugs = ", ".join(r.slug for r in registry.RULESETS)
            message = _("Choose one of the games: %(known)s.")
            code = "missing_field" if slug is None else "unknown_ruleset"
            self.document.at("ruleset").report(code, message, known=slugs)
            return None
        self.values["ruleset"] = ruleset.slug
        return ruleset

    def _read_game(self, ruleset: RuleSet) -> None:
        raw_options = self.raw.get("options")
        options = read_options(ruleset, {} if raw_options is None else raw_options)
        if isinstance(options, list):
            self.problems += options
            return
        self.values["options"] = dict(options)
        ruleset = ruleset.configured(options)
        self._refuse_unfit_way(ruleset)
        self._read_tie_breaks(ruleset)
        usual = {"target": ruleset.usual_table.target, "hands": ruleset.usual_table.hands}
        table = dict(self._object("table")) or {name: end for name, end in usual.items() if end is not None}
        self._number_in_table(table)
        rules = self._table_rules(ruleset, table)
        if isinstance(rules, list):
            self.problems += [p if p.pointer else p.under("table") for p in rules]
            return
        self.game = ruleset, options, rules
        self.values |= {"table_target": rules.target, "table_hands": rules.hands}
        self._read_scoring(ruleset, rules)

    def _table_rules(self, ruleset: RuleSet, table: Mapping[str, Any]) -> TableRules | list[Problem]:
        """Return the end of the tables; an unchanged one stays valid, even if the game no longer accepts it."""
        stood = {name: end for name, end in self.standing.get("table", {}).items() if name != MINUTES.name}
        if table and table == stood and self.standing.get("ruleset") == ruleset.slug:
            return TableRules(**stood)
        return read_table_rules(ruleset, table)

    def _refuse_unfit_way(self, ruleset: RuleSet) -> None:
        fit = methods_for(ruleset, self.values["options"])
        method = self.values["pairing"]
        if method in Tournament.Pairing.values and method not in fit:
            message = _("Tables of this game cannot be made in this way: choose one of %(ways)s.")
            self.document.at("pairing").report("wrong_way", message, ways=", ".join(fit))

    def _object(self, name: str) -> Mapping[str, Any]:
        part = self.document.at(name)
        if part.raw is None:
            return {}
        raw: Mapping[str, Any] = part.as_object("wrong_type", _("Write an object of names and values.")).raw
        return raw

    def _number_in_table(self, table: dict[str, Any]) -> None:
        minutes = table.pop("minutes", None)
        if not MINUTES.accepts(minutes):
            message = _("Enter a number from %(least)d to %(most)d.")
            bounds = {"least": MINUTES.minimum, "most": MINUTES.maximum}
            self.problems.append(Problem("out_of_range", message, bounds, ("table", "minutes")))
        self.values["table_minutes"] = minutes

    def _read_scoring(self, ruleset: RuleSet, rules: TableRules) -> None:
        defaults = _default_scoring(ruleset, rules)
        raw_scoring = self._with_limits(self._object("scoring"))
        scoring = ranking.read_scoring(
            raw_scoring, low_wins=ruleset.low_wins, sides=ruleset.sides, defaults=defaults, vp_tables=self.vp_tables
        )
        if isinstance(scoring, list):
            self.problems += scoring
        self.values["scoring"] = {**defaults, **raw_scoring}

    def _with_limits(self, raw_scoring: Mapping[str, Any]) -> Mapping[str, Any]:
        """Add the limits of a club's own table to the scoring: those stored with the tournament, or current ones."""
        name = raw_scoring.get("vp_table")
        if not isinstance(name, str) or name in TABLES or "vp_limits" in raw_scoring:
            return raw_scoring
        stood = self.standing.get("scoring", {})
        stored_limits = stood.get("vp_limits") if stood.get("vp_table") == name else None
        limits = stored_limits or self.vp_tables.get(name)
        return {**raw_scoring, "vp_limits": list(limits)} if limits else raw_scoring

    def _read_tie_breaks(self, ruleset: RuleSet) -> None:
        low_wins, sides = ruleset.low_wins, ruleset.sides
        counts_cards = ruleset.card_points is not None
        two_sided = set(sides) == {2}
        usual = ranking.default_tie_breaks(low_wins=low_wins, two_sided=two_sided, counts_cards=counts_cards)
        codes = self.raw.get("tie_breaks", list(usual))
        tie_breaks = ranking.read_tie_breaks(codes, low_wins=low_wins, sides=sides, counts_cards=counts_cards)
        if isinstance(tie_breaks, list):
            self.problems += tie_breaks
        self.values["tie_breaks"] = list(tie_breaks)


def _default_scoring(ruleset: RuleSet, rules: TableRules) -> dict[str, Any]:
    method = ruleset.default_method(rules)
    if method == "victory-points":
        return {"method": method, "vp_table": "burraco-4" if rules.hands == 4 else "burraco-3"}
    return {"method": method}


def plan_of(tournament: Tournament) -> dict[str, Any]:
    """Return the plan that would create an existing tournament again."""
    table = {each.name: getattr(tournament, each.column) for each in settings_in("table")}
    return {
        "name": tournament.name,
        **{each.name: getattr(tournament, each.column) for each in (*RULED, *OWN)},
        "table": {name: value for name, value in table.items() if value is not None},
    }
