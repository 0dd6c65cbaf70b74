"""Stages: the tournaments of a championship in order, their overall standings, and who qualifies for a stage."""

from collections.abc import Collection, Iterator
from operator import attrgetter
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.stages import declaring, filling
from tournaments.actions.stages.groups import make_groups
from tournaments.actions.stages.intake import LevelChoice, StageCandidate, StageIntake, read_intake, text_of
from tournaments.actions.stages.order import PlaceOverAll, StageInOrder, is_provisional, order_over_all, stages_of
from tournaments.actions.stages.pots import POTS
from tournaments.actions.stages.stage_reading import MOST_SOURCES
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Stage, Tournament
from tournaments.models.stage import MOST_PLACES
from tournaments.ranking import decimal
from tournaments.wording.stage_words import sentence, sentence_among, verdict_words

from ..access import actor
from ..csv_answers import CSV_PARAMETERS, csv_answer
from ..fields import Moment, StrictSerializer, Text, WholeNumber
from ..formats import Csv, Json
from ..resource import Resource
from .tournaments import read_object


class StageDeclaration(serializers.Serializer[Any]):
    """The tournaments that a stage follows, the places that qualify for it, and the points carried over."""

    sources = serializers.ListField(
        child=serializers.CharField(),
        min_length=1,
        max_length=MOST_SOURCES,
        help_text="The slugs of tournaments of the club",
    )
    of_each = serializers.BooleanField(
        default=True, help_text="Whether places in each of them qualify, or in all together"
    )
    first = serializers.IntegerField(
        default=1, min_value=1, max_value=MOST_PLACES, help_text="The first place that qualifies"
    )
    last = serializers.IntegerField(
        default=None,
        allow_null=True,
        min_value=0,
        max_value=MOST_PLACES,
        help_text="The last place; null for all, 0 if only competitors whom the director names qualify",
    )
    carry = serializers.ChoiceField(Stage.Carry.choices, default="nothing")
    share = serializers.IntegerField(default=None, allow_null=True, help_text="Percent, with `carry` `share`")
    bonus = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Points by place, with `carry` `bonus`"
    )
    ties = serializers.ChoiceField(Stage.Ties.choices, default="lot", help_text="What decides between tied competitors")


class GroupsToMake(StageDeclaration):
    """How to split the players into groups, and which places in the groups qualify for this tournament."""

    sources = None  # type: ignore[assignment]
    groups = serializers.IntegerField(min_value=2, max_value=26, help_text="From 2 to 26")
    pots = serializers.ChoiceField(POTS, default="list", help_text="What the groups are balanced by")
    of = serializers.CharField(
        required=False, help_text="With `season` or `standing`: the slug of that season or tournament"
    )


class StageShape(serializers.Serializer[Any]):
    """A stage: its tournament, and its declaration if it follows others."""

    tournament = serializers.CharField(source="tournament.slug")
    address = serializers.CharField(source="tournament.address")
    name = serializers.CharField(source="tournament.name")
    status = serializers.ChoiceField(Tournament.Status.choices, source="tournament.status")
    depth = serializers.IntegerField(help_text="How many stages come before it")
    follows = serializers.SerializerMethodField()
    sentence = serializers.SerializerMethodField()

    def get_follows(self, stage: StageInOrder) -> dict[str, Any] | None:
        """The declaration, with those tournaments that the user may see; null for a first stage."""
        shown = {each.tournament.pk for each in self.context["stages"]}
        return declaration_of(stage.stage, shown) if stage.stage else None

    def get_sentence(self, stage: StageInOrder) -> str:
        """The declaration as a sentence; empty for a first stage."""
        return sentence_among(stage, self.context["stages"])


class PlaceOverAllShape(serializers.Serializer[Any]):
    """A place in the overall standings, with the last stage that the competitor reached and its result there."""

    place = serializers.IntegerField()
    name = serializers.CharField(source="result.row.name")
    players = serializers.ListField(child=serializers.IntegerField(), source="result.who")
    stage = serializers.CharField(source="stage.slug")
    stage_place = serializers.IntegerField(source="result.place")
    score = serializers.CharField(source="result.row.score")


