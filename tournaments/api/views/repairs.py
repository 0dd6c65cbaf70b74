"""Changing a drawn round: repairs, corrected results, and exchanges of two entries."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.hands.tallies import REASON_LENGTH
from tournaments.actions.round_repair.corrections import draw_public_again, keep_draw, read_corrected_scores
from tournaments.actions.round_repair.proposals import Proposal, RepairOptions, propose
from tournaments.actions.round_repair.repairs import exchange, repair_round
from tournaments.actions.rounds.draws.corrected import corrected_since
from tournaments.actions.rounds.draws.replays import refuse_undrawn
from tournaments.http import find_round
from tournaments.models import DIRECTORS, Round

from ..access import actor
from ..deprecations import deprecation_headers
from ..fields import ChoiceField, Id, StrictSerializer, Text, YesNo
from ..resource import Resource
from .round_shapes import RoundShape, render_rounds
from .rounds import DropWanted, NoFields

MAX_ENTRIES = 1_000
DIGEST_LENGTH = 64


def _entries(help_text: str) -> serializers.ListField:
    return serializers.ListField(child=Id(), max_length=MAX_ENTRIES, required=False, help_text=help_text)


class RepairWanted(StrictSerializer):
    """The options of a repair. Without `digest` a repair is carried out even if another was shown."""

    joining = _entries("Entries that play from this round on")
    leaving = _entries("Entries that pause")
    spared = _entries("Entries that are not to sit out")
    benched = _entries("Entries that are to sit out")
    changed_scores = YesNo(default=False, help_text="Also move entries whose score has changed since the draw")
    rescored = YesNo(default=False, help_text="The former name of `changed_scores`")
    digest = Text(max_length=DIGEST_LENGTH, required=False, help_text="The digest of the repair that was shown")
    dry_run = YesNo(default=False, help_text="Return the changes without making them")


class MoveShape(serializers.Serializer[Any]):
    """A move from one place to another: a table's number, 0 for a sit-out, null if not in the round."""

    entry = serializers.IntegerField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class RepairShape(serializers.Serializer[Any]):
    """A repair: its moves, and how many entries of the round get another place."""

    changes = MoveShape(many=True)
    moved = serializers.IntegerField()
    stranded = serializers.ListField(
        child=serializers.IntegerField(),
        source="repair.stranded",
        help_text="Withdrawn entries that stay, because their tables have a hand",
    )
    apart_together = serializers.IntegerField(
        source="repair.apart_together", help_text="The number of pairs to be kept apart that have to sit together"
    )
    digest = serializers.CharField()


class ExchangeWanted(StrictSerializer):
    """The two entries to exchange, whether the hands at their tables stay, and the reason."""

    one = Id()
    other = Id()
    hands = ChoiceField(choices=["keep", "strike"], default="keep")
    reason = Text(max_length=REASON_LENGTH, required=False, allow_blank=True, default="")


class Repairs(Resource):
    """The repair of a round."""

    tag = "rounds"
    serializer_class = RepairShape
    read_by_all = False

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """The repair that seats everybody who is due with the fewest moves; for directors. Tables with a hand stay."""
        return Response(_shown(propose(find_round(request, slug, number, DIRECTORS))))

    @extend_schema(request=RepairWanted)
    def repair(self, request: Request, slug: str, number: int) -> Response:
        """Carry out the repair with these options, or only return it with `dry_run`; for directors.

        409 `proposal_changed` if the repair does not have this `digest` any more.
        """
        round_ = find_round(request, slug, number, DIRECTORS)
        sent = RepairWanted.read(request.data)
        names = ("joining", "leaving", "spared", "benched")
        rescored = sent["changed_scores"] or sent["rescored"]
        options = RepairOptions(**{name: frozenset(sent.get(name, ())) for name in names}, rescored=rescored)
        if sent["dry_run"]:
            return Response(_shown(propose(round_, options)))
        return Response(_shown(repair_round(round_, options, by=actor(request), digest=sent.get("digest"))))


