"""The teams of a tournament: declaring them, and their standings, which follow from the published standings."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, ShownStandings, Tournament
from tournaments.ranking import decimal
from tournaments.ranking.teams import Team, TeamRow, Teams, rank_teams, read_teams

from ..core import ledger
from ..core.actor import Actor
from ..core.names import name_key
from ..core.origin import at_origin
from ..core.refusals import Invalid, Problem, RowChange, Stale
from ..core.rows import locked, save_fields
from .published_changes import StandingsChanges

HOME_CLUBS = "home_clubs"
CHANGED = _("Somebody else has changed the teams meanwhile: reload this page and make your changes again.")
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """The standings of the teams after a round, and for each entry its published row and its name."""

    teams: Teams
    rows: tuple[TeamRow, ...]
    entry_rows: Mapping[int, Row]
    names: Mapping[int, str]
    after_round: int


def declare_teams(tournament: Tournament, raw: object, *, by: Actor, seen: str = "") -> Teams:
    """Replace the tournament's teams by those in a document, and return them.

    The document's `teams` may be "home_clubs". Entries that no longer exist are left out of their teams. `seen` is the
    digest of the teams that the page showed. Raises Invalid with every problem, Stale if the teams have changed since,
    and ChangesPublished if published places of teams would change and `by` has not confirmed this.
    """
    with transaction.atomic():
        tournament = locked(Tournament.objects.select_related("club"), tournament.pk)
        entries = set(tournament.entries.values_list("pk", flat=True))
        teams = _read(_by_clubs(tournament, raw), {*entries, *teams_of(tournament).team_of})
        if _document(teams) != tournament.teams:
            teams = _read(_document(teams.among(entries)), entries)
            if seen and seen != ledger.digest(tournament.teams):
                raise Stale(Problem("changed_meanwhile", CHANGED))
            changes = _changes(tournament, teams)
            text = changes.require(by, "") if changes.asks else ""
            _store(tournament, teams, by=by, text=text, facts=changes.facts if changes.asks else {})
    return teams


def _read(raw: object, entries: Collection[int]) -> Teams:
    teams = read_teams(raw, entries=entries)
    if isinstance(teams, list):
        raise Invalid(teams)
    return teams


def join_team(entry: Entry, *, of: Entry, by: Actor) -> None:
    """Add an entry to the team of the entry `of`, if that entry has a team."""
    tournament = locked(Tournament.objects.all(), entry.tournament_id)
    teams = teams_of(tournament)
    team = teams.team_of.get(of.pk)
    if team:
        joined = [
            {"name": each.name, "entries": [*each.entries, *([entry.pk] * (each == team))]} for each in teams.teams
        ]
        wider = read_teams({**tournament.teams, "teams": joined})
        if isinstance(wider, Teams):
            _store(tournament, wider, by=by)
            entry.tournament.teams = tournament.teams


def carry_teams(tournament: Tournament, moved: Sequence[tuple[Tournament, int, int]], *, by: Actor) -> None:
    """Add entries to the teams that they had in an earlier stage.

    `moved` has (stage, entry there, new entry). The rules for scoring teams stay if the tournament has teams; otherwise
    they are those of the first stage that has teams.
    """
    earlier = {stage.pk: teams_of(stage) for stage, _old, _new in moved}
    named = [(team.name, new) for stage, old, new in moved if (team := earlier[stage.pk].team_of.get(old))]
    if not named:
        return
    own = teams_of(tournament)
    rules = own if own.teams else next(each for each in earlier.values() if each.teams)
    present = set(tournament.entries.values_list("pk", flat=True))
    members = {team.name: [*team.entries] for team in own.among(present).teams}
    spelled = {name.casefold(): name for name in members}
    for name, entry in named:
        members.setdefault(spelled.setdefault(name.casefold(), name), []).append(entry)
    teams = replace(rules, teams=tuple(Team(name, tuple(entries)) for name, entries in members.items()))
    most = min(rules.best, teams.largest) if rules.best else None
    _store(tournament, replace(teams, best=most), by=by)


def teams_of(tournament: Tournament) -> Teams:
    """Return the tournament's teams; none if they are in the format of a different version of the program."""
    teams = read_teams(tournament.teams)
    return Teams() if isinstance(teams, list) else teams


