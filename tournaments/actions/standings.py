"""Publishing standings, kept as the bytes that everybody reads; hiding them near the end, and showing them again."""

import gzip
import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from time import monotonic
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Case, Value, When
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from config.celery import hint
from tournaments import ranking
from tournaments.models import Round, Standing, Tournament

from . import ledger
from .actor import Actor
from .refusals import Invalid, Problem
from .rows import consistent_read, lock_all, locked, save_fields
from .tables import read_results

log = structlog.stdlib.get_logger(__name__)


def refresh(tournament_id: int) -> bool:
    """Publish standings as they are now; False where those published are up to date.

    Read at one moment, computed outside any write transaction, then written in a short one; a
    slower run never overwrites what a later reading has published.
    """
    tournament = Tournament.objects.with_stale_standings().filter(pk=tournament_id).first()
    if tournament is None:
        return False
    start, read_at = monotonic(), timezone.now()
    with consistent_read():
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            return False
        names = dict(tournament.entries.values_list("pk", "name"))
        results = read_results(tournament)
    bodies = standing_bodies(tournament, results, names)
    with transaction.atomic():
        if not _publish(tournament, bodies, read_at):
            return False
    _log(tournament, took=monotonic() - start)
    return True


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


def standing_bodies(tournament: Tournament, results: ranking.Results, names: Mapping[int, str]) -> dict[int, bytes]:
    """The document after each public round, as bytes by round number; round 0 where there is none.

    A pure function of what counts; the revision is set before it when it is published.
    """
    standings = ranking.rank_every_round(
        results, tournament.ranking_scoring, tuple(tournament.tie_breaks), lot_seed=tournament.lot_seed
    )
    return {each.after_round: _body(tournament, each, names) for each in standings}


def _body(tournament: Tournament, standing: ranking.Standing, names: Mapping[int, str]) -> bytes:
    document = {
        "tournament": tournament.slug,
        "after_round": standing.after_round,
        "provisional": standing.provisional,
        "outstanding_tables": standing.outstanding_tables,
        "rows": [_row(row, names[row.entry]) for row in standing.rows],
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _row(row: ranking.Row, name: str) -> dict[str, Any]:
    return {
        "place": row.place,
        "entry": row.entry,
        "name": name,
        "score": ranking.decimal(row.score),
        "score_exact": str(row.score),
        "hands": row.hands,
        "rounds": [{"round": r.round, "score": _decimal(r.value), "source": r.source} for r in row.rounds],
        "penalty": ranking.decimal(row.penalty),
        "tie_breaks": {code: _decimal(value) for code, value in row.tie_breaks.items()},
        "moved": row.moved,
        "withdrawn": row.withdrawn,
        "stand_in": row.stand_in,
    }


def _decimal(value: Fraction | None) -> str | None:
    return None if value is None else ranking.decimal(value)


def _publish(tournament: Tournament, bodies: Mapping[int, bytes], read_at: datetime) -> bool:
    """Write the latest document and those that changed; never over those of a later revision."""
    mine = Tournament.objects.filter(pk=tournament.pk, published_revision__lt=tournament.revision)
    locked_rows = lock_all(mine.only("pk", "revision"))
    if not locked_rows:
        return False
    if locked_rows[0].revision > tournament.revision:  # whoever played meanwhile asked nobody
        hint(ledger.REFRESH, tournament.pk)
    published = dict(tournament.standings.values_list("after_round", "digest"))
    for number, content in bodies.items():
        digest = hashlib.sha256(content).hexdigest()
        if number == max(bodies) or published.get(number) != digest:
            _write(tournament, number, content, digest)
    tournament.standings.exclude(after_round__in=bodies).delete()
    came_meanwhile = When(revision__gt=tournament.revision, then=Value(read_at))
    mine.update(published_revision=tournament.revision, standings_due_at=Case(came_meanwhile, default=None))
    return True


def _write(tournament: Tournament, number: int, content: bytes, digest: str) -> None:
    body = b'{"revision":%d,%b' % (tournament.revision, content[1:])
    Standing.objects.update_or_create(
        tournament=tournament,
        after_round=number,
        defaults={
            "revision": tournament.revision,
            "body": body,
            "body_gzip": gzip.compress(body, mtime=0),
            "digest": digest,
            "published_at": timezone.now(),
        },
    )


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
        return _hide_after(tournament, after_round, by=by)


def show_standings(tournament: Tournament, *, by: Actor) -> Tournament:
    """The tournament with nothing hidden any more."""
    with transaction.atomic():
        tournament = locked(Tournament.objects.select_related("club"), tournament.pk)
        return _hide_after(tournament, None, by=by)


def _hide_after(tournament: Tournament, after_round: int | None, *, by: Actor) -> Tournament:
    if tournament.standings_hidden_after != after_round:
        save_fields(tournament, standings_hidden_after=after_round)
        kind = "standings_shown" if after_round is None else "standings_hidden"
        ledger.append(tournament.pk, kind, by=by, facts={"after_round": after_round})
    return tournament
