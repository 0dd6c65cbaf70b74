"""The ledger of a tournament: its entries in order, in a hash chain."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.origin import OriginIds, renumbered
from tournaments.actions.ledger_kinds import ABOUT_DRAFTS
from tournaments.actions.verification import verify
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, LedgerEntry, Tournament

from ..conditional import not_modified_or, tagged
from ..fields import Moment
from ..formats import Json, Ndjson
from ..pages import LIMIT, MAX_SIZE, page_size
from ..queries import FROM_0_ON, number_in_query
from ..resource import Resource
from ..throttles import PerCheck

CHAINED = ("sequence", "kind", "at", "commitment", "previous", "digest")


class LinkShape(serializers.Serializer[Any]):
    """An entry of the ledger; only directors of the club see its content.

    `kind` is `withheld` if the entry is about a round that is not public. `commitment` is "" for others, because with
    it they could guess the facts, such as fees, and compare their digest.
    """

    sequence = serializers.IntegerField()
    kind = serializers.CharField()
    at = Moment()
    commitment = serializers.CharField(help_text="Salted digest of the actor and the reason")
    previous = serializers.CharField(help_text="Digest of the link before")
    digest = serializers.CharField()
    facts = serializers.DictField(required=False)
    personal = serializers.DictField(required=False, allow_null=True)
    salt = serializers.CharField(required=False, allow_null=True)


class LedgerShape(serializers.Serializer[Any]):
    """Entries of the ledger, the address of the next ones, and the head of the chain."""

    next = serializers.URLField(allow_null=True)
    length = serializers.IntegerField()
    head = serializers.CharField()
    results = LinkShape(many=True)


class Ledger(Resource):
    """The ledger of a tournament."""

    tag = "ledger"
    renderer_classes = [Json, Ndjson]

    @extend_schema(
        responses={(200, "application/json"): LedgerShape, (200, "application/x-ndjson"): LinkShape},
        parameters=[
            OpenApiParameter("after", FROM_0_ON, description="The number of the last link received"),
            OpenApiParameter("format", str, enum=["json", "ndjson"]),
            LIMIT,
        ],
    )
    def retrieve(self, request: Request, slug: str) -> HttpResponse:
        """The entries after a given number; as JSON 200 or `limit` at a time, as NDJSON all of them."""
        tournament = find_tournament(request, slug)
        after = number_in_query(request, "after") or 0
        directs = tournament.permits(request.user, DIRECTORS)
        links = tournament.ledger.filter(sequence__gt=after).order_by("sequence")
        if request.accepted_renderer.format == Ndjson.format:
            lines = Ndjson().render(_render(tournament, links, in_full=directs))
            # bytes, because REST framework drops the content type of an empty response
            return not_modified_or(request, tagged(lines, Ndjson.media_type))
        size = page_size(request, MAX_SIZE)
        return Response(_page(request, tournament, _render(tournament, links[: size + 1], in_full=directs), size))


class FindingShape(serializers.Serializer[Any]):
    """A difference between the ledger and the stored data. Only directors see its place and detail."""

    kind = serializers.CharField()
    place = serializers.CharField(required=False)
    detail = serializers.CharField(required=False)


class VerdictShape(serializers.Serializer[Any]):
    """Whether the hash chain is intact, and whether the stored scores and standings follow from it."""

    holds = serializers.BooleanField()
    entries = serializers.IntegerField()
    head = serializers.CharField()
    erased = serializers.IntegerField(help_text="The number of links whose personal part was erased")
    findings = FindingShape(many=True)


class Verification(Resource):
    """Verification of the ledger."""

    tag = "ledger"
    serializer_class = VerdictShape
    throttle_classes = [PerCheck]

    def retrieve(self, request: Request, slug: str) -> Response:
        """Verify the hash chain, and compute scores and standings again from it.

        At most six requests a minute are allowed, because each reads the whole tournament.
        """
        tournament = find_tournament(request, slug)
        rendered: dict[str, Any] = VerdictShape(verify(tournament)).data
        if not tournament.permits(request.user, DIRECTORS):
            rendered["findings"] = [{"kind": finding["kind"]} for finding in rendered["findings"]]
        return Response(rendered)


def _page(request: Request, tournament: Tournament, links: list[dict[str, Any]], size: int) -> dict[str, Any]:
    here = request.build_absolute_uri(request.path)  # it may have the key of a link
    limit = f"&limit={size}" if "limit" in request.query_params else ""
    return {
        "next": f"{here}?after={links[size - 1]['sequence']}{limit}" if len(links) > size else None,
        "length": tournament.ledger_length,
        "head": tournament.ledger_head,
        "results": links[:size],
    }


def _render(tournament: Tournament, links: QuerySet[LedgerEntry], *, in_full: bool) -> list[dict[str, Any]]:
    if in_full:
        origin = OriginIds.of(tournament)
        return [_chained(link) | _content(link, origin) for link in links.select_related("disclosure")]
    public = set(tournament.rounds.published().values_list("number", flat=True))
    rendered = []
    for link in links:
        is_about_draft = link.kind in ABOUT_DRAFTS and link.facts.get("round") not in public
        rendered.append(_chained(link) | {"commitment": ""} | ({"kind": "withheld"} if is_about_draft else {}))
    return rendered


def _chained(link: LedgerEntry) -> dict[str, Any]:
    return {name: getattr(link, name) for name in CHAINED} | {"at": Moment().to_representation(link.at)}


def _content(link: LedgerEntry, origin: OriginIds | None) -> dict[str, Any]:
    """Return the facts as they are hashed, the personal part and its salt; the last two are None if erased."""
    disclosure = getattr(link, "disclosure", None)
    return {
        "facts": renumbered(link.facts, origin.original) if origin else link.facts,
        "personal": disclosure.personal if disclosure else None,
        "salt": disclosure.salt if disclosure else None,
    }
