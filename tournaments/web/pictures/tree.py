"""The tree of tables of a knock-out, in pages for a phone, a sheet of paper or a screen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.actions.standings.trees import TreeRound
from tournaments.wording.words import figure

from .drawing import WIDTH, Picture
from .tree_columns import TreeColumn, TreeLayout, boxes_of, next_labels
from .tree_drawing import described, drawn

LEAST = 150
"""The least width of a column with its lines, in units."""
PHONE, PAPER = (WIDTH, 640), (600, 660)
"""Width and height of a page on a phone, and on a sheet of paper, where its letters have 11 points."""


@dataclass(frozen=True, slots=True)
class TreePage:
    """A page of a tree: the names of its rounds, and its picture."""

    title: str
    svg: SafeString


def tree_picture(rounds: Sequence[TreeRound]) -> Picture:
    """Return the chart of the last knock-out. Its figures include all knock-outs."""
    return Picture(
        name="tree",
        title=_("The tree of tables"),
        reading=how_to_read(),
        svg=_joined(tree_pages(rounds, *PHONE)),
        large=_joined(tree_pages(rounds, *PAPER, name="large-tree")),
        columns=[_("Round"), _("Table"), _("Player"), _("Score"), _("Qualifies")],
        rows=[row for round_ in reversed(rounds) for row in _rows(round_)],
    )


def how_to_read() -> str:
    """Return the sentence below the title of a tree."""
    return _("A line leads from each player who qualifies to the next table.")


def tree_pages(rounds: Sequence[TreeRound], width: float, height: float, name: str = "tree") -> list[TreePage]:
    """Return the last knock-out in as few pages of this size as possible.

    Sizes are in units; a letter has `LETTER` units. If long names make a table higher than a page, its page is higher
    too.
    """
    last = rounds[-1].round - len(rounds) if rounds else 0
    tree = [each for at, each in enumerate(rounds, 1) if each.round - at == last]
    labels = next_labels(tree)
    layouts = [TreeLayout(tree, labels, width, height, number) for number in range(1, max(2, int(width // LEAST) + 1))]
    best = min(layouts, key=lambda layout: (layout.exceeds, len(layout.pages)))
    return [
        TreePage(title := _title(page), drawn(page, best).svg(f"{name}-{at}", title, described(page, labels)))
        for at, page in enumerate(best.pages, 1)
    ]


def _title(page: Sequence[TreeColumn]) -> str:
    return " → ".join(dict.fromkeys(column.title for column in page))


def _joined(pages: Sequence[TreePage]) -> SafeString:
    return format_html_join("", '<div class="part"><h3>{}</h3>{}</div>', ((page.title, page.svg) for page in pages))


def _rows(round_: TreeRound) -> Iterator[list[str]]:
    for box in boxes_of(round_):
        for each in box.players:
            goes_on = "–" if each.goes_on is None else _("yes") if each.goes_on else _("no")
            score = "–" if each.score is None else figure(each.score)
            yield [str(round_.round), box.title, each.name, score, goes_on]
