"""Make players meet as few as possible whom they have met before."""

from operator import itemgetter

from tournaments.pairing.dice import Dice
from tournaments.pairing.seating import Seating

STEPS = 4_000
CANDIDATES = 120


def mend(seating: Seating, dice: Dice) -> None:
    """Trade places until no pair costs anything, or for as long as that seems worth while.

    A tabu search (F. Glover, 1989): the best trade of a player in trouble is made even if it is
    for the worse, and the two who traded rest for a while.
    """
    price = [seating.table_price(number) for number in range(len(seating.tables))]
    best, kept = sum(price), [table[:] for table in seating.tables]
    rest = [0] * len(seating.where)
    for step in range(1, STEPS + 1):
        if best == 0:
            break
        trade = _best_trade(seating, price, [until >= step for until in rest], dice)
        if trade is None:
            continue
        seating.trade(*trade)
        for player in trade:
            rest[player] = step + 2 + dice.below(8)
            price[seating.where[player]] = seating.table_price(seating.where[player])
        if sum(price) < best:
            best, kept = sum(price), [table[:] for table in seating.tables]
    _restore(seating, kept)


def _best_trade(
    seating: Seating, price: list[int], resting: list[bool], dice: Dice
) -> tuple[int, int] | None:
    number = dice.choice([number for number, cost in enumerate(price) if cost])
    table = seating.tables[number]
    troubled = [p for p in table if any(q != p and seating.price(p, q) for q in table)]
    player = dice.choice(troubled)
    if resting[player]:
        return None
    rated = [
        (seating.change(player, other), other)
        for other in _candidates(seating, dice)
        if not resting[other] and seating.may_trade(player, other)
    ]
    return (player, min(rated, key=itemgetter(0))[1]) if rated else None


def _candidates(seating: Seating, dice: Dice) -> list[int]:
    seated = [player for player, table in enumerate(seating.where) if table >= 0]
    if len(seated) <= CANDIDATES:
        return dice.shuffled(seated)
    return [dice.choice(seated) for _ in range(CANDIDATES)]


def _restore(seating: Seating, tables: list[list[int]]) -> None:
    for number, table in enumerate(tables):
        seating.tables[number] = table
        for player in table:
            seating.where[player] = number
