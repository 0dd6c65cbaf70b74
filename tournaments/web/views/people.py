"""The people of a club: merging two records of one person, undoing a merge, and a PIN that works in all tournaments."""

from collections.abc import Iterable
from datetime import datetime
from difflib import get_close_matches
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.fields import normalise_text
from tournaments.actions.at_table.lasting_pins import give_lasting_pin, own_page_link, remove_lasting_pin
from tournaments.actions.at_table.lasting_pins import lasting_pin as lasting_pin_of
from tournaments.actions.core.names import name_key
from tournaments.actions.core.rows import id_of
from tournaments.actions.people.merging import merge_players, unmerge_players
from tournaments.http import permit
from tournaments.models import DIRECTORS, EntryPlayer, Player, PlayerMerge, SeatPlayer
from tournaments.wording.names import filled

from ..pictures.drawing import code_of
from ..requests.access import actor
from ..requests.faults import attempt

LIKENESS = 0.7
OFFERED = 12


def same_person(request: HttpRequest, pk: int) -> HttpResponse:
    """The page to choose another record of the same person, by similar names or a search.

    On POST, merge the records.
    """
    player = directed_player(request, pk)
    if request.method == "POST":
        other = get_object_or_404(player.club.players, pk=id_of(request.POST.get("player", "")))
        done = filled(_("The two records of %(name)s are one now. You can separate them again."), {"name": player.name})
        attempt(request, lambda: merge_players(player, other, by=actor(request)), done)
        return redirect("merge-player", pk)
    wanted = normalise_text(request.GET.get("name", ""))[:100]
    merged = Player.objects.filter(merge__into=player)
    context = {"player": player, "wanted": wanted, "offered": _offered(player, wanted), "merged": merged}
    return render(request, "player/same_person.html", context)


@require_POST
def part(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo the merge of a record."""
    other = directed_player(request, pk)
    merge = PlayerMerge.objects.filter(player=other).select_related("into").first()
    kept = merge.into if merge else other
    done = filled(_("%(one)s and %(other)s are two people again."), {"one": kept.name, "other": other.name})
    attempt(request, lambda: unmerge_players(other, by=actor(request)), done)
    return redirect("merge-player", kept.pk)


def lasting_pin(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the PIN of a player for all tournaments of the club. On POST, replace the PIN or remove it."""
    player = directed_player(request, pk)
    if request.method == "POST":
        if request.POST.get("pin") == "none":
            attempt(request, lambda: remove_lasting_pin(player), _("Each tournament has its own PIN again."))
        else:
            seen = request.POST.get("seen", "")
            attempt(request, lambda: give_lasting_pin(player, seen=seen), _("The PIN is valid in every tournament."))
        return redirect("lasting-pin", pk)
    link = own_page_link(player)
    context = {"player": player, "pin": lasting_pin_of(player), "link": link, "code": code_of(link) if link else ""}
    return render(request, "player/pin.html", context)


def directed_player(request: HttpRequest, pk: int) -> Player:
    """Return the player. Raise Http404 for an unknown player, PermissionDenied unless the user directs the club."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    permit(request, player.club, DIRECTORS)
    return player


def _offered(player: Player, wanted: str) -> Iterable[Player]:
    """Return other records that match the query, or without a query those with similar names; see `_with_evenings`."""
    others = player.club.players.selectable().exclude(pk=player.pk)
    if wanted:
        chosen = others.filter(name_key__contains=name_key(wanted))
    else:
        keys = dict.fromkeys(others.values_list("name_key", flat=True))
        turned = " ".join(reversed(player.name_key.split()))
        alike = get_close_matches(player.name_key, keys, n=OFFERED, cutoff=LIKENESS)
        chosen = others.filter(name_key__in=[*alike, turned])
    return _with_evenings(list(chosen.order_by("name", "pk")[:OFFERED]))


def _with_evenings(players: list[Any]) -> list[Any]:
    """Add to each player `evenings`, the number of tournaments, and `last`, the start of the latest or None."""
    began: dict[int, dict[int, datetime | None]] = {player.pk: {} for player in players}
    for rows in (EntryPlayer.objects.all(), SeatPlayer.objects.all()):
        of = "round__tournament" if rows.model is SeatPlayer else "tournament"
        for player, pk, at in rows.filter(player__in=players).values_list("player", of, f"{of}__starts_at").distinct():
            began[player][pk] = at
    for player in players:
        player.evenings = len(began[player.pk])
        player.last = max(filter(None, began[player.pk].values()), default=None)
    return players
