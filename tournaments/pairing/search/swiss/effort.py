"""How much work a field is worth: small ones are proved best, large ones have to be quick."""

from dataclasses import dataclass, replace
from math import comb

USUAL = 4  # seats at the tables that the efforts below are measured with


@dataclass(frozen=True, slots=True)
class Effort:
    """For fields of up to so many players: how often to start, and how long to go on.

    Every start tries so many trades, and then seats `width` tables at a time anew until that no
    longer helps, `parts` times at most; the best goes on with `last_width` and `last_parts`, and
    then with tables by lot.
    """

    players: int
    starts: int
    trades: int  # for each player
    width: int
    parts: int
    last_width: int
    last_parts: int
    near_parts: int  # parts of tables by lot
    proves: bool = False  # whether the whole field is searched in the end

    def at_tables_of(self, seats: int, players: int) -> "Effort":
        """As much work at larger tables: fewer of them at a time, as there are more to choose."""
        return replace(
            self,
            width=_as_many(self.width, seats),
            last_width=_as_many(self.last_width, seats),
            proves=self.proves and comb(players, seats) <= comb(PROVED, USUAL),
        )


def _as_many(width: int, seats: int) -> int:
    """The most tables of so many seats with no more ways to fill one than at `width` usual ones."""
    most = comb(USUAL * width, USUAL)
    fitting = [tables for tables in range(2, width + 1) if comb(seats * tables, seats) <= most]
    return max(fitting, default=2)


PROVED = 24  # the choice in a field of so many at usual tables is searched in no time
EFFORTS = (
    Effort(24, 1, 2_000, 3, 20, 6, 0, 0, proves=True),
    Effort(44, 2, 3_000, 5, 20, 6, 4, 0, proves=True),
    Effort(130, 3, 2_000, 5, 60, 8, 20, 14),
    Effort(250, 2, 1_500, 5, 120, 8, 20, 12),
    Effort(600, 2, 1_000, 5, 120, 8, 12, 4),
    Effort(1_500, 1, 1_500, 5, 400, 6, 100, 0),
    Effort(10_000, 1, 500, 5, 1_500, 6, 0, 0),
)


def effort_for(players: int, seats: int) -> Effort:
    """The effort for a field of so many at tables of so many seats."""
    effort = next((effort for effort in EFFORTS if players <= effort.players), EFFORTS[-1])
    return effort.at_tables_of(seats, players) if seats > USUAL else effort
