"""Changes of the published standings of settled rounds: finding them, and asking a director to confirm them.

A round is settled if it is closed together with all rounds before it.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from django.db.models import QuerySet

from scoring.fields import normalise_text
from tournaments import ranking
from tournaments.models import LedgerEntry, Standing, Tournament
from tournaments.models.standing_bytes import with_revision

from ..core import ledger
from ..core.actor import Actor
from ..core.changed_tables import CLOSING, first_touched
from ..core.reasons import AGREED_REASON, reason_problems
from ..core.refusals import ChangedSeason, ChangesPublished, CutChange, RowChange, StageChange
from ..core.rows import long_transaction, save_fields
from ..seasons.moved_places import counted_in
from .compared_rows import TAKEN_BACK, by_entry, differences, rows_without_names, taken_back
from .cuts import changed_cuts
from .outlooks import plan_of
from .results import read_results, settled_of
from .standing_documents import Rows

CHANGED_STAGES: list[Callable[[Tournament, Mapping[str, Any]], Iterable[tuple[StageChange, list[Any]]]]] = []
"""Functions called with a tournament of several stages and its new latest standings.

They return the changes of later stages, each in names, and in the ids that a confirmation covers.
"""


@ledger.before_append
def require_agreement(new: ledger.UnchainedEntry, head: Tournament) -> None:
    """Raise ChangesPublished if a new ledger entry changes settled standings and `by` has not confirmed the change.

    A confirmation is stored in the entry. Changes of later rounds, which are in play, need no confirmation and no
    queries, unless the entry closes a round whose standings had been published before.
    """
    settled = head.settled_round
    first = first_touched(new.entry.kind, new.entry.facts) if new.changes_standings else None
    if first is None or (first > settled and not _closes_again(new.entry, head)):
        return
    with long_transaction():
        changes = find_changes(head.pk, first, settled)
    if changes.asks:
        new.text = changes.require(new.by, new.text, seasons=lambda: _seasons(head.pk))
        new.entry.facts |= changes.facts
    if changes.asks or changes.settled != settled:
        changes.publish()
    head.settled_round = changes.settled


def _seasons(tournament_id: int) -> list[ChangedSeason]:
    """Return the seasons in which the tournament counts at present."""
    return [ChangedSeason(each.slug, each.name) for each in counted_in(Tournament.objects.get(pk=tournament_id))]


def _closes_again(entry: LedgerEntry, head: Tournament) -> bool:
    """Whether the ledger entry closes a round and may restore standings that reopening the round had removed."""
    return entry.kind in CLOSING and any(number > head.settled_round for number in taken_back(head.pk))


@dataclass(frozen=True, slots=True)
class StandingsChanges:
    """The changes that an action would make to published standings: documents with their new content, and changed rows.

    `taken_back` has the rows of published standings that would be removed. `settled` is the last settled round after
    the action.
    """

    documents: tuple[tuple[Standing, bytes], ...]
    rows: tuple[RowChange, ...]
    taken_back: Mapping[int, list[list[Any]]]
    settled: int
    agreement: str
    cuts: tuple[CutChange, ...] = ()
    stages: tuple[StageChange, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether a director must confirm the change."""
        return bool(self.rows or self.taken_back)

    @property
    def facts(self) -> dict[str, Any]:
        """The facts about the confirmation that the ledger entry stores."""
        rounds = sorted({*(row.round for row in self.rows), *self.taken_back})
        facts: dict[str, Any] = {"agreed": self.agreement, "changed_standings": rounds}
        if self.taken_back:
            facts[TAKEN_BACK] = {str(number): rows for number, rows in self.taken_back.items()}
        return facts

    def require(self, by: Actor, text: str, *, seasons: Callable[[], Sequence[ChangedSeason]] = tuple) -> str:
        """Return the reason for the change. Raises ChangesPublished without a confirmation or a reason.

        If rows change, `seasons()` is called for the seasons whose standings change with them.
        """
        agreed = by.agreed.split()
        reason = text or normalise_text(by.reason)
        faults = reason_problems(reason, AGREED_REASON)[: not text]
        if self.agreement not in agreed or faults:
            raise ChangesPublished(
                self.rows,
                agreement=" ".join(dict.fromkeys([*agreed, self.agreement])),
                needs_reason=not text,
                taken_back=list(self.taken_back),
                faults=faults if self.agreement in agreed else (),
                cuts=self.cuts,
                stages=self.stages,
                seasons=seasons() if self.rows else (),
            )
        return reason

    def publish(self) -> None:
        """Replace the published documents by the confirmed ones, so that later changes are compared with these."""
        for standing, content in self.documents:
            body = with_revision(content, standing.revision)
            save_fields(standing, body=body, digest=sha256(content).hexdigest())


