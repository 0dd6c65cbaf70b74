"""Reading of a tournament's plan: every fault is reported at once, and defaults are filled in."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count
from django.utils import timezone
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
from tournaments.models import SETTINGS, Club, ClubGame, Kept, Setting, Tournament, settings_in
from tournaments.pairing.knock_out_plan import table_sizes

from ..core.names import name_problems
from ..core.rows import slug_of
from .pairing_methods import methods_for
from .vp_tables import usable_vp_tables

OWN, RULED = settings_in("plan"), settings_in("rules")
MINUTES = SETTINGS["table_minutes"]
FIELDS = {"name", "slug", "table", *(each.name for each in (*OWN, *RULED))}
UNFIT = "not_for_this_game"
"""The code of problems that may depend on the options, such as victory points in a game of three sides."""
FOUR_HANDS = 4
OF_GAME = ("options", "table", "scoring", "tie_breaks")
"""The fields that depend on the game: if the game changes, missing fields are not taken from the old plan."""


@dataclass(frozen=True)
class ClubsOwn:
    """What a plan can refer to in a club: victory point tables by name, own games by slug, and the time zone.

    For an imported evening, `shared_names` returns the keys of names that several players have.
    """

    vp_tables: Mapping[str, Limits] = field(default_factory=lambda: TABLES)
    game: Callable[[str], ClubGame | None] = lambda _slug: None
    zone: tzinfo = UTC
    shared_names: Callable[[], frozenset[str]] = frozenset


NO_CLUB = ClubsOwn()


def own_of(club: Club, played: ClubGame | None = None) -> ClubsOwn:
    """Return what plans of a club can refer to; `played` is the version of a game that the tournament keeps."""

    def game(slug: str) -> ClubGame | None:
        if played and played.slug == slug:
            return played
        return club.games.filter(slug=slug_of(slug)).last()

    def shared_names() -> frozenset[str]:
        keys = club.players.selectable().values("name_key").annotate(players=Count("pk")).filter(players__gt=1)
        return frozenset(keys.values_list("name_key", flat=True))

    return ClubsOwn(usable_vp_tables(club), game, ZoneInfo(club.time_zone), shared_names)


class PlannedTournament:
    """The plan of a tournament, read from raw values: model fields are in `values`, faults in `problems`.

    A field that `raw` lacks comes from `existing`, an earlier plan, or else from the defaults of the rule set. Pointers
    of problems are names of API fields. `game` has the rule set, its options and the end of a table; it is None if one
    of them has faults. `own` is what the plan can refer to in the club.
    """

    def __init__(
        self, raw: Mapping[str, Any], existing: Mapping[str, Any] | None = None, *, own: ClubsOwn = NO_CLUB
    ) -> None:
        self.document = Reader({**(existing or {}), **raw})
        self.raw, self.problems = self.document.raw, self.document.problems
        self.sent, self.existing, self.own = raw, existing or {}, own
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
        elif setting.column == "draw_at" and value != setting.read(self.existing.get(setting.name)):
            self._refuse_past(value)
        self.values[setting.column] = value

    def _refuse_past(self, hour: Any) -> None:
        """Report a time of the first draw that is past."""
        if hour is not None and hour <= timezone.now():
            message = _("This time has passed: choose a later one, or leave it empty to draw yourself.")
            self.document.at("draw_at").report("in_the_past", message)

    def _ruleset(self) -> RuleSet | None:
        slug = self.raw.get("ruleset")
        ruleset, club_game = registry.find(slug), None
        if ruleset is None and isinstance(slug, str) and (club_game := self.own.game(slug)):
            ruleset = registry.find(club_game.base)
            self._begin_with(club_game)
        if ruleset is None:
            slugs = ", ".join(r.slug for r in registry.RULESETS)
            message = _("Choose one of the games: %(known)s.")
            code = "missing_field" if slug is None else "unknown_ruleset"
            self.document.at("ruleset").report(code, message, known=slugs)
            return None
        self.values |= {"ruleset": ruleset.slug, "game": club_game}
        return ruleset

    def _begin_with(self, game: ClubGame) -> None:
        """Fill missing fields from a club's game; report options that differ from those of the game."""
        if self.existing.get("ruleset") != game.slug:
            own = {"table": game.table, "scoring": game.scoring, "tie_breaks": self._tie_breaks_of(game)}
            for name in (each for each in OF_GAME if each not in self.sent):
                self.raw.pop(name, None)
                self.raw |= {name: own[name]} if own.get(name) is not None else {}
        sent = self.sent.get("options") or game.options
        self.raw["options"] = game.options
        if sent != game.options:
            message = _("The options are those of the club’s game: leave them out, or change the game.")
            self.document.at("options").report("fixed_by_game", message)

    def _tie_breaks_of(self, game: ClubGame) -> list[str] | None:
        """Return the tie-breaks of a club's game, without those that count hands if only totals are recorded."""
        if game.tie_breaks is None or self.values["kept"] != Kept.TOTALS:
            return game.tie_breaks
        return [code for code in game.tie_breaks if not ranking.TIE_BREAKS[code].counts_hands]

    def _read_game(self, ruleset: RuleSet) -> None:
        raw_options = self.raw.get("options")
        options = read_options(ruleset, {} if raw_options is None else raw_options)
        if isinstance(options, list):
            self.problems += [*options, *self._problems_beside_options()]
            return
        self.values["options"] = dict(options)
        ruleset = ruleset.configured(options)
        if game := self.values["game"]:
            ruleset = game.named(ruleset)
        self._refuse_unfit_way(ruleset)
        self._read_tie_breaks(ruleset)
        usual = {"target": ruleset.usual_table.target, "hands": ruleset.usual_table.hands}
        table = dict(self._object("table")) or {name: end for name, end in usual.items() if end is not None}
        self._number_in_table(table)
        rules = self._table_rules(ruleset, table)
        if isinstance(rules, list):
            self.problems += [p if p.pointer else p.under("table") for p in rules]
            self._refuse_totals(ruleset, options, ruleset.usual_table)
            self._read_scoring(ruleset, ruleset.usual_table)
            return
        self._refuse_totals(ruleset, options, rules)
        self.game = ruleset, options, rules
        self.values |= {"table_target": rules.target, "table_hands": rules.hands}
        self._read_scoring(ruleset, rules)

    def _problems_beside_options(self) -> Iterator[Problem]:
        """Yield the problems of table rules, scoring and tie-breaks that do not depend on the game's options."""
        plan = PlannedTournament({**self.raw, "options": {}}, self.existing, own=self.own)
        for problem in plan.problems:
            if problem.pointer[:1] in (("table",), ("scoring",), ("tie_breaks",)) and problem.code != UNFIT:
                yield problem

    def _table_rules(self, ruleset: RuleSet, table: Mapping[str, Any]) -> TableRules | list[Problem]:
        """Return the rules for the end of a table, or their problems.

        Unchanged rules stay valid, even if the game no longer accepts them.
        """
        stood = {name: end for name, end in self.existing.get("table", {}).items() if name != MINUTES.name}
        if table and table == stood and self.existing.get("ruleset") == self.raw["ruleset"]:
            return TableRules(**stood)
        minutes = self.values["table_minutes"]
        return read_table_rules(ruleset, table, timed=minutes is not None and MINUTES.accepts(minutes))

    def _refuse_totals(self, ruleset: RuleSet, options: Options, rules: TableRules) -> None:
        is_as_before = all(self.raw.get(name) == self.existing.get(name) for name in ("kept", "options", "table"))
        fault = ruleset.totals_problem(options, rules)
        if fault and self.values["kept"] == Kept.TOTALS and not is_as_before:
            self.problems.append(fault)

    def _refuse_unfit_way(self, ruleset: RuleSet) -> None:
        fit = methods_for(ruleset, self.values["options"])
        method = self.values["pairing"]
        if method in Tournament.Pairing.values and method not in fit:
            message = _("Tables of this game cannot be made in this way: choose one of %(ways)s.")
            self.document.at("pairing").report("wrong_way", message, ways="; ".join(map(_method_label, fit)))
        seats, going_on = max(table_sizes(tuple(ruleset.sides)), default=0), self.values["going_on"]
        is_number = going_on is not None and SETTINGS["going_on"].accepts(going_on)
        if method == Tournament.Pairing.KNOCK_OUT and method in fit and is_number and going_on >= seats:
            message = _("From a table of %(seats)s, between 1 and %(most)s can qualify.")
            self.document.at("going_on").report("out_of_range", message, seats=seats, most=seats - 1)

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
        raw_scoring = self._with_limits(self._object("scoring"))
        defaults = _default_scoring(ruleset, rules, raw_scoring.get("method"))
        scoring = ranking.read_scoring(
            raw_scoring, low_wins=ruleset.low_wins, sides=ruleset.sides, defaults=defaults, vp_tables=self.own.vp_tables
        )
        if isinstance(scoring, list):
            self.problems += scoring
        self.values["scoring"] = {**defaults, **raw_scoring}

    def _with_limits(self, raw_scoring: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the scoring with the limits of the club's own victory point table.

        A tournament that has stored limits keeps them; otherwise the present limits of the table are used.
        """
        name = raw_scoring.get("vp_table")
        if not isinstance(name, str) or name in TABLES or "vp_limits" in raw_scoring:
            return raw_scoring
        stood = self.existing.get("scoring", {})
        stored_limits = stood.get("vp_limits") if stood.get("vp_table") == name else None
        limits = stored_limits or self.own.vp_tables.get(name)
        return {**raw_scoring, "vp_limits": list(limits)} if limits else raw_scoring

    def _read_tie_breaks(self, ruleset: RuleSet) -> None:
        low_wins, sides = ruleset.low_wins, ruleset.sides
        counts_cards = ruleset.card_points is not None
        by_totals = self.values["kept"] == Kept.TOTALS
        codes = self.raw.get("tie_breaks", usual_tie_breaks(ruleset, by_totals=by_totals))
        tie_breaks = ranking.read_tie_breaks(codes, low_wins=low_wins, sides=sides, counts_cards=counts_cards)
        if isinstance(tie_breaks, list):
            self.problems += tie_breaks
        elif by_totals:
            self.problems += ranking.hands_needed(tie_breaks)
        self.values["tie_breaks"] = list(tie_breaks)


def _method_label(method: str) -> str:
    return f"{Tournament.Pairing(method).label} ({method})"


def usual_tie_breaks(ruleset: RuleSet, *, by_totals: bool = False) -> list[str]:
    """Return the slugs of the tie-breaks that a game uses by default."""
    codes = ranking.default_tie_breaks(
        low_wins=ruleset.low_wins,
        two_sided=set(ruleset.sides) == {2},
        counts_cards=ruleset.card_points is not None,
        by_totals=by_totals,
    )
    return list(codes)


def usual_vp_table(hands: int | None) -> str:
    """Return the name of the victory point table for turns of this number of hands."""
    return "burraco-4" if hands == FOUR_HANDS else "burraco-3"


def _default_scoring(ruleset: RuleSet, rules: TableRules, chosen: object) -> dict[str, Any]:
    """Return the game's default scoring; it says what a sit-out is worth only if victory points are chosen."""
    method = ruleset.default_method(rules)
    if method != "victory-points":
        return {"method": method}
    defaults = {"method": method, "vp_table": usual_vp_table(rules.hands)}
    if ruleset.sit_out is None or chosen not in (None, method):
        return defaults
    points, difference = ruleset.sit_out
    return {**defaults, "sit_out": points, "sit_out_difference": difference}


def needing_hands(tournament: Tournament) -> list[Problem]:
    """Return why rounds cannot be scored by table total: the game, or tie-breaks that count hands; [] if they can."""
    fault = tournament.rules.totals_problem(tournament.options, tournament.table_rules())
    return [fault] if fault else ranking.hands_needed(tournament.tie_breaks)


def copied_plan(tournament: Tournament) -> dict[str, Any]:
    """Return the plan for a new tournament like this one; it has no time of the first draw."""
    return {**plan_of(tournament), "draw_at": None}


def plan_of(tournament: Tournament) -> dict[str, Any]:
    """Return the plan, in the format of the API, with which this tournament could be created."""
    table = {each.name: getattr(tournament, each.column) for each in settings_in("table")}
    return {
        "name": tournament.name,
        **{each.name: getattr(tournament, each.column) for each in (*RULED, *OWN)},
        "ruleset": tournament.game_slug,
        "table": {name: value for name, value in table.items() if value is not None},
    }
