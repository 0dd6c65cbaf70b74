"""Reading what is sent: JSON without ambiguity, CSV as text; how long it may be is settled."""

from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from scoring.wire import TooManyNamesError, read_json


class StrictJson(BaseParser):
    """JSON in UTF-8: a name given twice, NaN and endless nesting are refused."""

    media_type = "application/json"

    def parse(self, stream: IO[Any], *_context: Any, **_more: Any) -> Any:
        """The document; ParseError where there is none."""
        try:
            return read_json(stream.read(), most_names=settings.FIELDS_LIMIT)
        except TooManyNamesError as fault:
            message = _("An object has %(most)d fields at most.") % {"most": settings.FIELDS_LIMIT}
            raise ParseError(message, "too_many_fields") from fault
        except ValueError as fault:
            message = _("This is not JSON in UTF-8, with each name once and no NaN.")
            raise ParseError(message, "bad_json") from fault


class Csv(BaseParser):
    """CSV as text in UTF-8, with or without a byte order mark."""

    media_type = "text/csv"

    def parse(self, stream: IO[Any], *_context: Any, **_more: Any) -> Any:
        """The text; ParseError where it is not UTF-8."""
        try:
            return stream.read().decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            message = _("This is not UTF-8: save the file as CSV UTF-8.")
            raise ParseError(message, "bad_encoding") from fault
