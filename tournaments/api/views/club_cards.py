"""Cards and PINs that stay valid in all tournaments: table cards of a club, and lasting PINs of players."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import club_cards
from tournaments.actions.at_table.keys import Card
from tournaments.actions.at_table.lasting_pins import give_lasting_pin, lasting_pin, own_page_link, remove_lasting_pin
from tournaments.http import find_club
from tournaments.models import DIRECTORS, Club, Player
from tournaments.paper import prints

from ..queries import number_in_query
from .paper import Paper, pdf_answer, returns_pdf
from .table_cards import CardShape, Secrets

TABLES = OpenApiParameter(
    "tables",
    {"type": "integer", "minimum": 0, "maximum": club_cards.MOST},
    description="The number of tables; by default, or if 0, as many as the club has had, at least ten",
)


class LastingPinShape(serializers.Serializer[Any]):
    """A player's PIN for every tournament of the club; null if each tournament has its own."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    pin = serializers.CharField(allow_null=True)
    own_page = serializers.CharField(
        allow_null=True,
        help_text="The link to a page with the full name; null without a PIN, or if the full name is public",
    )


class ClubCards(Secrets):
    """The club's table cards, which are printed once."""

    serializer_class = CardShape

    @extend_schema(parameters=[TABLES])
    def list(self, request: Request, club: str) -> Response:
        """The card of each table, which opens the tournament in play there; for directors."""
        stored = find_club(request, club, DIRECTORS)
        return self.listed([_card(stored, card) for card in club_cards.club_cards(stored, _numbers(request, stored))])

    def replace(self, request: Request, club: str, table: int) -> Response:
        """Replace a table's card; cards printed before become invalid. For directors."""
        stored = find_club(request, club, DIRECTORS)
        if not 1 <= table <= club_cards.MOST:
            raise Http404
        club_cards.club_cards(stored, [table])
        return Response(_card(stored, club_cards.replace_card(stored.table_keys.get(number=table))))


@returns_pdf
class ClubPaper(Paper, Secrets):
    """A club's cards on paper."""

    @extend_schema(parameters=[TABLES])
    def cards(self, request: Request, club: str) -> HttpResponse:
        """The cards of the club's tables as PDF, four a page; for directors."""
        stored = find_club(request, club, DIRECTORS)
        return pdf_answer(prints.club_cards(stored, len(_numbers(request, stored))))


def _numbers(request: Request, club: Club) -> range:
    asked = number_in_query(request, "tables", most=club_cards.MOST)
    return range(1, (asked or club_cards.usual_tables(club)) + 1)


def _card(club: Club, card: Card) -> dict[str, Any]:
    link = f"{settings.TAVOLO_URL}/t/@{club.slug}#{card.secret}"
    return {"table": card.number, "secret": card.secret, "code": card.code, "link": link}


class LastingPin(Secrets):
    """A player's PIN for every tournament of the club."""

    serializer_class = LastingPinShape

    def retrieve(self, request: Request, club: str, pk: int) -> Response:
        """The PIN, null if the player has no lasting PIN; for directors."""
        return Response(_pin(self._player(request, club, pk)))

    def give(self, request: Request, club: str, pk: int) -> Response:
        """Give the player a lasting PIN, or replace it by a new one; for directors."""
        return Response(_pin(give_lasting_pin(self._player(request, club, pk))))

    def destroy(self, request: Request, club: str, pk: int) -> Response:
        """Remove the lasting PIN; for directors. From then on each tournament has its own PIN for the player."""
        remove_lasting_pin(self._player(request, club, pk))
        return Response(status=204)

    def _player(self, request: Request, club: str, pk: int) -> Player:
        return get_object_or_404(find_club(request, club, DIRECTORS).players.selectable(), pk=pk)


def _pin(player: Player) -> dict[str, Any]:
    about = {"player": player.pk, "name": player.name, "pin": lasting_pin(player) or None}
    return about | {"own_page": own_page_link(player) or None}
