"""Parsers and renderers: JSON, CSV, PDF, and newline-delimited JSON."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from scoring.json_lines import TooManyNamesError, read_json
from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.exchange.document_reading import UnstorableError, parse


class StrictJson(BaseParser):
    """JSON in UTF-8. Repeated names, NaN and deep nesting are refused."""

    media_type = "application/json"

    def parse(self, stream: IO[Any], *_context: Any, **_more: Any) -> Any:
        """Return the document. Raises ParseError if it cannot be read."""
        try:
            return read_json(stream.read(), most_names=settings.FIELDS_LIMIT)
        except TooManyNamesError as fault:
            message = _("An object has %(most)d fields at most.") % {"most": settings.FIELDS_LIMIT}
            raise ParseError(message, "too_many_fields") from fault
        except ValueError as fault:
            message = _("This is not valid JSON in UTF-8, repeats a name, or has NaN.")
            raise ParseError(message, "bad_json") from fault


class OpenFormat(BaseParser):
    """A document in the open format, with or without a byte order mark, read as strictly as other JSON."""

    media_type = "application/json"

    def parse(self, stream: IO[Any], *_context: Any, **_more: Any) -> Any:
        """Return the document. Raises ParseError if it cannot be read, and Invalid for NULs and lone surrogates."""
        try:
            return parse(stream.read())
        except UnstorableError as fault:
            raise Invalid(
                Problem("bad_characters", gettext_noop("Write the text without control characters."))
            ) from fault
        except ValueError as fault:
            message = _("This is not valid JSON in UTF-8, repeats a name, or has NaN.")
            raise ParseError(message, "bad_json") from fault


class CsvParser(BaseParser):
    """CSV as text in UTF-8, with or without a byte order mark."""

    media_type = "text/csv"

    def parse(self, stream: IO[Any], *_context: Any, **_more: Any) -> Any:
        """Return the text. Raises ParseError if it is not UTF-8."""
        try:
            return stream.read().decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            message = _("This is not UTF-8: save the file as CSV UTF-8.")
            raise ParseError(message, "bad_encoding") from fault


def is_csv(request: Request) -> bool:
    """Whether the body of the request is CSV."""
    return str(request.content_type).partition(";")[0].strip().casefold() == CsvParser.media_type


class Json(JSONRenderer):
    """JSON in UTF-8. The same data always gives the same bytes; parameters of the media type are ignored."""

    def get_indent(self, accepted_media_type: str, renderer_context: Mapping[str, Any]) -> None:
        """Return None. Clients cannot choose an indent, because the ETag is a digest of the bytes."""


class Csv(BaseRenderer):
    """CSV, whose bytes the view returns. Refusals are problem documents, as they are for the next renderers."""

    media_type = "text/csv"
    format = "csv"


class Pdf(BaseRenderer):
    """A PDF, whose bytes the view returns."""

    media_type = "application/pdf"
    format = "pdf"


class Ndjson(JSONRenderer):
    """A list as lines of JSON, one for each item."""

    media_type = "application/x-ndjson"
    format = "ndjson"

    def render(self, data: Any, *_context: Any, **_more: Any) -> bytes:
        """Return the lines as bytes."""
        return b"".join(super(Ndjson, self).render(row) + b"\n" for row in data)


class EventStream(BaseRenderer):
    """Server-sent events, whose bytes the view returns."""

    media_type = "text/event-stream"
    format = "event-stream"
