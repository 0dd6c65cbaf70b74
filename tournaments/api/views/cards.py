"""What is printed for the tables: their cards, and the PINs on the players' slips."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import codes, keys
from tournaments.actions.at_table.keys import Card
from tournaments.models import DIRECTORS, Entry, Scope, Tournament

from ..access import actor, find_entry, find_tournament
from ..resource import Resource, listed


class CardShape(serializers.Serializer[Any]):
    """A table's card: its secret, the link of its QR code, and the short code to type."""

    table = serializers.IntegerField()
    secret = serializers.CharField()
    code = serializers.CharField()
    link = serializers.CharField()


class PinShape(serializers.Serializer[Any]):
    """An entry's PIN, and how many wrong ones were given in a row; after five none is right."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    pin = serializers.CharField()
    failures = serializers.IntegerField()


class CodesShape(serializers.Serializer[Any]):
    """Whether typed codes open the tables, and how many wrong ones were typed in a row."""

    open = serializers.BooleanField()
    failures = serializers.IntegerField()


class Secrets(Resource):
    """What opens something: for directors, and never kept by a cache."""

    tag = "at the table"
    read_scope = Scope.MANAGE

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """The response, not to be stored anywhere."""
        response["Cache-Control"] = "no-store"
        return super().finalize_response(request, response, *args, **kwargs)


class Cards(Secrets):
    """The cards of the tables."""

    @extend_schema(responses=CardShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The card of each table, the same each time until it is rotated; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        printed = keys.cards(tournament, keys.table_numbers(tournament))
        return listed([_card(request, tournament, card) for card in printed])


class RotateCard(Secrets):
    """A new card for a table."""

    @extend_schema(request=None, responses=CardShape)
    def post(self, request: Request, slug: str, table: int) -> Response:
        """Make the cards of a table that were printed before worthless; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        if table not in keys.table_numbers(tournament):
            raise Http404
        keys.cards(tournament, [table])
        key = tournament.table_keys.get(number=table)
        return Response(_card(request, tournament, keys.rotate(key, by=actor(request))))


class Codes(Secrets):
    """The short codes of a tournament, typed instead of scanning a card."""

    @extend_schema(responses=CodesShape)
    def get(self, request: Request, slug: str) -> Response:
        """Whether they open anything: five wrong ones in a row close them. For directors."""
        return Response(_codes(find_tournament(request, slug, DIRECTORS)))


class OpenCodes(Secrets):
    """Opening the short codes again."""

    @extend_schema(request=None, responses=CodesShape)
    def post(self, request: Request, slug: str) -> Response:
        """Let typed codes open the tables again, with five new tries; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        codes.open_again(tournament, by=actor(request))
        tournament.refresh_from_db()
        return Response(_codes(tournament))


def _codes(tournament: Tournament) -> dict[str, Any]:
    return {"open": not tournament.codes_are_closed, "failures": tournament.code_failures}


def _card(request: Request, tournament: Tournament, card: Card) -> dict[str, Any]:
    page = request.build_absolute_uri(f"/t/{tournament.slug}")
    return {
        "table": card.number,
        "secret": card.secret,
        "code": card.code,
        "link": f"{page}#{card.secret}",
    }


class Pins(Secrets):
    """The PINs of the entries."""

    @extend_schema(responses=PinShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The PIN of each entry; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        return listed([_pin(entry) for entry in tournament.entries.all()])


class EntryPin(Secrets):
    """The PIN of an entry."""

    @extend_schema(responses=PinShape)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The PIN on its slip; for directors."""
        return Response(_pin(find_entry(find_tournament(request, slug, DIRECTORS), pk)))

    @extend_schema(request=None, responses=PinShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Give it a new PIN, and five new tries; for directors."""
        entry = find_entry(find_tournament(request, slug, DIRECTORS), pk)
        keys.renew_pin(entry, by=actor(request))
        entry.refresh_from_db()
        return Response(_pin(entry))


def _pin(entry: Entry) -> dict[str, Any]:
    return {
        "entry": entry.pk,
        "name": entry.name,
        "pin": keys.pin(entry),
        "failures": entry.pin_failures,
    }
