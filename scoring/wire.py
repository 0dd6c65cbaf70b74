"""Requests and answers as JSON, about one hand, a whole table, or victory points."""

from scoring import json_lines, registry
from scoring.fields import join_problems, read_fields, unknown
from scoring.json_lines import Answer, in_english
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.reading import read_table_rules, usable_options
from scoring.ruleset import RuleSet
from scoring.table import hand_problems, judge, play
from scoring.values import Options
from scoring.victory_points import DIFFERENCE, Limits, find_limits, read_limits, split


def answer(request: object) -> Answer:
    """Return the scores of a hand or table, or victory points; or the problems of the request.

    The request can be any JSON document; no exception is raised.
    """
    return in_english(evaluate(request))


def main() -> None:
    """Answer every line of standard input."""
    json_lines.answer_lines(answer)


HAND_KEYS = ("ruleset", "options", "hand", "lines")
TABLE_KEYS = ("ruleset", "options", "table", "hands")
VP_NAMES = {"vp_table", "vp_limits"}


def evaluate(request: object) -> Answer | list[Problem]:
    """Return the answer to a request, or its problems without texts."""
    if not isinstance(request, dict):
        return [Problem("bad_request", _("The request must be an object: {...}"))]
    if "lines" not in request and "hands" not in request and not VP_NAMES.isdisjoint(request):
        return _victory_points(request)
    whole_table = "hands" in request and "lines" not in request
    problems = unknown(request, TABLE_KEYS if whole_table else HAND_KEYS)
    ruleset = registry.look_up(request)
    if isinstance(ruleset, Problem):
        return [*problems, ruleset]
    options, refused = usable_options(ruleset, request.get("options", {}))
    problems += refused
    if options is None:
        return problems
    game = ruleset.configured(options)
    return join_problems(problems, (_table if whole_table else _hand)(game, options, request))


def _hand(ruleset: RuleSet, options: Options, request: dict[str, object]) -> Answer | list[Problem]:
    hand = {name: request[name] for name in ("lines", "hand") if name in request}
    verdict = judge(ruleset, options, hand)
    return verdict if isinstance(verdict, list) else {"scores": list(verdict.scores)}


def _table(ruleset: RuleSet, options: Options, request: dict[str, object]) -> Answer | list[Problem]:
    rules = read_table_rules(ruleset, request.get("table", {}))
    if isinstance(rules, list):
        return join_problems(rules, hand_problems(ruleset, options, request["hands"]))
    played = play(ruleset, options, rules, request["hands"])
    if isinstance(played, list):
        return played
    hands, state = played
    return {
        "scores": [list(hand.scores) for hand in hands],
        "totals": list(state.totals),
        "over": state.over,
        "places": list(state.places),
        "next_lead": state.next_lead,
    }


def _victory_points(request: dict[str, object]) -> Answer | list[Problem]:
    limits: Limits | list[Problem]
    if "vp_table" in request:
        source, limits = "vp_table", find_limits(request["vp_table"])
    else:
        source, limits = "vp_limits", read_limits(request["vp_limits"])
        if isinstance(limits, list):
            limits = [problem.under("vp_limits") for problem in limits]
    rest = {name: value for name, value in request.items() if name != source}
    values, problems = read_fields((DIFFERENCE,), rest)
    if isinstance(limits, list):
        return limits + problems
    return problems or {"points": list(split(limits, int(values["difference"])))}
