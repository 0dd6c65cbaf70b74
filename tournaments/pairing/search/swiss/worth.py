"""The worth of players: how much of a round's spread each was last found to contribute."""

from collections.abc import Sequence

from tournaments.pairing.search.swiss.columns import Duals
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.values import Seats


class Worth(dict[int, int]):
    """The worth of each player, from the dual prices of the part in which it was last reseated."""

    def is_known(self, tables: Seats) -> bool:
        """Whether all players at these tables have been reseated in some part."""
        return all(player in self for table in tables for player in table)

    def agree(self, position: Position, tables: Seats) -> None:
        """Adjust the worth of the players of each table so that it adds up to the table's spread.

        If the worth of a player is unknown, set the worth of all players to 0.
        """
        if not self.is_known(tables):
            self.update(dict.fromkeys((player for table in tables for player in table), 0))
            return
        for table in tables:
            more = position.spread(table) - sum(self[player] for player in table)
            for number, player in enumerate(table):
                self[player] += more * (number + 1) // len(table) - more * number // len(table)

    def learn(self, players: Sequence[int], dual_values: Duals) -> None:
        """Add to the worth of these players the dual prices found for their part.

        These are differences, because the worth had been subtracted from the spreads.
        """
        for player, price in zip(players, dual_values.row_prices, strict=False):
            self[player] += round(price / dual_values.unit)
