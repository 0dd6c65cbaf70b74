"""Requests for a correction: claims that a table handed in and a director decides."""

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Hand, Ruling, Tournament

from .. import hands, ledger
from ..actor import Actor
from ..judging import Entered
from ..problems import Conflict, Invalid, Problem, Stale
from ..versions import locked_table, log

NOTHING_STANDS = 0


def all_claims(tournament: Tournament) -> QuerySet[Hand]:
    """Its claims, each with the `standing_version` beside it: 0 where no hand stands."""
    claims = Hand.objects.filter(table__round__tournament=tournament, state=Hand.State.CLAIM)
    standing = Hand.objects.current().filter(table=OuterRef("table"), number=OuterRef("number"))
    version = Coalesce(Subquery(standing.values("version")), NOTHING_STANDS)
    return claims.select_related("table__round").annotate(standing_version=version)


def open_claims(tournament: Tournament) -> list[Hand]:
    """The claims that nobody has decided yet, in the order in which they came in."""
    return list(all_claims(tournament).filter(ruling=None).order_by("recorded_at", "pk"))


def accept_claim(claim: Hand, *, by: Actor, reason: str = "", shown: int | None = None) -> Hand:
    """The hand that now stands: the claim's tally, recorded with its reason, or this one.

    `shown` is the version that was seen beside it, 0 for none, None for one that nobody told.
    Raises Conflict for a claim that was decided, Invalid where neither gives a reason, Stale where
    another version stands than was shown.
    """
    why = normalise_text(reason) or claim.reason
    with transaction.atomic():
        _refuse_decided(claim, why)
        standing = claim.table.hands.current().filter(number=claim.number).first()
        _refuse_unseen(claim, standing, shown)
        entered = Entered(
            number=claim.number,
            tally=claim.tally,
            seat=claim.seat,
            reason=why,
            replaces=standing.version if standing else None,
        )
        hand = hands.record(claim.table, entered, by=by)
        _decide(claim, by=by, reason=why, accepted=True)
    return hand


def decline_claim(claim: Hand, *, by: Actor, reason: str) -> Hand:
    """The claim declined for this reason; it stays on record, and so does what stands.

    Raises Conflict for a claim that was decided, Invalid without a reason.
    """
    why = normalise_text(reason)
    with transaction.atomic():
        _refuse_decided(claim, why)
        _decide(claim, by=by, reason=why, accepted=False)
    return claim


def _refuse_decided(claim: Hand, why: str) -> None:
    """Lock the claim's table; raise unless the claim waits and there is a reason."""
    claim.table = locked_table(claim.table_id)
    if Ruling.objects.filter(claim=claim).exists():
        message = _("This request has been decided already.")
        raise Conflict(Problem("already_decided", message))
    if not why:
        raise Invalid(Problem("missing_field", _("Give the reason."), pointer=("reason",)))


def _refuse_unseen(claim: Hand, standing: Hand | None, shown: int | None) -> None:
    """Raise where something else stands than whoever decides has compared the claim with."""
    if shown is None or shown == (standing.version if standing else NOTHING_STANDS):
        return
    message = _("Table %(table)d, hand %(hand)d was changed meanwhile: compare the request with what stands now.")
    where = {"table": claim.table.number, "hand": claim.number}
    raise Stale(Problem("hand_changed", message, where))


def _decide(claim: Hand, *, by: Actor, reason: str, accepted: bool) -> None:
    now = timezone.now()
    Ruling.objects.create(claim=claim, accepted=accepted, reason=reason, ruled_by=by.user, ruled_at=now)
    kind = "claim_accepted" if accepted else "claim_declined"
    log(claim, kind, by=by, text=reason, ruled_at=ledger.moment(now))
