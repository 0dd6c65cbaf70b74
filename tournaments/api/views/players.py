"""The players of a club."""

from collections.abc import Mapping
from typing import Any, cast

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.names import name_key
from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people import merging, players
from tournaments.actions.people.players import NewPlayer, PlayerList
from tournaments.actions.people.shown_names import show_player_as
from tournaments.http import find_club
from tournaments.models import DIRECTORS, SCORERS, Club, Entry, Player, ShownAs, Tournament
from tournaments.models.club import NAME_LENGTH

from ..access import actor
from ..fields import ChoiceField, Id, Moment, StrictSerializer, Text, YesNo
from ..formats import CsvParser, StrictJson, is_csv
from ..idempotency import once
from ..queries import PREVIEW, SEARCH, wants_preview
from ..resource import Batch, Resource, created, render_many
from ..schema import one_or_many


class PlayerShape(serializers.Serializer[Any]):
    """A player. Readers who are not members get the `shown_name` also as `name`."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    shown_name = serializers.CharField()
    shown_as = serializers.ChoiceField(ShownAs.choices)
    created_at = Moment()


class PlayerChanges(StrictSerializer):
    """A new name (`replaces` is the name that the client read), and how the name is shown."""

    name = Text(max_length=10 * NAME_LENGTH, required=False)
    replaces = Text(max_length=10 * NAME_LENGTH, required=False)
    shown_as = ChoiceField(choices=ShownAs.choices, required=False)
    code_name = Text(max_length=10 * NAME_LENGTH, allow_blank=True, required=False)


class PlayerWanted(StrictSerializer):
    """A new player. `new` adds the player even if the club has another one with this name."""

    name = Text(max_length=10 * NAME_LENGTH)
    new = YesNo(default=False)


class PlayersRead(serializers.Serializer[Any]):
    """How a list was read: the new names, the names already known, and the players who were added."""

    new = serializers.ListField(child=serializers.CharField())
    known = serializers.ListField(child=serializers.CharField())
    results = PlayerShape(many=True)


class Players(Resource):
    """The players of a club."""

    tag = "players"
    serializer_class = PlayerShape
    read_by_all = False
    ordering = ("name", "pk")
    parser_classes = [StrictJson, CsvParser]

    @extend_schema(parameters=[SEARCH])
    def list(self, request: Request, club: str) -> Response:
        """The players by name; for members."""
        stored = find_club(request, club, SCORERS)
        named = name_key(request.query_params.get("search", ""))
        return self.page(stored.players.selectable().filter(name_key__contains=named))

    @extend_schema(
        request={"application/json": one_or_many(PlayerWanted), "text/csv": str},
        responses={201: one_or_many(PlayerShape, PlayersRead), 200: PlayersRead},
        parameters=[PREVIEW],
    )
    @once
    def create(self, request: Request, club: str) -> Response:
        """Add a player, a list of players, or the names of a CSV; for directors."""
        stored = find_club(request, club, DIRECTORS)
        if is_csv(request):
            return _import(request, stored)
        batch = Batch.read(PlayerWanted, request.data)
        new_players = {place: NewPlayer(**values) for place, values in batch.values.items()}
        with batch.placed():
            if batch.problems or wants_preview(request):
                return _preview(stored, batch, new_players)
            added = players.add_players(stored, list(new_players.values()))
        return created(batch.answer(render_many(PlayerShape, added)))


def _preview(club: Club, batch: Batch, new_players: Mapping[int, NewPlayer]) -> Response:
    batch.refuse(players.player_problems(club, new_players))
    names = tuple(player.name for player in new_players.values())
    return Response(_render(PlayerList(new=names, known=()), []))


def _import(request: Request, club: Club) -> Response:
    text = cast("str", request.data or "")  # {} if the body is empty
    if wants_preview(request):
        return Response(_render(players.read_player_list(club, text), []))
    added, read = players.import_list(club, text)
    return created(_render(read, added))


def _render(read: PlayerList, added: list[Player]) -> dict[str, Any]:
    results = render_many(PlayerShape, added)
    return {"new": list(read.new), "known": list(read.known), "results": results}


class MergeWanted(StrictSerializer):
    """The other record of the same person."""

    player = Id()


class MergedPlayers(Resource):
    """The records merged into a player's record."""

    tag = "players"
    serializer_class = PlayerShape
    read_by_all = False

    def list(self, request: Request, club: str, pk: int) -> Response:
        """The records that were merged into this record; for members."""
        player = get_object_or_404(find_club(request, club, SCORERS).players, pk=pk)
        return self.listed(render_many(PlayerShape, Player.objects.filter(merge__into=player).order_by("pk")))

    @extend_schema(request=MergeWanted)
    @once
    def create(self, request: Request, club: str, pk: int) -> Response:
        """Merge another record of the same person into this record; for directors.

        409 `sat_together` or `same_tournament` if the two cannot be one person. 409 with an `agreement` if places or
        scores of a season change: to confirm, repeat the request with it in the header `Agreed`.
        """
        stored = find_club(request, club, DIRECTORS)
        player = get_object_or_404(stored.players, pk=pk)
        other = stored.players.filter(pk=MergeWanted.read(request.data)["player"]).first()
        if other is None:
            message = _("The club has no such player: register the name first.")
            raise Invalid(Problem("unknown_player", message, pointer=("player",)))
        return created(PlayerShape(merging.merge_players(player, other, by=actor(request))).data)

    def destroy(self, request: Request, club: str, pk: int, other: int) -> Response:
        """Undo the merge, so that each record has its own data again; for directors.

        409 with an `agreement` as for a merge.
        """
        stored = find_club(request, club, DIRECTORS)
        merging.unmerge_players(get_object_or_404(stored.players, pk=other, merge__into=pk), by=actor(request))
        return Response(status=204)


class PlayerDetail(Resource):
    """A player of a club."""

    tag = "players"
    serializer_class = PlayerShape

    def retrieve(self, request: Request, club: str, pk: int) -> Response:
        """The player; for members, and for everybody once the player is in a listed tournament."""
        stored = find_club(request, club)
        player = get_object_or_404(stored.players, pk=pk)
        listed = Tournament.objects.listed_for(request.user)
        is_of_club = stored.permits(request.user, SCORERS)
        if not (is_of_club or Entry.objects.of_player(player).filter(tournament__in=listed).exists()):
            raise Http404
        shape = PlayerShape(player).data
        return Response(shape if is_of_club else {**shape, "name": player.shown_name})

    @extend_schema(request=PlayerChanges)
    def partial_update(self, request: Request, club: str, pk: int) -> Response:
        """Correct the name, or change how it is shown, in all tournaments of the player; for directors.

        412 if `replaces` is not the current name.
        """
        player = get_object_or_404(find_club(request, club, DIRECTORS).players, pk=pk)
        changes = PlayerChanges.read(request.data)
        shown = {name: changes.pop(name) for name in ("shown_as", "code_name") if name in changes}
        with transaction.atomic():
            if changes or not shown:
                player = players.rename_player(player, **{"name": "", **changes}, by=actor(request))
            if shown:
                player = show_player_as(player, **{"shown_as": ShownAs.CODE, **shown}, by=actor(request))
        return Response(PlayerShape(player).data)

    def destroy(self, request: Request, club: str, pk: int) -> Response:
        """Erase the player's name and all personal data, but no results; for directors.

        Repeating it changes nothing. 409 while the player sits in a round in play.
        """
        player = get_object_or_404(find_club(request, club, DIRECTORS).players, pk=pk)
        erase_player(player, by=actor(request))
        return Response(status=204)
