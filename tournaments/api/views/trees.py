"""The tree of tables of a knock-out."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.standings.trees import tree_of
from tournaments.http import find_tournament
from tournaments.models import leading

from ..resource import Resource


class TreePlayerShape(serializers.Serializer[Any]):
    """An entry at a table, with its score in the round. `goes_on` says whether it qualifies, null while open."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    score = serializers.CharField(allow_null=True)
    goes_on = serializers.BooleanField(allow_null=True)


class TreeTableShape(serializers.Serializer[Any]):
    """A table with its entries: first those that qualify, then the others, each in order of the standings."""

    table = serializers.IntegerField()
    players = TreePlayerShape(many=True)


class TreeRoundShape(serializers.Serializer[Any]):
    """A round of a knock-out: its tables, and the entries with a bye."""

    round = serializers.IntegerField()
    tables = TreeTableShape(many=True)
    byes = TreePlayerShape(many=True)


class TreeShape(serializers.Serializer[Any]):
    """The rounds of a knock-out, first round first; none if the tournament is not a knock-out."""

    tournament = serializers.CharField()
    rounds = TreeRoundShape(many=True)


class Trees(Resource):
    """The tree of tables of a knock-out."""

    tag = "standings"
    serializer_class = TreeShape

    def retrieve(self, request: Request, slug: str) -> Response:
        """The tables of each round of a knock-out, and who qualifies, by the standings that the client may read."""
        tournament = find_tournament(request, slug)
        shown = leading(tournament, tournament.hidden_after(request.user))
        rounds = tree_of(shown.latest.document) if shown.latest else []
        return Response({"tournament": tournament.slug, "rounds": [asdict(each) for each in rounds]})
