"""The rules of the games as players read them: the pages of docs/rules, without the code's part."""

import re
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language_info
from markdown_it import MarkdownIt

from scoring import registry
from scoring.ruleset import RuleSet

FOLDER = settings.BASE_DIR / "docs" / "rules"
ENGLISH = "en"
FOR_PLAYERS = ("For players", "Readings")
"""The sections of an English page that a player wants; a translation has no others."""
COMMENT = re.compile(r"^<!-- .* -->\n", re.M)
OWN_SECTION = re.compile(r"^<!-- ([\w-]+) -->\n### .*\n", re.M)
"""What stands before the section of a variant: the name of its rule set, and its heading."""


@dataclass(frozen=True, slots=True)
class RuleText:
    """The rules of a game in one language, as HTML for a page."""

    language: str
    html: SafeString


def rule_text(ruleset: RuleSet, language: str) -> RuleText | None:
    """The text of a game's rules in a language, in English where there is none, or nothing."""
    available = languages(ruleset.page)
    if not available:
        return None
    return _read(ruleset, language if language in available else ENGLISH)


@cache
def languages(page: str) -> tuple[str, ...]:
    """The languages of a page of rules, in the same order on every page."""
    if not page or not (FOLDER / f"{page}.md").exists():
        return ()
    told = {ENGLISH, *(path.parent.name for path in FOLDER.glob(f"??/{page}.md"))}
    return tuple(code for code, _name in settings.LANGUAGES if code in told)


def language_names(page: str) -> dict[str, str]:
    """The languages of a page of rules, each as it calls itself."""
    return {code: get_language_info(code)["name_local"].capitalize() for code in languages(page)}


@cache
def _read(ruleset: RuleSet, language: str) -> RuleText:
    name = f"{ruleset.page}.md"
    path = FOLDER / name if language == ENGLISH else FOLDER / language / name
    source = path.read_text(encoding="utf-8").partition("\n")[2]
    text = _for_players(source) if language == ENGLISH else source
    return RuleText(language, rendered(_own_first(text, ruleset)))


def rendered(text: str) -> SafeString:
    """One of our own texts as HTML for a page; HTML in it is shown as it is written."""
    html: str = _markdown().render(text)
    return mark_safe(html)  # noqa: S308


def _own_first(text: str, ruleset: RuleSet) -> str:
    """The page as a variant's players want it: their own section, then the game that it varies."""
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


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": True}).enable(["table", "smartquotes"])
    markdown.renderer.rules |= {  # type: ignore[attr-defined]  # the protocol leaves them out
        "table_open": lambda *_: '<div class="wide"><table class="sheet">\n',
        "table_close": lambda *_: "</table></div>\n",
    }
    return markdown
