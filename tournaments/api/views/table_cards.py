"""Table cards, and the PINs on the slips of players."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import codes, keys
from tournaments.actions.at_table.codes import typed_codes
from tournaments.actions.at_table.keys import Card
from tournaments.http import find_entry, find_tournament
from tournaments.models import DIRECTORS, Entry, Scope, Tournament

from ..access import actor, refuse_token_of_tournament
from ..resource import Resource


class CardShape(serializers.Serializer[Any]):
    """A table's card: its secret, the link of its QR code, and its short code."""

    table = serializers.IntegerField()
    secret = serializers.CharField()
    code = serializers.CharField()
    link = serializers.CharField()


class GuestShape(serializers.Serializer[Any]):
    """A guest who sits in for an entry in the round in play. The guest's PIN replaces the entry's PIN."""

    name = serializers.CharField()
    pin = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()


class PinShape(serializers.Serializer[Any]):
    """An entry's PIN, and how many wrong PINs were typed in a row. After five, no PIN is accepted."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    pin = serializers.CharField()
    failures = serializers.IntegerField()
    guests = GuestShape(many=True)


class CodesShape(serializers.Serializer[Any]):
    """The state of short codes: recent wrong codes, and the phones that are blocked or have to wait."""

    failures = serializers.IntegerField(help_text="The number of recent wrong codes")
    closed_devices = serializers.IntegerField(help_text="The number of phones that are blocked after five wrong codes")
    slowed = serializers.BooleanField(help_text="Whether unknown phones have to wait between two codes")


class Secrets(Resource):
    """The base class of views with secrets. They are for directors, and no cache may store them."""

    tag = "at the table"
    read_by_all = False
    read_scope = Scope.MANAGE

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the response with `Cache-Control: no-store`."""
        response["Cache-Control"] = "no-store"
        return super().finalize_response(request, response, *args, **kwargs)


class Cards(Secrets):
    """The cards of the tables."""

    serializer_class = CardShape

    def list(self, request: Request, slug: str) -> Response:
        """The card of each table, which stays the same until it is replaced; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        return self.listed([_card(tournament, card) for card in keys.cards(tournament, keys.table_numbers(tournament))])

    def rotate(self, request: Request, slug: str, table: int) -> Response:
        """Replace a table's card; cards printed before become invalid. For directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        if table not in keys.table_numbers(tournament):
            raise Http404
        keys.cards(tournament, [table])
        key = get_object_or_404(tournament.table_keys, number=table)
        return Response(_card(tournament, keys.rotate(key, by=actor(request))))


def _card(tournament: Tournament, card: Card) -> dict[str, Any]:
    page = f"{settings.TAVOLO_URL}/t/{tournament.slug}"
    return {"table": card.number, "secret": card.secret, "code": card.code, "link": f"{page}#{card.secret}"}


class Codes(Secrets):
    """The short codes of a tournament, which players type if they cannot scan a card."""

    serializer_class = CodesShape

    def retrieve(self, request: Request, slug: str) -> Response:
        """Whether phones are blocked after wrong codes, or have to wait; for directors."""
        return Response(CodesShape(typed_codes(find_tournament(request, slug, DIRECTORS))).data)

    def open_again(self, request: Request, slug: str) -> Response:
        """Accept codes from all phones again, with five new attempts; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        codes.open_again(tournament, by=actor(request))
        return Response(CodesShape(typed_codes(tournament)).data)


class Pins(Secrets):
    """The PINs of entries and of their guests."""

    serializer_class = PinShape

    def list(self, request: Request, slug: str) -> Response:
        """The PIN of each entry; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        return self.listed(_pins(tournament, tournament.entries.with_players()))

    def retrieve(self, request: Request, slug: str, pk: int) -> Response:
        """The entry's PIN; for directors."""
        entry = find_entry(find_tournament(request, slug, DIRECTORS), pk)
        return Response(_pins(entry.tournament, [entry])[0])

    def renew(self, request: Request, slug: str, pk: int) -> Response:
        """Replace the entry's PIN, with five new attempts; for directors.

        A single player's own PIN is replaced in every tournament of the club.
        """
        entry = find_entry(find_tournament(request, slug, DIRECTORS), pk)
        if keys.renews_lasting_pin(entry):
            refuse_token_of_tournament(request)  # it is valid in other tournaments too
        return Response(_pins(entry.tournament, [keys.renew_pin(entry, by=actor(request))])[0])


def _pins(tournament: Tournament, entries: Iterable[Entry]) -> list[dict[str, Any]]:
    guests: dict[int, list[dict[str, Any]]] = {}
    for seat, pin in keys.guest_pins(tournament):
        at = {"round": seat.round.number, "table": seat.table.number}
        guests.setdefault(seat.entry_id, []).append({"name": seat.sitting_name, "pin": pin, **at})
    return [
        {
            "entry": entry.pk,
            "name": entry.name,
            "pin": keys.pin(entry),
            "failures": entry.pin_failures,
            "guests": guests.get(entry.pk, []),
        }
        for entry in entries
    ]
