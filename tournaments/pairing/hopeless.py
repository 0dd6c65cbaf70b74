"""Small fields in which those kept apart cannot all be: found out for certain, and at once."""

from dataclasses import replace

from tournaments.pairing.constraints import has_round, refuse_for
from tournaments.pairing.hall import Hall, Past
from tournaments.pairing.seating import seat
from tournaments.pairing.swiss.partition import Found, at_no_price
from tournaments.pairing.swiss.position import position_of

SMALL = 24  # players; of more there are too many tables to look at
WORK, LESS_WORK = 250_000, 40_000  # choices looked at for the whole field, and for parts of it


def refuse_hopeless(hall: Hall) -> None:
    """Raise Refusal if no round of a small field keeps all apart who are to be."""
    if len(hall.ids) > SMALL or hall.alike or hall.shape.sit_outs or has_round(hall):
        return
    found = _looked_for(hall, WORK)
    if found.proved and found.tables is None:
        refuse_for(hall, _has_round)


def _has_round(hall: Hall) -> bool:
    return has_round(hall) or _looked_for(hall, LESS_WORK).tables is not None


def _looked_for(hall: Hall, work: int) -> Found:
    """A round at which nobody sits with those kept apart, if there is one."""
    nobody_met = replace(hall, past=Past.none(len(hall.ids)))
    no_turns = [0] * len(hall.ids)
    tables = seat(nobody_met, range(len(hall.ids)), no_turns, no_turns)
    return at_no_price(position_of(nobody_met, tables, settled=False), tables, work=work)
