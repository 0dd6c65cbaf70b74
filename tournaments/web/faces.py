"""What a card shows: the letter or number of its rank, its suit, and what it is called."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from scoring.cards import FRENCH_SUITS, LATIN_SUITS, RANKS, SUITS
from tournaments.web.words import Words, translated

CORNERS = {
    "ace": pgettext_lazy("in the corner of a card", "A"),
    "king": pgettext_lazy("in the corner of a card", "K"),
    "queen": pgettext_lazy("in the corner of a card", "Q"),
    "knight": pgettext_lazy("in the corner of a card", "Kn"),
    "jack": pgettext_lazy("in the corner of a card", "J"),
    "joker": "★",
}
DRAWINGS = {"batons": "clubs", "clubs": "trefoils"}
"""The drawings of suits that are not called as the suit is."""

PACKS: Mapping[str, Words] = {
    "latin": gettext_lazy("Coins, cups, swords, batons"),
    "french": gettext_lazy("Diamonds, hearts, spades, clubs"),
}
"""The packs with which a game of Latin cards is played."""

_FRENCH = {**dict(zip(LATIN_SUITS, FRENCH_SUITS, strict=True)), "knight": "queen"}


@dataclass(frozen=True, slots=True)
class Face:
    """The face of a card; a joker has no suit."""

    corner: str
    suit: str
    name: str


def face(card: str, pack: str = "latin") -> Face:
    """The face of a card by its name, such as ace-coins; a French pack has queens for knights."""
    rank, _dash, suit = card.partition("-")
    if pack == "french":
        rank, suit = _FRENCH.get(rank, rank), _FRENCH.get(suit, suit)
    corner = str(CORNERS.get(rank, rank))
    if not suit:
        return Face(corner, "", translated(RANKS[rank]))
    words = {"rank": translated(RANKS[rank]), "suit": translated(SUITS[suit]).lower()}
    return Face(corner, suit, gettext("%(rank)s of %(suit)s") % words)


def suit_file(suit: str) -> str:
    """The drawing of a suit."""
    return f"suits/{DRAWINGS.get(suit, suit)}.svg"
