"""Verification of a tournament: of its hash chain, and of stored rows, scores and standings against the ledger."""

from collections.abc import Sequence

from django.db.models import Prefetch

from tournaments.models import LedgerEntry, Round, Table, Tournament

from ..core.origin import OriginIds
from ..core.rows import consistent_read
from ..hands.tables import with_results
from .chain import Finding, Verdict, check_chain, is_disclosed, is_intact
from .computed import check_published, check_scores, check_standings, read_published
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
        rounds = _read_rounds(tournament)
        row_findings = _compare_rows(tournament, rounds, intact)
        findings = [*check_chain(tournament, links, intact), *row_findings, *check_published(tournament)]
        published = None if row_findings else read_published(tournament, rounds)
    if published is not None:
        findings += [*check_scores(tournament, rounds), *check_standings(tournament, published)]
    erased = sum(1 for link in links if link.commitment and not is_disclosed(link))
    return Verdict(len(links), tournament.ledger_head, erased, tuple(findings))


def _read_rounds(tournament: Tournament) -> list[Round]:
    """Return the rounds with their clocks, sit-outs and tables, and the seats and current hands of the tables."""
    tables = Prefetch("tables", with_results(Table.objects.order_by("number")))
    return list(tournament.rounds.select_related("clock").prefetch_related(tables, "sit_outs").order_by("number"))


def _compare_rows(tournament: Tournament, rounds: Sequence[Round], links: Sequence[LedgerEntry]) -> list[Finding]:
    return [
        *check_plan(tournament, links),
        *check_constraints(tournament, links),
        *check_entries(tournament, links),
        *check_rounds(rounds, links),
        *check_who_sat(tournament, links),
        *check_announcements(tournament, links),
        *check_hands(tournament, links),
        *check_penalties(tournament, links),
        *check_decisions(tournament, links),
        *check_stage(tournament, links),
    ]
