"""The tree of tables of a knock-out on a screen: a picture of the last rounds, and their tables as rows.

The rows have letters for the distance that the screen is set to. The picture has smaller letters, for people nearby.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from tournaments.actions.standings.trees import TreePlayer, TreeRound, tree_of
from tournaments.models import Leading
from tournaments.wording import words

from ..pictures.tree import last_rounds, tree_svg

MOST_PLAYERS = 16
"""The most players in the first round that is drawn; with more, the pages of seats and standings are enough."""
RATIO = 2.2
"""The ratio of width to height of a screen's area below the title."""
BYES = 4
"""The most byes in a group of rows, which no page parts."""


def tree(shown: Leading, numbers: Mapping[int, int], *, alone: bool) -> dict[str, Any] | None:
    """The last rounds of a knock-out according to these standings; None if there are none or too many players are left.

    Exception: with too many players, a screen that shows the tree `alone` gets the tables of the last round, without a
    picture. Each row has an entry's number, and its next table if the entry qualified, otherwise its score.
    """
    found = shown.in_play or shown.standing
    played = tree_of(found.document) if found else []
    drawn = last_rounds(played, lambda first: _players(first) <= MOST_PLAYERS)
    rounds = drawn or (played[-1:] if alone else [])
    if not rounds:
        return None
    return {
        "title": gettext("The tree of tables"),
        "sub": gettext("→ qualifies for this table"),
        "svg": tree_svg(drawn, ratio=RATIO) if drawn else "",
        "tables": [each for at in range(len(rounds)) for each in _tables(rounds[at], rounds[at + 1 : at + 2], numbers)],
    }


def _players(round_: TreeRound) -> int:
    return len(round_.byes) + sum(len(table.players) for table in round_.tables)


def _tables(round_: TreeRound, after: Sequence[TreeRound], numbers: Mapping[int, int]) -> list[Any]:
    """The tables of a round, each with its title and its rows; the byes are last."""
    seats = {each.entry: table.table for next_ in after for table in next_.tables for each in table.players}
    boxes = [(gettext("Table %(number)d") % {"number": each.table}, each.players) for each in round_.tables]
    boxes += [(gettext("Bye"), round_.byes[at : at + BYES]) for at in range(0, len(round_.byes), BYES)]
    title = gettext("Round %(number)s") % {"number": round_.round}
    return [
        [f"{title} · {where}", [[numbers[each.entry], _result(each, seats)] for each in players]]
        for where, players in boxes
    ]


def _result(player: TreePlayer, seats: Mapping[int, int]) -> str:
    if player.goes_on:
        return f"→ {seats.get(player.entry, '')}".rstrip()
    return "" if player.score is None else words.figure(player.score)
