"""Checking that what is published is what was recorded: chain, facts, scores, standings."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.models import LedgerEntry, Tournament
from tournaments.models.reading import one_moment

from .announcements import announcements
from .chain import chain, is_disclosed, is_intact
from .constraints import constraints
from .entries import entries
from .findings import Finding, Verdict
from .hands import hands
from .penalties import penalties
from .plan import plan
from .rounds import rounds
from .scores import scores
from .standings import published, standings

__all__ = ["Finding", "Verdict", "verify"]


def verify(tournament: Tournament) -> Verdict:
    """Look at the whole chain of a tournament, and at all that is said to follow from it.

    The ledger is replayed, and every row that the standings rest on compared with it; where all
    agree, scores and standings are computed again. Everything is read at one moment, so play may
    go on meanwhile.
    """
    with one_moment():
        tournament = Tournament.objects.get(pk=tournament.pk)
        links = list(tournament.ledger.select_related("disclosure").order_by("sequence"))
        facts = _facts(tournament, [link for link in links if is_intact(link)])
        findings = [*chain(tournament, links), *facts, *published(tournament)]
        if not facts:
            findings += [*scores(tournament), *standings(tournament)]
    erased = sum(1 for link in links if link.commitment and not is_disclosed(link))
    return Verdict(len(links), tournament.ledger_head, erased, tuple(findings))


def _facts(tournament: Tournament, links: Sequence[LedgerEntry]) -> list[Finding]:
    """What was entered, against what these links say of it."""
    looks = (plan, constraints, entries, rounds, announcements, hands, penalties)
    return [finding for look in looks for finding in look(tournament, links)]
