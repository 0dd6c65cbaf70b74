"""What players are worth: how much of the spread of a round each was last found to bear."""

from collections.abc import Sequence

from tournaments.pairing.search.swiss.columns import Duals
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.values import Seats


class Worth(dict[int, int]):
    """By the dual prices of the part in which a player was last seated anew; nothing at first."""

    def is_known(self, tables: Seats) -> bool:
        """Whether all of them have been seated anew in some part."""
        return all(player in self for table in tables for player in table)

    def agree(self, position: Position, tables: Seats) -> None:
        """Let the players of each table together be worth its spread, or nothing each if any is not known."""
        if not self.is_known(tables):
            self.update(dict.fromkeys((player for table in tables for player in table), 0))
            return
        for table in tables:
            more = position.spread(table) - sum(self[player] for player in table)
            for number, player in enumerate(table):
                self[player] += more * (number + 1) // len(table) - more * number // len(table)

    def learn(self, players: Sequence[int], dual_values: Duals) -> None:
        """Add the prices of a part, in which what they were worth was taken from all tables."""
        for player, price in zip(players, dual_values.row_prices, strict=False):
            self[player] += round(price / dual_values.unit)