def read_team_standings(tournament: Tournament, shown: ShownStandings) -> TeamStandings:
    """Return the standings of the teams by these standings. Before the first round no team has a place."""
    document: Mapping[str, Any] = shown.standing.document if shown.standing else {"rows": [], "after_round": 0}
    teams = teams_of(tournament)
    return TeamStandings(
        teams,
        tuple(_ranked(tournament, teams, document)),
        {row["entry"]: row for row in document["rows"]},
        dict(tournament.entries.values_list("pk", "name")),
        document["after_round"],
    )


def teams_by_club(tournament: Tournament) -> dict[int, str]:
    """Return the home club of each entry, as first spelled; for an entry without one, the club of the tournament."""
    written: dict[str, str] = {}
    clubs = tournament.entries.order_by("number").values_list("pk", "home_club")
    own = tournament.club.name
    return {pk: written.setdefault(name_key(club or own), club or own) for pk, club in clubs}


def _by_clubs(tournament: Tournament, raw: object) -> object:
    if not isinstance(raw, Mapping) or raw.get("teams") != HOME_CLUBS:
        return raw
    members: dict[str, list[int]] = {}
    for entry, club in teams_by_club(tournament).items():
        members.setdefault(club, []).append(entry)
    return {**raw, "teams": [{"name": name, "entries": entries} for name, entries in members.items()]}


def _document(teams: Teams) -> dict[str, Any]:
    """Return the teams as the document to be stored; {} without teams."""
    if not teams.teams:
        return {}
    listed = [{"name": team.name, "entries": list(team.entries)} for team in teams.teams]
    return {"teams": listed, "best": teams.best, "adds": teams.adds, "ties": teams.ties, "apart": teams.apart}


def _store(
    tournament: Tournament, teams: Teams, *, by: Actor, text: str = "", facts: Mapping[str, object] | None = None
) -> None:
    save_fields(tournament, teams=_document(teams))
    facts = {"teams": ledger.digest(at_origin(tournament, tournament.teams)), **(facts or {})}
    ledger.append(tournament.pk, "teams_declared", by=by, facts=facts, text=text, changes_standings=False)


def _ranked(tournament: Tournament, teams: Teams, document: Mapping[str, Any]) -> list[TeamRow]:
    return rank_teams(teams, document["rows"], low_wins=tournament.ranking_scoring.low_score_wins)


def _changes(tournament: Tournament, after: Teams) -> StandingsChanges:
    """Return the changes of the teams' places after each settled round; none if there were no teams."""
    settled, before = tournament.settled_round, teams_of(tournament)
    published = tournament.standings.filter(after_round__range=(1, settled)).order_by("after_round")
    standings = published.iterator(chunk_size=1) if before.teams else ()
    rows = tuple(row for each in standings for row in _row_changes(tournament, before, after, each.document))
    marks = [
        [row.round, row.name, row.place_before, row.place_after, row.score_before, row.score_after] for row in rows
    ]
    agreement = sha256(ledger.canonical(marks)).hexdigest()[:20]
    return StandingsChanges(documents=(), rows=rows, taken_back={}, settled=settled, agreement=agreement)


def _row_changes(
    tournament: Tournament, before: Teams, after: Teams, document: Mapping[str, Any]
) -> Iterator[RowChange]:
    was, now = ({row.team.name: row for row in _ranked(tournament, each, document)} for each in (before, after))
    for name in {**now, **was}:
        (place, score), (new_place, new_score) = _shown(was.get(name)), _shown(now.get(name))
        if (place, score) != (new_place, new_score):
            yield RowChange(document["after_round"], None, name, place, new_place, score, new_score)


def _shown(row: TeamRow | None) -> tuple[int | None, str | None]:
    return (row.place, decimal(row.total)) if row and row.total is not None else (None, None)
