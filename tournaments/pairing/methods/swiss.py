"""Tables of equals: players of like standing, of whom as few as possible have met before."""

from tournaments.pairing.core import DrawRequest, Round
from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.conflicts import refuse_barred_tables
from tournaments.pairing.requirements.numbering import to_round
from tournaments.pairing.rng import Rng
from tournaments.pairing.search.swiss.best_swiss_round import best_swiss_round


def swiss(_request: DrawRequest, instance: Instance, rng: Rng) -> list[Round]:
    """The next round."""
    best = best_swiss_round(instance, rng)
    refuse_barred_tables(instance, [best.tables])
    instance.notes["spread_is_least"] = best.proved
    return [to_round(instance, best.tables, rng)]
