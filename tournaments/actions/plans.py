"""Reading what somebody wants a tournament to be: every fault at once, the rest filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_noop as _

from scoring import registry
from scoring.core import Problem as RuleProblem
from scoring.core import TableRules
from scoring.ruleset import RuleSet
from scoring.table_rules import read_table_rules
from scoring.tally import read_options
from scoring.victory_points import TABLES, Limits
from tournaments import ranking
from tournaments.models import Confirmation, Tournament, Visibility

from .draws.ways import ways_for
from .names import name_problems, tidy
from .problems import Problem

MOST_ROUNDS = 100
MOST_MINUTES = 7 * 24 * 60
YEARS = range(1900, 2200)

FIELDS = frozenset(
    {
        "name", "slug", "ruleset", "options", "table", "rounds", "pairing", "scoring", "tie_breaks",
        "starts_at", "round_minutes", "draw_after_minutes", "visibility", "confirmation",
    }
)  # fmt: skip


class Plan:
    """A tournament as wanted: raw values in, model fields in `values`, faults in `problems`.

    What `raw` leaves out is taken from `standing`, an existing tournament's plan, or else from
    what suits the rule set. The pointers of the problems are the names of the API's fields.
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
        self._refuse_unknown(raw)
        self._read_words()
        self._read_numbers()
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

    def _read_words(self) -> None:
        self.problems += name_problems(self.raw.get("name", ""), "name")
        self.values["name"] = tidy(str(self.raw.get("name", "")))
        self._choice("visibility", Visibility.values, Visibility.PUBLIC)
        self._choice("confirmation", Confirmation.values, Confirmation.EVERY_HAND)
        self._choice("pairing", Tournament.Pairing.values, Tournament.Pairing.RANDOM)
        self._moment("starts_at")

    def _choice(self, name: str, choices: Sequence[str], default: str) -> None:
        value = self.raw.get(name, default)
        if value not in choices:
            message = _("Choose one of: %(choices)s.")
            self._report("not_a_choice", message, name, choices=", ".join(choices))
        self.values[name] = value

    def _moment(self, name: str) -> None:
        value = self.raw.get(name)
        if isinstance(value, str) and value:
            value = _parsed_moment(value)
            if value is None:
                message = _(
                    "Write a date and time with its zone, such as 2026-03-01T20:30:00+01:00."
                )
                self._report("not_a_time", message, name)
        elif value == "":
            value = None
        elif value is not None and not isinstance(value, datetime):
            self._report("not_a_time", _("Write the date and time as text."), name)
        self.values[name] = value

    def _read_numbers(self) -> None:
        self._number("rounds", "rounds_planned", most=MOST_ROUNDS, default=4)
        self._number("round_minutes", "round_minutes", most=MOST_MINUTES)
        self._number("draw_after_minutes", "draw_after_minutes", most=MOST_MINUTES, least=0)

    def _number(
        self, name: str, column: str, *, most: int, least: int = 1, default: int | None = None
    ) -> None:
        value = self.raw.get(name, default)
        if value is not None and type(value) is not int:
            self._report("not_an_integer", _("Enter a whole number."), name)
        elif value is not None and not least <= value <= most:
            message = _("Enter a number from %(least)d to %(most)d.")
            self._report("out_of_range", message, name, least=least, most=most)
        elif value is None and default is not None:
            self._report("missing_field", _("Enter a number."), name)
        self.values[column] = value

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
            self._rule_problems(options, "options")
            return
        self.values["options"] = dict(options)
        self._refuse_unfit_way(ruleset)
        self._read_tie_breaks(ruleset)
        table = dict(self._object("table")) or _agreed(ruleset.usual_table)
        self._number_in_table(table)
        rules = read_table_rules(ruleset, options, table)
        if isinstance(rules, list):
            self._rule_problems(rules, "table")
            return
        self.values |= {"table_target": rules.target, "table_hands": rules.hands}
        self._read_scoring(ruleset, rules)

    def _refuse_unfit_way(self, ruleset: RuleSet) -> None:
        fit = ways_for(ruleset, self.values["options"])
        if (
            self.values["pairing"] in Tournament.Pairing.values
            and self.values["pairing"] not in fit
        ):
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
        if minutes is not None and (type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES):
            message = _("Enter a number from %(least)d to %(most)d.")
            self._report("out_of_range", message, "table", "minutes", least=1, most=MOST_MINUTES)
        self.values["table_minutes"] = minutes

    def _rule_problems(self, problems: Sequence[RuleProblem], place: str) -> None:
        for problem in problems:
            path = (place, problem.field) if problem.field not in (None, place) else (place,)
            self.problems.append(Problem(problem.code, problem.message, problem.params, path))

    def _read_scoring(self, ruleset: RuleSet, rules: TableRules) -> None:
        sides = ruleset.sides(self.values["options"])
        defaults = default_scoring(ruleset, rules)
        given = self._with_limits(self._object("scoring"))
        scoring = ranking.read_scoring(
            given,
            low_wins=ruleset.low_wins,
            sides=sides,
            defaults=defaults,
            vp_tables=self.vp_tables,
        )
        if isinstance(scoring, list):
            self.problems += [_from_ranking(problem) for problem in scoring]
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
        sides = ruleset.sides(self.values["options"])
        usual = ranking.default_tie_breaks(low_wins=ruleset.low_wins, two_sided=set(sides) == {2})
        tie_breaks = ranking.read_tie_breaks(
            self.raw.get("tie_breaks", list(usual)), low_wins=ruleset.low_wins, sides=sides
        )
        if isinstance(tie_breaks, list):
            self.problems += [_from_ranking(problem) for problem in tie_breaks]
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
    table = {
        "target": tournament.table_target,
        "hands": tournament.table_hands,
        "minutes": tournament.table_minutes,
    }
    return {
        "name": tournament.name,
        "ruleset": tournament.ruleset,
        "options": tournament.options,
        "table": {name: value for name, value in table.items() if value is not None},
        "rounds": tournament.rounds_planned,
        "pairing": tournament.pairing,
        "scoring": tournament.scoring,
        "tie_breaks": tournament.tie_breaks,
        "starts_at": tournament.starts_at,
        "round_minutes": tournament.round_minutes,
        "draw_after_minutes": tournament.draw_after_minutes,
        "visibility": tournament.visibility,
        "confirmation": tournament.confirmation,
    }


def _from_ranking(problem: ranking.Problem) -> Problem:
    path = tuple((problem.field or "scoring").split("/"))
    return Problem(problem.code, problem.message, problem.params, path)


def _parsed_moment(text: str) -> datetime | None:
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment if moment and moment.tzinfo and moment.year in YEARS else None
