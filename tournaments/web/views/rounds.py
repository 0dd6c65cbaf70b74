"""A round in public, and each of its tables; and a person, over all tournaments."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Count, F, OuterRef, Q, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions import announcements
from tournaments.actions.draws.replays import check_draw
from tournaments.actions.draws.report_text import report_sentences
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.names import name_key
from tournaments.actions.tables import play_of, read_tables, without_results
from tournaments.http import find_directed, find_round, find_table, is_hidden, permit
from tournaments.models import DIRECTORS, Entry, Player, Round, Seat, Standing, Tournament
from tournaments.web.access import actor, frame, role_in
from tournaments.web.faults import attempt
from tournaments.web.score_pad import changes

MAX_QUERY_LENGTH = 100
HISTORY = 50
OPPONENTS = 12


def round_(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tables of a round; with `q`, only those where somebody is called like that."""
    round_ = find_round(request, slug, number)
    tournament = round_.tournament
    if not round_.is_public:
        return redirect("draft", slug, number)
    tables = read_tables(tournament, round_.tables.order_by("number"))
    query = name_key(request.GET.get("q", "")[:MAX_QUERY_LENGTH])
    matching = [table for table in tables if any(query in name_key(seat.entry.name) for seat in table.seats)]
    seated = [seat.entry for table in tables for seat in table.seats]
    out = [sit_out.entry for sit_out in round_.sit_outs.select_related("entry")]
    names = {entry.pk: entry.name for entry in [*seated, *out]}
    framed = frame(request, tournament, f"round-{number}")
    hidden = is_hidden(request, round_)
    context = {
        **framed,
        "draw_report": report_sentences(round_, names) if framed["directs"] else (),
        "round": round_,
        "tables": [without_results(tournament, table) for table in matching] if hidden else matching,
        "hidden": hidden,
        "query": query,
        "out": [entry for entry in out if query in name_key(entry.name)],
        "playing": sum(table.is_outstanding for table in tables),
    }
    return render(request, "round/round.html", context)


def table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A table with every hand: who took what, what it cost, and how it stands."""
    at = find_table(request, slug, number, table)
    round_, tournament = at.round, at.round.tournament
    if not round_.is_public:
        return redirect("draft", slug, number)
    hidden = is_hidden(request, round_)
    play = without_results(tournament, play_of(at)) if hidden else play_of(at)
    placed = sorted(zip(play.state.places, play.sides, strict=True), key=lambda pair: pair[0])
    context = {
        **frame(request, tournament, f"round-{number}"),
        "round": round_,
        "play": play,
        "placed": placed,
        "changes": [] if hidden else changes(play.table, tournament.rules),
        "hidden": hidden,
    }
    return render(request, "round/table.html", context)


@require_POST
def agree_on_pack(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """All at a table agreed to another pack than the rules name, or to that one after all."""
    at = find_table(request, slug, number, table)
    permit(request, at.round.tournament.club, DIRECTORS)
    other = request.POST.get("other") == "yes"
    attempt(request, lambda: announcements.agree_on_pack(at, other=other, by=actor(request)))
    return redirect("table", slug, number, table)


@require_POST
def check(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The draw is made once more, to see whether its number gives the same tables."""
    round_ = find_directed(request, slug, number)
    if attempt(request, lambda: check_draw(round_)) and round_.replay_asked_at is None:
        if round_.replayed_same:
            messages.success(request, _("Drawn again with the same number: the same tables."))
        else:
            messages.error(request, _("Drawn again with the same number: OTHER tables."))
    return redirect("round" if round_.is_public else "draft", slug, number)


def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Where a person played and came in, and whom he met most.

    Nobody but the club's people sees somebody who played in nothing that is listed.
    """
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    entries = _entries(request, player)
    if not entries and role_in(request, player.club) is None:
        raise Http404
    context = {
        "player": player,
        "may_erase": player.erased_at is None and player.club.permits(request.user, DIRECTORS),
        "history": [(e, Standing(body=e.body).row_of(e.pk) if e.body else None) for e in entries],
        "opponents": _opponents(entries),
    }
    return render(request, "player/player.html", context)


def erase(request: HttpRequest, pk: int) -> HttpResponse:
    """What erasing a person takes away and what it leaves; and doing it."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    permit(request, player.club, DIRECTORS)
    if request.method == "POST":
        attempt(request, lambda: erase_player(player, by=actor(request)), _("The player is erased."))
        return redirect("player", pk)
    return render(request, "player/erase.html", {"player": player, "club": player.club})


def _entries(request: HttpRequest, player: Player) -> list[Any]:
    listed = Tournament.objects.listed_for(request.user)
    entries = player.entries.filter(tournament__in=listed).select_related("tournament")
    latest = Standing.objects.filter(_readable_standings(request, player), after_round__gt=0).order_by("-after_round")
    with_standings = entries.annotate(body=Subquery(latest.values("body")[:1]))
    return list(with_standings.order_by("-tournament_id")[:HISTORY])


def _readable_standings(request: HttpRequest, player: Player) -> Q:
    """The standings of an entry's tournament that whoever asks may read."""
    of_entry = Q(tournament=OuterRef("tournament"))
    if role_in(request, player.club) is not None:
        return of_entry
    last = F("tournament__standings_hidden_after")
    return of_entry & (Q(tournament__standings_hidden_after=None) | Q(after_round__lte=last))


def _opponents(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """The people with whom the player sat most often, in rounds that everybody may see."""
    own = [entry.pk for entry in entries]
    public = Round.objects.published().filter(seats__entry__in=own)
    met = Seat.objects.filter(round__in=public, table__seats__entry__in=own).exclude(entry__in=own)
    people = met.values("entry__players__id", "entry__players__name")
    counted = people.annotate(times=Count("table", distinct=True))
    return [dict(row) for row in counted.order_by("-times", "entry__players__name")[:OPPONENTS]]
