"""The worth of players: the part of a round's spread that each was last found to contribute."""

from collections.abc import Sequence

from tournaments.pairing.search.swiss.columns import Duals
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.values import Seats


class Worth(dict[int, int]):
    """The worth of each player, from the dual prices of the part in which the player was last reseated."""

    def is_known(self, tables: Seats) -> bool:
        """Whether all these players have been reseated in some part."""
        return all(player in self for table in tables for player in table)

    def agree(self, position: Position, tables: Seats) -> None:
        """Adjust the worth of each table's players to add up to its spread.

        If the worth of any player is unknown, set the worth of all to 0.
        """
        if not self.is_known(tables):
            self.update(dict.fromkeys((player for table in tables for player in table), 0))
            return
        for table in tables:
            more = position.spread(table) - sum(self[player] for player in table)
            for number, player in enumerate(table):
                self[player] += more * (number + 1) // len(table) - more * number // len(table)

    def learn(self, players: Sequence[int], dual_values: Duals) -> None:
        """Add the dual prices of a part, whose spreads were reduced by the worth of its players."""
        for player, price in zip(players, dual_values.row_prices, strict=False):
            self[player] += round(price / dual_values.unit)
