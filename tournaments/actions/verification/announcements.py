"""What was locked before the hands against what the ledger says of it."""

from collections.abc import Collection, Iterator, Sequence

from tournaments.models import Announcement, LedgerEntry, Tournament

from .chain import personal_of
from .findings import Finding, differences, missing_row, unrecorded
from .people import existing_accounts, expected_account

Place = tuple[int, int, int, int]


def check_announcements(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Announcements that differ from their links, that no link speaks of, and that are gone."""
    recorded = {_place(link): link for link in links if "announced" in link.facts}
    latest = {place[:3]: place for place in sorted(recorded)}
    known = existing_accounts([*recorded.values()])
    rows = Announcement.objects.filter(table__round__tournament=tournament)
    for row in rows.select_related("table__round"):
        where = (row.table.round.number, row.table.number, row.number, row.version)
        link = recorded.pop(where, None)
        if link is None:
            yield unrecorded("announcement", _label(where))
            continue
        is_current = latest[where[:3]] == where
        yield from differences("announcement", _label(where), _recorded(link, is_current), _stored(row))
        yield from _compare_personal(row, link, known)
    for missing in recorded:
        yield missing_row("announcement", _label(missing))


def _place(link: LedgerEntry) -> Place:
    facts = link.facts
    return facts["round"], facts["table"], facts["hand"], facts["version"]


def _label(where: Place) -> str:
    return "round {} table {} hand {} version {}".format(*where)


def _recorded(link: LedgerEntry, is_current: bool) -> dict[str, object]:  # noqa: FBT001
    return {
        "lines": link.facts["announced"],
        "seat": link.facts["seat"],
        "recorded_at": link.facts["recorded_at"],
        "source": link.facts["source"],
        "place among the versions": is_current,
    }


def _stored(row: Announcement) -> dict[str, object]:
    return {
        "lines": row.lines,
        "seat": row.seat,
        "recorded_at": row.recorded_at.isoformat(),
        "source": row.source,
        "place among the versions": row.is_current,
    }


def _compare_personal(row: Announcement, link: LedgerEntry, known: Collection[int]) -> Iterator[Finding]:
    """Device and user against what was disclosed, as long as it is."""
    personal = personal_of(link)
    if personal is None:
        return
    recorded = {"device": personal.get("device", ""), **expected_account(personal, known)}
    stored: dict[str, object] = {"device": row.device, "user": row.recorded_by_id}
    yield from differences("announcement", _label(_place(link)), recorded, stored)
