"""Where a phone comes from: told apart by digests, never kept as it was."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.models import Alike, SeatClaim, TableSession

MOMENTS = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Origin:
    """The digests of an address, and of a browser there; empty where nobody knows."""

    address: str = ""
    browser: str = ""


UNKNOWN = Origin()


def origin_of(meta: Mapping[str, Any]) -> Origin:
    """Where the request with this META comes from."""
    address = str(meta.get("REMOTE_ADDR", ""))
    parts = [address, *(str(meta.get(f"HTTP_{name}", "")) for name in ("USER_AGENT", "ACCEPT_LANGUAGE"))]
    return Origin(_digest(address), _digest("\n".join(parts)))


def _digest(what: str) -> str:
    return salted_hmac("tavolo origin", what, algorithm="sha256").hexdigest()


def likeness(session: TableSession, seat: int) -> Alike:
    """In what this session is like one that took another seat of the table moments ago.

    One device tells at any time. An address from which other tables are played too is the hall's.
    """
    others = session.table.claims.exclude(seat=seat).select_related("session")
    own = others.filter(session__device=session.device, released_at=None)
    if own.exists():
        return Alike.DEVICE
    if not session.address:
        return Alike.NOTHING
    recent = others.filter(claimed_at__gt=timezone.now() - MOMENTS, session__address=session.address)
    strangers: list[SeatClaim] = list(recent.exclude(session__device=session.device))
    if any(claim.session.browser == session.browser for claim in strangers):
        return Alike.BROWSER
    return Alike.ADDRESS if strangers and not _is_the_halls(session) else Alike.NOTHING


def _is_the_halls(session: TableSession) -> bool:
    others = TableSession.objects.exclude(table=session.table_id)
    return others.filter(table__round=session.table.round_id, address=session.address).exists()
