"""Exporting a tournament as one JSON document, and importing it."""

import gzip
import hashlib
from collections.abc import Iterable
from tempfile import SpooledTemporaryFile
from typing import IO, Any, cast

from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.exchange.exporting import export
from tournaments.actions.exchange.importing import import_tournament, preview_import
from tournaments.http import find_club, find_tournament
from tournaments.models import DIRECTORS

from ..access import actor
from ..conditional import reads_gzip
from ..fields import Moment
from ..formats import OpenFormat
from ..idempotency import once
from ..queries import PREVIEW, number_in_query, wants_preview
from ..resource import Resource, created
from ..throttles import PerCheck
from .tournaments import TournamentShape

IN_MEMORY = 1_000_000
"""The bytes of a document that are kept in memory; a longer one is written to a temporary file."""
LEVEL = 5


class Export(Resource):
    """A whole tournament in the open format."""

    tag = "ledger"
    throttle_classes = [PerCheck]

    @extend_schema(responses={(200, "application/json"): OpenApiTypes.OBJECT})
    def retrieve(self, request: Request, slug: str) -> HttpResponseBase:
        """The tournament in the open format, which other programs can read and check without Tavolo.

        Directors get everything, others what everybody may see. At most six requests a minute are allowed, because each
        reads the whole tournament.
        """
        tournament = find_tournament(request, slug)
        directs = tournament.permits(request.user, DIRECTORS)
        hidden = None if directs else tournament.hidden_after(request.user)
        zips = reads_gzip(request.headers.get("Accept-Encoding", ""))
        file, digest = _written(export(tournament, in_full=directs, hidden_after=hidden), zips=zips)
        answer = FileResponse(file, content_type="application/json", filename=f"{tournament.slug}.json")
        answer["ETag"] = f'"{digest[:32]}-gzip"' if zips else f'"{digest[:32]}"'
        if zips:
            answer["Content-Encoding"] = "gzip"
        patch_vary_headers(answer, ["Accept-Encoding"])
        unread = cast("HttpResponse", answer)  # only its status and headers are used
        return get_conditional_response(request, etag=answer["ETag"], response=unread) or answer


def _written(parts: Iterable[bytes], *, zips: bool) -> tuple[IO[bytes], str]:
    """Return a temporary file with the document, compressed if `zips`, and the digest of the document.

    Because of the file, a slow client does not keep the database's snapshot open.
    """
    file: Any = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - the response closes it
    digest = hashlib.sha256()
    out = gzip.GzipFile(fileobj=file, mode="wb", compresslevel=LEVEL, mtime=0) if zips else file
    for part in parts:
        digest.update(part)
        out.write(part)
    if zips:
        out.close()
    file.seek(0)
    return file, digest.hexdigest()


class ImportRead(serializers.Serializer[Any]):
    """What the import of a file would create. Nothing is stored yet."""

    name = serializers.CharField(source="tournament.name")
    ruleset = serializers.CharField(source="tournament.ruleset")
    starts_at = Moment(allow_null=True)
    entries = serializers.IntegerField()
    rounds = serializers.IntegerField()
    hands = serializers.IntegerField()
    known = serializers.ListField(
        child=serializers.CharField(), help_text="The players whom the club knows by exactly this name"
    )
    new = serializers.ListField(child=serializers.CharField(), help_text="The players whom the club does not know yet")
    erased = serializers.IntegerField(help_text="Players who were erased; they stay so")
    seasons = serializers.ListField(
        child=serializers.CharField(),
        help_text="Its seasons in the other installation; it is not added to seasons here",
    )
    game = serializers.CharField(help_text="The game of another club that comes with it, or an empty text")


class TournamentImports(Resource):
    """Tournaments in the open format."""

    tag = "imports"
    parser_classes = [OpenFormat]
    throttle_classes = [PerCheck]

    @extend_schema(
        request=OpenApiTypes.OBJECT,
        responses={201: TournamentShape, 200: ImportRead},
        parameters=[
            PREVIEW,
            OpenApiParameter(
                "again", int, enum=[0, 1], description="1: import even if the club has this tournament already"
            ),
        ],
    )
    @once
    def create(self, request: Request, club: str) -> Response:
        """Import a tournament from a director's export of this or another installation; for directors.

        It has the same standings, byte by byte, and its ledger continues that of the file. Everything is verified
        before it is stored. 409 `imported_before` if the club has the tournament already, unless `again=1`. A file may
        have 64 MB, or 12 MB if the installation runs on SQLite, where an import blocks all other writes.
        """
        here = find_club(request, club, DIRECTORS)
        if wants_preview(request):
            return Response(ImportRead(preview_import(request.data, club=here, by=actor(request))).data)
        again = number_in_query(request, "again", most=1) == 1
        made = import_tournament(request.data, club=here, by=actor(request), again=again).tournament
        return created(TournamentShape(made).data, reverse("api:tournament", args=[made.slug]))
