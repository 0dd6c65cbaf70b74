"""The parts that add up to an entry's score."""

from typing import Any

from django.http import Http404, HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.standings.why import why
from tournaments.http import find_tournament
from tournaments.models import leading

from ..resource import Resource
from .standing_shapes import RoundScoreShape


class WhyLineShape(RoundScoreShape):
    """A round or a penalty, with its part of the score and the reason."""

    kind = serializers.ChoiceField(("round", "penalty"))
    round = serializers.IntegerField(allow_null=True)
    source = serializers.CharField(required=False)  # type: ignore[assignment]
    rule = serializers.CharField(required=False, help_text="The rule by which an unplayed round is scored")
    reason = serializers.CharField(help_text="The director's reason, if there was a decision")


class WhyShape(serializers.Serializer[Any]):
    """The parts of a score. The lines add up to `score_exact`; `so_far` is not part of it."""

    revision = serializers.IntegerField()
    tournament = serializers.CharField()
    after_round = serializers.IntegerField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)
    score = serializers.CharField()
    score_exact = serializers.CharField()
    exact = serializers.CharField(required=False, help_text="`score_exact`, present if the decimal is rounded")
    withdrawn = serializers.BooleanField()
    stand_in = serializers.BooleanField()
    disqualified = serializers.CharField(allow_null=True, help_text="The reason, if the entry is disqualified")
    lines = WhyLineShape(many=True)
    so_far = WhyLineShape(many=True)


class Why(Resource):
    """The parts of the scores in the standings."""

    tag = "standings"
    serializer_class = WhyShape

    def retrieve(self, request: Request, slug: str, pk: int) -> HttpResponse:
        """The parts of an entry's score: each round, each penalty, and the result so far of the round in play."""
        tournament = find_tournament(request, slug)
        shown = leading(tournament, tournament.hidden_after(request.user))
        made = why(tournament, shown, pk)
        if made is None or shown.latest is None:
            raise Http404
        head = {"revision": shown.latest.revision, "tournament": tournament.slug, "after_round": shown.after_round}
        lines = {name: [_named(line) for line in made[name]] for name in ("lines", "so_far")}
        return Response({**head, **made, **lines})


def _named(line: dict[str, Any]) -> dict[str, Any]:
    """Return the line with its exact score also under the name `score_exact`, as in other responses."""
    return {**line, "score_exact": line["exact"]} if "exact" in line else line
