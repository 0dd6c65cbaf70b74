"""Texts for seats, cards, scores and tie-breaks, and the names of pictures of seats and suits."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar

from django.utils import formats
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy

from scoring.bidi import marked
from scoring.packs import FRENCH_SUITS, LATIN_SUITS, RANKS
from scoring.packs import SUITS as CARD_SUITS
from scoring.ruleset import RuleSet, UntranslatedText
from tournaments import ranking
from tournaments.actions.hands.tables import TableInPlay
from tournaments.actions.people.family_names import BETWEEN
from tournaments.models import Hand, Seat

from .of_hands import of_hand

Words = str | Promise
A_PAIR = 2
T = TypeVar("T")

COMPASS: tuple[Words, ...] = (gettext_lazy("North"), gettext_lazy("East"), gettext_lazy("South"), gettext_lazy("West"))
SUITS = ("coins", "cups", "swords", "clubs", "hearts", "spades")
"""The suits that mark the seats: six, so that no two seats at a table of up to six look alike."""

METHODS: Mapping[str, Words] = {
    "places": gettext_lazy("Points for places"),
    "victory-points": gettext_lazy("Victory points"),
    "match-points": gettext_lazy("Match points"),
}
VP_TABLES: Mapping[str, Words] = {
    "burraco-3": gettext_lazy("Burraco, three hands"),
    "burraco-4": gettext_lazy("Burraco, four hands"),
}


def translated(source: str) -> str:
    """Return an English text of scoring, pairing or ranking in the reader's language.

    A club's own texts are unchanged.
    """
    return gettext(source) if source and not isinstance(source, UntranslatedText) else source


def seat_name(seat: int, seats: int) -> str:
    """Return the name of a seat: at a table of four a direction, otherwise a number."""
    if seats == len(COMPASS):
        return str(COMPASS[seat])
    return gettext("Seat %(number)d") % {"number": seat + 1}


def rotated(values: Sequence[T], first: int | None) -> list[T]:
    """Return the values in rotated order: from index `first` on, then the others; unchanged if it is None."""
    first = first or 0
    return [*values[first:], *values[:first]]


def progress(play: TableInPlay) -> tuple[str, str]:
    """Return a table's progress as (mark, text); the mark is `off`, `on`, `done` or ""."""
    hands, played = play.state.rules.hands, len(play.hands)
    if play.table.closing:
        return "done", gettext("Closed")
    if play.disputed:
        return "off", of_hand("disputed", play.table.round, play.disputed[0])
    if play.unconfirmed:
        return "on", of_hand("unconfirmed", play.table.round, play.unconfirmed[0])
    if play.state.over:
        return "done", gettext("Finished")
    if not played:
        return "", of_hand("none", play.table.round)
    if hands:
        return "on", gettext("%(played)s of %(hands)s hands") % {"played": played, "hands": hands}
    return "on", ngettext("%(played)s hand", "%(played)s hands", played) % {"played": played}


def more_minutes(minutes: int) -> str:
    """Return a text about a table's additional minutes."""
    return ngettext("+%(minutes)d minute", "+%(minutes)d minutes", minutes) % {"minutes": minutes}


def names(seats: Iterable[Seat]) -> str:
    """Return the names of the players in these seats, separated by commas."""
    return ", ".join([seat.name for seat in seats])


def partners(name: str) -> str:
    """Return a name for a narrow column: if a line breaks between partners, the dash stays on the first line."""
    return name.replace(BETWEEN, f"\N{NO-BREAK SPACE}{BETWEEN.lstrip()}")


def hand_words(play: TableInPlay, hand: Hand) -> str:
    """Return the scores of a hand as text, without sides that score 0. Names are marked as names."""
    ruleset = play.rules
    scored = [
        f"{' – '.join(marked(seat.name_at(hand.number)) for seat in side)} {units(score, ruleset)}"
        for side, score in zip(play.sides, hand.scores, strict=True)
        if score
    ]
    return ", ".join(scored) or gettext("nobody scores")


def suit_file(seat: int) -> str:
    """Return the name of the picture that marks a seat."""
    return f"suits/{SUITS[seat % len(SUITS)]}.svg"


def units(number: int, ruleset: RuleSet) -> str:
    """Return a score with its unit, such as 2 buscas."""
    if isinstance(ruleset.unit, UntranslatedText):
        return f"{figure(number)} {ruleset.unit}"
    if ruleset.unit == "buscas":
        text = ngettext("%(number)d busca", "%(number)d buscas", number)
    elif ruleset.unit == "game points":
        text = ngettext("%(number)d game point", "%(number)d game points", number)
    else:
        text = ngettext("%(number)d point", "%(number)d points", number)
    return text.replace("%(number)d", figure(number))


