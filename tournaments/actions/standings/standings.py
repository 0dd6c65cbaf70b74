"""Publishing standings as snapshots, hiding the last ones from the public, and showing them again."""

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
from tournaments.models.standing_bytes import with_revision, without_revision

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Invalid, Problem
from ..core.rows import consistent_read, lock_all, locked, save_fields
from ..ledger_kinds import NAMING, LedgerKind
from ..seasons.season_refreshing import mark_seasons
from ..webhooks.queueing import inform_of_standings
from .counting_evenings import agreed_moves
from .outlooks import plan_of
from .results import Reading, read_changed_results
from .standing_documents import Rows
from .stored_results import CachedStandings, StandingsCache, is_to_be_stored, read_stored, store

log = structlog.stdlib.get_logger(__name__)
STANDINGS_CACHE = StandingsCache()
OVERTAKING_KINDS = NAMING | {"round_reopened"}
"""Ledger kinds after which standings that were read before them are not published."""
IDENTITY_COLUMNS, UNPUBLISHED = ("pk", "after_round", "digest"), (None, "")
WRITTEN = ("revision", "body", "digest", "published_at")


class StaleCacheError(Exception):
    """Raised if the published standings are not those in this process's cache, or if names have changed."""


def refresh(tournament_id: int, *, without_cache: bool = False) -> bool:
    """Publish the standings; return False if none are due, or if a later revision is published already.

    It reads in one consistent read, computes outside any transaction, and writes in a short transaction. So a slower
    run never overwrites a later one. It reads and computes only what changed since the cached or stored results; with
    `without_cache`, or if there are no such results, it reads everything.
    """
    tournament = Tournament.objects.with_stale_standings().filter(pk=tournament_id).first()
    if tournament is None:
        return False
    start, read_at = monotonic(), timezone.now()
    cached = STANDINGS_CACHE.take(tournament_id)
    with consistent_read():
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            return False
        results = cached.results if cached else None if without_cache else read_stored(tournament)
        reading = read_changed_results(tournament, results)
        published = cached.digests if cached else dict(tournament.standings.values_list("after_round", "digest"))
    documents, cached = _changed_documents(tournament, reading, cached, published)
    try:
        with transaction.atomic():
            is_latest = _publish(tournament, documents, cached, read_at, settled=reading.settled)
            if is_latest and is_to_be_stored(cached.results):
                cached = replace(cached, results=store(tournament, cached.results))
    except StaleCacheError:
        return refresh(tournament_id, without_cache=True)
    STANDINGS_CACHE.put(tournament_id, cached)
    if is_latest:
        _log(tournament, took=monotonic() - start)
    return is_latest


def _log(tournament: Tournament, *, took: float) -> None:
    """Log how long the oldest change had waited, and how long the refresh took."""
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
    tournament: Tournament, reading: Reading, cached: CachedStandings | None, published: Mapping[int, str]
) -> tuple[list[Standing], CachedStandings]:
    """Return the documents to publish, always with the last one, and the new content of the cache."""
    if cached and cached.rows.names != reading.names:
        cached, reading = None, replace(reading, first_round=0)
    standings, ranked = ranking.rank_changed(
        reading.results,
        tournament.ranking_scoring,
        tuple(tournament.tie_breaks),
        lot_seed=tournament.lot_seed,
        before=cached.ranked if cached else None,
        first_round=reading.first_round,
        plan=plan_of(tournament, reading.results),
    )
    rows = cached.rows if cached else Rows(reading.names)
    bodies = {each.after_round: rows.document(tournament, each) for each in standings}
    digests = {number: published.get(number, "") for number in reading.results.rounds if number not in bodies}
    digests |= {number: hashlib.sha256(body).hexdigest() for number, body in bodies.items()}
    changed = [number for number in bodies if number == max(digests) or published.get(number) != digests[number]]
    documents = [_document(tournament, number, bodies[number], digests[number]) for number in changed]
    return documents, CachedStandings(reading.cached, ranked, rows, digests)


def _document(tournament: Tournament, after_round: int, content: bytes, digest: str) -> Standing:
    """Return an unsaved row of published standings with this document."""
    return Standing(
        tournament=tournament,
        after_round=after_round,
        revision=tournament.revision,
        body=with_revision(content, tournament.revision),
        digest=digest,
        published_at=timezone.now(),
    )