class StagesShape(serializers.Serializer[Any]):
    """The stages of a championship, first stages first, and the overall standings."""

    stages = StageShape(many=True)
    provisional = serializers.BooleanField(help_text="Whether a stage is still to be played")
    order = PlaceOverAllShape(many=True)


class StageCandidateShape(serializers.Serializer[Any]):
    """A competitor of an earlier stage: whether it qualifies, the reason, and the points carried over."""

    entry = serializers.IntegerField(source="result.row.entry", help_text="Its entry in the earlier stage")
    name = serializers.CharField(source="result.row.name")
    stage = serializers.CharField(source="result.tournament.slug")
    place = serializers.IntegerField(source="result.place", allow_null=True)
    score = serializers.CharField(source="result.row.score")
    goes = serializers.BooleanField(source="qualifies")
    verdict = serializers.CharField(
        help_text="`goes`, `lot`, `lot_out`, `cut`, `before`, `elsewhere`, `out` or `level`"
    )
    named = serializers.BooleanField(help_text="Whether the director chose it")
    why = serializers.SerializerMethodField()
    carried = serializers.SerializerMethodField()
    carried_exact = serializers.SerializerMethodField()
    entered = serializers.IntegerField(source="entry.pk", default=None, allow_null=True, help_text="Its entry here")
    status = serializers.CharField(source="entry.status", default=None, allow_null=True)

    def get_why(self, candidate: StageCandidate) -> str:
        """Why the competitor qualifies or not, in words."""
        return verdict_words(candidate)

    def get_carried(self, candidate: StageCandidate) -> str:
        """The points carried over, as a decimal."""
        return decimal(candidate.carried)

    def get_carried_exact(self, candidate: StageCandidate) -> str:
        """The points carried over, as an exact number."""
        return text_of(candidate.carried) or "0"


class ChoiceShape(serializers.Serializer[Any]):
    """A choice for the director between tied competitors, which have the verdict `level`."""

    stages = serializers.SerializerMethodField()
    places = serializers.IntegerField(help_text="The number of places for them")
    chosen = serializers.IntegerField(help_text="The number of those already chosen")

    def get_stages(self, choice: LevelChoice) -> list[str]:
        """The earlier stages in which they are tied."""
        return [each.slug for each in choice.sources]


class IntakeShape(serializers.Serializer[Any]):
    """Who qualifies, by the declaration and the published standings; `seen` confirms this list."""

    follows = serializers.SerializerMethodField()
    sentence = serializers.SerializerMethodField()
    filled_at = Moment(source="stage.filled_at", allow_null=True)
    has_changed = serializers.BooleanField(help_text="Whether the stage was filled and would be filled differently now")
    has_room = serializers.BooleanField(
        help_text="Whether the only difference is that an entry has left, so that the next may take its place"
    )
    missing = serializers.IntegerField(help_text="The number of places that stay free")
    choices = ChoiceShape(many=True, help_text="The choices between tied competitors that the director has to make")
    lot_seed = serializers.IntegerField(source="seed")
    seen = serializers.CharField(source="digest")
    players = StageCandidateShape(many=True, source="candidates")

    def get_follows(self, taking: StageIntake) -> dict[str, Any]:
        """The declaration."""
        return declaration_of(taking.stage)

    def get_sentence(self, taking: StageIntake) -> str:
        """The declaration as a sentence."""
        return sentence(taking.stage, taking.sources, taking.stage.tournament.name)


class Filling(StrictSerializer):
    """The list that the client saw, and ids of further entries of earlier stages to be entered."""

    seen = Text(required=False, max_length=40)
    named = serializers.ListField(child=WholeNumber(min_value=1), required=False, max_length=1000)


class Leaving(StrictSerializer):
    """The entry that will not play."""

    entry = WholeNumber(min_value=1)


