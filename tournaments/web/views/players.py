"""The pages of a player over all tournaments."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.crypto import constant_time_compare
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.actions.at_table.lasting_pins import own_page_secret
from tournaments.actions.core.names import initials
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.hands.meetings import most_met
from tournaments.actions.people.players import rename_player
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.standings.ratings import ratings_of
from tournaments.http import permit
from tournaments.models import (
    DIRECTORS,
    Entry,
    EntryPlayer,
    Player,
    Round,
    SeatPlayer,
    ShownAs,
    Standing,
    Tournament,
    Visibility,
)
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

HISTORY = 50
OPPONENTS = 12


def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's tournaments with places, seasons, best evenings, and most frequent opponents."""
    player = get_object_or_404(Player.objects.select_related("club", "merge"), pk=pk)
    if hasattr(player, "merge"):
        return redirect("player", player.merge.into_id)
    entries = entries_of(request, player)
    is_of_club = role_in(request, player.club) is not None
    if not entries and not is_of_club:
        raise Http404
    return render(request, "player/player.html", _context(request, player, entries, knows_name=is_of_club))


def own_page(request: HttpRequest, pk: int, secret: str) -> HttpResponse:
    """The page of a player with the full name, by the link that a director gave; a new PIN makes another link."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk, merge=None)
    right = own_page_secret(player)
    if not right or not constant_time_compare(secret, right):
        raise Http404
    context = _context(request, player, entries_of(request, player), knows_name=True)
    response = add_noindex(render(request, "player/player.html", {**context, "is_own": True, "is_public": False}))
    response["Cache-Control"], response["Referrer-Policy"] = "no-store", "no-referrer"
    return response


def _context(request: HttpRequest, player: Player, entries: Sequence[Any], *, knows_name: bool) -> dict[str, Any]:
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


@dataclass(frozen=True, slots=True)
class Played:
    """An entry of a player with its place and the size of the field; None and 0 if the user may not read them."""

    entry: Any
    place: int | None
    field: int
    rounds: Sequence[int] = ()

    @classmethod
    def of(cls, entry: Any) -> "Played":
        """Return an entry with its place in the last readable standings."""
        standing = Standing(body=entry.body) if entry.body else None
        row = standing.row_of(entry.pk) if standing and entry.plays_on else None
        return cls(entry, row["place"] if row else None, standing.field if standing else 0, entry.sat_in)


def _ratings(player: Player) -> list[tuple[str, str, dict[str, Any]]]:
    """The slug and title of each game in which the player is rated, with the row of the rating."""
    rated = ratings_of(player)
    named = titles(player.club, list(rated)) if rated else {}
    return [(game, named.get(game, game), row) for game, row in rated.items()]


def _picture(player: Player, history: Sequence[Played]) -> Picture | None:
    """A chart of the player's places in the tournaments that are over, or None if there are fewer than two."""
    over = [each for each in reversed(history) if each.place and each.entry.tournament.is_over]
    results = [_result(each.entry.tournament, each.place or 0, each.field) for each in over]
    return years_picture(player.shown_name, results) if len(results) > 1 else None


def _result(tournament: Tournament, place: int, field: int) -> SeasonResult:
    year = str(localtime(tournament.starts_at).year) if tournament.starts_at else ""
    return SeasonResult(tournament.name, _day(tournament), year, place, field)


def _day(tournament: Tournament) -> str:
    return date_format(localtime(tournament.starts_at), "SHORT_DATE_FORMAT") if tournament.starts_at else "–"


def rename(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct a name everywhere; return to the registration if it was opened from there."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    permit(request, player.club, DIRECTORS)
    asked = request.POST or request.GET
    tournament = player.club.tournaments.filter(slug=asked.get("tournament", "")).first()
    form = NameForm(sent(request), initial={"name": player.name})
    before = request.POST.get("replaces", player.name)
    name = form.data.get("name", "")
    if renamed := submit(form, lambda: rename_player(player, name, by=actor(request), replaces=before)):
        messages.success(request, filled(_("The name is %(name)s now, everywhere."), {"name": renamed.name}))
        return redirect("registration", tournament.slug) if tournament else redirect("player", pk)
    context = {"player": player, "tournament": tournament, "evenings": Entry.objects.of_player(player).count()}
    return form_page(request, "player/rename.html", form, context)


def show_as(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose the public form of a name."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    permit(request, player.club, DIRECTORS)
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
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    permit(request, player.club, DIRECTORS)
    if request.method == "POST":
        attempt(request, lambda: erase_player(player, by=actor(request)), _("The player is erased."))
        return redirect("player", pk)
    return render(request, "player/erase.html", {"player": player, "club": player.club})


def entries_of(request: HttpRequest, player: Player) -> list[Any]:
    """Return a player's entries, latest first, each with the last standings that the user may read."""
    listed = Tournament.objects.listed_for(request.user)
    entries = Entry.objects.of_history(player).filter(tournament__in=listed).select_related("tournament")
    in_play = Round.objects.filter(
        tournament=OuterRef("tournament"), number=OuterRef("after_round"), state=Round.State.PUBLISHED
    )
    readable = Standing.objects.filter(_readable_standings(request, player), ~Exists(in_play), after_round__gt=0)
    latest = readable.order_by("-after_round")
    plays_on = Exists(EntryPlayer.objects.filter(entry=OuterRef("pk"), player=player))
    found = entries.annotate(body=Subquery(latest.values("body")[:1]), plays_on=plays_on)
    ordered = found.order_by(F("tournament__starts_at").desc(nulls_first=True), "-tournament_id", "pk")
    return _with_rounds(list(ordered[:HISTORY]), player)


def _with_rounds(entries: list[Any], player: Player) -> list[Any]:
    """Annotate entries with the rounds that the player `sat_in`; () if the player played all rounds of an own entry."""
    own: dict[int, set[int]] = defaultdict(set)
    every: dict[int, set[int]] = defaultdict(set)
    turns = SeatPlayer.objects.filter(seat__entry__in=[entry.pk for entry in entries])
    for entry, number, sitting in turns.values_list("seat__entry", "round__number", "player"):
        every[entry].add(number)
        if sitting == player.pk:
            own[entry].add(number)
    for entry in entries:
        entry.sat_in = sorted(own[entry.pk]) if own[entry.pk] != every[entry.pk] or not entry.plays_on else ()
    return entries


def _readable_standings(request: HttpRequest, player: Player) -> Q:
    """The condition for the standings of an entry's tournament that the user may read."""
    of_entry = Q(tournament=OuterRef("tournament"))
    if role_in(request, player.club) is not None:
        return of_entry
    last = F("tournament__standings_hidden_after")
    return of_entry & (Q(tournament__standings_hidden_after=None) | Q(after_round__lte=last))
