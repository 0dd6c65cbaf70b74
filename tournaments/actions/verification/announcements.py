"""What was locked before the hands against what the ledger says of it."""

from collections.abc import Iterator, Sequence

from tournaments.models import Announcement, LedgerEntry, Tournament

from .chain import existing_accounts, expected_personal
from .findings import Finding, compare_rows, differences
from .hands import label, place_in, place_of


def check_announcements(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Announcements that differ from their links, that no link speaks of, and that are gone."""
    recorded = {place_in(link.facts): link for link in links if "announced" in link.facts}
    latest = {place[:3]: place for place in sorted(recorded)}
    known = existing_accounts([*recorded.values()])
    rows = Announcement.objects.filter(table__round__tournament=tournament).select_related("table__round")

    def compare(link: LedgerEntry, row: Announcement) -> Iterator[Finding]:
        place = place_of(row)
        expected = _recorded(link, is_current=latest[place[:3]] == place)
        expected |= expected_personal(link, known, device="device")
        return differences("announcement", label(place), expected, _stored(row))

    return compare_rows("announcement", recorded, rows, key=place_of, label=label, compare=compare)


def _recorded(link: LedgerEntry, *, is_current: bool) -> dict[str, object]:
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
        "device": row.device,
        "user": row.recorded_by_id,
    }
