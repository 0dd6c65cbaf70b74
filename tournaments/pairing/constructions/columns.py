"""Schedules for clubs that are kept apart: whole clubs stand in columns that never meet.

Four columns turn as in `shift`; for forty players, who are too few for that, there is what a
search has found.
"""

from collections.abc import Iterable, Sequence

from tournaments.pairing.constructions.catalogue import columns_from_catalogue
from tournaments.pairing.constructions.shift import shift, shift_limit
from tournaments.pairing.requirements.shape import Rounds

COLUMNS = (4, 5)


def in_columns(clubs: Sequence[Sequence[int]], rounds: int) -> Rounds | None:
    """So many rounds without a repeat at which no two of a club meet, or None.

    `clubs` holds the players of each club; who has none is a club alone.
    """
    players = sum(len(club) for club in clubs)
    for count in COLUMNS:
        columns = _packed(clubs, count, players // count) if players % count == 0 else None
        places = _transversal(players, count, rounds)
        if columns is not None and places is not None:
            stand = [player for column in columns for player in column]
            return [[[stand[place] for place in table] for table in tables] for tables in places]
    return None


def _transversal(players: int, columns: int, rounds: int) -> Rounds | None:
    if columns == 4 and rounds <= shift_limit(players):
        return shift(players, rounds)
    return columns_from_catalogue(columns, rounds) if players == 40 else None


def _packed(clubs: Iterable[Sequence[int]], columns: int, length: int) -> list[list[int]] | None:
    """The clubs in columns of this length, each in one; the largest first, where it fits best."""
    packed: list[list[int]] = [[] for _ in range(columns)]
    for club in sorted(clubs, key=len, reverse=True):
        room = [column for column in packed if len(column) + len(club) <= length]
        if not room:
            return None
        max(room, key=len).extend(club)
    return packed
