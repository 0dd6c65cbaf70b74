"""Changes of a drawn round: repairs, corrected results, and exchanges of two entries."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.hands.tallies import REASON_LENGTH
from tournaments.actions.mending.corrections import draw_public_again, keep_draw, read_underneath
from tournaments.actions.mending.proposals import Proposal, Wishes, propose
from tournaments.actions.mending.repairs import exchange, mend_round
from tournaments.actions.rounds.draws.corrected import corrected_since
from tournaments.actions.rounds.draws.replays import refuse_undrawn
from tournaments.http import find_round
from tournaments.models import DIRECTORS, Round

from ..access import actor
from ..fields import Id, OneOf, StrictSerializer, Text, YesNo
from ..resource import Resource
from .round_shapes import RoundShape, render_rounds
from .rounds import Dropping, Nothing

MAX_WISHES = 1_000
DIGEST_LENGTH = 64


def _entries(help_text: str) -> serializers.ListField:
    return serializers.ListField(child=Id(), max_length=MAX_WISHES, required=False, help_text=help_text)


class RepairWanted(StrictSerializer):
    """The wishes for a repair; without `digest` it is made whatever it changes."""

    joining = _entries("Entries that play from this round on")
    leaving = _entries("Entries that pause")
    spared = _entries("Entries that are not to sit out")
    benched = _entries("Entries that are to sit out")
    rescored = YesNo(default=False, help_text="Also seat better whoever's score has changed since the draw")
    digest = Text(max_length=DIGEST_LENGTH, required=False, help_text="Of the repair that was looked at")
    dry_run = YesNo(default=False, help_text="Only say what would change")


class MoveShape(serializers.Serializer[Any]):
    """A move: tables by number, 0 for sitting out, null for not in the round."""

    entry = serializers.IntegerField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class RepairShape(serializers.Serializer[Any]):
    """A repair: its moves, and how many entries of the round change their place."""

    changes = MoveShape(many=True)
    moved = serializers.IntegerField()
    stranded = serializers.ListField(
        child=serializers.IntegerField(),
        source="repair.stranded",
        help_text="Entries that play no more, at tables with a hand: they stay",
    )
    apart_together = serializers.IntegerField(
        source="repair.apart_together", help_text="Pairs kept apart that it cannot but seat together"
    )
    digest = serializers.CharField()


class ExchangeWanted(StrictSerializer):
    """Two entries to exchange, what happens to the hands of their tables, and why."""

    one = Id()
    other = Id()
    hands = OneOf(choices=["keep", "strike"], default="keep")
    reason = Text(max_length=REASON_LENGTH, required=False, allow_blank=True, default="")


class Repairs(Resource):
    """The repair of a round."""

    tag = "rounds"
    serializer_class = RepairShape
    read_by_all = False

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """The repair that seats everybody due with the fewest moves; tables with a hand stay. For directors."""
        return Response(_shown(propose(find_round(request, slug, number, DIRECTORS))))

    @extend_schema(request=RepairWanted)
    def mend(self, request: Request, slug: str, number: int) -> Response:
        """Carry out the repair with these wishes, or with `dry_run` only return it; for directors.

        409 `proposal_changed` if it is no longer the repair with this `digest`.
        """
        round_ = find_round(request, slug, number, DIRECTORS)
        sent = RepairWanted.read(request.data)
        names = ("joining", "leaving", "spared", "benched")
        wishes = Wishes(**{name: frozenset(sent.get(name, ())) for name in names}, rescored=sent["rescored"])
        if sent["dry_run"]:
            return Response(_shown(propose(round_, wishes)))
        return Response(_shown(mend_round(round_, wishes, by=actor(request), digest=sent.get("digest"))))


def _shown(proposal: Proposal) -> Any:
    return RepairShape(proposal).data


class RescoredShape(serializers.Serializer[Any]):
    """An entry whose score changed since the draw: fractions as text, and places in the standings."""

    entry = serializers.IntegerField()
    before = serializers.CharField()
    now = serializers.CharField()
    place_before = serializers.IntegerField()
    place_now = serializers.IntegerField()


class UnderneathShape(serializers.Serializer[Any]):
    """The changes of results since a round was drawn.

    `open` says whether a director still has to decide. `elsewhere` is the number of entries that would sit with
    others by a draw with the corrected scores; it is null if there would be no draw, and while a worker makes it,
    with its progress in `percent`. `begun` is the number of tables that have played.
    """

    open = serializers.BooleanField()
    rescored = RescoredShape(many=True)
    elsewhere = serializers.IntegerField(allow_null=True)
    percent = serializers.IntegerField(allow_null=True)
    begun = serializers.IntegerField()


class Corrections(Resource):
    """Results that changed after a round was drawn from them."""

    tag = "rounds"
    serializer_class = UnderneathShape
    read_by_all = False

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """The changed results of a round, and how they would change its tables; for directors."""
        return Response(_underneath(find_round(request, slug, number, DIRECTORS)))

    @extend_schema(request=Nothing)
    def keep(self, request: Request, slug: str, number: int) -> Response:
        """Keep the round as it was drawn, with a ledger entry; for directors."""
        round_ = find_round(request, slug, number, DIRECTORS)
        Nothing.read(request.data)
        keep_draw(round_, by=actor(request))
        return Response(_underneath(round_))

    @extend_schema(request=Dropping, responses={200: RoundShape, 202: RoundShape})
    def redraw(self, request: Request, slug: str, number: int) -> Response:
        """Draw a round in play again, as a draft, while no hand has been played in it; for directors.

        202 if the draw may take more than a second. 409 `decided_on_round` if there are decisions on the round
        and `decisions` does not say how they are handled.
        """
        round_ = find_round(request, slug, number, DIRECTORS)
        decided = Dropping.read(request.data).get("decisions", "")
        drawn = draw_public_again(round_, by=actor(request), decided=decided)
        return Response(render_rounds([drawn])[0], 202 if drawn.state == Round.State.DRAWING else 200)


def _underneath(round_: Round) -> Any:
    refuse_undrawn(round_)
    found = read_underneath(round_)
    instead = {"elsewhere": found.elsewhere.number, "percent": found.elsewhere.percent}
    told = {"rescored": found.entries, **instead, "begun": found.begun}
    return UnderneathShape({"open": corrected_since(round_), **told}).data


class Exchanges(Resource):
    """Exchanges of two entries of a round."""

    tag = "rounds"
    serializer_class = RoundShape
    read_by_all = False

    @extend_schema(request=ExchangeWanted)
    def exchange(self, request: Request, slug: str, number: int) -> Response:
        """Exchange two entries; the hands of their tables are kept or struck out. For directors.

        One of them may sit out. A reason is needed if hands were played.
        """
        round_ = find_round(request, slug, number, DIRECTORS)
        sent = ExchangeWanted.read(request.data)
        strike = sent["hands"] == "strike"
        done = exchange(round_, sent["one"], sent["other"], by=actor(request), strike=strike, reason=sent["reason"])
        return Response(render_rounds([done])[0])
