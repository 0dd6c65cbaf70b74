"""The strong with the weak: of g tables the r-th takes the players r, r + g, r + 2g, r + 3g."""

from dataclasses import replace

from tournaments.pairing.constraints import refuse_barred
from tournaments.pairing.core import DrawRequest, Round
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall, Past
from tournaments.pairing.layout import laid_out
from tournaments.pairing.mending import mended
from tournaments.pairing.prices import Prices, prices_of
from tournaments.pairing.seating import seat
from tournaments.pairing.shape import Seats
from tournaments.pairing.turns import Turns

STEPS = 4_000


def interval(_request: DrawRequest, hall: Hall, dice: Dice) -> list[Round]:
    """The next round, whoever met whom before; to keep players apart, neighbours trade places."""
    seated = seat(hall, range(len(hall.ids)), hall.past.sit_outs, hall.past.short_tables)
    prices = prices_of(replace(hall, past=Past.none(len(hall.ids))), again=False)
    tables = _parted(hall, _dealt(hall, seated), prices)
    turns = Turns(hall)
    turns.add(tables)
    tables, _ = mended(tables, prices, turns, number=0, pinned=hall.fixed, dice=dice, steps=STEPS)
    if hall.start and hall.has_barred(tables):
        tables = hall.start
    refuse_barred(hall, [tables])
    return [laid_out(hall, tables, dice)]


def _dealt(hall: Hall, seated: Seats) -> Seats:
    """Those seated dealt out by standing, one to each table of their kind and round again."""
    tables = [[player for player in table if player in hall.fixed] for table in seated]
    for unusual in (False, True):
        places = [n for n, t in enumerate(seated) if (len(t) != hall.sizes[0]) is unusual]
        ahead = iter(sorted({p for n in places for p in seated[n]} - hall.fixed.keys()))
        for place in places * max(hall.sizes):
            if len(tables[place]) < len(seated[place]):
                tables[place].append(next(ahead))
    return tables


def _parted(hall: Hall, tables: Seats, prices: Prices) -> Seats:
    """The tables after whoever sits with somebody kept apart has traded with the nearest."""
    at = {player: table for table in tables for player in table if player not in hall.fixed}
    for player in sorted(at):
        before = _price(prices, player, at[player])
        if not before:
            continue
        for other in sorted(at, key=lambda other: abs(other - player)):
            table, table_2 = at[player], at[other]
            if table is table_2 or len(table) != len(table_2):
                continue
            after = _price(prices, player, table_2, other) + _price(prices, other, table, player)
            if after < before + _price(prices, other, table_2):
                table[table.index(player)], table_2[table_2.index(other)] = other, player
                at[player], at[other] = table_2, table
                break
    return tables


def _price(prices: Prices, player: int, table: list[int], without: int = -1) -> int:
    row = prices[player]
    return sum(row[other] for other in table if other not in (player, without))
