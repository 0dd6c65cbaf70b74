"""The public pages of a round and of its tables."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_POST

from scoring.bidi import marked
from tournaments.actions.core.names import name_key
from tournaments.actions.hands import packs
from tournaments.actions.hands.tables import TableInPlay, next_to_enter, play_of, read_tables, without_results
from tournaments.actions.round_repair.corrections import corrected_later
from tournaments.actions.rounds.draws.corrected import corrected_since
from tournaments.actions.rounds.draws.replays import check_draw
from tournaments.actions.rounds.draws.report_text import report_sentences
from tournaments.actions.standings.why import given_in
from tournaments.http import find_directed, find_round, find_table, is_hidden, permit
from tournaments.models import DIRECTORS, Round
from tournaments.wording.standing_states import closing_text

from ..desk.pending_decisions import phones_at
from ..hands.changed_hands import changes
from ..pictures.lines import picture_of_totals
from ..public import link_previews
from ..requests.access import actor, frame, preview_metadata, shared_part
from ..requests.clock import shown_clock
from ..requests.faults import attempt

MAX_QUERY_LENGTH = 100
PICTURED = 3
"""The least number of hands with which a table's page shows a chart."""


@conditional_page
def round_(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tables of a round. With `q`, only the table with this number, or the tables of players with this name."""
    round_ = find_round(request, slug, number)
    tournament = round_.tournament
    if not round_.is_public:
        return redirect("draft", slug, number)
    framed = frame(request, tournament, f"round-{number}")
    if not framed["is_of_club"] and (part := shared_part(request, tournament)):
        return render(request, "round/round.html", {**framed, "round": round_, "part": part})
    seated = _tables_and_draw(request, round_, directs=framed["directs"])
    return render(request, "round/round.html", {**framed, **seated})


def _tables_and_draw(request: HttpRequest, round_: Round, *, directs: bool) -> dict[str, object]:
    """Return the tables that match the query with their seats, the sit-outs and, for directors, the draw's report."""
    tables = read_tables(round_.tables.order_by("number"))
    out = list(round_.sit_outs.select_related("entry"))
    names = {sit_out.entry_id: sit_out.name for sit_out in out}
    names |= {seat.entry_id: seat.name for table in tables for seat in table.seats}
    query = name_key(request.GET.get("q", "")[:MAX_QUERY_LENGTH])
    playing = sum(table.is_outstanding for table in tables)
    return {
        **preview_metadata(request, partial(link_previews.of_round, round_, playing)),
        **_results(request, round_, [table for table in tables if _matches_query(table, query)]),
        "draw_report": report_sentences(round_, names, keep=marked) if directs else (),
        "names_then": names,
        "round": round_,
        "corrected": directs and corrected_since(round_),
        "clock_shown": shown_clock(round_),
        "own_times": dict(shown_clock(round_).own_times),
        "query": query,
        "out": [sit_out for sit_out in out if query in name_key(sit_out.name)],
        "playing": playing,
    }


def _results(request: HttpRequest, round_: Round, tables: list[TableInPlay]) -> dict[str, object]:
    """Return the tables with results and decisions; without them if they are hidden from the user."""
    if is_hidden(request, round_):
        return {"hidden": True, "given": [], "tables": [without_results(play) for play in tables]}
    return {"hidden": False, "given": given_in(round_), "tables": tables}


def _matches_query(play: TableInPlay, query: str) -> bool:
    """Return whether the table has this number or a player with this name."""
    return query == str(play.table.number) or any(query in name_key(seat.name) for seat in play.seats)


def table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A table with all its hands: tallies, scores and totals."""
    at = find_table(request, slug, number, table)
    round_, tournament = at.round, at.round.tournament
    if not round_.is_public:
        return redirect("draft", slug, number)
    hidden = is_hidden(request, round_)
    play = without_results(play_of(at)) if hidden else play_of(at)
    framed = frame(request, tournament, f"round-{number}")
    context = {
        **framed,
        "link_preview": partial(link_previews.of_table, play),
        "round": round_,
        "later": corrected_later(round_) if framed["directs"] else None,
        "phones": phones_at(play) if framed["directs"] and round_.state == Round.State.PUBLISHED else [],
        "play": play,
        "next_play": next_to_enter(round_, play) if framed["scores"] else None,
        "clock_shown": shown_clock(round_, table),
        "changes": [] if hidden else changes(play.table, play.rules, seats=len(play.seats)),
        "given": [] if hidden else given_in(round_, [seat.entry_id for seat in play.seats]),
        "names_then": {seat.entry_id: seat.name for seat in play.seats},
        "hidden": hidden,
        "closing": closing_text(play),
        "picture": None if hidden or len(play.hands) < PICTURED else picture_of_totals(play),
    }
    return render(request, "round/table.html", context)


@require_POST
def agree_on_pack(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Record that a table agreed to play with a different pack, or again with the pack of the rules."""
    at = find_table(request, slug, number, table)
    permit(request, at.round.tournament.club, DIRECTORS)
    other = request.POST.get("other") == "yes"
    attempt(request, lambda: packs.agree_on_pack(at, other=other, by=actor(request)))
    return redirect("table", slug, number, table)


@require_POST
def check(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Repeat the draw with the stored seed, and report whether it gives the same tables."""
    round_ = find_directed(request, slug, number)
    if attempt(request, lambda: check_draw(round_)) and round_.replay_asked_at is None:
        if round_.replayed_same:
            messages.success(request, _("Drawn again with the same number: the same tables."))
        elif round_.replayed_same is None:
            text = _("Drawn by an earlier version of the program: it cannot be repeated exactly.")
            messages.warning(request, text)
        else:
            messages.error(request, _("Drawn again with the same number: OTHER tables."))
    return redirect("round" if round_.is_public else "draft", slug, number)
