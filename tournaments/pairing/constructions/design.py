"""Schedules without repeats, from constructions and from long searches.

In a design all players are interchangeable, so it can also continue a round already played: the tables of that round
replace those of the design's first round, and the other rounds follow without a repeat.
"""

from tournaments.pairing.constructions.catalogue import from_catalogue
from tournaments.pairing.constructions.developed import developed
from tournaments.pairing.constructions.finite_fields import resolvable
from tournaments.pairing.constructions.shifted_columns import shift, shift_limit
from tournaments.pairing.constructions.starters import STARTERS, shortened, thirty_two
from tournaments.pairing.costs import repeats_of
from tournaments.pairing.instance import Instance
from tournaments.pairing.shape import shape_of
from tournaments.pairing.values import DrawRequest, Rng, Rounds, Seats, seats_any

ATTEMPTS = 50


def design(players: int, sizes: tuple[int, ...], rounds: int, rng: Rng) -> Rounds | None:
    """Return a schedule with enough rounds, or else the longest known one; None if there is none."""
    shape = shape_of(players, sizes)
    full = shape.sit_outs == 0 and set(shape.sizes) == {4}
    if full and shift_limit(players) >= rounds:
        return shift(players, rounds)
    ready = from_catalogue(players, sizes, rounds)
    if ready is None:
        ready = _known(players) if full else shortened(players, shape, rounds)
    if ready and len(ready) >= rounds:
        return ready[:rounds]
    return developed(players, shape, rounds, rng) or ready


def _known(players: int) -> Rounds | None:
    """Return the longest known schedule for this number of players at tables of four, or None."""
    if players == 32:
        return thirty_two()
    if players in STARTERS:
        return STARTERS[players].rounds()
    if players == 20:
        return from_catalogue(20, (4,), 10)
    return resolvable(players) or shift(players, shift_limit(players)) or None


def extend_first_round(request: DrawRequest, instance: Instance, rng: Rng) -> Rounds | None:
    """Return the rounds that follow one played round; None if no fair continuation without repeats was found."""
    if len(request.history) != 1 or instance.sizes != (4,) or instance.fixed or not instance.alike:
        return None
    places = design(len(instance.ids), instance.sizes, request.rounds + 1, rng)
    if not places or len(places) <= request.rounds:
        return None
    (before,) = request.history
    played = [[instance.index[id_] for id_ in table if id_ in instance.index] for table in before]
    for _try in range(ATTEMPTS):
        chosen = rng.shuffled(places)[: request.rounds + 1]
        following = _map_design(chosen, _complete_tables(instance, played, rng))
        if not repeats_of([played, *following]) and _is_fair(instance, following):
            ids = (tuple(instance.ids[player] for player in table) for tables in following for table in tables)
            if not seats_any(ids, request.meetings):
                return following
    return None


def _map_design(places: Rounds, first: Seats) -> Rounds:
    """Return the later rounds of a design after replacing the tables of its first round by `first`.

    The last list of `first` has the sit-outs.
    """
    players = [player for table in first for player in table]
    taken = [place for table in places[0] for place in table]
    out = sorted(set(range(len(players))).difference(taken))
    at = dict(zip([*taken, *out], players, strict=True))
    return [[[at[place] for place in table] for table in tables] for tables in places[1:]]


def _complete_tables(instance: Instance, played: Seats, rng: Rng) -> Seats:
    """Return the fullest tables of the played round, with their empty seats filled.

    The last list has the players without a seat.
    """
    fullest = sorted(rng.shuffled(played), key=len, reverse=True)[: len(instance.shape.sizes)]
    tables = [table[: instance.sizes[0]] for table in fullest]
    tables += [[] for _ in range(len(instance.shape.sizes) - len(tables))]
    seated = {player for table in tables for player in table}
    loose = rng.shuffled([player for player in range(len(instance.ids)) if player not in seated])
    for table in tables:
        while len(table) < instance.sizes[0]:
            table.append(loose.pop())
        rng.shuffle(table)
    return [*tables, loose]


def _is_fair(instance: Instance, rounds: Rounds) -> bool:
    """Whether sit-outs are fair: nobody sits out for the second time before everybody has sat out once, and so on."""
    times = instance.past.sit_outs[:]
    for tables in rounds:
        out = set(range(len(times))).difference(*tables)
        rest = min((times[player] for player in range(len(times)) if player not in out), default=0)
        if any(times[player] > rest for player in out):
            return False
        for player in out:
            times[player] += 1
    return True
