"""Verification of a tournament: of its hash chain, and of stored rows, scores and standings against the ledger."""

from collections.abc import Sequence

from tournaments.models import LedgerEntry, Tournament

from ..core.origin import OriginIds
from ..core.rows import consistent_read
from .chain import Finding, Verdict, check_chain, is_disclosed, is_intact
from .computed import check_published, check_scores, check_standings
from .entry_checks import check_decisions, check_entries, check_penalties
from .hand_checks import check_announcements, check_hands
from .plan import check_constraints, check_plan
from .round_checks import check_rounds, check_who_sat
from .stage_checks import check_stage

__all__ = ["Finding", "Verdict", "verify"]


def verify(tournament: Tournament) -> Verdict:
    """Verify a tournament's hash chain, and the rows, scores and standings that depend on it; return the verdict.

    The ledger is replayed and compared with every row on which standings depend. If all rows match, scores and
    standings are computed again. Everything is read in one snapshot, so play can go on during the verification.
    """
    with consistent_read():
        tournament = Tournament.objects.get(pk=tournament.pk)
        links = list(tournament.ledger.select_related("disclosure").order_by("sequence"))
        origin = OriginIds.of(tournament)
        intact = [link for link in links if is_intact(link, origin)]
        row_findings = _compare_rows(tournament, intact)
        findings = [*check_chain(tournament, links, intact), *row_findings, *check_published(tournament)]
        if not row_findings:
            findings += [*check_scores(tournament), *check_standings(tournament)]
    erased = sum(1 for link in links if link.commitment and not is_disclosed(link))
    return Verdict(len(links), tournament.ledger_head, erased, tuple(findings))


def _compare_rows(tournament: Tournament, links: Sequence[LedgerEntry]) -> list[Finding]:
    checks = (
        check_plan,
        check_constraints,
        check_entries,
        check_rounds,
        check_who_sat,
        check_announcements,
        check_hands,
        check_penalties,
        check_decisions,
        check_stage,
    )
    return [finding for check in checks for finding in check(tournament, links)]
