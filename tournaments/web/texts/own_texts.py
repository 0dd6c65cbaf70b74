"""Tavolo's own texts for players: the rules of games, the glossary, and how figures are computed."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import get_language_info

from scoring import registry
from scoring.ruleset import RuleSet
from tournaments.actions.core.names import fold_text
from tournaments.wording.markdown import rendered
from tournaments.wording.words import Words

from .meanings import SECTIONS

FOLDER = settings.BASE_DIR / "docs" / "rules"
ENGLISH = "en"
FOR_PLAYERS = ("For players", "Readings")
"""The sections of an English page that are shown to players; translations have only these sections."""
COMMENT = re.compile(r"^<!-- .* -->\n", re.M)
OWN_SECTION = re.compile(r"^<!-- ([\w-]+) -->\n### .*\n", re.M)
"""The lines before a variant's section: a comment with the name of its rule set, and the heading."""


@dataclass(frozen=True, slots=True)
class RuleText:
    """The rules of a game in one language, as HTML for a page."""

    language: str
    html: SafeString


def rule_text(ruleset: RuleSet, language: str) -> RuleText | None:
    """Return the rules of a game in a language, or in English; None if the game has no page."""
    available = languages(ruleset.page)
    if not available:
        return None
    return _read(ruleset, language if language in available else ENGLISH)


@cache
def languages(page: str) -> tuple[str, ...]:
    """Return the codes of the languages of a page of rules, in the order of the settings; () if there is no page."""
    if not page or not (FOLDER / f"{page}.md").exists():
        return ()
    written = {ENGLISH, *(path.parent.name for path in FOLDER.glob(f"??/{page}.md"))}
    return tuple(code for code, _name in settings.LANGUAGES if code in written)


def language_names(page: str) -> dict[str, str]:
    """Return the languages of a page of rules: by code, the language's own name."""
    return {code: get_language_info(code)["name_local"].capitalize() for code in languages(page)}


@cache
def _read(ruleset: RuleSet, language: str) -> RuleText:
    name = f"{ruleset.page}.md"
    path = FOLDER / name if language == ENGLISH else FOLDER / language / name
    source = path.read_text(encoding="utf-8").partition("\n")[2]
    text = _for_players(source) if language == ENGLISH else source
    return RuleText(language, rendered(_own_first(text, ruleset)))


def _own_first(text: str, ruleset: RuleSet) -> str:
    """Return, for a variant, its own section before the rules of its game.

    For another game, return the rules without comments.
    """
    rules, heading, readings = text.partition("\n## ")
    common, *sections = OWN_SECTION.split(rules)
    own = dict(zip(sections[::2], sections[1::2], strict=True)).get(ruleset.slug)
    varied = registry.find(ruleset.page)
    if own is None or varied is None:
        return COMMENT.sub("", text)
    return f"{own}\n### {varied.title}\n{common}{heading}{readings}"


def _for_players(text: str) -> str:
    sections = dict(part.split("\n", 1) for part in re.split(r"^## ", text, flags=re.M)[1:])
    players, *rest = (title for title in FOR_PLAYERS if title in sections)
    return sections[players] + "".join(f"\n## {title}\n{sections[title]}" for title in rest)


GLOSSARY = settings.BASE_DIR / "docs" / "glossary.md"
GUIDES = settings.BASE_DIR / "docs" / "for-players"
LANGUAGES = ("en", "it", "es", "pt", "nl")
"""The columns of the glossary."""


@dataclass(frozen=True, slots=True)
class GuideSection:
    """A section of the glossary: the tournament, cards or one game. `slug` is its name in links."""

    slug: str
    title: Words
    terms: Sequence["Term"]


@dataclass(frozen=True, slots=True)
class Term:
    """A word in the reader's language, its meaning, and its translations as (language code, word)."""

    word: str
    meaning: Words
    elsewhere: Sequence[tuple[str, str]]


def sections(language: str) -> list[GuideSection]:
    """Return the sections of the glossary for players, in the order of `SECTIONS`."""
    return [
        GuideSection(heading.split()[0].lower(), title, _terms(heading, meanings, language))
        for heading, (title, meanings) in SECTIONS.items()
    ]


def _terms(heading: str, meanings: Mapping[str, Words], language: str) -> list[Term]:
    """Return the terms of a section, sorted by the word in the reader's language."""
    found = [_term(row, meanings[row[0]], language) for row in _rows()[heading] if row[0] in meanings]
    return sorted(found, key=lambda term: fold_text(term.word))


def _term(row: Sequence[str], meaning: Words, language: str) -> Term:
    said = dict(zip(LANGUAGES, row, strict=True))
    elsewhere = [(code, word) for code, word in said.items() if code != language]
    return Term(said[language], meaning, elsewhere)


@cache
def _rows() -> Mapping[str, list[Sequence[str]]]:
    """Return the rows of each section of the glossary, by heading, without asterisks."""
    parts = GLOSSARY.read_text(encoding="utf-8").replace("*", "").split("\n## ")[1:]
    return {part.partition("\n")[0]: _cells(part.splitlines()) for part in parts}


def _cells(lines: Sequence[str]) -> list[Sequence[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]


@cache
def guide_text(name: str, language: str) -> SafeString:
    """Return the text for players with this name, in this language, as HTML."""
    path = GUIDES / f"{name}.md" if language == ENGLISH else GUIDES / language / f"{name}.md"
    return rendered(path.read_text(encoding="utf-8").partition("\n")[2])
