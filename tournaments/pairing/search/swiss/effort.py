"""The effort of the search for a round, depending on the number of players. Work is counted in steps."""

from dataclasses import dataclass, replace
from math import comb

USUAL = 4  # the number of seats at a table for which these efforts were measured
PROVED = 24  # up to this number of players at usual tables, all rounds are searched in a short time


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort for at most `players` players: how many starts there are, and how each is improved.

    Each start makes `trades` exchanges per player. Then `width` tables at a time are reseated until this does not help
    any more, at most `parts` times. The best start continues with `last_width` and `last_parts`, and then with
    `near_parts` random groups of tables near each other. With `recombines`, all tables that were close to optimal in
    some part are then combined to the best round; then another start is added, and so on in turn until neither helps.
    """

    players: int
    starts: int
    trades: int  # per player
    width: int
    parts: int
    last_width: int
    last_parts: int
    near_parts: int
    recombines: bool = False
    proves: bool = False  # whether all tables are searched together at the end
    work: int = 10**9  # the budget; with few or very many players, the number of parts is the limit


EFFORTS = (
    Effort(24, 1, 2_000, 3, 20, 6, 0, 0, proves=True),
    Effort(44, 2, 3_000, 5, 20, 6, 4, 0, proves=True),
    Effort(100, 2, 500, 5, 60, 8, 20, 24, recombines=True, work=9_000_000),
    Effort(130, 2, 500, 5, 60, 8, 20, 24, recombines=True, work=12_000_000),
    Effort(250, 2, 1_500, 5, 120, 8, 20, 60, work=9_500_000),
    Effort(400, 2, 1_000, 5, 120, 8, 12, 60, work=9_500_000),
    Effort(600, 2, 1_000, 5, 120, 8, 12, 4),
    Effort(1_500, 1, 1_500, 5, 400, 6, 100, 0),
    Effort(10_000, 1, 500, 5, 1_500, 6, 0, 0),
)


def effort_for(players: int, seats: int) -> Effort:
    """Return the effort for this many players. With larger tables, fewer of them are reseated at a time."""
    effort = next((effort for effort in EFFORTS if players <= effort.players), EFFORTS[-1])
    if seats <= USUAL:
        return effort
    proves = effort.proves and comb(players, seats) <= comb(PROVED, USUAL)
    width, last_width = _as_many(effort.width, seats), _as_many(effort.last_width, seats)
    return replace(effort, proves=proves, width=width, last_width=last_width)


def _as_many(width: int, seats: int) -> int:
    """Return how many tables of `seats` seats take as much work as `width` usual tables.

    The measure is the number of ways to fill one table from all these players.
    """
    most = comb(USUAL * width, USUAL)
    fitting = [tables for tables in range(2, width + 1) if comb(seats * tables, seats) <= most]
    return max(fitting, default=2)


class Budget:
    """The work that remains. One unit is the work of pricing one column of a linear programme.

    Five million units take about a second.
    """

    def __init__(self, work: int) -> None:
        self.work = self.left = work

    @property
    def spent_part(self) -> float:
        """The part of the work that has been used, at most 1."""
        return min(1.0, 1 - self.left / self.work)

    def spend(self, work: int) -> None:
        """Use this work; the last step may exceed the budget a little."""
        self.left -= work
