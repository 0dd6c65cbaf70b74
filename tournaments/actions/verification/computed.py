"""Verification of scores and published standings by computing them again."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring.table import following, judge_next, opening
from scoring.values import Checks
from tournaments import ranking
from tournaments.models import Round, Standing, Table, Tournament
from tournaments.models.standing_bytes import with_revision, without_revision

from ..hands.tables import hand_score, table_rules
from ..standings.results import read_results
from ..standings.standing_documents import standing_bodies
from .chain import Finding, missing_row


def check_scores(tournament: Tournament, rounds: Sequence[Round]) -> Iterator[Finding]:
    """Yield findings for hands whose scores differ from those that the rules give. It reads nothing further."""
    for table in _tables_of(rounds):
        yield from _check_table(tournament, table)


def _tables_of(rounds: Iterable[Round]) -> list[Table]:
    return [table for round_ in rounds for table in round_.tables.all()]


def _check_table(tournament: Tournament, table: Table) -> Iterator[Finding]:
    ruleset = table.round.rules
    before = opening(ruleset, tournament.options, table_rules(table))
    for hand in table.current_hands:  # type: ignore[attr-defined]  # the prefetch's name
        score = judge_next(ruleset, before, hand.tally, Checks.STORED)
        if isinstance(score, list) or list(score.scores) != hand.scores:
            place = f"round {table.round.number} table {table.number} hand {hand.number}"
            yield Finding("scores", place, "do not follow from the tally")
        before = following(ruleset, before, hand_score(tournament, hand))


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


class Published(NamedTuple):
    """The digests of the published standings by round, and what they are computed from: results and names."""

    digests: Mapping[int, str]
    results: ranking.Results
    names: Mapping[int, str]


def read_published(tournament: Tournament, rounds: Sequence[Round]) -> Published:
    """Return the published standings of a tournament with these rounds, and the results that count."""
    digests = dict(tournament.standings.values_list("after_round", "digest"))
    names = dict(tournament.entries.values_list("pk", "name"))
    return Published(digests, read_results(tournament, _tables_of(rounds)), names)


def check_standings(tournament: Tournament, published: Published) -> Iterator[Finding]:
    """Yield findings for published documents that are missing, unexpected, or differ from those computed now.

    While a refresh is due, the documents have an earlier revision and are not compared. It reads nothing further.
    """
    if tournament.published_revision != tournament.revision:
        return
    digests, computed = published.digests, standing_bodies(tournament, published.results, published.names)
    for number, content in computed.items():
        if number not in digests:
            yield missing_row("standings", _label(number))
        elif digests[number] != hashlib.sha256(content).hexdigest():
            yield Finding("standings", _label(number), "are not what the hands come to")
    for number in digests.keys() - computed.keys():
        yield Finding("standings", _label(number), "are of a round that was not published")
