"""What an act changes in the published standings of rounds before the one in play, and whether that was agreed to."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from scoring.fields import normalise_text
from tournaments import ranking
from tournaments.models import Standing, Tournament

from .actor import Actor
from .changed_tables import STANDINGS_UNTOUCHED
from .ledger_kinds import NAMES_ALONE
from .outlooks import plan_of
from .reasons import AGREED_REASON, reason_problems
from .refusals import ChangesPublished, RowChange
from .results import read_results
from .rows import save_fields
from .standing_documents import Rows, canonical, compressed

BESIDE = ("name", "moved", "outlook")
"""Parts of a row that say nothing about what it came to: they follow from a new name, other rows or later rounds."""


def first_touched(kind: str, facts: Mapping[str, Any]) -> int | None:
    """Return the first round whose standing an act can change, by its link; None where it changes none.

    An act on a round says which; new entries say from which round they play. Of any other nothing is taken for granted.
    """
    if kind in STANDINGS_UNTOUCHED or kind in NAMES_ALONE:
        return None
    if kind == "entries_registered":
        return min((int(entry["from_round"]) for entry in facts["entries"]), default=None)
    number = facts.get("round")
    return number if isinstance(number, int) else 1


@dataclass(frozen=True, slots=True)
class Found:
    """The documents that would be others than those published, each with its new content, and the rows that differ."""

    documents: tuple[tuple[Standing, bytes], ...]
    rows: tuple[RowChange, ...]
    agreement: str

    @property
    def rounds(self) -> list[int]:
        """The numbers of the rounds with rows that differ."""
        return sorted({row.round for row in self.rows})

    def require(self, by: Actor, text: str) -> str:
        """Return the reason for the change; raise ChangesPublished where it was not agreed to, or has none."""
        agreed = by.agreed.split()
        reason = text or normalise_text(by.reason)
        faults = reason_problems(reason, AGREED_REASON)[: not text]
        if self.agreement not in agreed or faults:
            asked = dict.fromkeys([*agreed, self.agreement])
            told = faults if self.agreement in agreed else ()
            raise ChangesPublished(self.rows, agreement=" ".join(asked), needs_reason=not text, faults=told)
        return reason

    def publish(self) -> None:
        """Put the new documents in place of those published: what is compared next is what was agreed to."""
        for standing, content in self.documents:
            body = b'{"revision":%d,%b' % (standing.revision, content[1:])
            digest = sha256(content).hexdigest()
            save_fields(standing, body=body, body_gzip=compressed(body), digest=digest)


def find_changes(tournament_id: int, first: int, settled: int) -> Found:
    """Return how the standings after these rounds differ, by what is stored now, from those published."""
    contents = _contents(Tournament.objects.get(pk=tournament_id), first, settled)
    published = Standing.objects.filter(tournament=tournament_id, after_round__in=contents).order_by("after_round")
    digests = {number: sha256(content).hexdigest() for number, content in contents.items()}
    as_published = published.values_list("pk", "after_round", "digest")
    others = [pk for pk, number, digest in as_published if digest != digests[number]]
    documents = tuple((each, contents[each.after_round]) for each in published.filter(pk__in=others)) if others else ()
    rows, told = [], []
    for standing, content in documents:
        for change, differing in _differences(standing, content):
            rows.append(change)
            told.append([change.round, *differing])
    return Found(documents, tuple(rows), sha256(canonical(told)).hexdigest()[:20])


def _contents(tournament: Tournament, first: int, settled: int) -> dict[int, bytes]:
    """Return the documents after these rounds by what is stored now."""
    results = read_results(tournament)
    standings, _kept = ranking.rank_changed(
        replace(results, rounds=tuple(number for number in results.rounds if number <= settled)),
        tournament.ranking_scoring,
        tuple(tournament.tie_breaks),
        lot_seed=tournament.lot_seed,
        first_round=first,
        plan=plan_of(tournament, results),
    )
    rows = Rows(dict(tournament.entries.values_list("pk", "name")))
    return {each.after_round: rows.document(tournament, each) for each in standings}


def _differences(standing: Standing, content: bytes) -> list[tuple[RowChange, list[Any]]]:
    """Return the rows of a published document that are others in this content."""
    before, after = _by_entry(standing.document["rows"]), _by_entry(Rows.read(content))
    found = []
    for entry in after | before:
        old, new = before.get(entry), after.get(entry)
        compared = [row and {name: row[name] for name in row if name not in BESIDE} for row in (old, new)]
        if compared[0] != compared[1]:
            found.append((_change(standing.after_round, entry, old or {}, new or {}), compared))
    return found


def _by_entry(rows: list[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    return {row["entry"]: row for row in rows}


def _change(number: int, entry: int, old: Mapping[str, Any], new: Mapping[str, Any]) -> RowChange:
    return RowChange(
        round=number,
        entry=entry,
        name=(new or old)["name"],
        place_before=old.get("place"),
        place_after=new.get("place"),
        score_before=old.get("score"),
        score_after=new.get("score"),
    )
