"""Import of an evening played on paper: all seats and tallies are stored, or every fault is reported with its place."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from scoring.fields import unknown
from scoring.json_lines import places
from scoring.problems import Step
from scoring.reader import Reader
from scoring.ruleset import RuleSet
from scoring.table import judge, play
from scoring.totals import totals
from scoring.values import Checks, Options, TableRules
from tournaments.models import Club, Kept, Tournament

from .core.actor import Actor
from .core.names import name_key, name_problems, read_name
from .core.refusals import Conflict, Invalid, Problem
from .core.rows import locked
from .evening_csv import CsvText, read_evening_csv
from .hands import hands
from .hands.closing import Closing
from .hands.tallies import HandInput
from .people.candidates import Candidate
from .people.registration import register
from .rounds.draws.drafts import draw_round
from .rounds.draws.requests import ByHand
from .rounds.kept import keep_round
from .rounds.rounds import close_round, publish_round
from .setup.plans import NO_CLUB, ClubsOwn, PlannedTournament, own_of
from .setup.tournaments import create_tournament

MAX_PLAYERS = 10_000
ABOUT_PLAY = ("players", "rounds")


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table of the document: the players' names in seat order, and its hands in the wire format.

    A table with only a total has the total as its only hand.
    """

    seats: tuple[str, ...]
    hands: tuple[Mapping[str, Any], ...]
    kept: str = Kept.HANDS


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening without faults, ready to be stored."""

    plan: Mapping[str, Any]
    players: tuple[str, ...]
    rounds: tuple[tuple[PaperTable, ...], ...]

    @property
    def hands(self) -> int:
        """The number of hands in all rounds."""
        return self._written(Kept.HANDS)

    @property
    def totals(self) -> int:
        """The number of tables with a total instead of hands."""
        return self._written(Kept.TOTALS)

    def _written(self, kept: str) -> int:
        return sum(len(table.hands) for tables in self.rounds for table in tables if table.kept == kept)


def read_evening(raw: object, *, name: str, own: ClubsOwn = NO_CLUB) -> Evening | list[Problem]:
    """Return the evening in a document, or the list of all its faults; `name` is used if the document has no name.

    For an evening as CSV, the pointer of a fault is its line.
    """
    if isinstance(raw, CsvText):
        return _read_csv(raw, name=name, own=own)
    if not isinstance(raw, Mapping):
        return [Problem("bad_request", _("The file must hold one JSON object."))]
    rounds = raw.get("rounds")
    about_plan = {key: value for key, value in raw.items() if key not in ABOUT_PLAY}
    number = len(rounds) if isinstance(rounds, list) else 1
    kept = {"kept": Kept.TOTALS.value} if _has_totals(rounds) else {}
    plan = {"name": name, **kept, **about_plan, "pairing": "scripted", "rounds": number}
    read = PlannedTournament(plan, own=own)
    document = Reader(raw, problems=read.problems)
    players = _read_players(document.at("players"), own.shared_names())
    timed = bool(read.values.get("table_minutes"))
    reader = _RoundReader(read.game, frozenset(map(name_key, players)), timed=timed)
    played = tuple(reader.read_round(each) for each in _entries(document.at("rounds")))
    return document.problems or Evening(plan, players, played)


def _read_csv(raw: CsvText, *, name: str, own: ClubsOwn) -> Evening | list[Problem]:
    sheet = read_evening_csv(raw.text, own.zone)
    document = {**sheet.document, **({"name": raw.name} if raw.name else {})}
    evening = read_evening(document, name=name, own=own) if sheet.has_seats else []
    faults = [*sheet.problems, *(map(sheet.placed, evening) if isinstance(evening, list) else ())]
    return faults or evening


def _has_totals(rounds: object) -> bool:
    """Whether a table of these rounds has a total instead of hands."""
    listed = rounds if isinstance(rounds, list) else []
    tables = (each.get("tables") for each in listed if isinstance(each, Mapping))
    written = chain.from_iterable(each for each in tables if isinstance(each, list))
    return any(isinstance(table, Mapping) and "total" in table for table in written)


def _entries(part: Reader) -> list[Reader]:
    return part.entries("wrong_type", _("This must be a list with at least one entry."), counts=range(1, sys.maxsize))


def _object(part: Reader, *fields: str) -> Reader:
    """Return this part, after reporting a value that is not an object, or fields that are not among `fields`."""
    read = part.as_object("wrong_type", _("This must be an object of names and values."))
    part.problems.extend(problem.under(*part.place) for problem in unknown(read.raw, fields))
    return read


def _read_players(part: Reader, shared: Collection[str]) -> tuple[str, ...]:
    """Return the names of the players; report names that several players of the club have, whose keys are `shared`."""
    listed = _entries(part)
    if len(listed) > MAX_PLAYERS:
        part.report("too_long", _("An evening has at most %(most)d players."), most=MAX_PLAYERS)
    read = [_read_name(each) for each in listed[:MAX_PLAYERS]]
    for name, each in zip(read, listed, strict=False):
        if name_key(name) in shared:
            message = _(
                "Several players of the club are called %(name)s: give them different names, or merge the records of "
                "one person."
            )
            each.report("ambiguous_name", message, name=name)
    players = tuple(name for name in read if name)
    for name, _count in _repeated(players):
        part.report("duplicate_entry", _("%(name)s is in the list of players twice."), name=name)
    return players


def _read_name(part: Reader) -> str:
    """Return the name at this place; report its problems and return "" if it is not valid."""
    faults = name_problems(part.raw, *part.place)
    part.problems.extend(faults)
    return "" if faults else read_name(part.raw)


def _repeated(names: Iterable[str]) -> list[tuple[str, int]]:
    """Return each name that occurs more than once, in its first spelling, with its count."""
    spellings: dict[str, list[str]] = {}
    for name in names:
        spellings.setdefault(name_key(name), []).append(name)
    return [(same[0], len(same)) for same in spellings.values() if len(same) > 1]


@dataclass(frozen=True, slots=True)
class _RoundReader:
    """A reader of rounds. It knows the players by their name keys; `game` is None if the game could not be read."""

    game: tuple[RuleSet, Options, TableRules] | None
    players: frozenset[str]
    timed: bool

    def read_round(self, part: Reader) -> tuple[PaperTable, ...]:
        tables = tuple(self._read_table(each) for each in _entries(_object(part, "round", "tables").at("tables")))
        for name, count in _repeated(name for table in tables for name in table.seats):
            part.report("seated_twice", _("%(name)s sits %(count)d times in this round."), name=name, count=count)
        if len({table.kept for table in tables}) > 1:
            part.report(
                "kept_both_ways", _("In a round, give either the totals of all tables or the hands of all tables.")
            )
        return tables

    def _read_table(self, part: Reader) -> PaperTable:
        table = _object(part, "table", "seats", "hands", "total")
        seats = table.at("seats")
        names = [self._read_seat(seat) for seat in _entries(seats)]
        if names and self.game and len(names) not in self.game[0].sides:
            message = _("Names at this table: %(count)d; this game has no tables of that size.")
            seats.report("wrong_table_size", message, count=len(names))
        seated = tuple(name for name in names if name)
        if "total" in table.raw:
            return PaperTable(seated, (self._read_total(table),), Kept.TOTALS)
        hands = table.at("hands")
        wire = tuple(_in_wire_format(hand.raw) for hand in _entries(hands))
        hands.problems.extend(self._hand_faults(wire, hands.place))
        return PaperTable(seated, wire)

    def _read_total(self, table: Reader) -> Mapping[str, Any]:
        """Return a table's total as its only hand; report faults of the total, and hands given in addition to it."""
        total = table.at("total")
        if "hands" in table.raw:
            total.report("hands_stand", _("The hands of this table are given: leave its total out."))
        wire: Mapping[str, Any] = _in_wire_format(total.raw)
        if self.game:
            ruleset, options, rules = self.game
            score = judge(totals(ruleset, rules, timed=self.timed), options, wire, checks=Checks.PLAY)
            total.problems.extend(_total_faults(score, total.place))
        return wire

    def _read_seat(self, part: Reader) -> str:
        name = _read_name(part)
        if not name or name_key(name) in self.players:
            return name
        part.report("unknown_entrant", _("%(name)s is not in the list of players."), name=name)
        return ""

    def _hand_faults(self, hands: Sequence[object], place: tuple[Step, ...]) -> Iterator[Problem]:
        outcome = play(*self.game, list(hands), Checks.PLAY) if self.game else []
        for fault in outcome if isinstance(outcome, list) else []:
            at = places(fault)
            hand = [int(at["hand"]) - 1] if "hand" in at else []
            within = [at[name] for name in ("side", "field") if name in at]
            yield replace(fault, pointer=(*place, *hand, *within))


