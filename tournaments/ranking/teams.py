"""Teams of a tournament: reading them from JSON, and their standings, computed from published rows."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any, Literal, get_args

from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.reader import Reader, is_integer
from tournaments.ranking.declared_parts import AN_OBJECT, read_entry_ids, read_objects, read_text, refuse_unknown

Adds = Literal["score", "places"]
Ties = Literal["shared", "best_place"]
FIELDS, TEAM_FIELDS = ("teams", "best", "adds", "ties", "apart"), ("name", "entries")
MAX_TEAMS, NAME = 1_000, 100
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Team:
    """A team's name and the ids of its entries."""

    name: str
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Teams:
    """The teams, and how the results of their entries are added up.

    `best` is how many results of each team count, None for all. `adds` says what is added: scores, or places in the
    standings. Teams with equal sums share a place, but with `best_place` the best place of an entry decides between
    them. With `apart`, no draw seats two entries of a team together.
    """

    teams: tuple[Team, ...] = ()
    best: int | None = None
    adds: Adds = "score"
    ties: Ties = "shared"
    apart: bool = True

    @property
    def apart_now(self) -> bool:
        """Whether there are teams and draws keep their entries apart."""
        return self.apart and bool(self.teams)

    @property
    def largest(self) -> int:
        """The number of entries of the largest team."""
        return max((len(team.entries) for team in self.teams), default=0)

    @property
    def team_of(self) -> dict[int, Team]:
        """The team of each entry that is in one."""
        return {entry: team for team in self.teams for entry in team.entries}

    def among(self, entries: Collection[int]) -> "Teams":
        """Return the teams with only these entries; a team without any of them is left out."""
        kept = (Team(team.name, tuple(each for each in team.entries if each in entries)) for team in self.teams)
        return replace(self, teams=tuple(team for team in kept if team.entries))


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team in the standings: its place and sum (None without a result), and the entries with a result.

    The entries that count are given too. Entries are in order of the standings.
    """

    place: int | None
    team: Team
    total: Fraction | None
    counted: tuple[int, ...]
    ranked: tuple[int, ...]


def rank_teams(teams: Teams, rows: Sequence[Row], *, low_wins: bool) -> list[TeamRow]:
    """Return the standings of the teams by published rows, best first.

    A result is the row of an entry that has a place and has not withdrawn. A team with fewer counted results comes
    after all teams with more.
    """
    sign = 1 if low_wins or teams.adds == "places" else -1
    results = {row["entry"]: row for row in rows if row["place"] is not None and not row.get("withdrawn")}
    of_team: dict[Team, list[Row]] = {team: [] for team in teams.teams}
    owners = teams.team_of
    for entry, row in results.items():
        if entry in owners:
            of_team[owners[entry]].append(row)
    keyed = sorted(((_key(ranked, teams, sign), team) for team, ranked in of_team.items()), key=lambda each: each[0])
    made: list[TeamRow] = []
    for _equal, group in groupby(keyed, key=lambda each: each[0]):
        place = len(made) + 1
        made += [_row(place, team, of_team[team], teams) for _key_of, team in group]
    return made


def _key(ranked: Sequence[Row], teams: Teams, sign: int) -> tuple[int, Fraction, int]:
    counted = ranked[: teams.best]
    best = counted[0]["place"] if counted and teams.ties == "best_place" else 0
    return -len(counted), sign * _total(counted, teams), best


def _total(counted: Sequence[Row], teams: Teams) -> Fraction:
    values = (row["place"] if teams.adds == "places" else row["score_exact"] for row in counted)
    return sum(map(Fraction, values), Fraction())


def _row(place: int, team: Team, ranked: Sequence[Row], teams: Teams) -> TeamRow:
    entries = tuple(row["entry"] for row in ranked)
    counted = ranked[: teams.best]
    total = _total(counted, teams) if counted else None
    return TeamRow(place if counted else None, team, total, entries[: len(counted)], entries)


def read_teams(raw: object, *, entries: Collection[int] | None = None) -> Teams | list[Problem]:
    """Return the teams in a document, or all problems with it. An empty document has no teams.

    Teams may contain only the entries in `entries`, or any if it is None.
    """
    if not isinstance(raw, Mapping):
        return [Problem("wrong_type", AN_OBJECT)]
    document = Reader(raw)
    refuse_unknown(document, FIELDS)
    teams = Teams(
        teams=tuple(_teams(document.at("teams", default=[]), entries)),
        best=raw.get("best"),
        adds=document.at("adds", default="score").choice(get_args(Adds)),
        ties=document.at("ties", default="shared").choice(get_args(Ties)),
        apart=document.at("apart", default=True).boolean(),
    )
    _check_best(document.at("best"), teams.largest)
    return document.problems or teams


def _check_best(part: Reader, largest: int) -> None:
    if part.raw is None:
        return
    if not is_integer(part.raw) or part.raw < 1:
        part.report("not_a_number", _("Write a whole number from 1 on, or leave it empty: then all results count."))
    elif part.raw > largest:
        message = _("No team has that many players: the largest has %(largest)d.")
        part.report("out_of_range", message, largest=largest)


def _teams(part: Reader, entries: Collection[int] | None) -> Iterator[Team]:
    names: set[str] = set()
    owners: dict[int, str] = {}
    for each in read_objects(part, TEAM_FIELDS, most=MAX_TEAMS):
        name = read_text(each.at("name"), NAME)
        if name.casefold() in names:
            each.at("name").report("duplicate", _("There are two teams of this name."))
        names.add(name.casefold())
        yield Team(name, tuple(_members(each.at("entries", default=[]), entries, name, owners)))


def _members(part: Reader, entries: Collection[int] | None, name: str, owners: dict[int, str]) -> Iterator[int]:
    """Yield the entries of a team; report a team without entries, and entries that are listed twice."""
    if part.raw == []:
        part.report("empty_team", _("“%(team)s” has no players: name some, or leave the team out."), team=name)
    for at, entry in read_entry_ids(part, entries):
        if entry in owners:
            message = _("This player is already in “%(team)s”: one team for each player.")
            at.report("in_two_teams", message, team=owners[entry])
        owners.setdefault(entry, name)
        yield entry
