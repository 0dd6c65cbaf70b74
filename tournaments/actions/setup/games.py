"""A club's own games: each is based on a generic rule set.

A change makes a new version, if a tournament plays the game. A tournament keeps the version and the options with which
it was created. A game can be deleted while no tournament plays it.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_noop as _

from scoring import registry
from scoring.fields import normalise_text
from scoring.problems import Problem
from scoring.reader import Reader
from scoring.ruleset import RuleSet
from scoring.values import TableRules
from tournaments.models import BASES, Club, ClubGame, Tournament
from tournaments.models.club_game import UNIT_LENGTH

from ..core.constraint_faults import refusal_of
from ..core.names import free_slug, name_key, name_problems
from ..core.optimistic_locking import CHANGED
from ..core.refusals import Conflict, Invalid, Stale, refuse
from ..core.rows import lock_all, locked, save_fields
from .plans import NO_CLUB, OF_GAME, ClubsOwn, PlannedTournament, own_of

MAX_GAMES = 100
MARKUP = frozenset("<>")
SLUG_LENGTH = 40
FIELDS = ("name", "unit", "base", "options", "table", "scoring", "tie_breaks")
ANSWERED = ("slug", "version", "used", "played", "hidden")
"""The fields of an exported definition that are not in `FIELDS`; they are ignored when a document is read."""
RESERVED = frozenset({"new", "import", "preview", *(ruleset.slug for ruleset in registry.RULESETS)})
TABLE = {"table_target": "target", "table_hands": "hands", "table_minutes": "minutes"}


@dataclass(frozen=True)
class Definition:
    """A game as a director defines it; what the director left out has the defaults of the base."""

    name: str
    unit: str
    base: str
    options: dict[str, Any]
    table: dict[str, int]
    scoring: dict[str, Any]
    tie_breaks: list[str] | None


def definition_of(game: ClubGame) -> dict[str, Any]:
    """Return the document that defines this game, as `read_definition` reads it."""
    return {name: getattr(game, name) for name in FIELDS}


def read_definition(raw: Mapping[str, Any], own: ClubsOwn) -> Definition | list[Problem]:
    """Return the game that a document defines, or the list of all its problems."""
    document = Reader(raw)
    for field in raw:
        if field not in (*FIELDS, *ANSWERED):
            message = _("A game has no such field: leave it out.")
            document.at(str(field)[:60]).report("unknown_field", message)
    document.problems.extend([*name_problems(raw.get("name", ""), "name"), *_unit_problems(raw.get("unit", ""))])
    for word in ("name", "unit"):
        _refuse_markup(document.at(word))
    planned = _plan(document, own)
    if planned is None or document.problems:
        return document.problems
    name, unit = (normalise_text(str(raw.get(word, ""))) for word in ("name", "unit"))
    table = {name: planned[column] for column, name in TABLE.items() if planned[column] is not None}
    tie_breaks = None if raw.get("tie_breaks") is None else planned["tie_breaks"]
    return Definition(name, unit, str(raw["base"]), planned["options"], table, planned["scoring"], tie_breaks)


def _unit_problems(unit: object) -> list[Problem]:
    if not isinstance(unit, str):
        return [Problem("not_a_string", _("Write the unit as text."), pointer=("unit",))]
    if len(normalise_text(unit)) > UNIT_LENGTH:
        message = _("Write the unit in up to %(limit)d characters.")
        return [Problem("too_long", message, {"limit": UNIT_LENGTH}, ("unit",))]
    return []


def _refuse_markup(word: Reader) -> None:
    if isinstance(word.raw, str) and not MARKUP.isdisjoint(word.raw):
        word.report("bad_characters", _("Write it without < and >."))


def _plan(document: Reader, own: ClubsOwn) -> dict[str, Any] | None:
    """Return the values for the plan of a tournament with this game; add problems to `document`.

    Return None if the game on which it is based is unknown.
    """
    base = document.raw.get("base")
    if base not in BASES:
        code = "missing_field" if base is None else "not_a_choice"
        message = _("Choose one of: %(choices)s.")
        document.at("base").report(code, message, choices=", ".join(BASES))
        return None
    begun = {name: document.raw[name] for name in OF_GAME if document.raw.get(name) is not None}
    planned = PlannedTournament({"name": "–", "ruleset": base, **begun}, own=ClubsOwn(own.vp_tables))
    document.problems.extend(planned.problems)
    return planned.values


def defaults_of(base: RuleSet) -> dict[str, Any]:
    """Return the default definition of a game with this base; the name in it is ""."""
    read = read_definition({"name": "–", "base": base.slug}, NO_CLUB)
    assert isinstance(read, Definition)  # noqa: S101 - the defaults are the rule set's own
    return {**asdict(read), "name": ""}


def as_game(club: Club, defined: Definition) -> ClubGame:
    """Return an unsaved game of the club with this definition."""
    return ClubGame(club=club, **asdict(defined))


def as_tournament(game: ClubGame) -> Tournament:
    """Return an unsaved tournament that plays a game."""
    ends = {column: game.table.get(name) for column, name in TABLE.items()}
    return Tournament(club=game.club, ruleset=game.base, options=game.options, game=game, scoring=game.scoring, **ends)


def create_game(club: Club, raw: Mapping[str, Any]) -> ClubGame:
    """Store a new game of the club and return it.

    Raises Invalid with every problem, including a name that another game of the club has. Raises Conflict if the club
    has 100 games.
    """
    read = read_definition(raw, own_of(club))
    with transaction.atomic():
        locked(Club.objects.all(), club.pk)
        defined = _refused(read, [*_end_missing(raw), *_name_taken(club, raw.get("name"))])
        if club.games.current().count() >= MAX_GAMES:
            message = _("A club keeps at most %(most)d games: delete one first.")
            raise Conflict(Problem("too_many", message, {"most": MAX_GAMES}))
        slug = free_slug(defined.name, club.games.all(), length=SLUG_LENGTH, reserved=RESERVED)
        return _stored(club, slug, 1, defined)


def change_game(game: ClubGame, raw: Mapping[str, Any], *, seen: int | None = None) -> ClubGame:
    """Change these fields of a game and return it: a new version if a tournament plays it, else the same row.

    With a new base, fields that are not given get its defaults, except name and unit. Raises Invalid as `create_game`
    does. Raises Stale if `game` is not the last version, or if `seen` is the id of a different version.
    """
    document = definition_of(game)
    if raw.get("base", game.base) != game.base:
        document = {"name": game.name, "unit": game.unit}
    document |= {name: value for name, value in raw.items() if name not in ANSWERED}
    read = read_definition(document, own_of(game.club))
    with transaction.atomic():
        locked(Club.objects.all(), game.club_id)
        taken = _name_taken(game.club, document["name"], besides=game.slug)
        defined = _refused(read, [*_end_missing(document), *taken])
        versions = lock_all(game.club.games.filter(slug=game.slug))
        if game not in versions[-1:] or seen not in (None, game.pk):
            raise Stale(Problem("changed_meanwhile", CHANGED))
        if asdict(defined) == definition_of(game):
            return game
        used = game.tournaments.exists()
        if not used:
            versions[-1].delete()
        return _stored(game.club, game.slug, game.version + used, defined)


def _stored(club: Club, slug: str, version: int, defined: Definition) -> ClubGame:
    ClubGame.objects.create(club=club, slug=slug, version=version, **asdict(defined))
    return club.games.current().get(slug=slug)


def hide_game(game: ClubGame, *, hidden: bool) -> ClubGame:
    """Hide a game that the club no longer plays, or offer it for new tournaments again; return it.

    A new version of a game is not hidden.
    """
    with transaction.atomic():
        last = locked(game.club.games.all(), game.pk)
        save_fields(last, hidden=hidden)
    return game.club.games.current().get(slug=game.slug)


def delete_game(game: ClubGame) -> None:
    """Delete all versions of a game. Raises Conflict if a tournament plays one of them."""
    with transaction.atomic():
        versions = game.club.games.filter(slug=game.slug)
        lock_all(versions)
        try:
            versions.delete()
        except ProtectedError as fault:
            raise refusal_of(fault) from fault


def _refused(read: Definition | list[Problem], problems: list[Problem]) -> Definition:
    """Return the definition. Raises Invalid with its problems and the given ones."""
    if isinstance(read, list):
        raise Invalid([*read, *problems])
    refuse(problems)
    return read


def _end_missing(raw: Mapping[str, Any]) -> list[Problem]:
    """Return a problem if a game of points does not say when a table ends.

    No number of hands is usual for all such games.
    """
    base = registry.find(raw.get("base"))
    if raw.get("table") or base is None or base.usual_table.hands == 1:
        return []
    return [problem.under("table") for problem in base.table_problems(TableRules())]


def _name_taken(club: Club, name: object, besides: str = "") -> list[Problem]:
    others = club.games.current().exclude(slug=besides)
    if not isinstance(name, str) or name_key(name) not in map(name_key, others.values_list("name", flat=True)):
        return []
    message = _("The club has a game of this name: choose another name, or change that game.")
    return [Problem("taken", message, pointer=("name",))]
