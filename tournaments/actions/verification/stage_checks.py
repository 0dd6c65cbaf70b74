"""Verification of the declaration of a stage against the ledger."""

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.models import LedgerEntry, Stage, Tournament

from ..stages.declaring import facts_of
from .chain import Finding, differences


def check_stage(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield findings for the declaration of a stage if it differs from the one recorded last.

    Earlier stages of an imported tournament may be missing in this database.
    """
    recorded: dict[str, Any] = {}
    for link in links:
        if link.kind == "stage_declared":
            here = [source for source in link.facts["sources"] if source > 0]
            recorded = {"sources": here, "stage": link.facts["stage"]}
        elif link.kind == "stage_removed":
            recorded = {}
    stage = Stage.objects.filter(tournament=tournament).first()
    stored = facts_of(stage) if stage else {}
    gone = dict.fromkeys(recorded.keys() ^ stored.keys())
    yield from differences("stage", "stage", {**gone, **recorded}, {**gone, **stored})
