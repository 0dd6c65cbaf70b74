"""What happened in a tournament, in order and chained by digests."""

from dataclasses import asdict
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.verification import verify
from tournaments.http.finding import find_tournament
from tournaments.models import DIRECTORS, LedgerEntry, Tournament

from ..conditional import etag_of, unless_known
from ..fields import Moment
from ..queries import FROM_0_ON, MAX_SIZE, number_in_query
from ..renderers import Json, Ndjson
from ..resource import Resource
from ..throttles import PerCheck

WITHHELD = "withheld"
ABOUT_DRAFTS = frozenset(
    {
        "draw_asked_for", "draw_refused", "round_drawn", "draft_dropped", "round_scheduled",
        "round_reseated",
    }
)  # fmt: skip


class LinkShape(serializers.Serializer[Any]):
    """A link of the chain. What it says in full is for the club's directors.

    `kind` is `withheld` where it tells of a round that is not public.
    """

    sequence = serializers.IntegerField()
    kind = serializers.CharField()
    at = Moment()
    commitment = serializers.CharField(help_text="Digest of who and why, salted")
    previous = serializers.CharField(help_text="Digest of the link before")
    digest = serializers.CharField()
    facts = serializers.DictField(required=False)
    personal = serializers.DictField(required=False, allow_null=True)
    salt = serializers.CharField(required=False, allow_null=True)


class LedgerShape(serializers.Serializer[Any]):
    """Links of the chain, with the address of those that follow and the head of it all."""

    next = serializers.URLField(allow_null=True)
    length = serializers.IntegerField()
    head = serializers.CharField()
    results = LinkShape(many=True)


class Ledger(Resource):
    """The ledger of a tournament."""

    tag = "ledger"
    renderer_classes = [Json, Ndjson]
    pagination_class = None

    @extend_schema(
        responses={(200, "application/json"): LedgerShape, (200, "application/x-ndjson"): LinkShape},
        parameters=[
            OpenApiParameter("after", FROM_0_ON, description="The last link that you know"),
            OpenApiParameter("format", str, enum=["json", "ndjson"]),
        ],
    )
    def retrieve(self, request: Request, slug: str) -> HttpResponse:
        """What happened after a link, 200 links at a time; as NDJSON all of them."""
        tournament = find_tournament(request, slug)
        after = number_in_query(request, "after") or 0
        directs = tournament.permits(request.user, DIRECTORS)
        links = _links(tournament, after, in_full=directs)
        if request.accepted_renderer.format == Ndjson.format:
            return _lines(request, _shown(tournament, links, in_full=directs))
        shown = _shown(tournament, links[: MAX_SIZE + 1], in_full=directs)
        return Response(_page(request, tournament, shown))


def _lines(request: Request, links: list[dict[str, Any]]) -> HttpResponse:
    """The links a line each; bytes, since REST framework forgets the type of an empty answer."""
    response = HttpResponse(Ndjson().render(links), Ndjson.media_type)
    response["ETag"] = etag_of(response.content)
    return unless_known(request, response)


class FindingShape(serializers.Serializer[Any]):
    """Something that is not as it was recorded; where, and what, is for directors."""

    kind = serializers.CharField()
    place = serializers.CharField(required=False)
    detail = serializers.CharField(required=False)


class VerdictShape(serializers.Serializer[Any]):
    """Whether the chain holds, and the scores and standings are those that follow from it."""

    holds = serializers.BooleanField()
    entries = serializers.IntegerField()
    head = serializers.CharField()
    erased = serializers.IntegerField(help_text="Links of which the personal part was erased")
    findings = FindingShape(many=True)


class Verification(Resource):
    """Whether the ledger holds."""

    tag = "ledger"
    serializer_class = VerdictShape
    throttle_classes = [PerCheck]

    def retrieve(self, request: Request, slug: str) -> Response:
        """The whole chain checked now, and the scores and standings computed again from it.

        Six times a minute at most: it reads the whole tournament.
        """
        tournament = find_tournament(request, slug)
        verdict = verify(tournament)
        directs = tournament.permits(request.user, DIRECTORS)
        found = [asdict(finding) for finding in verdict.findings]
        return Response(
            {
                "holds": verdict.holds,
                "entries": verdict.entries,
                "head": verdict.head,
                "erased": verdict.erased,
                "findings": found if directs else [{"kind": each["kind"]} for each in found],
            }
        )


def _links(tournament: Tournament, after: int, *, in_full: bool) -> QuerySet[LedgerEntry]:
    links = tournament.ledger.filter(sequence__gt=after).order_by("sequence")
    return links.select_related("disclosure") if in_full else links


def _page(request: Request, tournament: Tournament, shown: list[dict[str, Any]]) -> dict[str, Any]:
    here = request.build_absolute_uri(reverse("api:ledger", args=[tournament.slug]))
    more = len(shown) > MAX_SIZE
    return {
        "next": f"{here}?after={shown[MAX_SIZE - 1]['sequence']}" if more else None,
        "length": tournament.ledger_length,
        "head": tournament.ledger_head,
        "results": shown[:MAX_SIZE],
    }


def _shown(tournament: Tournament, links: QuerySet[LedgerEntry], *, in_full: bool) -> list[dict[str, Any]]:
    if in_full:
        return [{**_link(link), **_content(link)} for link in links]
    public = set(tournament.rounds.published().values_list("number", flat=True))
    return [_link(link, withheld=_is_hidden(link, public)) for link in links]


def _is_hidden(link: LedgerEntry, public_rounds: set[int]) -> bool:
    return link.kind in ABOUT_DRAFTS and link.facts.get("round") not in public_rounds


def _link(link: LedgerEntry, *, withheld: bool = False) -> dict[str, Any]:
    return {
        "sequence": link.sequence,
        "kind": WITHHELD if withheld else link.kind,
        "at": Moment().to_representation(link.at),
        "commitment": link.commitment,
        "previous": link.previous,
        "digest": link.digest,
    }


def _content(link: LedgerEntry) -> dict[str, Any]:
    """What a link says, and what was promised about who and why, unless it was erased."""
    disclosure = getattr(link, "disclosure", None)
    return {
        "facts": link.facts,
        "personal": disclosure.personal if disclosure else None,
        "salt": disclosure.salt if disclosure else None,
    }
