"""A round in public, and each of its tables."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.actions.names import name_key
from tournaments.actions.tables import TableInPlay, read_tables
from tournaments.web.access import find_round, find_table, find_tournament
from tournaments.web.frame import frame
from tournaments.web.history import changes
from tournaments.web.places import play_of

LONGEST_QUERY = 100


def round_(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tables of a round; with `q`, only those where somebody is called like that."""
    tournament = find_tournament(request, slug)
    round_ = find_round(request, tournament, number)
    if not round_.is_public:
        return redirect("draft", slug, number)
    tables = read_tables(tournament, round_.tables.order_by("number"))
    query = name_key(request.GET.get("q", "")[:LONGEST_QUERY])
    found = [table for table in tables if _seats_somebody(table, query)]
    sit_outs = round_.sit_outs.select_related("entry")
    context = {
        **frame(request, tournament, f"round-{number}"),
        "round": round_,
        "tables": found,
        "query": query,
        "out": [s.entry for s in sit_outs if query in name_key(s.entry.name)],
        "playing": sum(table.is_outstanding for table in tables),
    }
    return render(request, "round/round.html", context)


def _seats_somebody(table: TableInPlay, query: str) -> bool:
    return any(query in name_key(seat.entry.name) for seat in table.seats)


def table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A table with every hand: who took what, what it cost, and how it stands."""
    tournament = find_tournament(request, slug)
    round_ = find_round(request, tournament, number)
    if not round_.is_public:
        return redirect("draft", slug, number)
    play = play_of(find_table(round_, table))
    placed = sorted(zip(play.state.places, play.sides, strict=True), key=lambda pair: pair[0])
    context = {
        **frame(request, tournament, f"round-{number}"),
        "round": round_,
        "play": play,
        "placed": placed,
        "changes": changes(play.table, tournament.rules),
    }
    return render(request, "round/table.html", context)
