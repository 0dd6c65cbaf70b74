"""Newer versions of a club's own game, for tournaments that have not been played."""

from django.utils.translation import gettext_noop as _

from tournaments.models import ClubGame, Tournament

from ..core.actor import Actor
from ..core.refusals import Conflict, Problem
from .tournaments import has_hands, update_tournament


def newer_version(tournament: Tournament) -> ClubGame | None:
    """Return the last version of the club's game if it is newer than the tournament's and no hand was played.

    Otherwise return None.
    """
    game = tournament.game
    newer = game and game.club.games.filter(slug=game.slug, version__gt=game.version).last()
    return None if newer is None or has_hands(tournament) else newer


def take_newest_game(tournament: Tournament, *, by: Actor) -> Tournament:
    """Give the tournament the last version of its club's game, with its options, table, scoring and tie-breaks.

    Raises Invalid if this version does not fit the rest of the plan, and Conflict once a hand has been played, or if
    the tournament does not play a game of the club.
    """
    if tournament.game is None:
        raise Conflict(Problem("no_own_game", _("This tournament plays none of the club’s own games.")))
    return update_tournament(tournament, {"ruleset": tournament.game.slug}, by=by, newest_game=True)
