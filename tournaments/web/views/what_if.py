"""Assumed results of a table, and the standings that would result."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.setup.plans import needing_hands
from tournaments.actions.standings.outlooks import marks
from tournaments.actions.what_if import Supposed, WhatIf, by_total, follows_standings, suppose, what_if
from tournaments.http import find_table
from tournaments.models import DIRECTORS, Table
from tournaments.paper.schedule import coming_rounds
from tournaments.wording.stage_words import with_qualification

from ..forms.hands import TallyForm
from ..requests.access import frame
from ..requests.faults import before_and_after
from .hands import EnteringAtDesk

LONGEST = 100_000
"""The most characters of assumed tallies that are read."""


def suppose_result(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The form for an assumed hand or total. On POST, also the standings that would result."""
    at = find_table(request, slug, number, table, DIRECTORS)
    if not at.round.is_public:
        raise Http404
    as_total = "total" in request.GET and not at.round.is_by_totals
    supposing = Supposing.begin(request, at, _tallies(request.POST.get("supposed", "")), as_total=as_total)
    if request.method == "POST":
        return supposing.answer()
    return supposing.page(supposing.blank_form())


def _tallies(text: str) -> tuple[object, ...]:
    """Return the earlier assumed tallies from a field of the page; () if the field cannot be read."""
    try:
        sent = json.loads(text[:LONGEST])
    except (ValueError, RecursionError):
        return ()
    return tuple(sent) if isinstance(sent, list) else ()


@dataclass(frozen=True)
class Supposing(EnteringAtDesk):
    """The entry of a table's next assumed hand, after the hands in `supposed`, or of its assumed total."""

    at: Table
    supposed: tuple[object, ...] = ()
    as_total: bool = False

    @classmethod
    def begin(cls, request: HttpRequest, at: Table, supposed: tuple[object, ...], *, as_total: bool) -> "Supposing":
        """Return the entry for the table after these hands; for a total, the table has no hands."""
        play = suppose(at, Supposed(at.number, () if as_total else supposed))
        play = by_total(play) if as_total else play
        return cls(request, play, len(play.hands) + 1, at, supposed, as_total)

    def save(self, form: TallyForm) -> HttpResponse:
        """Add the tally to the assumed tallies, and show the standings."""
        then = replace(self, supposed=(*self.supposed, self.entered(form).tally))
        return then.result()

    def answer(self) -> HttpResponse:
        """Handle the form. With `draw`, also show the tables of the next round after these results."""
        return self.result(draws=True) if self.request.POST.get("do") == "draw" else super().answer()

    def result(self, *, draws: bool = False) -> HttpResponse:
        """The standings after all assumed results, with a form for the next hand unless the table is over."""
        supposed = (
            Supposed(self.at.number, total=self.supposed[-1])
            if self._is_total
            else Supposed(self.at.number, self.supposed)
        )
        found = what_if(self.round, [supposed], draws=draws)
        play = suppose(self.at, supposed)
        following = replace(self, play=play, number=len(play.hands) + 1)
        form = None if play.state.over else following.blank_form()
        return following.page(form, found=found)

    @property
    def _is_total(self) -> bool:
        return self.as_total and bool(self.supposed)

    def page(
        self, form: TallyForm | None, *, status: int = 200, found: WhatIf | None = None, **more: Any
    ) -> HttpResponse:
        """The page with this form, or without a form if it is None; with `found`, also with the standings."""
        context = {
            **frame(self.request, self.tournament, "desk"),
            "round": self.at.round,
            "play": self.play,
            "entering": self,
            "sent": json.dumps(self.supposed),
            "takes_total": not self.at.round.is_by_totals and not needing_hands(self.tournament),
            **(self.context(form, **more) if form else {}),
            **(self._found(found) if found else {}),
        }
        return render(self.request, "hand/what_if.html", context, status=status)

    def _found(self, found: WhatIf) -> dict[str, Any]:
        draw, rows = found.draw, list(_rows(found))
        return {
            "found": found,
            "rows": rows,
            "changed": [row for row in rows if row["changes"]],
            "offers_draw": not found.after["outstanding_tables"] and follows_standings(self.at.round) and not draw,
            "coming": coming_rounds(self.tournament, draw.rounds[:1], first=draw.number) if draw else [],
        }


def _rows(found: WhatIf) -> Iterator[dict[str, Any]]:
    """Yield each row as texts: place and score before and after, and the places that the entry can still reach."""
    qualified = {row["entry"]: row["goes_on"] for row in found.rows if "goes_on" in row}
    possible = with_qualification(marks(found.after["rows"]), qualified)
    for row in found.rows:
        before = row["before"]
        compared = [[each["place"], each["score"], each.get("goes_on")] for each in (before, row)]
        yield {
            "name": row["name"],
            "place": before_and_after(before["place"], row["place"]),
            "score": before_and_after(before["score"], row["score"]),
            "changes": compared[0] != compared[1],
            "possible": possible.get(row["entry"], ""),
        }
