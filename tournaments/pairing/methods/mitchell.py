"""The Mitchell movement: at each table one side stays and the other moves to the next table.

This is the movement of J. T. Mitchell (Duplicate Whist, 1891). With an even number of tables the moving sides skip one
table halfway, so that hands which are dealt once and passed down the tables can be played. With an odd number of
partnerships one stationary side has no table, and the side that would move there sits out. Once all moving sides have
met all stationary ones, one moving side becomes stationary, and the stationary sides sit out in turn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.pairing.instance import Instance
from tournaments.pairing.methods.schedule import search
from tournaments.pairing.requirements.conflicts import refuse_barred_tables
from tournaments.pairing.requirements.feasibility import first_side, refuse_sides
from tournaments.pairing.requirements.seating import with_ids
from tournaments.pairing.search.replanning import plan_of
from tournaments.pairing.shape import with_players
from tournaments.pairing.values import DrawnRound, DrawRequest, Report, Rng, Rounds, Seats

TRADES, PARTNERS = 3_000, 30  # exchanges tried to keep players apart, and positions compared for each exchange
WORK = 10_000  # the limit of exchanges times the number of opponents of a player


def mitchell(request: DrawRequest, instance: Instance, rng: Rng) -> list[DrawnRound]:
    """Return the rounds; at each table the stationary side is first."""
    if any(instance.past.meetings) or any(instance.past.sit_outs):
        return _continue_movement(request, instance, rng)
    if not instance.alike and request.rounds >= (len(instance.ids) + 1) // 2:
        refuse_sides(instance)
    rounds = _rotate(instance, request.rounds, rng)
    refuse_barred_tables(instance, rounds)
    return [with_ids(instance, tables) for tables in rounds]


def omit_seats(_request: DrawRequest, _instance: Instance, _rounds: Sequence[DrawnRound]) -> Report:
    """Return an empty balance of seats for the report: the stationary side always has the first seat."""
    return {"seats": {}}


def movement(players: int, rounds: int) -> Rounds:
    """Return the rounds for players numbered from 0: the first half is stationary, the others move."""
    shifts = _shifts((players + 1) // 2)
    laps = [(_first_lap, shift) for shift in shifts]
    if players % 2:
        laps += [(_second_lap, shift) for shift in shifts if shift]
    moves = (laps[number % len(laps)] for number in range(rounds))
    return [moved(players, shift) for moved, shift in moves]


def _shifts(tables: int) -> list[int]:
    """Return by how many tables the moving sides have moved before each round; the number that is skipped is last."""
    skipped = [tables // 2] if tables % 2 == 0 else []
    return [shift for shift in range(tables) if shift not in skipped] + skipped


def _first_lap(players: int, shift: int) -> Seats:
    staying, places = players // 2, (players + 1) // 2
    return [[table, staying + (table - shift) % places] for table in range(staying)]


def _second_lap(players: int, shift: int) -> Seats:
    """Return a round in which the last moving side is stationary, and meets the side that would sit out.

    The stationary side that the last moving side should have met sits out instead.
    """
    staying, tables = players // 2, _first_lap(players, shift)
    last = players - 1
    for table in tables:
        if table[1] == last:
            table[:] = [last, staying + (staying - shift) % (staying + 1)]
    return tables


def _rotate(instance: Instance, number: int, rng: Rng) -> Rounds:
    """Return the rounds of the movement. Players are assigned so that those kept apart do not meet, if possible."""
    rounds = movement(len(instance.ids), number)
    places = _assign_places(instance, rng)
    if not instance.alike:
        _PlaceSearch(instance, rounds, places, rng).part()
    return with_players(rounds, places)


def _assign_places(instance: Instance, rng: Rng) -> list[int]:
    """Return the player for each position, at random.

    Fixed players are at their tables, players kept apart on one side.

    If not all players kept apart fit on one side, the clubs are placed one after another, largest first.
    """
    clubs = sorted(rng.shuffled(instance.members), key=len, reverse=True)
    order = [player for club in clubs for player in club]
    side = None if instance.alike else first_side(instance, rng)
    if side is not None:
        order = sorted(rng.shuffled(order), key=lambda player: player not in side)
    loose = iter([player for player in order if player not in instance.fixed])
    at = {table: player for player, table in instance.fixed.items()}
    return [at[place] if place in at else next(loose) for place in range(len(instance.ids))]


class _PlaceSearch:
    """A search that exchanges positions in a movement until players who are kept apart do not meet."""

    def __init__(self, instance: Instance, rounds: Rounds, places: list[int], rng: Rng) -> None:
        self.instance, self.places, self.rng = instance, places, rng
        self.met: list[set[int]] = [set() for _ in places]
        for tables in rounds:
            for one, other in tables:
                self.met[one].add(other)
                self.met[other].add(one)

    def part(self) -> None:
        """Exchange positions, for a limited number of steps."""
        clashing = {place for place in range(len(self.places)) if self._clashes(place)}
        meetings = 1 + max(map(len, self.met), default=0)
        for _trade in range(min(TRADES, 40 * len(self.places), WORK // meetings)):
            if not clashing:
                return
            place = self.rng.choice(sorted(clashing))
            if self.places[place] in self.instance.fixed:
                place = self.rng.choice(sorted(self.met[place]))
            other = self._best(place)
            if other != place:
                self._trade(place, other)
                near = {place, other, *self.met[place], *self.met[other]}
                clashing = {p for p in clashing | near if self._clashes(p)}

    def _clashes(self, place: int) -> int:
        player = self.places[place]
        return sum(self.instance.barred(player, self.places[other]) for other in self.met[place])

    def _best(self, place: int) -> int:
        """Return the best position, in a random sample, to exchange with.

        Return `place` itself if every exchange adds clashes.
        """
        best, gain = place, 0
        for _partner in range(PARTNERS):
            other = self.rng.below(len(self.places))
            if other == place or {self.places[place], self.places[other]} & self.instance.fixed.keys():
                continue
            before = self._clashes(place) + self._clashes(other)
            self._trade(place, other)
            after = self._clashes(place) + self._clashes(other)
            self._trade(place, other)
            if before - after > gain or (best == place and before == after):
                best, gain = other, before - after
        return best

    def _trade(self, one: int, other: int) -> None:
        places = self.places
        places[one], places[other] = places[other], places[one]


def _continue_movement(request: DrawRequest, instance: Instance, rng: Rng) -> list[DrawnRound]:
    """Return further rounds: as planned or, if this is not possible, with stationary players at their tables."""
    homes = _home_tables(instance)
    planned = plan_of(request, instance, mitchell)
    stuck = instance if planned else replace(instance, fixed=homes)
    rounds = search(stuck, request.rounds, rng, planned)
    refuse_barred_tables(stuck, rounds)
    return [with_ids(instance, _order_by_home(tables, homes)) for tables in rounds]


def _home_tables(instance: Instance) -> dict[int, int]:
    """Return the table of each player who has been stationary in the rounds drawn so far; a table has at most one."""
    at = {table: player for player, table in instance.fixed.items()}
    for player, (north, east, *_others) in enumerate(instance.past.seats):
        numbers = instance.past.numbers[player]
        if north > east and player not in instance.fixed:
            home = max(numbers, key=lambda number: numbers[number]) - 1
            if home < len(instance.shape.sizes):
                at.setdefault(home, player)
    return {player: table for table, player in at.items()}


def _order_by_home(tables: Seats, homes: Mapping[int, int]) -> Seats:
    """Return the tables in an order in which stationary players keep their table, and the first seat at it."""
    facing = [sorted(table, key=lambda player: player not in homes) for table in tables]
    at_home: dict[int, list[int]] = {}
    for table in facing:
        if table[0] in homes:
            at_home.setdefault(homes[table[0]], table)
    loose = iter([table for table in facing if at_home.get(homes.get(table[0], -1)) is not table])
    return [at_home[place] if place in at_home else next(loose) for place in range(len(tables))]