def declaration_of(stage: Stage, shown: Collection[int] | None = None) -> dict[str, Any]:
    """Return the declaration in the form of a request; if `shown` is given, only with these earlier tournaments."""
    followed = sorted((each for each in stage.sources.all() if shown is None or each.pk in shown), key=attrgetter("pk"))
    return {"sources": [each.slug for each in followed], **stage.declared}


class Stages(Resource):
    """The stages of a championship."""

    tag = "stages"
    serializer_class = StagesShape
    renderer_classes = [Json, Csv]

    @extend_schema(
        responses={(200, "application/json"): StagesShape, (200, "text/csv"): str}, parameters=CSV_PARAMETERS
    )
    def retrieve(self, request: Request, slug: str) -> HttpResponse:
        """The stages of the tournament's championship, and its overall standings; empty if there is one stage."""
        stages = stages_of(find_tournament(request, slug), request.user)
        order = order_over_all(stages, request.user)
        if request.accepted_renderer.format == Csv.format:
            return csv_answer(request, _rows(order))
        shown = {"stages": stages, "provisional": is_provisional(stages), "order": order}
        return Response(StagesShape(shown, context={"stages": stages}).data)


def _rows(order: list[PlaceOverAll]) -> Iterator[list[object]]:
    yield ["place", "name", "stage", "stage_place", "score"]
    for each in order:
        yield [each.place, each.result.row["name"], each.stage.name, each.result.place, each.result.row["score"]]


class StageDetail(Resource):
    """Who qualifies for a stage."""

    tag = "stages"
    serializer_class = IntakeShape
    read_by_all = False
    actions_beyond = frozenset({"declare", "destroy", "split"})
    replaced_whole = {"declare": ("follows",)}

    def retrieve(self, request: Request, slug: str) -> Response:
        """Who qualifies for this stage, with the points carried over, and who does not, with reasons; for directors.

        404 if the tournament follows no other.
        """
        return _intake(find_tournament(request, slug, DIRECTORS))

    @extend_schema(request=StageDeclaration)
    def declare(self, request: Request, slug: str) -> Response:
        """Declare which tournaments this one follows; for directors. It must not be filled or drawn."""
        tournament = find_tournament(request, slug, DIRECTORS)
        declaring.declare_stage(tournament, read_object(request.data), by=actor(request))
        return _intake(tournament)

    def destroy(self, request: Request, slug: str) -> Response:
        """Remove the declaration; for directors. 404 if there is none, 409 once the stage is filled."""
        declaring.remove_stage(find_tournament(request, slug, DIRECTORS), by=actor(request))
        return Response(status=204)

    @extend_schema(request=Filling)
    def fill(self, request: Request, slug: str) -> Response:
        """Enter the competitors that qualify; for directors.

        Once the stage is drawn, only those in `named` are entered, from the next round on. 409 while an earlier stage
        is in play, if nobody is left to enter, or if `named` does not have as many of the tied competitors as there are
        places. 409 with an `agreement` if places stay free. 412 if the list differs from `seen`.
        """
        tournament, sent = find_tournament(request, slug, DIRECTORS), Filling.read(request.data)
        by = actor(request)
        filled = filling.fill_stage(tournament, by=by, named=sent.get("named", ()), seen=sent.get("seen", ""))
        return Response(IntakeShape(filled).data)

    @extend_schema(request=Leaving)
    def replace(self, request: Request, slug: str) -> Response:
        """Withdraw an entry and enter the competitor that is next by the declaration; for directors.

        409 once the stage is drawn.
        """
        tournament, entry = find_tournament(request, slug, DIRECTORS), Leaving.read(request.data)["entry"]
        return Response(IntakeShape(filling.replace_comer(tournament, entry, by=actor(request))).data)

    @extend_schema(request=GroupsToMake)
    def split(self, request: Request, slug: str) -> Response:
        """Split the players into groups of equal strength, which this tournament then follows; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        make_groups(tournament, read_object(request.data), by=actor(request))
        return _intake(tournament)


def _intake(tournament: Tournament) -> Response:
    stage = declaring.stage_of(tournament)
    stage.tournament = tournament
    return Response(IntakeShape(read_intake(stage)).data)
