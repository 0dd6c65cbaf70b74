"""About how long draws take on a slow machine, rather too long than too short."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tournaments.pairing import DrawRequest
from tournaments.pairing.constructions.design import design
from tournaments.pairing.constructions.finite_fields import whist
from tournaments.pairing.core import Rng
from tournaments.pairing.requirements.shape import shape_of

QUICK = 1.0
SMALL = 20  # so few are drawn by standing at once
SEARCHED = 5.0


def is_quick(request: DrawRequest) -> bool:
    """Whether somebody can wait for the draw: it takes about a second at most."""
    return expected_seconds(request) <= QUICK


def expected_seconds(request: DrawRequest) -> float:
    """About how long the draw takes; measured for each way of making tables."""
    players = sum(entrant.active for entrant in request.entrants)
    return TIMES[request.method](request, players)


def _by_standing(request: DrawRequest, players: int) -> float:
    """The first round, in which all are equal, takes no time; small fields next to none."""
    if players <= SMALL or not (request.history or _is_hindered(request, players)):
        return players / 1_000
    return max(2.0, min(5.0, players / 20), players / 60)


def _by_places(request: DrawRequest, players: int) -> float:
    """Who met whom before does not matter: only wishes, and tables of several sizes, take time."""
    return _by_standing(replace(request, history=()), players)


def _is_hindered(request: DrawRequest, players: int) -> bool:
    """Whether the tables cannot simply be cut from the standing, though nobody has met."""
    several = len(set(shape_of(players, request.sizes).sizes)) > 1
    return several or bool(request.forbidden or request.fixed or request.avoid_same_club)


def _all_rounds(request: DrawRequest, players: int) -> float:
    """Quick while there are opponents enough, or a design; a crowded evening is searched long."""
    opponents = (len(request.history) + request.rounds) * (request.sizes[0] - 1)
    if 4 * opponents <= 3 * (players - 1) or _has_design(request, players):
        return request.rounds * players / 20_000
    return SEARCHED


def _has_design(request: DrawRequest, players: int) -> bool:
    if request.history or request.forbidden or request.fixed or request.avoid_same_club:
        return False
    if request.method == "individual" and whist(players):
        return True
    known = design(players, request.sizes, request.rounds, Rng(request.seed))
    return known is not None and len(known) >= request.rounds


def _at_once(_request: DrawRequest, _players: int) -> float:
    return 0.0


def _by_lot(request: DrawRequest, players: int) -> float:
    return players / (1_000 if request.history else 5_000)


TIMES: Mapping[str, Callable[[DrawRequest, int], float]] = {
    "swiss": _by_standing,
    "danish-modified": _by_standing,
    "schedule": _all_rounds,
    "individual": _all_rounds,
    "danish": _by_places,
    "interval": _by_lot,
    "random": _by_lot,
    "round-robin": _at_once,
    "mitchell": _at_once,
    "scripted": _at_once,
}
