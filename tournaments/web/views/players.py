"""A player's page: a person, over all tournaments."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments.models import Entry, Player, Round, Seat, Standing, Tournament
from tournaments.web.access import role_in

HISTORY = 50
OPPONENTS = 12


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
        "history": [(entry, _row(entry)) for entry in entries],
        "opponents": _opponents(entries),
    }
    return render(request, "player.html", context)


def _entries(request: HttpRequest, player: Player) -> list[Any]:
    listed = Tournament.objects.listed_for(request.user)
    latest = Standing.objects.filter(tournament=OuterRef("tournament")).order_by("-after_round")
    entries = player.entries.filter(tournament__in=listed).select_related("tournament")
    with_standings = entries.annotate(body=Subquery(latest.values("body")[:1]))
    return list(with_standings.order_by("-tournament_id")[:HISTORY])


def _row(entry: Any) -> dict[str, Any] | None:
    if entry.body is None:
        return None
    document = Standing(body=entry.body).document
    if not document["after_round"]:
        return None
    return next((row for row in document["rows"] if row["entry"] == entry.pk), None)


def _opponents(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """The people with whom the player sat most often, in rounds that everybody may see."""
    own = [entry.pk for entry in entries]
    public = Round.objects.published().filter(seats__entry__in=own)
    met = Seat.objects.filter(round__in=public, table__seats__entry__in=own).exclude(entry__in=own)
    people = met.values("entry__players__id", "entry__players__name")
    counted = people.annotate(times=Count("table", distinct=True))
    return [dict(row) for row in counted.order_by("-times", "entry__players__name")[:OPPONENTS]]
