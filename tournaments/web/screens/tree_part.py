"""The tree of tables of a knock-out on a screen, in pages of the screen's size."""

import re
from typing import Any

from django.utils.translation import gettext

from tournaments.actions.standings.trees import tree_of
from tournaments.models import ShownStandings

from ..pictures.drawing import LETTER
from ..pictures.tree import how_to_read, tree_pages

Room = tuple[float, float]
"""The width and height of a screen below the title, in letters of its size."""
WIDE_SCREEN: Room = (23.4, 10.3)
"""The room on a screen of 16:9 with letters for ten metres."""
SENT_ROOM = re.compile(r"(\d{1,3}(?:\.\d)?)x(\d{1,3}(?:\.\d)?)")
LEAST = 5
"""The least width and height that are drawn for, in letters."""


def room_of(text: str) -> Room:
    """Return the size that a screen sent; the size of a wide screen if it sent none."""
    found = SENT_ROOM.fullmatch(text)
    return (max(LEAST, float(found[1])), max(LEAST, float(found[2]))) if found else WIDE_SCREEN


def tree(shown: ShownStandings, room: Room) -> dict[str, Any] | None:
    """Return the pages of the last knock-out by these standings, each with its title; None if there is none."""
    found = shown.in_play or shown.standing
    rounds = tree_of(found.document) if found else []
    if not rounds:
        return None
    width, height = (letters * LETTER for letters in room)
    return {
        "title": gettext("The tree of tables"),
        "sub": how_to_read(),
        "pages": [[page.title, page.svg] for page in tree_pages(rounds, width, height)],
    }
