"""The status with which pages and API answer what an action refuses."""

from collections.abc import Mapping

from tournaments.actions import refusals
from tournaments.actions.refusals import Refusal

STATUSES: Mapping[type[Refusal], int] = {
    refusals.AccessDenied: 403,
    refusals.Gone: 404,
    refusals.Conflict: 409,
    refusals.Stale: 412,
    refusals.Invalid: 422,
    refusals.PreconditionRequired: 428,
    refusals.TooManyRequests: 429,
}


def status_of(refusal: Refusal) -> int:
    """The status of this refusal; of a more particular kind, that of what it is a kind of."""
    return next(status for kind, status in STATUSES.items() if isinstance(refusal, kind))
