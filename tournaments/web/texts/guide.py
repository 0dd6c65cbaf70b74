"""Texts for players: the glossary with the words of docs/glossary.md, and the explanation of figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.safestring import SafeString

from tournaments.actions.core.names import fold_text
from tournaments.wording.words import Words

from .meanings import SECTIONS
from .rule_texts import ENGLISH, rendered

GLOSSARY = settings.BASE_DIR / "docs" / "glossary.md"
FOLDER = settings.BASE_DIR / "docs" / "for-players"
LANGUAGES = ("en", "it", "es", "pt", "nl")
"""The columns of the glossary."""


@dataclass(frozen=True, slots=True)
class GuideSection:
    """The words of the tournament, of the cards or of one game, with the name by which a link finds them."""

    slug: str
    title: Words
    terms: Sequence["Term"]


@dataclass(frozen=True, slots=True)
class Term:
    """A word in the reader's language with its meaning, and the same word elsewhere."""

    word: str
    meaning: Words
    elsewhere: Sequence[tuple[str, str]]


def sections(language: str) -> list[GuideSection]:
    """The words that a player meets, in the order of the glossary."""
    return [
        GuideSection(heading.split()[0].lower(), title, _terms(heading, meanings, language))
        for heading, (title, meanings) in SECTIONS.items()
    ]


def _terms(heading: str, meanings: Mapping[str, Words], language: str) -> list[Term]:
    """By the alphabet of the reader's language."""
    found = [_term(row, meanings[row[0]], language) for row in _rows()[heading] if row[0] in meanings]
    return sorted(found, key=lambda term: fold_text(term.word))


def _term(row: Sequence[str], meaning: Words, language: str) -> Term:
    said = dict(zip(LANGUAGES, row, strict=True))
    elsewhere = [(code, word) for code, word in said.items() if code != language]
    return Term(said[language], meaning, elsewhere)


@cache
def _rows() -> Mapping[str, list[Sequence[str]]]:
    """The rows of each section of the glossary, without the stars of words that every language keeps."""
    parts = GLOSSARY.read_text(encoding="utf-8").replace("*", "").split("\n## ")[1:]
    return {part.partition("\n")[0]: _cells(part.splitlines()) for part in parts}


def _cells(lines: Sequence[str]) -> list[Sequence[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]


@cache
def about_figures(language: str) -> SafeString:
    """How scores, places and draws come about, in the reader's language."""
    path = FOLDER / "figures.md" if language == ENGLISH else FOLDER / language / "figures.md"
    return rendered(path.read_text(encoding="utf-8").partition("\n")[2])
