"""The figures of a tournament's charts: places, the distribution of scores, meetings, and the tree of a knock-out."""

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.standings.figures import met_by, places_after, played, standings_until, step_counts, step_size
from tournaments.actions.standings.trees import tree_of
from tournaments.http import find_tournament
from tournaments.models import ShownStandings, Tournament, leading

from ..resource import Resource


class EntryPlacesShape(serializers.Serializer[Any]):
    """The places of an entry."""

    entry = serializers.IntegerField(help_text="The id of the entry")
    name = serializers.CharField(help_text="The name of the entry")
    places = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), help_text="After each of `rounds`; null without a place"
    )


class ScoreStepShape(serializers.Serializer[Any]):
    """A step of the scale of scores, and the number of entries with a score in it."""

    least = serializers.IntegerField(help_text="The lowest score of the step")
    below = serializers.IntegerField(help_text="The lowest score of the next step")
    entries = serializers.IntegerField(help_text="The number of entries with a score in this step")


class FiguresShape(serializers.Serializer[Any]):
    """Places and scores of the entries that have a place in the latest full standings, in order of place."""

    tournament = serializers.CharField()
    after_round = serializers.IntegerField(help_text="The round of these standings; 0 before the first full round")
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="The numbers of the rounds")
    entries = EntryPlacesShape(many=True, help_text="The places of each entry, the first one first")
    scores = ScoreStepShape(many=True, help_text="The scores in at most ten steps of equal size, including empty ones")


class MeetingShape(serializers.Serializer[Any]):
    """How often an entry sat at a table with another entry, and which had the better score there."""

    entry = serializers.IntegerField(help_text="The id of the entry")
    other = serializers.IntegerField(help_text="The id of the other entry")
    met = serializers.IntegerField(help_text="The number of tables at which they met")
    ahead = serializers.IntegerField(help_text="At how many of them the entry had the better score")
    behind = serializers.IntegerField(help_text="At how many of them the other had the better score")
    level = serializers.IntegerField(help_text="At how many of them both had the same score")


class Figures(Resource):
    """The figures of the charts of a tournament."""

    tag = "standings"
    serializer_class = FiguresShape

    def retrieve(self, request: Request, slug: str) -> Response:
        """The places after each round, and the distribution of scores, in the standings that the client may read."""
        tournament, shown = _shown(request, slug)
        rows, after = played(shown), standings_until(tournament, shown)
        places = [places_after(standing) for standing in after]
        entries = [
            {"entry": row["entry"], "name": row["name"], "places": [each.get(row["entry"]) for each in places]}
            for row in rows
        ]
        return Response(
            {
                "tournament": tournament.slug,
                "after_round": shown.after_round,
                "rounds": [standing.after_round for standing in after],
                "entries": entries,
                "scores": _steps([Fraction(row["score_exact"]) for row in rows]),
            }
        )


class Meetings(Resource):
    """The meetings of the entries of a tournament."""

    tag = "standings"
    serializer_class = MeetingShape

    def list(self, request: Request, slug: str) -> Response:
        """Each pair of entries that met at a table, once for each of the two, in order of the standings."""
        tournament, shown = _shown(request, slug)
        entries = [row["entry"] for row in played(shown)]
        return self.listed(
            [
                {
                    "entry": entries[one],
                    "other": entries[other],
                    "met": record.times,
                    "ahead": record.ahead,
                    "behind": record.behind,
                    "level": record.level,
                }
                for (one, other), record in sorted(met_by(tournament, shown).items())
            ]
        )


def _shown(request: Request, slug: str) -> tuple[Tournament, ShownStandings]:
    tournament = find_tournament(request, slug)
    return tournament, leading(tournament, tournament.hidden_after(request.user))


def _steps(scores: list[Fraction]) -> list[dict[str, int]]:
    """Return the steps of the chart, from the lowest score to the highest."""
    if not scores:
        return []
    size, counts = step_size(scores), step_counts(scores)
    lows = range(min(counts), max(counts) + 1, size)
    return [{"least": low, "below": low + size, "entries": counts.get(low, 0)} for low in lows]


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
