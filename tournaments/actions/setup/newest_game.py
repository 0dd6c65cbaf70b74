"""Newer versions of a club's own game, for tournaments in which no hand has been played."""

from django.utils.translation import gettext_noop as _

from tournaments.models import ClubGame, Tournament

from ..core.actor import Actor
from ..core.refusals import Conflict, Problem
from .tournaments import has_hands, update_tournament


def newer_version(tournament: Tournament) -> ClubGame | None:
    """Return the last version of the tournament's game if it is newer than the tournament's; else None.

    Return None also if the game is not a club's own, or if a hand has been played.
    """
    game = tournament.game
    newer = game and game.club.games.filter(slug=game.slug, version__gt=game.version).last()
    return None if newer is None or has_hands(tournament) else newer


def take_newest_game(tournament: Tournament, *, by: Actor) -> Tournament:
    """Set the tournament to the last version of its club's game: options, table, scoring, tie-breaks. Return it.

    Raises Invalid if this version does not fit the rest of the plan. Raises Conflict once a hand has been played, or if
    the tournament does not play a game of the club.
    """
    if tournament.game is None:
        raise Conflict(Problem("no_own_game", _("This tournament plays none of the club’s own games.")))
    return update_tournament(tournament, {"ruleset": tournament.game.slug}, by=by, newest_game=True)
