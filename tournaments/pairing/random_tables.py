"""Tables by chance, without regard to score, at which as few as possible meet again."""

from tournaments.pairing.constraints import refuse_barred
from tournaments.pairing.core import DrawRequest, Round
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.layout import laid_out
from tournaments.pairing.rebuilding import Rebuilding

STEPS = 4_000


def random_tables(_request: DrawRequest, hall: Hall, dice: Dice) -> list[Round]:
    """The next round."""
    rebuilding = Rebuilding(hall, dice, again=True)
    rebuilding.add(STEPS)
    refuse_barred(hall, rebuilding.rounds)
    return [laid_out(hall, rebuilding.rounds[0], dice)]
