"""The evenings in the rows of a season as HTML.

They are not made by a template, because a page may have ten thousand of them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from tournaments.wording.words import figures

Row = Mapping[str, Any]


def season_cells(document: Row) -> Callable[[Row], SafeString]:
    """Return a function that renders a row's evenings: those that count in bold, dropped ones struck through."""
    numbers = {each["tournament"]: number for number, each in enumerate(document["evenings"], 1)}
    figure = figures()

    def cells(row: Row) -> SafeString:
        worths = ((numbers[cell["tournament"]], map(_worth, cell.get("rounds") or [cell])) for cell in row["evenings"])
        texts = [f"{number}:&nbsp;{'+'.join(each)}" for number, each in worths]
        return mark_safe(figure(" · ".join(texts)))  # noqa: S308 - they are numbers

    return cells


def _worth(cell: Row) -> str:
    return f"<b>{cell['points']}</b>" if cell["counts"] else f"<s>{cell['points']}</s>"
