"""What it costs that two players sit together: a row of prices for every player."""

from itertools import combinations

from tournaments.pairing.hall import Hall
from tournaments.pairing.shape import Seats

BARRED = 1_000_000  # the price of a pair that may never sit together
AGAIN = 1_000  # of a pair that met in the round just before
DENSE = 1_500  # up to so many players, what pairs cost is kept in full


class Row(dict[int, int]):
    """What one player costs with each other: nothing unless noted or of the same club."""

    __slots__ = ("mates",)

    def __init__(self, prices: dict[int, int], mates: frozenset[int]) -> None:
        super().__init__(prices)
        self.mates = mates

    def __missing__(self, player: int) -> int:
        return BARRED if player in self.mates else 0


Prices = list[list[int]] | list[Row]


def prices_of(hall: Hall, *, again: bool) -> Prices:
    """Earlier meetings, far more for a barred pair, and `again` much more for the last round's."""
    clubs: dict[int, set[int]] = {}
    for player, club in enumerate(hall.clubs):
        clubs.setdefault(club, set()).add(player)
    mates = {club: frozenset(players if club >= 0 else ()) for club, players in clubs.items()}
    rows = []
    for player, met in enumerate(hall.past.meetings):
        row = Row({}, mates[hall.clubs[player]])
        for other, times in met.items():
            row[other] += times
        for other in hall.past.last[player]:
            row[other] += AGAIN * again
        for other in hall.forbidden[player]:
            row[other] += BARRED
        rows.append(row)
    if len(rows) > DENSE:
        return rows
    return [[row[other] for other in range(len(rows))] for row in rows]


def charge(prices: Prices, tables: Seats, times: int) -> None:
    """Make every pair at these tables dearer by so much."""
    for table in tables:
        for one, other in combinations(table, 2):
            prices[one][other] += times
            prices[other][one] += times


def cost_of(prices: Prices, tables: Seats) -> int:
    """What all pairs at these tables cost together."""
    return sum(prices[one][other] for table in tables for one, other in combinations(table, 2))
