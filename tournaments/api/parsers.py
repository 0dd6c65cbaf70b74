"""Reading what is sent: JSON without ambiguity, CSV as text, never more than a limit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from scoring.wire import read_json

from .problems import TooLarge

MEGABYTE = 1 << 20


def read_limited(stream: IO[bytes], limit: int) -> bytes:
    """The whole stream; TooLarge where it has more bytes than that."""
    content = stream.read(limit + 1)
    if len(content) > limit:
        raise TooLarge
    return content


class StrictJson(BaseParser):
    """JSON in UTF-8: a name given twice, NaN and endless nesting are refused."""

    media_type = "application/json"
    limit = MEGABYTE

    def parse(
        self,
        stream: IO[Any],
        _media_type: str | None = None,
        _parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The document; ParseError where there is none."""
        try:
            return read_json(read_limited(stream, self.limit))
        except ValueError as fault:
            message = _("This is not JSON in UTF-8, with each name once and no NaN.")
            raise ParseError(message, "bad_json") from fault


class LargeJson(StrictJson):
    """JSON of a whole evening or season on paper."""

    limit = 16 * MEGABYTE


class Csv(BaseParser):
    """CSV as text in UTF-8, with or without a byte order mark."""

    media_type = "text/csv"

    def parse(
        self,
        stream: IO[Any],
        _media_type: str | None = None,
        _parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The text; ParseError where it is not UTF-8."""
        try:
            return read_limited(stream, MEGABYTE).decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            message = _("This is not UTF-8: save the file as CSV UTF-8.")
            raise ParseError(message, "bad_encoding") from fault
