"""Schedules from columns that rotate at different speeds.

For 4g players in four columns of g, table i takes (i, i + r, i + 2r, i + 3r) of the columns, modulo g, in round r: two
players of different columns meet again only when a multiple of 1, 2 or 3 comes round again. These are the lines of a
transversal design (Handbook of Combinatorial Designs, 2nd ed., 2007, III.3).

Players of one column never meet, so each club that is kept apart can stand in one column. Forty players are too few for
this construction; their columns were found by a search.
"""

from collections.abc import Iterable, Sequence

from tournaments.pairing.constructions.catalogue import columns_from_catalogue
from tournaments.pairing.shape import with_players
from tournaments.pairing.values import Rounds

COLUMNS = (4, 5)


def shift_limit(players: int) -> int:
    """Return how many rounds without repeats `shift` can make; 0 if the number of players is not a multiple of four."""
    tables, left = divmod(players, 4)
    if left:
        return 0
    if tables % 3 == 0:
        return tables // 3
    return tables // 2 if tables % 2 == 0 else tables


def shift(players: int, rounds: int) -> Rounds:
    """Return the first rounds for players numbered from 0; the first column has the lowest numbers."""
    tables = players // 4
    return [
        [[column * tables + (place + column * number) % tables for column in range(4)] for place in range(tables)]
        for number in range(rounds)
    ]


def in_columns(clubs: Sequence[Sequence[int]], rounds: int) -> Rounds | None:
    """Return `rounds` rounds without repeats in which players of one club never meet; None if this is not possible.

    `clubs` has the players of each club; a player without a club is a club of one.
    """
    players = sum(len(club) for club in clubs)
    for count in COLUMNS:
        columns = _packed(clubs, count, players // count) if players % count == 0 else None
        places = _transversal(players, count, rounds)
        if columns is not None and places is not None:
            return with_players(places, [player for column in columns for player in column])
    return None


def _transversal(players: int, columns: int, rounds: int) -> Rounds | None:
    if columns == 4 and rounds <= shift_limit(players):
        return shift(players, rounds)
    return columns_from_catalogue(columns, rounds) if players == 40 else None


def _packed(clubs: Iterable[Sequence[int]], columns: int, length: int) -> list[list[int]] | None:
    """Return the clubs distributed to columns of this length; None if they do not fit.

    The largest club is placed first, each in the fullest column that has room.
    """
    packed: list[list[int]] = [[] for _ in range(columns)]
    for club in sorted(clubs, key=len, reverse=True):
        room = [column for column in packed if len(column) + len(club) <= length]
        if not room:
            return None
        max(room, key=len).extend(club)
    return packed
