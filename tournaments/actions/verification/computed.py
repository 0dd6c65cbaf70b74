"""Verification of scores and published standings by computing them again."""

import hashlib
from collections.abc import Iterator

from scoring.table import judge
from scoring.values import Checks, HandScore
from tournaments.models import Standing, Table, Tournament
from tournaments.models.round import DRAWN
from tournaments.models.standing_bytes import with_revision, without_revision

from ..hands.tables import hand_score, table_rules, with_results
from ..standings.results import read_results
from ..standings.standing_documents import standing_bodies
from .chain import Finding, missing_row


def check_scores(tournament: Tournament) -> Iterator[Finding]:
    """Yield findings for hands whose scores differ from those that the rules give."""
    for round_ in tournament.rounds.defer(*DRAWN):
        for table in with_results(round_.tables.order_by("number")):
            yield from _check_table(tournament, table)


def _check_table(tournament: Tournament, table: Table) -> Iterator[Finding]:
    ruleset, rules = table.round.rules, table_rules(table)
    before: list[HandScore] = []
    for hand in table.current_hands:  # type: ignore[attr-defined]  # the prefetch's name
        score = judge(ruleset, tournament.options, hand.tally, before=before, rules=rules, checks=Checks.STORED)
        if isinstance(score, list) or list(score.scores) != hand.scores:
            place = f"round {table.round.number} table {table.number} hand {hand.number}"
            yield Finding("scores", place, "do not follow from the tally")
        before.append(hand_score(tournament, hand))


def check_published(tournament: Tournament) -> Iterator[Finding]:
    """Yield findings for published documents that are damaged, or whose revision is higher than the last published one.

    A migration may set the published revision to 0, to mark all documents as outdated.
    """
    latest = tournament.published_revision or tournament.revision
    for standing in tournament.standings.all():
        place = _label(standing.after_round)
        if not _matches_digest(standing):
            yield Finding("standings", place, "its parts do not agree")
        if not 0 < standing.revision <= latest:
            yield Finding("standings", place, "is of a revision that was not published")
    if tournament.published_revision > tournament.revision:
        yield Finding("standings", "standings", "are of a revision that is to come")


def _label(after_round: int) -> str:
    return f"standings after round {after_round}"


def _matches_digest(standing: Standing) -> bool:
    """Whether the digest belongs to the bytes."""
    body = bytes(standing.body)
    content = without_revision(body)
    is_framed = with_revision(content, standing.revision) == body
    return is_framed and hashlib.sha256(content).hexdigest() == standing.digest


def check_standings(tournament: Tournament) -> Iterator[Finding]:
    """Yield findings for published documents that are missing, unexpected, or differ from those computed now.

    While a refresh is due, the documents have an earlier revision and are not compared.
    """
    if tournament.published_revision != tournament.revision:
        return
    digests = dict(tournament.standings.values_list("after_round", "digest"))
    names = dict(tournament.entries.values_list("pk", "name"))
    computed = standing_bodies(tournament, read_results(tournament), names)
    for number, content in computed.items():
        if number not in digests:
            yield missing_row("standings", _label(number))
        elif digests[number] != hashlib.sha256(content).hexdigest():
            yield Finding("standings", _label(number), "are not what the hands come to")
    for number in digests.keys() - computed.keys():
        yield Finding("standings", _label(number), "are of a round that was not published")
