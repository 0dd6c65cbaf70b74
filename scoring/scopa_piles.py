"""The piles that captures at Scopa and Scopone can give one side, by its number of sweeps."""

from functools import lru_cache

SPARE = 3
"""With this many cards besides two for each sweep, sweeps do not limit the coins."""

MINE, THEIRS, NOBODY = range(3)
"""The side that has the primiera."""

COINS = (
    (
        (
            ("---11111111123456789", "---12345678999999999"),
            ("0000000000012345679-", "0123456789999999999-"),
            ("--11111111012456789-", "--12345678999999999-"),
        ),
        (
            ("--111111111123456789", "--13456789AAAAAAAAAA"),
            ("-11111111123456789--", "-12345678999999999--"),
            ("--11111111123456789-", "--12345689A99999999-"),
        ),
    ),
    (
        (
            ("--11111111111234567-", "--23456789999999999-"),
            ("-00000000000123468--", "-34567899999999999--"),
            ("--1111110000123468--", "--2456789999999999--"),
        ),
        (
            ("--11111111111234567-", "--246789AAAAAAAAAAA-"),
            ("-11111111112345678--", "-34567899999999999--"),
            ("--1111111111234568--", "--246789AAAA999999--"),
        ),
    ),
    (
        (
            ("-111111111111123469-", "-135678999999999999-"),
            ("000000000000013579--", "146789999999999999--"),
            ("-11111000000013579--", "-13578999999999999--"),
        ),
        (
            ("-111111111111123469A", "-13579AAAAAAAAAAAAAA"),
            ("111111111111234579--", "146789999999999999--"),
            ("-11111111111123579--", "-13579AAAAAAA99999--"),
        ),
    ),
)
"""The least and the most coins for 0 to 19 sweeps, by cards (without two for each sweep), settebello and primiera.

A is ten, and - means that no number of coins is possible. A pile is made of captures (two cards of a rank, or cards
that add up to another) and of the cards that the last capture leaves on the table. With so few cards besides the sweeps
nearly every capture is a pair.
"""


@lru_cache(maxsize=4096)
def holds(cards: int, coins: int, sweeps: int, primiera: int, *, settebello: bool) -> bool:
    """Return whether captures can give a side a pile with these numbers.

    The ranks in a capture add up to an even number. So do all forty cards, and therefore both piles. This excludes two
    piles. The first is a whole suit: ten cards, all of them coins or none, and no primiera. The second has twelve cards
    with the primiera and all coins but the seven: its other three cards would have to be sevens.
    """
    spare = cards - 2 * sweeps
    if spare < SPARE:
        least, most = COINS[spare][settebello][primiera]
        return least[sweeps] != "-" and int(least[sweeps], 16) <= coins <= int(most[sweeps], 16)
    whole_suit = (cards, primiera) == (10, NOBODY) and coins in (0, 10)
    sevens = (cards, coins, primiera, settebello) == (12, 9, MINE, False)
    return coins <= cards and not whole_suit and not sevens
