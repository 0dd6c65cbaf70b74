"""The status with which pages and API answer what an action refuses."""

from collections.abc import Mapping

from tournaments.actions.problems import Conflict, Gone, Invalid, Later, NotLetIn, PreconditionRequired, Refused, Stale

STATUSES: Mapping[type[Refused], int] = {
    NotLetIn: 403,
    Gone: 404,
    Conflict: 409,
    Stale: 412,
    Invalid: 422,
    PreconditionRequired: 428,
    Later: 429,
}


def status_of(refusal: Refused) -> int:
    """The status of this refusal; of a more particular kind, that of what it is a kind of."""
    return next(status for kind, status in STATUSES.items() if isinstance(refusal, kind))
