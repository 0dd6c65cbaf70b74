"""Decisions on entries, with a reason: awards, forfeits, absences, disqualifications."""

from decimal import Decimal

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Decision, Entry, Round

from ..core import ledger
from ..core.actor import Actor
from ..core.reasons import is_valid_award, reason_problems
from ..core.refusals import Conflict, Problem, refuse
from ..core.rows import locked, save_fields
from ..ledger_kinds.about_penalties import OfPenalties
from .stays import Participation

Kind = Decision.Kind


def decide(
    entry: Entry, kind: str, *, reason: str, by: Actor, round_: Round | None = None, amount: Decimal | None = None
) -> Decision:
    """Record a decision and return it; it counts in the next published standings.

    A disqualified entry is not drawn again. A disqualification counts from the standings after `round_` on; without a
    round, after the last public round. Raises Invalid with every fault, and Conflict if the entry is disqualified
    already.
    """
    refuse([*decision_problems(kind, amount, round_), *reason_problems(reason)])
    with transaction.atomic():
        entry = locked(Entry.objects.all(), entry.pk)
        before = entry.status
        if kind == Kind.DISQUALIFIED:
            _bar(entry)
            amount = None
        number = round_.number if round_ else _latest_round(entry)
        decision = Decision(entry=entry, kind=kind, round_number=number, amount=amount, reason=normalise_text(reason))
        _issue(decision, entry, before, by=by)
    return decision


def _latest_round(entry: Entry) -> int:
    """Return the number of the last public round; 1 if there is none."""
    rounds = Round.objects.published().filter(tournament=entry.tournament_id)
    return rounds.aggregate(last=Max("number"))["last"] or 1


def _issue(decision: Decision, entry: Entry, before: str, *, by: Actor) -> None:
    """Store a decision with its ledger entry, which records the status `before` a disqualification."""
    decision.tournament_id, decision.issued_by, decision.issued_at = entry.tournament_id, by.user, timezone.now()
    decision.save(force_insert=True)
    extra_facts = {"status_before": before} if decision.kind == Kind.DISQUALIFIED else {}
    _log(decision, entry, "decision_given", by=by, issued_at=ledger.moment(decision.issued_at), **extra_facts)


def take_back(decision: Decision, *, by: Actor) -> Decision:
    """Take a decision back and return it: it stays on record and no longer counts.

    An entry that was disqualified by it gets its earlier status.
    """
    with transaction.atomic():
        entry = locked(Entry.objects.all(), decision.entry_id)
        decision = locked(Decision.objects.all(), decision.pk)
        if decision.cancelled_at:
            return decision
        save_fields(decision, cancelled_at=timezone.now(), cancelled_by=by.user)
        if decision.kind == Kind.DISQUALIFIED:
            _return(entry, _status_before(decision))
        _log(decision, entry, "decision_taken_back", by=by, cancelled_at=ledger.moment(decision.cancelled_at))
    return decision


def reinstate(decision: Decision, *, by: Actor) -> Decision:
    """Put a decision about a round into force again after it was taken back; return it."""
    with transaction.atomic():
        entry = locked(Entry.objects.all(), decision.entry_id)
        decision = locked(Decision.objects.on_rounds(), decision.pk)
        if decision.cancelled_at:
            save_fields(decision, cancelled_at=None, cancelled_by=None)
            _log(decision, entry, "decision_reinstated", by=by)
    return decision


def _status_before(decision: Decision) -> str:
    """Return the entry's status before a disqualification; "withdrawn" if all of its players have since been erased."""
    if not decision.entry.players.filter(erased_at=None).exists():
        return Entry.Status.WITHDRAWN
    links = decision.tournament.ledger.filter(kind="decision_given", facts__decision=decision.pk)
    return str(links.get().facts.get("status_before", Entry.Status.ACTIVE))


def _return(entry: Entry, status: str) -> None:
    left = {}
    if status == Entry.Status.WITHDRAWN and entry.until_round is None:
        left = Participation(entry.tournament_id, [entry.pk]).leaving(entry.pk)
    save_fields(entry, status=status, **left)


def _bar(entry: Entry) -> None:
    if entry.status == Entry.Status.DISQUALIFIED:
        message = _("%(name)s has already been disqualified.")
        raise Conflict(Problem("already_disqualified", message, {"name": entry.name}))
    save_fields(entry, status=Entry.Status.DISQUALIFIED)


def decision_problems(kind: str, amount: Decimal | None, round_: Round | None) -> list[Problem]:
    """Return the problems of a decision, except those of its reason."""
    problems = []
    if kind not in Kind.values:
        problems.append(Problem("unknown_choice", _("Choose the decision."), pointer=("kind",)))
    elif kind != Kind.DISQUALIFIED and round_ is None:
        problems.append(Problem("missing_field", _("Choose the round."), pointer=("round",)))
    if kind == Kind.AWARD and amount is None:
        problems.append(Problem("missing_field", _("Enter the score of the round."), pointer=("amount",)))
    elif amount is not None and not is_valid_award(amount):
        message = _("Enter a number with at most two decimals.")
        problems.append(Problem("out_of_range", message, pointer=("amount",)))
    return problems


def _log(decision: Decision, entry: Entry, kind: OfPenalties, *, by: Actor, **more: object) -> None:
    facts: dict[str, object] = {
        "decision": decision.pk,
        "entry": decision.entry_id,
        "decided": decision.kind,
        "round": decision.round_number,
        "amount": None if decision.amount is None else str(decision.amount),
    }
    if decision.kind == Kind.DISQUALIFIED:
        facts |= {"status": entry.status, "until_round": entry.until_round}
    ledger.append(decision.tournament_id, kind, by=by, facts=facts | more, text=decision.reason)
