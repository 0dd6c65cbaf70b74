"""Draws: which players sit at which table, as pure functions over plain values.

>>> from tournaments.pairing import DrawRequest, Participant, draw
>>> players = tuple(Participant(name) for name in ("Anna", "Bruno", "Carla", "Dario"))
>>> sorted(draw(DrawRequest(method="random", seed=7, entrants=players)).tables[0])
['Anna', 'Bruno', 'Carla', 'Dario']
"""

from tournaments.pairing.engine import draw, report_of
from tournaments.pairing.values import ALL_ROUNDS, BY_STANDING, DrawnRound, DrawRequest, Participant

__all__ = ["ALL_ROUNDS", "BY_STANDING", "DrawRequest", "DrawnRound", "Participant", "draw", "report_of"]
