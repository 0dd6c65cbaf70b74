"""Teams in a draw: players of one team are kept apart, as players of one club are."""

from dataclasses import replace

from tournaments.pairing import DrawRequest
from tournaments.pairing.shape import shape_of
from tournaments.pairing.values import EntrantId
from tournaments.ranking.teams import Teams

OF_TEAM = "."
"""A character of the texts that replace clubs if teams are kept apart; the number of a club never has it."""


def keep_teams_apart(request: DrawRequest, teams: Teams) -> DrawRequest:
    """Return the request with teams in place of clubs, if teams are kept apart; otherwise unchanged.

    A team with more players than there are tables is split into as few parts as possible, and each part is kept apart.
    So each table has as few players of one team as possible. The request contains numbers of teams and not their names,
    because draws are never erased.
    """
    if not teams.apart_now:
        return request
    active = {entrant.id for entrant in request.entrants if entrant.active}
    tables = max(1, len(shape_of(len(active), request.sizes).sizes))
    groups: dict[EntrantId, str] = {}
    for team in teams.teams:
        members = sorted(team.entries, key=lambda entry: entry not in active)
        parts = max(1, -(-len(active.intersection(members)) // tables))
        groups |= {entry: f"{min(members)}{OF_TEAM}{place % parts}" for place, entry in enumerate(members)}
    entrants = tuple(replace(entrant, club=groups.get(entrant.id, "")) for entrant in request.entrants)
    return replace(request, entrants=entrants, avoid_same_club=True)
