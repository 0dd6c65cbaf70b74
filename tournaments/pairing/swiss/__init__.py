"""Tables of equals: players of like standing, of whom as few as possible have met before."""

from tournaments.pairing.constraints import refuse_barred
from tournaments.pairing.core import DrawRequest, Round
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.layout import laid_out
from tournaments.pairing.swiss.best_round import equals


def swiss(_request: DrawRequest, hall: Hall, dice: Dice) -> list[Round]:
    """The next round."""
    best = equals(hall, dice)
    refuse_barred(hall, [best.tables])
    hall.notes["spread_is_least"] = best.proved
    return [laid_out(hall, best.tables, dice)]
