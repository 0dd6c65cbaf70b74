"""Conversion of Tavolo's own texts from Markdown to HTML."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

DOCUMENTS = settings.BASE_DIR / "docs"
LISTED = {"h2": 2, "h3": 3}
"""The HTML elements of headings in a table of contents, with their levels."""
ELSEWHERE = re.compile(r"(?![a-z]+:|#|/)")
"""The beginning of a relative link: it leads to a file of the repository, which is not among the site's pages."""
PIECES = re.compile(r"\s+|[^\s/&]*[/&]|[^\s/&]+")
WHOLE = 24
"""The most characters of code that fit on a line of a phone."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with its level and its anchor."""

    level: int
    anchor: str
    title: str


@dataclass(frozen=True, slots=True)
class Document:
    """A document of docs/ as a page: its title, its HTML without the title, and its table of contents."""

    title: str
    html: SafeString
    contents: Sequence[Heading]


def rendered(text: str) -> SafeString:
    """Return a text as HTML for a page. HTML in the text is shown as it is written."""
    return _html(_markdown().parse(text))


@cache
def document(name: str) -> Document:
    """Return the document `docs/{name}.md`, converted once in each process. Its headings have anchors."""
    title, _, text = (DOCUMENTS / f"{name}.md").read_text(encoding="utf-8").partition("\n")
    tokens = _markdown().parse(text)
    headings = _anchored(tokens)
    return Document(title.removeprefix("# "), _html(tokens), headings)


def _html(tokens: Sequence[Token]) -> SafeString:
    """Return the tokens as HTML, without links to files of the repository."""
    for token in tokens:
        if token.children:
            token.children = _without_links_elsewhere(token.children)
    html: str = _markdown().renderer.render(tokens, _markdown().options, {})
    return mark_safe(html)  # noqa: S308


def _anchored(tokens: Sequence[Token]) -> list[Heading]:
    """Give every heading an anchor as on GitHub; return the headings for the table of contents."""
    headings = []
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            anchor = anchor_of(inline.content)
            opening.attrSet("id", anchor)
            headings.append((opening.tag, anchor, inline.content))
    return [Heading(LISTED[tag], anchor, title) for tag, anchor, title in headings if tag in LISTED]


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading: in lower case, with hyphens for spaces, without other signs."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _without_links_elsewhere(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens of a line, in which each link to a file of the repository is replaced by its text."""
    kept: list[Token] = []
    is_open = True
    for token in tokens:
        if token.type == "link_open":
            is_open = not ELSEWHERE.match(str(token.attrGet("href")))
        if is_open or token.type not in ("link_open", "link_close"):
            kept.append(token)
    return kept


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": True}).enable(["table", "smartquotes"])
    markdown.renderer.rules |= {  # type: ignore[attr-defined]  # the protocol leaves them out
        "table_open": lambda *_: '<div class="wide" tabindex="0"><table class="sheet">\n',
        "table_close": lambda *_: "</table></div>\n",
        "code_inline": lambda tokens, place, *_: f"<code>{_in_pieces(tokens[place].content)}</code>",
        "fence": lambda tokens, place, *_: f"<pre><code>{_in_pieces(tokens[place].content)}</code></pre>\n",
    }
    return markdown


def _in_pieces(code: str) -> str:
    """Return code as HTML in which lines break only at spaces and after / and &.

    A piece that is longer than a line may break anywhere.
    """
    pieces = PIECES.findall(code)
    return "".join(escapeHtml(piece) if len(piece) > WHOLE else _unbreakable(piece) for piece in pieces)


def _unbreakable(piece: str) -> str:
    return piece if piece.isspace() else f"<span>{escapeHtml(piece)}</span>{'<wbr>' * piece.endswith(('/', '&'))}"
