"""The pages of a player across all tournaments."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.actions.at_table.lasting_pins import own_page_secret
from tournaments.actions.core.names import initials
from tournaments.actions.core.rows import slug_of
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.hands.meetings import most_met
from tournaments.actions.people.past_results import HISTORY, Played, entries_of
from tournaments.actions.people.players import rename_player
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.standings.ratings import ratings_of
from tournaments.models import DIRECTORS, Entry, Player, ShownAs, Tournament, Visibility
from tournaments.wording.game_words import titles
from tournaments.wording.names import filled

from ..forms.players import NameForm, ShownForm
from ..pictures.drawing import Picture
from ..pictures.lines import SeasonResult, years_picture
from ..public import link_previews
from ..public.player_years import record_of, seasons_of
from ..requests.access import actor, role_in, sent
from ..requests.faults import attempt, form_page, submit
from .at_table.page import add_noindex
from .people import directed_player

OPPONENTS = 12


def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's tournaments with places, seasons, best evenings, and most frequent opponents."""
    player = get_object_or_404(Player.objects.select_related("club", "merge"), pk=pk)
    if hasattr(player, "merge"):
        return redirect("player", player.merge.into_id)
    entries = entries_of(request.user, player)
    is_of_club = role_in(request, player.club) is not None
    if not entries and not is_of_club:
        raise Http404
    return render(request, "player/player.html", _context(request, player, entries, knows_name=is_of_club))


def own_page(request: HttpRequest, pk: int, secret: str) -> HttpResponse:
    """The page of a player with the full name, at the private link from a director. A new PIN changes the link."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk, merge=None)
    right = own_page_secret(player)
    if not right or not constant_time_compare(secret, right):
        raise Http404
    context = _context(request, player, entries_of(request.user, player), knows_name=True)
    response = add_noindex(render(request, "player/player.html", {**context, "is_own": True, "is_public": False}))
    response["Cache-Control"], response["Referrer-Policy"] = "no-store", "no-referrer"
    return response


def _context(request: HttpRequest, player: Player, entries: Sequence[Any], *, knows_name: bool) -> dict[str, Any]:
    timezone.activate(player.club.time_zone)
    history = [Played.of(entry) for entry in entries]
    return {
        "player": player,
        "name": player.name if knows_name else player.shown_name,
        "knows_name": knows_name,
        "may_change": player.erased_at is None and player.club.permits(request.user, DIRECTORS),
        "history": history,
        "link_preview": link_previews.of_player(history),
        "is_public": any(each.tournament.visibility == Visibility.PUBLIC for each in entries),
        "picture": _picture(player, history),
        "ratings": _ratings(player),
        "seasons": seasons_of(player),
        "record": record_of(history),
        "most": HISTORY if len(history) == HISTORY else 0,
        "opponents": most_met(player, [entry.tournament for entry in entries], OPPONENTS),
    }


def _ratings(player: Player) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the slug, the title and the player's row for each game in which the player is rated."""
    rated = ratings_of(player)
    named = titles(player.club, list(rated)) if rated else {}
    return [(game, named.get(game, game), row) for game, row in rated.items()]


def _picture(player: Player, history: Sequence[Played]) -> Picture | None:
    """Return a chart of the player's places in past tournaments; None if there are fewer than two."""
    over = [each for each in reversed(history) if each.place and each.is_over]
    results = [_result(each.entry.tournament, each.place or 0, each.field) for each in over]
    return years_picture(player.shown_name, results) if len(results) > 1 else None


def _result(tournament: Tournament, place: int, field: int) -> SeasonResult:
    year = str(localtime(tournament.starts_at).year) if tournament.starts_at else ""
    return SeasonResult(tournament.name, _day(tournament), year, place, field)


def _day(tournament: Tournament) -> str:
    return date_format(localtime(tournament.starts_at), "SHORT_DATE_FORMAT") if tournament.starts_at else "–"


def rename(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct a name in all tournaments; return to the registration page if the form was opened there."""
    player = directed_player(request, pk)
    asked = request.POST or request.GET
    tournament = player.club.tournaments.filter(slug=slug_of(asked.get("tournament", ""))).first()
    form = NameForm(sent(request), initial={"name": player.name})
    before = request.POST.get("replaces", player.name)
    name = form.data.get("name", "")
    if renamed := submit(form, lambda: rename_player(player, name, by=actor(request), replaces=before)):
        messages.success(request, filled(_("The name is %(name)s now, everywhere."), {"name": renamed.name}))
        return redirect("registration", tournament.slug) if tournament else redirect("player", pk)
    context = {"player": player, "tournament": tournament, "evenings": Entry.objects.of_player(player).count()}
    return form_page(request, "player/rename.html", form, context)


def show_as(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose how the public sees a name."""
    player = directed_player(request, pk)
    code = player.alias if player.shown_as == ShownAs.CODE else ""
    form = ShownForm(sent(request), initial={"shown_as": player.shown_as, "code_name": code})
    if shown := submit(form, lambda: show_player_as(player, **form.cleaned_data, by=actor(request))):
        messages.success(
            request,
            filled(_("The name is now shown as %(name)s, to everybody and everywhere."), {"name": shown.shown_name}),
        )
        return redirect("player", pk)
    return form_page(request, "player/shown.html", form, {"player": player, "initials": initials(player.name)})


def erase(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the consequences of erasing a person. On POST, erase the person."""
    player = directed_player(request, pk)
    if request.method == "POST":
        attempt(request, lambda: erase_player(player, by=actor(request)), _("The player was erased."))
        return redirect("player", pk)
    return render(request, "player/erase.html", {"player": player, "club": player.club})