def _publish(
    tournament: Tournament, documents: Sequence[Standing], cached: CachedStandings, read_at: datetime, *, settled: int
) -> bool:
    """Write the documents; return False if a later revision is published already.

    Raises StaleCacheError if unchanged standings differ from the cached ones. Raises it also if names, a settled round
    or the set of closed rounds have changed since they were read.
    """
    mine = Tournament.objects.filter(pk=tournament.pk, published_revision__lt=tournament.revision)
    now = lock_all(mine.only("pk", "ledger_length"))
    if not now:
        return False
    mark_seasons(tournament.pk)
    is_later = now[0].ledger_length > tournament.ledger_length
    if is_later and ledger.is_overtaken(tournament, OVERTAKING_KINDS, settled=settled):
        raise StaleCacheError
    published = {number: (pk, digest) for pk, number, digest in tournament.standings.values_list(*IDENTITY_COLUMNS)}
    unchanged = cached.digests.keys() - {document.after_round for document in documents}
    if any(published.get(number, UNPUBLISHED)[1] != cached.digests[number] for number in unchanged):
        raise StaleCacheError
    for document in documents:
        document.pk, _digest = published.get(document.after_round, UNPUBLISHED)
        _write(document)
    tournament.standings.exclude(after_round__in=cached.digests).delete()
    inform_of_standings(tournament, _changed_rounds(tournament, documents, published, settled), settled=settled)
    came_meanwhile = When(revision__gt=tournament.revision, then=Value(read_at))
    due = Case(came_meanwhile, default=None)
    mine.update(published_revision=tournament.revision, settled_round=settled, standings_due_at=due)
    return True


def _changed_rounds(
    tournament: Tournament, documents: Sequence[Standing], published: Mapping[int, tuple[int, str]], settled: int
) -> list[int]:
    """Return the closed rounds whose standings have changed, or are published for the first time after the closing."""
    return [
        document.after_round
        for document in documents
        if 0 < document.after_round <= settled
        and (
            document.after_round > tournament.settled_round
            or published.get(document.after_round, UNPUBLISHED)[1] != document.digest
        )
    ]


def _write(document: Standing) -> None:
    if document.pk is None:
        insert(document)
    else:
        save_fields(document, **{name: getattr(document, name) for name in WRITTEN})


def name_in_standings(entry: Entry) -> None:
    """Change an entry's name in the published standings of its tournament, which the caller must have locked.

    Otherwise pages would show the former name until the next refresh.
    """
    for standing in entry.tournament.standings.all():
        body = standing.body_naming(entry)
        digest = hashlib.sha256(without_revision(body)).hexdigest()
        if digest != standing.digest:
            save_fields(standing, body=body, digest=digest)


def hide_standings(tournament: Tournament, *, by: Actor, after_round: int | None = None) -> Tournament:
    """Hide the results after a round from the public; return the tournament.

    Results are hidden after round `after_round`, or after the last closed round if it is None; 0 hides all. Raises
    Invalid for a round that is not public. Raises AgreementNeeded if the evening counts in a season, because it would
    no longer count.
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
    """Show all results again; return the tournament.

    Raises AgreementNeeded if the evening begins to count in a season of which later evenings count already, or whose
    champion is declared.
    """
    return hide_after(tournament, None, by=by)


@transaction.atomic
def hide_after(tournament: Tournament, after_round: int | None, *, by: Actor, **extra_facts: object) -> Tournament:
    """Hide the results after this public round, or with None show all results; return the tournament.

    Raises AgreementNeeded as `hide_standings` and `show_standings` do.
    """
    tournament = locked(Tournament.objects.select_related("club"), tournament.pk)
    if tournament.standings_hidden_after != after_round:
        with agreed_moves(tournament, by=by):
            save_fields(tournament, standings_hidden_after=after_round)
            kind: LedgerKind = "standings_shown" if after_round is None else "standings_hidden"
            ledger.append(tournament.pk, kind, by=by, facts={"after_round": after_round, **extra_facts})
    return tournament
