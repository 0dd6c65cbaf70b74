"""Teams of a tournament as text: their rules, warnings about them, and their standings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.actions.standings.teams import TeamStandings
from tournaments.models import Entry, Tournament
from tournaments.ranking import decimal
from tournaments.ranking.teams import TeamRow, Teams

from .words import Words, score_title

ADDS: Mapping[str, Words] = {"score": gettext_lazy("the scores"), "places": gettext_lazy("the places in the standings")}
TIES: Mapping[str, Words] = {
    "shared": gettext_lazy("Teams with equal sums share the place."),
    "best_place": gettext_lazy("Between teams with equal sums, the best place of a single player decides."),
}


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A player of a team with place and score in the standings, or None. `counts` says whether the result counts."""

    entry: int
    name: str
    place: int | None
    score: str | None
    counts: bool


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team in the standings with its players, those with a place first."""

    place: int | None
    name: str
    total: str | None
    results: int
    members: tuple[MemberLine, ...]


def team_lines(standings: TeamStandings) -> list[TeamLine]:
    """Return the teams with their players, best first."""
    return [_line(row, standings) for row in standings.rows]


def _line(row: TeamRow, standings: TeamStandings) -> TeamLine:
    others = [entry for entry in row.team.entries if entry not in row.ranked]
    members = (_member(entry, row, standings) for entry in (*row.ranked, *others) if entry in standings.names)
    total = None if row.total is None else decimal(row.total)
    return TeamLine(row.place, row.team.name, total, len(row.counted), tuple(members))


def _member(entry: int, row: TeamRow, standings: TeamStandings) -> MemberLine:
    shown = standings.entry_rows.get(entry, {})
    has_result = shown.get("place") is not None
    score = shown["score"] if has_result else None
    return MemberLine(entry, standings.names[entry], shown.get("place"), score, entry in row.counted)


def sum_title(tournament: Tournament, teams: Teams) -> str:
    """Return the title of what is added up for a team."""
    return gettext("Sum of places") if teams.adds == "places" else score_title(tournament.rules, tournament.scoring)


def team_rules(teams: Teams) -> list[str]:
    """Return sentences about teams: how they are scored, what breaks ties, and how draws treat them."""
    return [
        _what_counts(teams),
        gettext("A team with fewer results comes after the teams with more."),
        str(TIES[teams.ties]),
        *([gettext("The draw keeps players of one team apart where there are enough tables.")] if teams.apart else []),
    ]


def _what_counts(teams: Teams) -> str:
    if teams.best is None:
        if teams.adds == "places":
            return gettext("The places of all players of a team add up; the lowest sum is first.")
        return gettext("All results of a team add up.")
    if teams.adds == "places":
        sentence = ngettext(
            "The place of the best player of a team counts.",
            "The places of the %(number)s best players of a team add up; the lowest sum is first.",
            teams.best,
        )
    else:
        sentence = ngettext(
            "The best result of a team counts.", "The %(number)s best results of a team add up.", teams.best
        )
    return sentence % {"number": teams.best}


def team_warnings(tournament: Tournament, teams: Teams) -> list[str]:
    """Return warnings for the director: teams of unequal size, too small teams, and players without a team."""
    if not teams.teams:
        return []
    away = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)
    counting = set(tournament.entries.exclude(status__in=away).values_list("pk", flat=True))
    return [*_of_sizes(teams.among(counting)), *_of_field(tournament, teams)]


def _of_sizes(teams: Teams) -> Iterator[str]:
    sizes = {len(team.entries) for team in teams.teams}
    if teams.best is None and len(sizes) > 1:
        yield gettext(
            "The teams have from %(least)s to %(most)s players, and all results count: smaller teams come after larger "
            "ones. It is fairer if only the %(least)s best count."
        ) % {"least": min(sizes), "most": max(sizes)}
    small = [team.name for team in teams.teams if teams.best is not None and len(team.entries) < teams.best]
    if small:
        text = gettext("Too few players, so these come after the others: %(teams)s.")
        yield text % {"teams": ", ".join(small)}


def _of_field(tournament: Tournament, teams: Teams) -> Iterator[str]:
    if tournament.pairing == tournament.Pairing.KNOCK_OUT and teams.adds == "score":
        yield gettext("In a knock-out scores cannot be compared, because not all play equally long: add up the places.")
    active = set(tournament.entries.filter(status=Entry.Status.ACTIVE).values_list("pk", flat=True))
    if without := len(active - teams.team_of.keys()):
        text = ngettext("%(count)s player is in no team.", "%(count)s players are in no team.", without)
        yield text % {"count": without}
