"""Export of a tournament as one JSON document, produced row by row."""

import hashlib
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import F

from tournaments.models import LedgerEntry, Player, Tournament, shown_name_of

from ..core.ledger import canonical
from ..core.origin import OriginIds
from ..core.rows import consistent_read
from ..ledger_kinds import ABOUT_DRAFTS
from .row_ids import at_its_origin
from .section import ExportSection, visible
from .sections import FORMAT, SECTIONS, VERSION

AT_ONCE = 2_000
WITHHELD = "withheld"
DIRECTORS, PUBLIC = "directors", "public"
Progress = Callable[[str, int], None]


def export(
    tournament: Tournament, *, in_full: bool, hidden_after: int | None = None, progress: Progress | None = None
) -> Iterator[bytes]:
    """Yield the document in parts: for directors if `in_full`, otherwise only its public data.

    Standings are exported as published. All rows are read in one snapshot; exporting an unchanged tournament again
    gives the same bytes. `hidden_after` is the last round whose results are shown, None for all. `progress` is called
    with the name of each section and its number of rows.
    """
    with consistent_read():
        tournament = Tournament.objects.get(pk=tournament.pk)
        head = {"format": FORMAT, "version": VERSION, "for": DIRECTORS if in_full else PUBLIC}
        yield canonical({**head, "ranking": ranking_of(tournament)})[:-1]
        digests = {}
        for section in SECTIONS:
            rows = _rows(section, tournament, in_full=in_full, hidden_after=hidden_after)
            written = yield from _write(section, map(canonical, rows))
            digests[section.name] = written.digest
            if progress:
                progress(section.name, written.rows)
        yield b',\n"digests":' + canonical(digests) + b"}\n"


def ranking_of(tournament: Tournament) -> dict[str, Any]:
    """Return the scoring settings of a tournament, including defaults; exact numbers are given as text."""
    scoring = tournament.ranking_scoring
    numbers = {name: str(getattr(scoring, name)) for name in ("win", "draw", "loss", "sit_out", "absent")}
    return {
        "method": scoring.method,
        "low_wins": scoring.low_wins,
        "low_score_wins": scoring.low_score_wins,
        "points": [str(each) for each in scoring.points],
        "vp_limits": list(scoring.vp_limits),
        "sit_out_difference": str(scoring.sit_out_difference),
        **numbers,
    }


class _Written(NamedTuple):
    """What a written section contains: its number of rows, and their digest."""

    rows: int
    digest: str


def _write(section: ExportSection, rows: Iterator[bytes]) -> Generator[bytes, None, _Written]:
    """Yield the JSON of a section in parts; return the number of rows, and the digest of the rows as lines."""
    digest, count = hashlib.sha256(), 0
    yield b',\n"%b":' % section.name.encode() + (b"" if section.is_one else b"[")
    for row in rows:
        yield row if section.is_one else (b",\n" if count else b"\n") + row
        digest.update(row + b"\n")
        count += 1
    yield (b"" if count else b"null") if section.is_one else b"]"
    return _Written(count, digest.hexdigest())


def _rows(
    section: ExportSection, tournament: Tournament, *, in_full: bool, hidden_after: int | None
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a section; none if a public export leaves out the section.

    An imported tournament is exported with its original ids and slug, because its hashes contain them.
    """
    columns = {name: path for name, path in section.columns.items() if in_full or name not in section.private}
    if not columns:
        return
    rows = section.model._default_manager.filter(section.rows(tournament.pk)).order_by(*section.order)  # noqa: SLF001
    if not in_full:
        rows = rows.filter(visible(section, hidden_after))
    wanted: dict[str, Any] = {name: F(path) for name, path in columns.items()}
    if section.model is Player and not in_full:
        wanted["name"] = shown_name_of()
    origin = OriginIds.of(tournament)
    withheld = _drafts(tournament) if section.model is LedgerEntry and not in_full else frozenset()
    for values in rows.values_list(*wanted.values()).iterator(chunk_size=AT_ONCE):
        row = dict(zip(columns, map(_in_json, values), strict=True))
        if row.get("sequence") in withheld:
            row["kind"] = WITHHELD
        if "closing" in row and not in_full:
            row["closing"] = _public_closing(row, hidden_after)
        yield at_its_origin(section.name, row, origin) if origin else row


def _public_closing(row: dict[str, Any], hidden_after: int | None) -> dict[str, Any]:
    """Return the choices made at a closing as the API shows them: without the list of tables whose time had run out.

    Return {} for a table of a round whose results are hidden.
    """
    if "round" in row and hidden_after is not None and row["round"] > hidden_after:
        return {}
    return {name: value for name, value in row["closing"].items() if name != "timed"}


def _drafts(tournament: Tournament) -> frozenset[int]:
    """Return the numbers of the ledger entries that belong to rounds that are not public."""
    public = set(tournament.rounds.published().values_list("number", flat=True))
    about = tournament.ledger.filter(kind__in=ABOUT_DRAFTS).values_list("sequence", "facts__round")
    return frozenset(sequence for sequence, number in about if number not in public)


def _in_json(value: Any) -> Any:
    """Return a column's value as JSON: times in UTC with microseconds, decimals and stored bytes as text."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, bytes | memoryview):
        return bytes(value).decode()
    return str(value) if isinstance(value, Decimal) else value