def entrants(number: int, entry_size: int) -> str:
    """Return a number of entries as text, such as 3 players; 3 pairs if an entry has two players."""
    if entry_size == A_PAIR:
        return ngettext("%(number)s pair", "%(number)s pairs", number) % {"number": number}
    return ngettext("%(number)s player", "%(number)s players", number) % {"number": number}


UNITS: Mapping[str, Words] = {
    "points": gettext_lazy("Points"),
    "game points": gettext_lazy("Game points"),
    "buscas": gettext_lazy("Buscas"),
}


def unit(ruleset: RuleSet) -> str:
    """Return the unit of scores in this game."""
    own = ruleset.unit
    return capfirst(own) if isinstance(own, UntranslatedText) else str(UNITS[own])


def unit_inside(ruleset: RuleSet) -> str:
    """Return the unit of scores in this game for the inside of a sentence."""
    return ruleset.unit if isinstance(ruleset.unit, UntranslatedText) else unit(ruleset).lower()


def score_title(ruleset: RuleSet, scoring: Mapping[str, Any]) -> str:
    """Return the title of the score in the standings: the scoring method, or the unit of the game."""
    method = scoring.get("method", "total")
    return str(METHODS[method]) if method in METHODS else unit(ruleset)


def order_sentence(ruleset: RuleSet, scoring: Mapping[str, Any]) -> str:
    """Return the sentence that says whether the highest or the lowest score is best."""
    low = ruleset.low_wins and scoring.get("method", "total") == "total"
    if low and ruleset.unit == "buscas":
        return gettext("Fewest buscas first.")
    return gettext("Lowest score first.") if low else gettext("Highest score first.")


def unbroken(text: str) -> str:
    r"""Return a text that cannot break into lines, such as 2 of 3, 1 Nov 2026, 1-11-2026.

    >>> ascii(unbroken("1 Nov")), ascii(unbroken("1-11"))
    ("'1\\xa0Nov'", "'1-\\u206011'")
    """
    return text.replace(" ", "\xa0").replace("-", "-\N{WORD JOINER}")


def figure(number: str | int | None) -> str:
    """Return a published number in the format of the reader's language; a dash for None."""
    return figures()(number)


def amount(given: Decimal) -> str:
    """Return a number that a director entered, in the format of the standings."""
    return figure(ranking.decimal(Fraction(given)))


def figures() -> Callable[[str | int | None], str]:
    """Return a function that formats numbers in the present language; for many numbers it is faster than `figure`."""
    separator = formats.get_format("DECIMAL_SEPARATOR")

    def written(number: str | int | None) -> str:
        return "–" if number is None else str(number).replace("-", "−").replace(".", separator)

    return written


def score_so_far(row: Mapping[str, Any]) -> str | None:
    """Return the score in the standings; None for an entry without a hand or a total."""
    return str(row["score"]) if row["hands"] or row["played"] or str(row["score"]) != "0" else None


def seal(head: str) -> str:
    """Return the beginning of a digest in a form that people can compare: ab12 cd34 ef56 7890."""
    return " ".join(head[place : place + 4] for place in range(0, 16, 4))


CORNERS = {
    "ace": pgettext_lazy("in the corner of a card", "A"),
    "king": pgettext_lazy("in the corner of a card", "K"),
    "queen": pgettext_lazy("in the corner of a card", "Q"),
    "knight": pgettext_lazy("in the corner of a card", "Kn"),
    "jack": pgettext_lazy("in the corner of a card", "J"),
    "joker": "★",
}
DRAWINGS = {"batons": "clubs", "clubs": "trefoils"}
"""The names of drawings by suit, where they are different from the suit's name."""

PACKS: Mapping[str, Words] = {
    "latin": gettext_lazy("Coins, cups, swords, batons"),
    "french": gettext_lazy("Diamonds, hearts, spades, clubs"),
}
"""The packs with which a game for Latin suits can be played, by code."""

_FRENCH = {**dict(zip(LATIN_SUITS, FRENCH_SUITS, strict=True)), "knight": "queen"}


@dataclass(frozen=True, slots=True)
class Face:
    """What is on a card; a joker has no suit."""

    corner: str
    suit: str
    name: str


def face(card: str, pack: str = "latin") -> Face:
    """Return what is on the card with this name, such as ace-coins. A French pack has queens in place of knights."""
    rank, _dash, suit = card.partition("-")
    if pack == "french":
        rank, suit = _FRENCH.get(rank, rank), _FRENCH.get(suit, suit)
    corner = str(CORNERS.get(rank, rank))
    if not suit:
        return Face(corner, "", translated(RANKS[rank]))
    words = {"rank": translated(RANKS[rank]), "suit": translated(CARD_SUITS[suit]).lower()}
    return Face(corner, suit, gettext("%(rank)s of %(suit)s") % words)


def card_suit_file(suit: str) -> str:
    """Return the name of the picture of a suit."""
    return f"suits/{DRAWINGS.get(suit, suit)}.svg"
