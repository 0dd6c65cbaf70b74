"""What a player meets, in words: the glossary by the words of docs/glossary.md, and how the figures come about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.actions.names import fold_text
from tournaments.web.rule_texts import ENGLISH, rendered
from tournaments.wording.words import Words

GLOSSARY = settings.BASE_DIR / "docs" / "glossary.md"
FOLDER = settings.BASE_DIR / "docs" / "for-players"
LANGUAGES = ("en", "it", "es", "pt", "nl")
"""The columns of the glossary."""

MEANINGS: Mapping[str, Words] = {
    "tournament": _("Several rounds of a game, with one winner at the end."),
    "entry": _("One player, or the partners who play the tournament together."),
    "partnership": _("Two who play together and have one score."),
    "round": _("All tables play at the same time; then everybody sits down with others."),
    "table": _("The place of a round where a few players play against each other."),
    "seat": _("Where a player sits at the table: by the compass, or by a number."),
    "hand (one deal)": _("What is played from one deal of the cards to the next."),
    "tally": _("What the table writes down of a hand: points, tricks, buscas."),
    "score": _("What a hand, a table or a tournament is worth to a player by the rules."),
    "card points": _("What the cards are worth that a player has taken."),
    "victory points": _(
        "What a difference between two sides is worth, so that one large win does not decide everything."
    ),
    "standings": _("The order of all players after a round."),
    "place (in the standings)": _("Where a player stands in that order; players who are level share a place."),
    "tie-break": _("What decides between players with the same score."),
    "draw (of tables)": _("How it is decided who plays with whom, and at which table."),
    "sit-out": _("A round in which a player rests because the number of players does not fit."),
    "stand-in": _("Somebody who fills a seat and is not ranked."),
    "submitted, confirmed, disputed": _(
        "A hand that waits for another player’s yes; one that has it; one on which the table does not agree."
    ),
    "corrected, void": _("A hand that was put right, and one that does not count."),
    "penalty": _("Points that the director takes from a player, with a reason."),
    "forfeit": _("A round that a player gave up."),
    "disqualification": _("Out of the tournament, without a place; what the others got stays."),
    "target": _("The score with which a table ends."),
    "director": _("Who leads the tournament and decides where the table does not agree."),
    "scorer": _("Who helps the director to enter results."),
    "ledger": _("The record of everything that decided the tournament; a change afterwards would show."),
}
"""The first words of their rows in the glossary, with what each means to a player."""

TIE_BREAKS: Mapping[str, Words] = {
    "table_wins": _(
        "At how many tables a player was first. Those who share the first place each have their part of it: "
        "a half, a third."
    ),
    "clean_hands": _("In how many hands a player took no busca."),
    "card_points": _(
        "What the cards are worth that a player has taken. In Busca the fewest are better, in other games the most."
    ),
    "head_to_head": _("The score of the tables at which all who are tied sat."),
    "opponents": _("How strong the opponents were: the mean of what they score in a round."),
    "difference": _("A player’s own points minus the other side’s, at all tables with two sides."),
    "last_round": _("The latest round, then the one before it, and so on."),
    "lot": _("A draw by lot, made beforehand, so that it stays the same."),
}
"""What each tie-break looks at, for whoever meets it for the first time."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word in the reader's language with its meaning, and the same word elsewhere."""

    word: str
    meaning: Words
    elsewhere: Sequence[tuple[str, str]]


def terms(language: str) -> list[Term]:
    """The words that a player meets, by the alphabet of the reader's language."""
    found = [_term(row, MEANINGS[row[0]], language) for row in _rows() if row[0] in MEANINGS]
    return sorted(found, key=lambda term: fold_text(term.word))


def _term(row: Sequence[str], meaning: Words, language: str) -> Term:
    said = dict(zip(LANGUAGES, row, strict=True))
    elsewhere = [(code, word) for code, word in said.items() if code != language]
    return Term(said[language], meaning, elsewhere)


@cache
def _rows() -> list[Sequence[str]]:
    """The rows of the glossary's tables, without the stars of words that every language keeps."""
    lines = GLOSSARY.read_text(encoding="utf-8").replace("*", "").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]


@cache
def about_figures(language: str) -> SafeString:
    """How scores, places and draws come about, in the reader's language."""
    path = FOLDER / "figures.md" if language == ENGLISH else FOLDER / language / "figures.md"
    return rendered(path.read_text(encoding="utf-8").partition("\n")[2])
