"""Evenings of a season, played through the actions."""

import json
from dataclasses import replace

from tests.halls import a_club, a_round, a_tournament, a_user, agreed, busca, by, director_of, play
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.rounds import rounds
from tournaments.actions.seasons import season_refreshing, seasons
from tournaments.actions.seasons.champions import declare_champions
from tournaments.actions.seasons.evenings_left import EARLY
from tournaments.actions.seasons.standing import published
from tournaments.actions.standings import standings
from tournaments.models import Tournament

DECLARATION = {"counts": "points", "points": "field", "parts": [{"evenings": 4, "best": 2}], "tie_breaks": []}
"""Four evenings of which the two best count: the last of four players has 1 point, the first 4. Ties stay."""


FIRST, SECOND = (0, 5, 10, 25), (25, 10, 5, 0)
"""Points of an evening, and the same in the other direction."""


def an_evening(club, *points, name="Serata", **plan):
    """Return a finished evening of four players at one table with one hand of Busca.

    There is one place for each number of points: the first player takes the first number of 40 points, and so on; a
    player with more buscas is behind.
    """
    tournament = a_tournament(club, players=4, name=name, rounds=1, table={"hands": 1}, **plan)
    round_ = a_round(tournament, tables=[range(4)])
    play(round_.tables.get(), points=list(points) or [10, 10, 10, 10])
    rounds.close_round(round_, by=director_of(tournament))
    standings.refresh(tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def a_season(club, *tournaments, name="Stagione", declaration=DECLARATION, **more):
    """A season of these evenings, published."""
    owner = by(club.memberships.get(role="owner").user)
    season = seasons.create_season(club, {"name": name, "declaration": declaration}, by=owner)
    for tournament in tournaments:
        of_both = owner if tournament.club_id == club.pk else by(a_user("host", is_superuser=True))
        seasons.add_evening(season, tournament, more, by=of_both)
    season_refreshing.refresh(season.pk)
    return season


def a_circuit(club):
    """A season of an evening of the club and one of another club, where people have the same names."""
    home = an_evening(club, *FIRST, name="Casa")
    away = an_evening(a_club("Ospite", owner=a_user("zita")), *SECOND, name="Trasferta")
    return a_season(club, home, away)


def correct(tournament, *points):
    """Correct the only hand of an evening, and publish the result."""
    table = tournament.rounds.get().tables.get()
    version = table.hands.current().get().version
    corrected = HandInput(number=1, tally=busca(points), replaces=version, reason="Misread")
    agreed(director_of(tournament), lambda by: hands.record(table, corrected, by=by))
    standings.refresh(tournament.pk)


def crown(season, rule="standing", **more):
    """Declare the champions, whatever evenings remain."""
    owner = by(season.club.memberships.get(role="owner").user)
    declare_champions(season, {"by": rule, **more}, by=replace(owner, agreed=EARLY))


def rows(season, after=None):
    return [(row["place"], row["name"], row["score"]) for row in json.loads(published(season, after))["rows"]]


def publish(season, evening):
    standings.refresh(evening.pk)
    season_refreshing.refresh(season.pk)
