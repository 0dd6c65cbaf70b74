"""What was locked before the hands against what the ledger says of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tournaments.models import Announcement, LedgerEntry, Tournament

from .chain import personal_of
from .findings import Finding, gone, unknown, unlike
from .people import accounts, who

Place = tuple[int, int, int, int]


def announcements(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Announcements that differ from their links, that no link speaks of, and that are gone."""
    recorded = {_place(link): link for link in links if "announced" in link.facts}
    latest = {place[:3]: place for place in sorted(recorded)}
    known = accounts([*recorded.values()])
    kept = Announcement.objects.filter(table__round__tournament=tournament)
    for one in kept.select_related("table__round"):
        where = (one.table.round.number, one.table.number, one.number, one.version)
        link = recorded.pop(where, None)
        if link is None:
            yield unknown("announcement", _named(where))
            continue
        is_current = latest[where[:3]] == where
        yield from unlike("announcement", _named(where), _told(link, is_current), _found(one))
        yield from _who(one, link, known)
    for missing in recorded:
        yield gone("announcement", _named(missing))


def _place(link: LedgerEntry) -> Place:
    facts = link.facts
    return facts["round"], facts["table"], facts["hand"], facts["version"]


def _named(where: Place) -> str:
    return "round {} table {} hand {} version {}".format(*where)


def _told(link: LedgerEntry, is_current: bool) -> dict[str, object]:  # noqa: FBT001
    return {
        "lines": link.facts["announced"],
        "seat": link.facts["seat"],
        "recorded_at": link.facts["recorded_at"],
        "source": link.facts["source"],
        "place among the versions": is_current,
    }


def _found(one: Announcement) -> dict[str, object]:
    return {
        "lines": one.lines,
        "seat": one.seat,
        "recorded_at": one.recorded_at.isoformat(),
        "source": one.source,
        "place among the versions": one.is_current,
    }


def _who(one: Announcement, link: LedgerEntry, known: Collection[int]) -> Iterator[Finding]:
    """Device and user against what was disclosed, as long as it is."""
    personal = personal_of(link)
    if personal is None:
        return
    recorded = {"device": personal.get("device", ""), **who(personal, known)}
    found: dict[str, object] = {"device": one.device, "user": one.recorded_by_id}
    yield from unlike("announcement", _named(_place(link)), recorded, found)