def _total_faults(score: object, place: tuple[Step, ...]) -> Iterator[Problem]:
    for fault in score if isinstance(score, list) else ():
        at = places(fault)
        within = [at[name] for name in ("side", "field") if name in at and at[name] != "lines"]
        yield replace(fault, pointer=(*place, *within))


def _in_wire_format(hand: object) -> Any:
    """Return a hand in the wire format; a list of numbers stands for the points of the sides."""
    if isinstance(hand, list):
        return {"lines": [{"points": points} for points in hand]}
    return hand


def import_results(
    raw: object,
    *,
    club: Club,
    name: str,
    by: Actor,
    again: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Tournament:
    """Store the finished tournament that a document describes, and return it.

    Raises Invalid with every fault and its place, before anything is written. Raises Conflict `imported_before` if the
    club already has this tournament, unless `again` is true. `progress` is called with the number of hands stored and
    the number of all hands.
    """
    evening = read_evening(raw, name=name, own=own_of(club))
    if isinstance(evening, list):
        raise Invalid(evening)
    with transaction.atomic():
        if not again:
            _refuse_second(locked(Club.objects.all(), club.pk), evening)
        tournament = create_tournament(club=club, raw=evening.plan, by=by, dated=False)
        candidates = [Candidate(names=(player,)) for player in evening.players]
        entries = register(tournament, candidates, by=by)
        seats = {name_key(player): entry.pk for player, entry in zip(evening.players, entries, strict=True)}
        stored = chain.from_iterable(_store_round(tournament, tables, seats, by=by) for tables in evening.rounds)
        for done, _hand in enumerate(stored, start=1):
            if progress:
                progress(done, evening.hands + evening.totals)
    tournament.refresh_from_db()
    return tournament


def _refuse_second(club: Club, evening: Evening) -> None:
    """Raise Conflict if the club has a tournament with this evening's game, start and players, whatever its name.

    An evening without a start must also have the same name, because the same people play many evenings.
    """
    players = {name_key(name) for name in evening.players}
    plan = PlannedTournament(evening.plan, own=own_of(club)).values
    alike = club.tournaments.filter(ruleset=plan["ruleset"], starts_at=plan["starts_at"])
    for other in alike if plan["starts_at"] else alike.filter(name__iexact=plan["name"]):
        if set(other.entries.values_list("players__name_key", flat=True)) == players:
            message = _("The club already has %(name)s with the same start and the same players.")
            raise Conflict(Problem("imported_before", message, {"name": other.name}))


def _store_round(
    tournament: Tournament, tables: tuple[PaperTable, ...], seats: dict[str, int], *, by: Actor
) -> Iterator[object]:
    """Draw, publish, play and close one round; yield after each hand."""
    seated = tuple(tuple(seats[name_key(name)] for name in table.seats) for table in tables)
    out = tuple(set(seats.values()) - set(chain.from_iterable(seated)))
    round_ = draw_round(tournament, by=by, by_hand=ByHand(seated, out))
    keep_round(round_, tables[0].kept, by=by)
    publish_round(round_, by=by)
    for table, paper in zip(round_.tables.order_by("number"), tables, strict=True):
        for number, tally in enumerate(paper.hands, start=1):
            yield hands.record(table, HandInput(number=number, tally=tally), by=by)
    close_round(round_, by=by, anyway=True, closing=Closing(unfinished="as-played"))
