"""Older ledgers still verify: facts that they lack are not compared."""

import pytest

from tournaments.actions.core.ledger import entry_digest
from tournaments.actions.setup.tournaments import RANKED_BY
from tournaments.models import Entry, Tournament

from .corrupting import an_evening, behind_its_back, places, without_guards

pytestmark = pytest.mark.django_db

NEWER = {
    "players", "words", "times", "draw", "refusal", "issued_at", "cancelled_at", "ruled_at",
}  # fmt: skip
OF_A_PLAN = {"lot_seed", "changed", "source", *RANKED_BY}
OF_A_DRAW = {"round", "method", "seed", "source"}


def older(link):
    facts = {name: value for name, value in link.facts.items() if name not in NEWER}
    if link.kind == "entries_registered":
        facts["entries"] = [
            {name: value for name, value in entry.items() if name not in NEWER} for entry in facts["entries"]
        ]
    if link.kind.startswith("round_"):
        facts.pop("status", None)
    for kind, known in (("tournament_created", OF_A_PLAN), ("round_drawn", OF_A_DRAW)):
        if link.kind == kind:
            facts = {name: facts[name] for name in known & facts.keys()}
    return facts


def rewrite(tournament):
    """Restore the earlier content of every link, and compute the chain again."""
    previous = ""
    for link in tournament.ledger.order_by("sequence"):
        link.facts, link.previous = older(link), previous
        link.digest = previous = entry_digest(link)
        link.save(update_fields=["facts", "previous", "digest"])
    Tournament.objects.filter(pk=tournament.pk).update(ledger_head=previous)
    Entry.objects.filter(tournament=tournament).update(salt="")


@pytest.fixture
def tournament():
    tournament = an_evening()
    without_guards()
    for each in Tournament.objects.all():
        rewrite(each)
    return tournament


@pytest.mark.slow
def test_older_ledger_verifies(tournament):
    assert places() == []


@pytest.mark.slow
def test_older_ledger_still_detects_a_changed_seed(tournament):
    behind_its_back("UPDATE tournaments_round SET seed = seed + 1 WHERE state = 'closed'")
    assert "round 1" in places(tournament)
