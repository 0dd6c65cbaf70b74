"""Checking that what is published is what was recorded: chain, scores, standings."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.core import HandScore
from scoring.table import judge
from tournaments.models import Hand, LedgerEntry, Table, Tournament
from tournaments.models.reading import one_moment

from .ledger import commitment, digest, entry_digest
from .results import read_results
from .standings import standing_bodies
from .tables import hand_score


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it was recorded: where it is, and what does not agree."""

    kind: str
    place: str
    detail: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a tournament's ledger was found: its length and head, how many links are erased."""

    entries: int
    head: str
    erased: int
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether everything agrees."""
        return not self.findings


def verify(tournament: Tournament) -> Verdict:
    """Look at the whole chain of a tournament, and at the scores and standings derived from it.

    Everything is read at one moment, so play may go on meanwhile.
    """
    with one_moment():
        tournament = Tournament.objects.get(pk=tournament.pk)
        links = list(tournament.ledger.select_related("disclosure").order_by("sequence"))
        findings = [
            *_chain(tournament, links),
            *_hands(tournament, links),
            *_standings(tournament),
        ]
    erased = sum(1 for link in links if link.commitment and not _disclosed(link))
    return Verdict(len(links), tournament.ledger_head, erased, tuple(findings))


def _disclosed(link: LedgerEntry) -> bool:
    return hasattr(link, "disclosure")


def _chain(tournament: Tournament, links: list[LedgerEntry]) -> Iterator[Finding]:
    previous = ""
    for number, link in enumerate(links, start=1):
        place = f"ledger {link.sequence}"
        if link.sequence != number:
            yield Finding("sequence", place, f"link {number} is missing")
        if link.previous != previous:
            yield Finding("chain", place, "does not follow on the link before it")
        if entry_digest(link) != link.digest:
            yield Finding("digest", place, "was changed after it was written")
        if _disclosed(link) and _reopened(link) != link.commitment:
            yield Finding("disclosure", place, "its text, user or device was changed")
        previous = link.digest
    if (len(links), previous) != (tournament.ledger_length, tournament.ledger_head):
        yield Finding("head", "ledger", "the tournament names another head")


def _reopened(link: LedgerEntry) -> str:
    return commitment(link.disclosure.salt, link.disclosure.personal)


def _hands(tournament: Tournament, links: list[LedgerEntry]) -> Iterator[Finding]:
    """Every version of a hand against the last link that speaks of it, and its scores."""
    said = {
        (f["round"], f["table"], f["hand"], f["version"]): f
        for f in (link.facts for link in links)
        if "tally" in f
    }
    hands = Hand.objects.filter(table__round__tournament=tournament).select_related("table__round")
    for hand in hands:
        where = (hand.table.round.number, hand.table.number, hand.number, hand.version)
        place = "round {} table {} hand {} version {}".format(*where)
        facts = said.pop(where, None)
        if facts is None:
            yield Finding("hand", place, "the ledger does not know it")
        elif (facts["tally"], facts["scores"]) != (digest(hand.tally), hand.scores):
            yield Finding("tally", place, "is not what was recorded")
    for where in said:
        place = "round {} table {} hand {} version {}".format(*where)
        yield Finding("hand", place, "was recorded and is gone")
    for table in Table.objects.filter(round__tournament=tournament).select_related("round"):
        yield from _scores(tournament, table)


def _scores(tournament: Tournament, table: Table) -> Iterator[Finding]:
    sides = 1 + max((seat.side for seat in table.seats.all()), default=0)
    rules = tournament.table_rules(first_lead=table.first_lead, sides=sides)
    before: list[HandScore] = []
    for hand in table.hands.current().order_by("number"):
        score = judge(tournament.rules, tournament.options, hand.tally, before=before, rules=rules)
        if isinstance(score, list) or list(score.scores) != hand.scores:
            place = f"round {table.round.number} table {table.number} hand {hand.number}"
            yield Finding("scores", place, "do not follow from the tally")
        before.append(hand_score(tournament, hand))


def _standings(tournament: Tournament) -> Iterator[Finding]:
    """The published standings against those computed again, where they are of this revision."""
    if tournament.published_revision != tournament.revision:
        return
    names = dict(tournament.entries.values_list("pk", "name"))
    computed = standing_bodies(tournament, read_results(tournament), names)
    for standing in tournament.standings.all():
        place = f"standings after round {standing.after_round}"
        content = computed.get(standing.after_round, b"")
        body = b'{"revision":%d,%b' % (standing.revision, content[1:])
        if hashlib.sha256(content).hexdigest() != standing.digest or bytes(standing.body) != body:
            yield Finding("standings", place, "are not what the hands come to")
