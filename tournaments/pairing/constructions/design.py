"""Schedules without repeats: constructions, and what long searches have found."""

from tournaments.pairing.constructions.catalogue import from_catalogue
from tournaments.pairing.constructions.developed import developed
from tournaments.pairing.constructions.resolvable import resolvable
from tournaments.pairing.constructions.shift import shift, shift_limit
from tournaments.pairing.constructions.starters import STARTERS, shortened
from tournaments.pairing.constructions.thirty_two import thirty_two
from tournaments.pairing.requirements.shape import Rounds, shape_of
from tournaments.pairing.rng import Rng


def design(players: int, sizes: tuple[int, ...], rounds: int, rng: Rng) -> Rounds | None:
    """So many rounds or, if none has so many, the longest schedule known; None if none is."""
    shape = shape_of(players, sizes)
    full = shape.sit_outs == 0 and set(shape.sizes) == {4}
    if full and shift_limit(players) >= rounds:
        return shift(players, rounds)
    known = from_catalogue(players, sizes, rounds)
    if known is None:
        known = _known(players) if full else shortened(players, shape, rounds)
    if known and len(known) >= rounds:
        return known[:rounds]
    return developed(players, shape, rounds, rng) or known


def _known(players: int) -> Rounds | None:
    """The longest schedule worth going on from, of so many players at tables of four."""
    if players == 32:
        return thirty_two()
    if players in STARTERS:
        return STARTERS[players].rounds()
    if players == 20:
        return from_catalogue(20, (4,), 10)
    return resolvable(players) or shift(players, shift_limit(players)) or None
