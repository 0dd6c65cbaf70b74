"""The pairing methods: those that suit a game, their descriptions, and how long a draw takes."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.ruleset import RuleSet
from tournaments.models import Tournament
from tournaments.models.tournament_settings import TournamentSettings
from tournaments.pairing import DrawRequest
from tournaments.pairing.constructions.design import design
from tournaments.pairing.constructions.finite_fields import whist
from tournaments.pairing.knock_out_plan import table_sizes
from tournaments.pairing.shape import shape_of
from tournaments.pairing.values import Rng

QUICK = 1.0  # seconds, on a slow machine
SMALL = 20  # up to this number of players, a draw by standings takes no time
SEARCHED = 5.0

Pairing = TournamentSettings.Pairing

DESCRIPTIONS: Mapping[str, str] = {
    Pairing.SWISS: _("Players of similar standing meet, round after round; as few as possible meet again."),
    Pairing.SCHEDULE: _(
        "All rounds are drawn at once; nobody meets the same opponent again as long as this is possible."
    ),
    Pairing.RANDOM: _("The lot decides in every round; as few as possible meet again."),
    Pairing.INTERVAL: _("Tables of similar strength: each has players from the top, the middle and the bottom."),
    Pairing.DANISH: _("The leaders sit together, then the next in the standings, even if they have just met."),
    Pairing.DANISH_MODIFIED: _(
        "The leaders sit together, then the next in the standings, but not those who have just met."
    ),
    Pairing.KNOCK_OUT: _(
        "The best of each table qualify, down to one final table; byes and tables with one seat fewer go to "
        "the best placed."
    ),
    Pairing.MITCHELL: _("One half keeps its tables; the other moves on after every round."),
    Pairing.ROUND_ROBIN: _("Everybody plays everybody once before anybody meets again."),
    Pairing.INDIVIDUAL: _("Everybody enters alone and has another partner in every round."),
    Pairing.SCRIPTED: _("You decide who sits where."),
}
NOBODY_PLAYED = _("Nobody has played yet: there are no standings from which to make these tables.")
BY_ENTRY = _("This first round uses the order of entry instead of the standings.")
BY_RATING = _("This first round uses the ratings instead of the standings.")
TWO_SIDES_ONLY = (Pairing.MITCHELL, Pairing.ROUND_ROBIN)


def methods_for(game: RuleSet, options: Mapping[str, Any]) -> list[Pairing]:
    """Return the pairing methods that are possible in a game with these options."""
    partners = game.seats_per_side(options)
    two_sides = set(game.sides) == {2}
    return [
        method
        for method in Pairing
        if (two_sides or method not in TWO_SIDES_ONLY)
        and (method != Pairing.KNOCK_OUT or table_sizes(tuple(game.sides)))
        and (method != Pairing.INDIVIDUAL or (two_sides and partners > 1))
    ]


def methods_of(tournament: Tournament) -> list[Pairing]:
    """Return the methods by which the tournament's next round can be drawn.

    Once there are entries, `individual` (players change partners) can no longer be chosen, and a tournament that uses
    it keeps it, because with any other method partners enter together.
    """
    methods = methods_for(tournament.rules, tournament.options)
    if Pairing.INDIVIDUAL not in methods or not tournament.entries.exists():
        return methods
    if tournament.pairing == Pairing.INDIVIDUAL:
        return [Pairing.INDIVIDUAL]
    return [method for method in methods if method != Pairing.INDIVIDUAL]


def is_quick(request: DrawRequest) -> bool:
    """Whether a page can wait for the draw: it takes about a second at most."""
    return expected_seconds(request) <= QUICK


def expected_seconds(request: DrawRequest) -> float:
    """Return an estimate of the seconds that the draw takes, from measurements of each method."""
    players = sum(entrant.active for entrant in request.entrants)
    return TIMES[request.method](request, players)


def _by_standing(request: DrawRequest, players: int) -> float:
    """Return an estimate for a draw by standings: nearly 0 for few players, or for a first round without scores."""
    if players <= SMALL or not (request.history or _is_constrained(request, players)):
        return players / 1_000
    return max(2.0, min(5.0, players / 20), players / 60)


def _by_places(request: DrawRequest, players: int) -> float:
    """Return an estimate for a draw that ignores earlier meetings.

    Only constraints and mixed table sizes make it slow.
    """
    return _by_standing(replace(request, history=()), players)


def _is_constrained(request: DrawRequest, players: int) -> bool:
    """Whether players cannot simply be seated in order of the standings: there are constraints or mixed table sizes."""
    several = len(set(shape_of(players, request.sizes).sizes)) > 1
    return several or bool(request.forbidden or request.fixed or request.avoid_same_club)


def _all_rounds(request: DrawRequest, players: int) -> float:
    """Return an estimate for a draw of all rounds: long if it needs a search.

    It is short if there are enough opponents, or if a design is known.
    """
    opponents = (len(request.history) + request.rounds) * (request.sizes[0] - 1)
    if 4 * opponents <= 3 * (players - 1) or _has_design(request, players):
        return request.rounds * players / 20_000
    return SEARCHED


def _has_design(request: DrawRequest, players: int) -> bool:
    if request.history or request.forbidden or request.fixed or request.avoid_same_club:
        return False
    if request.method == "individual" and whist(players):
        return True
    rounds = design(players, request.sizes, request.rounds, Rng(request.seed))
    return rounds is not None and len(rounds) >= request.rounds


def _at_once(_request: DrawRequest, _players: int) -> float:
    return 0.0


def _by_lot(request: DrawRequest, players: int) -> float:
    return players / (1_000 if request.history else 5_000)


def _dealt(request: DrawRequest, players: int) -> float:
    return players / (500 if request.history or _is_constrained(request, players) else 5_000)


TIMES: Mapping[str, Callable[[DrawRequest, int], float]] = {
    "swiss": _by_standing,
    "danish-modified": _by_standing,
    "schedule": _all_rounds,
    "individual": _all_rounds,
    "danish": _by_places,
    "interval": _by_lot,
    "knock-out": _dealt,
    "random": _by_lot,
    "round-robin": _at_once,
    "mitchell": _at_once,
    "scripted": _at_once,
}