def _shown(proposal: Proposal) -> Any:
    return RepairShape(proposal).data


class ScoreChangeShape(serializers.Serializer[Any]):
    """An entry whose score has changed since the draw: scores are fractions as text, places are in the standings."""

    entry = serializers.IntegerField()
    before = serializers.CharField()
    now = serializers.CharField()
    place_before = serializers.IntegerField()
    place_now = serializers.IntegerField()


class ChangedResultsShape(serializers.Serializer[Any]):
    """How results have changed since a round was drawn.

    `open` says whether a director still has to decide. `reseated` is how many entries a draw with the corrected scores
    would seat with other players; null if no such draw is possible, and while a worker computes it, with the progress
    `percent`. `begun` is how many tables have played.
    """

    open = serializers.BooleanField()
    changed_scores = ScoreChangeShape(many=True)
    reseated = serializers.IntegerField(allow_null=True)
    percent = serializers.IntegerField(allow_null=True)
    begun = serializers.IntegerField()
    rescored = ScoreChangeShape(many=True, source="changed_scores", help_text="The former name of `changed_scores`")
    elsewhere = serializers.IntegerField(source="reseated", allow_null=True, help_text="The former name of `reseated`")


class Corrections(Resource):
    """Results that have changed since a round was drawn by them."""

    tag = "rounds"
    serializer_class = ChangedResultsShape
    read_by_all = False

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """The results that have changed since the round was drawn, and the effect on its tables; for directors."""
        return Response(_changed_results(find_round(request, slug, number, DIRECTORS)))

    @extend_schema(request=NoFields)
    def keep(self, request: Request, slug: str, number: int) -> Response:
        """Keep the round as drawn, and record this in the ledger; for directors."""
        round_ = find_round(request, slug, number, DIRECTORS)
        NoFields.read(request.data)
        keep_draw(round_, by=actor(request))
        return Response(_changed_results(round_))

    @extend_schema(request=DropWanted, responses={200: RoundShape, 202: RoundShape})
    def redraw(self, request: Request, slug: str, number: int) -> Response:
        """Draw a published round again, as a draft, while no hand has been played in it; for directors.

        202 if the draw may take more than a second. 409 `decided_on_round` if there are decisions on the round and
        `decisions` does not say what happens to them.
        """
        round_ = find_round(request, slug, number, DIRECTORS)
        decided = DropWanted.read(request.data).get("decisions", "")
        drawn = draw_public_again(round_, by=actor(request), decided=decided)
        return Response(render_rounds([drawn])[0], 202 if drawn.state == Round.State.DRAWING else 200)


class FormerCorrections(Corrections):
    """The changed results at their former URL, `underneath/`, which is deprecated."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the response; its headers say that the URL is deprecated."""
        final = super().finalize_response(request, response, *args, **kwargs)
        for name, value in deprecation_headers("get_underneath").items():
            final[name] = value
        return final


def _changed_results(round_: Round) -> Any:
    refuse_undrawn(round_)
    found = read_corrected_scores(round_)
    compared = {"reseated": found.comparison.number, "percent": found.comparison.percent}
    values = {"changed_scores": found.entries, **compared, "begun": found.begun}
    return ChangedResultsShape({"open": corrected_since(round_), **values}).data


class Exchanges(Resource):
    """Exchanges of two entries of a round."""

    tag = "rounds"
    serializer_class = RoundShape
    read_by_all = False

    @extend_schema(request=ExchangeWanted)
    def exchange(self, request: Request, slug: str, number: int) -> Response:
        """Exchange two entries; for directors. The hands at their tables stay or are struck out.

        One of the entries may sit out. If hands were played, a reason is needed.
        """
        round_ = find_round(request, slug, number, DIRECTORS)
        sent = ExchangeWanted.read(request.data)
        strike = sent["hands"] == "strike"
        done = exchange(round_, sent["one"], sent["other"], by=actor(request), strike=strike, reason=sent["reason"])
        return Response(render_rounds([done])[0])
