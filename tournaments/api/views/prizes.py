"""The prizes of a tournament."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.prizes.declared import declare_prizes
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Tournament
from tournaments.wording.prize_words import title_of
from tournaments.wording.prizes_shown import prizes_shown

from ..access import actor
from ..resource import Resource
from .tournaments import read_object


class RoundPrizes(serializers.Serializer[Any]):
    """The prizes for the best entries of a round."""

    round = serializers.IntegerField()
    prizes = serializers.ListField(child=serializers.CharField())


class CategoryPrizes(serializers.Serializer[Any]):
    """The prizes for a category that the club defines, and the entries in it."""

    name = serializers.CharField()
    prizes = serializers.ListField(child=serializers.CharField())
    entries = serializers.ListField(child=serializers.IntegerField())


class PrizesBody(serializers.Serializer[Any]):
    """The prizes. Each list begins with the prize for first place; a list that is not sent has no prizes."""

    place = serializers.ListField(child=serializers.CharField(), required=False)
    categories = CategoryPrizes(many=True, required=False)
    rounds = RoundPrizes(many=True, required=False)
    clean_hands = serializers.ListField(child=serializers.CharField(), required=False)
    newcomers = serializers.ListField(child=serializers.CharField(), required=False)
    ties = serializers.ChoiceField(["tie_breaks", "shared", "lot"], required=False)
    several = serializers.BooleanField(required=False, help_text="Whether one entry may win in several lists")
    stages = serializers.BooleanField(
        required=False, help_text="Whether they are for the overall standings of the event's stages"
    )


class WonShape(serializers.Serializer[Any]):
    """A prize with its winners: several if they share it, none before the standings are final."""

    kind = serializers.ChoiceField(["place", "category", "round", "clean_hands", "newcomers"], source="of.kind")
    title = serializers.SerializerMethodField()
    place = serializers.IntegerField()
    round = serializers.IntegerField(source="of.round", allow_null=True)
    text = serializers.CharField()
    winners = serializers.ListField(
        child=serializers.IntegerField(), help_text="Ids of entries; over all stages, of the last stage of each"
    )
    by_lot = serializers.BooleanField()

    def get_title(self, won: Any) -> str:
        """What the prize is for, in the client's language."""
        return title_of(won.of, won.place)


class PrizesShape(serializers.Serializer[Any]):
    """The prizes in the order in which they are given, and their rules."""

    ties = serializers.CharField()
    several = serializers.BooleanField()
    stages = serializers.BooleanField(help_text="Whether they are for the overall standings of the event's stages")
    final = serializers.BooleanField(help_text="Whether the standings are final, over all stages if they count")
    prizes = WonShape(many=True)
    declared = PrizesBody(required=False, help_text="The declaration, for directors")


class PrizesDetail(Resource):
    """The prizes of a tournament."""

    tag = "standings"
    serializer_class = PrizesShape
    replaced_whole = {"replace": ("declared",)}

    def retrieve(self, request: Request, slug: str) -> Response:
        """The prizes, with the winners when the standings are final; for directors at any time."""
        return Response(_shown(request, find_tournament(request, slug)))

    @extend_schema(request=PrizesBody)
    def replace(self, request: Request, slug: str) -> Response:
        """Replace the prizes; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        declare_prizes(tournament, read_object(request.data), by=actor(request))
        tournament.refresh_from_db(fields=["prizes"])
        return Response(_shown(request, tournament))


def _shown(request: Request, tournament: Tournament) -> Any:
    given = prizes_shown(tournament, request.user)
    rules = {"ties": given.prizes.ties, "several": given.prizes.several, "stages": given.prizes.stages}
    own = {"declared": tournament.prizes} if tournament.permits(request.user, DIRECTORS) else {}
    shown = PrizesShape({**rules, "final": given.is_final, "prizes": given.won}).data
    return {**shown, **own}
