"""The published standings of seasons, their logs and their verification."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.seasons.standing import published
from tournaments.actions.seasons.verification import verify
from tournaments.http import find_season
from tournaments.models import DIRECTORS, Season, SeasonChange, Tournament

from ..conditional import not_modified_or, tagged
from ..csv_answers import CSV_PARAMETERS, csv_answer
from ..fields import Moment
from ..formats import Csv, Json
from ..resource import Resource
from ..throttles import PerCheck

AFTER = OpenApiParameter("after", str, description="The slug of an evening; by default the latest")


class SeasonRoundShape(serializers.Serializer[Any]):
    """A round of an evening, in a season in which single rounds count."""

    round = serializers.IntegerField()
    points = serializers.CharField()
    counts = serializers.BooleanField()


class SeasonCellShape(serializers.Serializer[Any]):
    """An evening in a row: the place (null for a club), the score, and whether it counts or is dropped."""

    tournament = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)
    points = serializers.CharField()
    counts = serializers.BooleanField()
    rounds = SeasonRoundShape(many=True, required=False)


class SeasonOutlookShape(serializers.Serializer[Any]):
    """The places still possible, among those listed, and the lowest and highest possible final score."""

    best = serializers.IntegerField()
    worst = serializers.IntegerField(allow_null=True, help_text="Null if more evenings are needed for a place")
    least = serializers.CharField()
    most = serializers.CharField()


class SeasonPartShape(serializers.Serializer[Any]):
    """The place in a part."""

    place = serializers.IntegerField(allow_null=True)
    score = serializers.CharField()
    tie_breaks = serializers.DictField(child=serializers.CharField(allow_null=True))
    outlook = SeasonOutlookShape(required=False, help_text="While evenings of the part are left")


class SeasonRowShape(serializers.Serializer[Any]):
    """A competitor's row. The score is the sum of what counts and of `added`, such as points for attending."""

    place = serializers.IntegerField(allow_null=True, help_text="Null below the minimum of evenings")
    name = serializers.CharField()
    player = serializers.IntegerField(allow_null=True, help_text="Null for pairs and clubs")
    players = serializers.ListField(child=serializers.IntegerField())
    score = serializers.CharField()
    score_exact = serializers.CharField()
    attended = serializers.IntegerField()
    added = serializers.CharField(required=False)
    evenings = SeasonCellShape(many=True)
    tie_breaks = serializers.DictField(
        child=serializers.CharField(allow_null=True), help_text="Only those that were compared"
    )
    moved = serializers.IntegerField(allow_null=True)
    parts = serializers.ListField(
        child=SeasonPartShape(allow_null=True), required=False, help_text="In a season of several parts"
    )
    outlook = SeasonOutlookShape(
        required=False, help_text="While evenings are left, if the declaration limits what an evening is worth"
    )


class CountedEveningShape(serializers.Serializer[Any]):
    """An evening that counts in these standings."""

    tournament = serializers.CharField()
    name = serializers.CharField()
    part = serializers.IntegerField()
    factor = serializers.CharField()


class SeasonStandingShape(serializers.Serializer[Any]):
    """The standings of a season after an evening; `version` is the version of the declaration."""

    season = serializers.CharField()
    after = serializers.CharField(allow_null=True)
    version = serializers.IntegerField()
    evenings = CountedEveningShape(many=True)
    planned = serializers.IntegerField()
    rows = SeasonRowShape(many=True)


class SeasonStandings(Resource):
    """The standings of a season."""

    tag = "seasons"
    renderer_classes = [Json, Csv]

    @extend_schema(
        responses={(200, "application/json"): SeasonStandingShape, (200, "text/csv"): str},
        parameters=[AFTER, *CSV_PARAMETERS],
    )
    def retrieve(self, request: Request, slug: str) -> HttpResponse:
        """The standings after the latest evening, or after the one given as `after`."""
        body = published(find_season(request, slug), request.query_params.get("after"))
        if body is None:
            raise Http404
        if request.accepted_renderer.format == Csv.format:
            answer = csv_answer(request, _csv(json.loads(body)))
        else:
            answer = tagged(body, "application/json")
        return not_modified_or(request, answer)


COLUMNS = ("place", "name", "score", "attended", "added", "moved")


def _csv(document: Mapping[str, Any]) -> Iterator[list[object]]:
    """Yield the column names, then the rows. Each evening has a column; points that are dropped are in brackets."""
    evenings = [each["tournament"] for each in document["evenings"]]
    yield [*COLUMNS, *evenings]
    for row in document["rows"]:
        cells = {cell["tournament"]: cell for cell in row["evenings"]}
        points = [_points(cells[slug]) if slug in cells else "" for slug in evenings]
        yield [*(row.get(name, 0) for name in COLUMNS), *points]


def _points(cell: Mapping[str, Any]) -> str:
    return str(cell["points"]) if cell["counts"] else f"({cell['points']})"


class SeasonChangeShape(serializers.Serializer[Any]):
    """A change of a season, in a hash chain; `digest` covers its other fields and the previous digest.

    If it names a tournament that the user may not see, its kind is `withheld` and it has no facts.
    """

    number = serializers.IntegerField()
    kind = serializers.CharField()
    at = Moment()
    facts = serializers.DictField(help_text="`by` is the id of a user; `places` are players, place before and after")
    previous = serializers.CharField()
    digest = serializers.CharField()

    def to_representation(self, change: SeasonChange) -> Any:
        """Return the change; without its content if it is withheld."""
        shown = super().to_representation(change)
        return {**shown, "kind": "withheld", "facts": {}} if change.number in self.context["withheld"] else shown


class SeasonLog(Resource):
    """The log of a season."""

    tag = "seasons"
    serializer_class = SeasonChangeShape
    ordering = ("number",)

    def list(self, request: Request, slug: str) -> Response:
        """The changes in order, each with its author, and the places that a correction changed."""
        season = find_season(request, slug)
        withheld = () if season.club.permits(request.user, DIRECTORS) else _withheld(season, request.user)
        return self.page(season.log.all(), withheld=withheld)


def _withheld(season: Season, user: Any) -> set[int]:
    """Return the numbers of the changes that name a tournament which this user does not see in lists."""
    keys = ("facts__slug", "facts__after", "facts__final", "facts__corrected")
    log = season.log.exclude(kind="created").values_list("number", *keys)
    named = {number: _slugs(values) for number, *values in log}
    every = {slug for slugs in named.values() for slug in slugs}
    listed = {*Tournament.objects.listed_for(user).filter(slug__in=every).values_list("slug", flat=True)}
    return {number for number, slugs in named.items() if slugs - listed}


def _slugs(values: Iterable[Any]) -> set[str]:
    return {slug for value in values for slug in (value if isinstance(value, list) else [value]) if slug}


class SeasonVerificationShape(serializers.Serializer[Any]):
    """What fails the verification, such as `log 3` or `standing`; empty if all is right."""

    findings = serializers.ListField(child=serializers.CharField())


class SeasonVerification(Resource):
    """The verification of a season."""

    tag = "seasons"
    serializer_class = SeasonVerificationShape
    throttle_classes = [PerCheck]

    def retrieve(self, request: Request, slug: str) -> Response:
        """Verify the log, and compute the standings again from the evenings.

        At most six requests a minute are allowed, because each reads all evenings.
        """
        return Response({"findings": verify(find_season(request, slug))})
