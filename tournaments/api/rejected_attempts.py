"""Recording of refusals at tables, for the director."""

from collections.abc import Mapping
from typing import Any

from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import APIException
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from tournaments.actions.at_table import rejected_attempts
from tournaments.actions.at_table.rejected_attempts import AttemptSource
from tournaments.actions.core.refusals import Refusal
from tournaments.models import TableSession


def record_refusal(fault: Exception, context: Mapping[str, Any]) -> None:
    """Record a refusal that concerns the director, if it came from a phone at a table.

    Reads of a closed round are not recorded.
    """
    answered_codes = fault.codes if isinstance(fault, Refusal) else []
    if isinstance(fault, APIException):
        answered_codes = [str(fault.get_codes())]
    codes, request = rejected_attempts.KINDS.intersection(answered_codes), context["request"]
    only_reads_on = request.method in SAFE_METHODS and codes == {"round_closed"}
    if codes and not only_reads_on:
        rejected_attempts.record(codes, _source(request))


def _source(request: Request) -> AttemptSource | None:
    if isinstance(request.auth, TableSession):
        return rejected_attempts.source_of_session(request.auth)
    words = get_authorization_header(request).decode("latin-1").split()
    if len(words) == 2 and words[0].lower() == "table":
        return rejected_attempts.source_of_secret(words[1])
    match = request.resolver_match
    if match and match.url_name == "table-sessions":
        sent: Any = request.data
        return rejected_attempts.source_of_secret(sent.get("secret", ""))
    return None
