"""Tables by chance, without regard to score, at which as few as possible meet again."""

from tournaments.pairing.core import DrawRequest, Round
from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.conflicts import refuse_barred_tables
from tournaments.pairing.requirements.numbering import to_round
from tournaments.pairing.rng import Rng
from tournaments.pairing.search.ruin_recreate import RuinRecreate

STEPS = 4_000


def random_tables(_request: DrawRequest, instance: Instance, rng: Rng) -> list[Round]:
    """The next round."""
    search = RuinRecreate(instance, rng, penalise_last_round=True)
    search.add(STEPS)
    refuse_barred_tables(instance, search.rounds)
    return [to_round(instance, search.rounds[0], rng)]
