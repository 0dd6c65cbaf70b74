"""The rounds of a schedule, before they are played."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.draws.records import as_drawn
from tournaments.http import find_directed
from tournaments.web.access import frame


def ahead(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The rounds of a schedule that were drawn with this one, before they are played."""
    round_ = find_directed(request, slug, number)
    names = dict(round_.tournament.entries.values_list("pk", "name"))

    def named(entries: Iterable[int]) -> list[str]:
        return [names.get(entry, "?") for entry in entries]

    coming = [
        (which, [named(table) for table in each["tables"]], named(each["sit_out"]))
        for which, each in enumerate([as_drawn(round_), *round_.ahead], start=number)
    ]
    context = {**frame(request, round_.tournament, "desk"), "round": round_, "coming": coming}
    return render(request, "draft/ahead.html", context)
