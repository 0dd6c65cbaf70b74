"""A schedule that begins with a round already played.

In a design every player is as good as any other: whoever sat together is given the places of a
table of its first round, and the other rounds follow without a repeat.
"""

from tournaments.pairing.core import DrawRequest
from tournaments.pairing.designs import design
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.repeats import repeats_of
from tournaments.pairing.shape import Rounds, Seats

TRIES = 50


def joined(request: DrawRequest, hall: Hall, dice: Dice) -> Rounds | None:
    """The rounds after the first, or None if none were found without a repeat."""
    if len(request.history) != 1 or hall.sizes != (4,) or hall.fixed or not hall.alike:
        return None
    places = design(len(hall.ids), hall.sizes, request.rounds + 1, dice)
    if not places or len(places) <= request.rounds:
        return None
    (before,) = request.history
    played = [[hall.index[id_] for id_ in table if id_ in hall.index] for table in before]
    for _try in range(TRIES):
        chosen = dice.shuffled(places)[: request.rounds + 1]
        following = _following(chosen, _filled(hall, played, dice))
        if not repeats_of([played, *following]) and _is_fair(hall, following):
            return following
    return None


def _following(places: Rounds, first: Seats) -> Rounds:
    """The other rounds of a design whose first round are these tables; the last table sits out."""
    players = [player for table in first for player in table]
    taken = [place for table in places[0] for place in table]
    out = sorted(set(range(len(players))).difference(taken))
    at = dict(zip([*taken, *out], players, strict=True))
    return [[[at[place] for place in table] for table in tables] for tables in places[1:]]


def _filled(hall: Hall, played: Seats, dice: Dice) -> Seats:
    """The fullest of the tables played, their empty seats given to whoever has none.

    After the tables come those for whom no seat is left.
    """
    fullest = sorted(dice.shuffled(played), key=len, reverse=True)[: len(hall.shape.sizes)]
    tables = [table[: hall.sizes[0]] for table in fullest]
    tables += [[] for _ in range(len(hall.shape.sizes) - len(tables))]
    seated = {player for table in tables for player in table}
    loose = dice.shuffled([player for player in range(len(hall.ids)) if player not in seated])
    for table in tables:
        while len(table) < hall.sizes[0]:
            table.append(loose.pop())
        dice.shuffle(table)
    return [*tables, loose]


def _is_fair(hall: Hall, rounds: Rounds) -> bool:
    """Whether nobody sits out a second time before everybody had a first, and so on."""
    times = hall.past.sit_outs[:]
    for tables in rounds:
        out = set(range(len(times))).difference(*tables)
        rest = min((times[player] for player in range(len(times)) if player not in out), default=0)
        if any(times[player] > rest for player in out):
            return False
        for player in out:
            times[player] += 1
    return True