def find_changes(tournament_id: int, first: int, before: int) -> StandingsChanges:
    """Return how the standings from round `first` on, computed now, differ from the published ones.

    Published standings up to round `before` are compared. If rounds are closed again, their former standings, which
    reopening removed, are compared too.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    results = read_results(tournament)
    closed = {each.round for each in results.closed}
    settled = settled_of({number: number in closed for number in results.rounds})
    again = {number: rows for number, rows in taken_back(tournament_id).items() if before < number <= settled}
    contents = contents_after(tournament, results, first, max([before, *again]))
    published = tournament.standings.filter(after_round__in=contents).order_by("after_round")
    others = _differing_standings(published, contents)
    compared = {each.after_round: by_entry(each.document["rows"]) for each in others if each.after_round <= before}
    compared |= again
    rows, marks = differences(compared, contents, dict(tournament.entries.values_list("pk", "name")))
    gone = published.filter(after_round__gt=settled, after_round__lte=before)
    taken_back_rows = {each.after_round: rows_without_names(each) for each in gone}
    cuts = list(changed_cuts(tournament, results, compared))
    stages = list(_changed_stages(tournament, results, contents)) if rows else []
    content = [marks, sorted(taken_back_rows), [ids for _change, ids in (*cuts, *stages)]]
    return StandingsChanges(
        documents=tuple((each, contents[each.after_round]) for each in others),
        rows=tuple(rows),
        taken_back=taken_back_rows,
        settled=settled if taken_back_rows else max([before, *again]),
        agreement=sha256(ledger.canonical(content)).hexdigest()[:20],  # any other effect needs a new confirmation
        cuts=tuple(change for change, _ids in cuts),
        stages=tuple(change for change, _ids in stages),
    )


def _changed_stages(
    tournament: Tournament, results: ranking.Results, contents: Mapping[int, bytes]
) -> Iterator[tuple[StageChange, list[Any]]]:
    """Yield how later stages would be filled differently. A tournament with one stage needs no query."""
    if tournament.championship is None:
        return
    last = tournament.standings.order_by("after_round").values_list("after_round", flat=True).last() or 0
    content = contents[last] if last in contents else contents_after(tournament, results, last, last)[last]
    for changed_stages in CHANGED_STAGES:
        yield from changed_stages(tournament, json.loads(content))


def _differing_standings(published: QuerySet[Standing], contents: Mapping[int, bytes]) -> list[Standing]:
    """Return those published standings whose documents differ from `contents`."""
    digests = {number: sha256(content).hexdigest() for number, content in contents.items()}
    stored = published.values_list("pk", "after_round", "digest")
    pks = [pk for pk, number, digest in stored if digest != digests[number]]
    return list(published.filter(pk__in=pks)) if pks else []


def contents_after(tournament: Tournament, results: ranking.Results, first: int, last: int) -> dict[int, bytes]:
    """Return the document of the standings after each of the rounds `first` to `last`, computed from these results."""
    standings, _cached = ranking.rank_changed(
        replace(results, rounds=tuple(number for number in results.rounds if number <= last)),
        tournament.ranking_scoring,
        tuple(tournament.tie_breaks),
        lot_seed=tournament.lot_seed,
        first_round=first,
        plan=plan_of(tournament, results),
    )
    rows = Rows(dict(tournament.entries.values_list("pk", "name")))
    return {each.after_round: rows.document(tournament, each) for each in standings}


def latest_standing(tournament: Tournament) -> Standing | None:
    """Return the latest standings as computed now, not saved; None before the first public round."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    with long_transaction():
        results = read_results(tournament)
        if not results.rounds:
            return None
        last = max(results.rounds)
        content = contents_after(tournament, results, last, last)[last]
    return Standing(tournament=tournament, after_round=last, body=with_revision(content, tournament.revision))
