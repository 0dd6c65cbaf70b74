"""Publishing standings, kept as the bytes that everybody reads; hiding them near the end, and showing them again."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from time import monotonic

import structlog
from django.db import transaction
from django.db.models import Case, Value, When
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments import ranking
from tournaments.models import Entry, Round, Standing, Tournament
from tournaments.models.prepared import insert

from ..core import ledger
from ..core.actor import Actor
from ..core.ledger_kinds import NAMING, LedgerKind
from ..core.refusals import Invalid, Problem
from ..core.rows import consistent_read, lock_all, locked, save_fields
from .kept_standings import Kept, Memory
from .outlooks import plan_of
from .results import Reading, read_changed_results
from .standing_documents import Rows, compressed
from .stored_results import is_to_be_stored, read_stored, store

log = structlog.stdlib.get_logger(__name__)
MEMORY = Memory()
OVERTAKING: tuple[LedgerKind, ...] = (*NAMING, "round_reopened")
"""What was read before one of these is not published after it, nor before an act on a round that was settled then."""
KNOWN_BY, UNPUBLISHED = ("pk", "after_round", "digest"), (None, "")
WRITTEN = ("revision", "body", "body_gzip", "digest", "published_at")


class OthersPublishedError(Exception):
    """What is published does not follow from what this process knows: no refresh changed it, or names did."""


def refresh(tournament_id: int, *, anew: bool = False) -> bool:
    """Publish standings as they are now; False where those published are up to date.

    Read at one moment, computed outside any write transaction, then written in a short one; a
    slower run never overwrites what a later reading has published. Only what changed since the last is read and
    computed, all of it where that is not known, or `anew`.
    """
    tournament = Tournament.objects.with_stale_standings().filter(pk=tournament_id).first()
    if tournament is None:
        return False
    start, read_at = monotonic(), timezone.now()
    kept = MEMORY.take(tournament_id)
    with consistent_read():
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            return False
        known = kept.known if kept else None if anew else read_stored(tournament)
        reading = read_changed_results(tournament, known)
        published = kept.digests if kept else dict(tournament.standings.values_list("after_round", "digest"))
    documents, kept = _changed_documents(tournament, reading, kept, published)
    try:
        with transaction.atomic():
            is_latest = _publish(tournament, documents, kept, read_at, settled=reading.settled)
            if is_latest and is_to_be_stored(kept.known):
                kept = replace(kept, known=store(tournament, kept.known))
    except OthersPublishedError:
        return refresh(tournament_id, anew=True)
    MEMORY.put(tournament_id, kept)
    if is_latest:
        _log(tournament, took=monotonic() - start)
    return is_latest


def _log(tournament: Tournament, *, took: float) -> None:
    """How long the oldest change had waited when it was published, and what of that this took."""
    due_at = tournament.standings_due_at
    log.info(
        "standings_published",
        tournament=tournament.slug,
        revision=tournament.revision,
        changes=tournament.revision - tournament.published_revision,
        due_for=round((timezone.now() - due_at).total_seconds(), 3) if due_at else None,
        took=round(took, 3),
    )


def _changed_documents(
    tournament: Tournament, reading: Reading, kept: Kept | None, published: Mapping[int, str]
) -> tuple[list[Standing], Kept]:
    """The documents that are to be published, the last with its new revision in any case, and what is to be kept."""
    if kept and kept.rows.names != reading.names:
        kept, reading = None, replace(reading, first_round=0)
    standings, ranked = ranking.rank_changed(
        reading.results,
        tournament.ranking_scoring,
        tuple(tournament.tie_breaks),
        lot_seed=tournament.lot_seed,
        before=kept.ranked if kept else None,
        first_round=reading.first_round,
        plan=plan_of(tournament, reading.results),
    )
    rows = kept.rows if kept else Rows(reading.names)
    bodies = {each.after_round: rows.document(tournament, each) for each in standings}
    digests = {number: published.get(number, "") for number in reading.results.rounds if number not in bodies}
    digests |= {number: hashlib.sha256(body).hexdigest() for number, body in bodies.items()}
    changed = [number for number in bodies if number == max(digests) or published.get(number) != digests[number]]
    documents = [_document(tournament, number, bodies[number], digests[number]) for number in changed]
    return documents, Kept(reading.known, ranked, rows, digests)


def _document(tournament: Tournament, after_round: int, content: bytes, digest: str) -> Standing:
    """The row of a document, compressed before anybody has to wait for it."""
    body = b'{"revision":%d,%b' % (tournament.revision, content[1:])
    return Standing(
        tournament=tournament,
        after_round=after_round,
        revision=tournament.revision,
        body=body,
        body_gzip=compressed(body),
        digest=digest,
        published_at=timezone.now(),
    )


def _publish(
    tournament: Tournament, documents: Sequence[Standing], kept: Kept, read_at: datetime, *, settled: int
) -> bool:
    """Write the documents; never over those of a later revision.

    Raises OthersPublishedError where those taken for unchanged are not those that were kept, a name would be back, or a
    round was reopened or one of those settled was changed meanwhile.
    """
    mine = Tournament.objects.filter(pk=tournament.pk, published_revision__lt=tournament.revision)
    now = lock_all(mine.only("pk", "ledger_length"))
    if not now:
        return False
    is_later = now[0].ledger_length > tournament.ledger_length
    if is_later and ledger.tells_since(tournament, OVERTAKING, settled=settled):
        raise OthersPublishedError
    published = {number: (pk, digest) for pk, number, digest in tournament.standings.values_list(*KNOWN_BY)}
    unchanged = kept.digests.keys() - {document.after_round for document in documents}
    if any(published.get(number, UNPUBLISHED)[1] != kept.digests[number] for number in unchanged):
        raise OthersPublishedError
    for document in documents:
        document.pk, _digest = published.get(document.after_round, UNPUBLISHED)
        _write(document)
    tournament.standings.exclude(after_round__in=kept.digests).delete()
    came_meanwhile = When(revision__gt=tournament.revision, then=Value(read_at))
    due = Case(came_meanwhile, default=None)
    mine.update(published_revision=tournament.revision, settled_round=settled, standings_due_at=due)
    return True


def _write(document: Standing) -> None:
    if document.pk is None:
        insert(document)
    else:
        save_fields(document, **{name: getattr(document, name) for name in WRITTEN})


def name_in_standings(entry: Entry) -> None:
    """Call an entry by its name in what is published of its tournament, which the caller has locked.

    The ledger's link has made the standings stale; until they come anew, nobody reads the name before.
    """
    for standing in entry.tournament.standings.all():
        body = standing.body_naming(entry)
        content = b"{%b" % body.partition(b",")[2]
        digest = hashlib.sha256(content).hexdigest()
        if digest != standing.digest:
            save_fields(standing, body=body, body_gzip=compressed(body), digest=digest)


def hide_standings(tournament: Tournament, *, by: Actor, after_round: int | None = None) -> Tournament:
    """The tournament, its results after this round read by the club's people alone.

    Without a round it is the last that was closed; 0 hides all. Raises Invalid for a round that is not public.
    """
    with transaction.atomic():
        tournament = locked(Tournament.objects.select_related("club"), tournament.pk)
        public = list(tournament.rounds.published().values_list("number", "state"))
        if after_round is None:
            closed = [number for number, state in public if state == Round.State.CLOSED]
            after_round = max(closed, default=0)
        if after_round not in {0, *(number for number, _state in public)}:
            message = _("Choose a round that has been published, or 0 for none.")
            raise Invalid(Problem("unknown_round", message, pointer=("after_round",)))
        return hide_after(tournament, after_round, by=by)


def show_standings(tournament: Tournament, *, by: Actor) -> Tournament:
    """The tournament with nothing hidden any more."""
    return hide_after(tournament, None, by=by)


@transaction.atomic
def hide_after(tournament: Tournament, after_round: int | None, *, by: Actor, **told: object) -> Tournament:
    """The tournament with what is after this public round hidden, or nothing; `told` goes into the ledger."""
    tournament = locked(Tournament.objects.select_related("club"), tournament.pk)
    if tournament.standings_hidden_after != after_round:
        save_fields(tournament, standings_hidden_after=after_round)
        kind: LedgerKind = "standings_shown" if after_round is None else "standings_hidden"
        ledger.append(tournament.pk, kind, by=by, facts={"after_round": after_round, **told})
    return tournament
