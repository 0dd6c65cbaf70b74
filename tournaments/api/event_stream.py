"""The events of a tournament as server-sent events, for the view and for the open stream."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers

from tournaments.actions.event_log.public_events import PublicEvent, entries_after, events_of
from tournaments.actions.ledger_kinds import GROUPS
from tournaments.models import LedgerEntry, Standing, Tournament

from .fields import Moment
from .formats import Json

FOLLOWED = "tavolo.followed"
"""The environ key of the tournament whose events the web server sends after the view's response."""
RETRY = (1_000, 5_000)  # milliseconds; random, so that not all clients reconnect at once after a restart
STANDINGS = "standings_published"
"""The kind of the only event that is not in the ledger."""
READ = {
    **dict.fromkeys(GROUPS["players"], "entries"),
    **{kind: "penalties" if kind.startswith("penalty") else "decisions" for kind in GROUPS["penalties"]},
    **{kind: "live" for kind in GROUPS["rounds"] if kind.startswith("clock")},
    **{kind: "stages" for kind in GROUPS["tournament"] if kind.startswith("stage")},
    "round_unpublished": "rounds",
    "standings_hidden": "standings",
    "standings_shown": "standings",
    STANDINGS: "standings",
    "prizes_declared": "prizes",
    "teams_declared": "teams",
}
"""The address whose content an event changes, by kind, if it is not the table, the round or the tournament."""

Access = tuple[str, str]
"""Visibility and link key of a tournament; after a change of either, the streams of all followers end."""


class EventShape(serializers.Serializer[Any]):
    """An event: what happened, without the result. Read the result at the address in `read`."""

    kind = serializers.CharField(help_text="The kind of the ledger entry, or `standings_published`; more may come")
    at = Moment()
    round = serializers.IntegerField(allow_null=True, help_text="The number of the round, if it is about one")
    table = serializers.IntegerField(allow_null=True, help_text="The number of the table, if it is about one")
    revision = serializers.IntegerField(
        help_text="For `standings/?min_revision=`: standings of this revision include the event"
    )
    read = serializers.URLField(help_text="The address whose content has changed")


@dataclass(frozen=True, slots=True)
class StreamPosition:
    """How far a client has read: the number of the last ledger entry, and the revision of the published standings."""

    sequence: int
    published: int = 0

    def later(self, other: "StreamPosition") -> "StreamPosition":
        """Return a position that is as far as both positions."""
        return StreamPosition(max(self.sequence, other.sequence), max(self.published, other.published))


@dataclass(frozen=True, slots=True)
class EventPage:
    """Events after a position, as numbered blocks of bytes, the event of the standings, and the position after them."""

    access: Access
    blocks: tuple[tuple[int, bytes], ...]
    standings: bytes
    end: StreamPosition

    def body(self, after: StreamPosition) -> bytes:
        """Return the events that a client at this position has not read."""
        blocks = b"".join(block for sequence, block in self.blocks if sequence > after.sequence)
        return blocks + (self.standings if self.end.published > after.published else b"")


@dataclass(frozen=True, slots=True)
class Followed:
    """A tournament whose events a client follows, their address, and the events with which the response begins.

    If `is_personal`, the client needs its account or token, because the tournament is not public.
    """

    tournament: int
    slug: str
    address: str
    page: EventPage
    is_personal: bool = False


def access_of(tournament: Tournament) -> Access:
    """Return the values that decide whether a client without an account may read the tournament."""
    return tournament.visibility, tournament.link_key


def read_page(tournament_id: int, after: int) -> EventPage | None:
    """Return the events after this number; None if the tournament was deleted.

    The tournament is read after the events, so that the access rights that are checked are newer than each event.
    """
    entries = entries_after(tournament_id, after)
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    return page_of(tournament, after, entries) if tournament else None


def page_of(tournament: Tournament, after: int, entries: Sequence[LedgerEntry]) -> EventPage:
    """Return these ledger entries, which must follow this number, as a page of events."""
    blocks = tuple((event.sequence, _block(tournament, event)) for event in events_of(tournament, entries))
    published = tournament.published_revision if tournament.standings_hidden_after is None else 0
    standings = b"".join(_standings_block(tournament)) if published else b""
    end = entries[-1].sequence if entries else after
    return EventPage(access_of(tournament), blocks, standings, StreamPosition(end, published))


def beginning(sequence: int) -> bytes:
    """Return the first block of a stream: when to reconnect, and the number of the event to continue from."""
    return b"retry: %d\nid: %d\n\n" % (random.randint(*RETRY), sequence)  # noqa: S311 - no secret


def _block(tournament: Tournament, event: PublicEvent) -> bytes:
    return b"id: %d\n%s" % (event.sequence, _data(tournament, event, tournament.revision))


def _standings_block(tournament: Tournament) -> Iterator[bytes]:
    """Yield the event that standings were published.

    It has no number: it is about a state, and is sent to every client that connects.
    """
    latest = Standing.objects.filter(tournament=tournament).order_by("-published_at").values_list("published_at")
    for (at,) in latest[:1]:
        yield _data(tournament, PublicEvent(0, STANDINGS, at, None, None), tournament.published_revision)


def _data(tournament: Tournament, event: PublicEvent, revision: int) -> bytes:
    place = {"kind": event.kind, "at": event.at, "round": event.round, "table": event.table}
    shown = EventShape({**place, "revision": revision, "read": _address(tournament, event)})
    return b"data: %s\n\n" % Json().render(shown.data)


def _address(tournament: Tournament, event: PublicEvent) -> str:
    place = [number for number in (event.round, event.table) if number]
    name = READ.get(event.kind)
    if name is None:
        name = ("tournament", "round", "table")[len(place)]
        return settings.TAVOLO_URL + reverse(f"api:{name}", args=[tournament.address, *place])
    return settings.TAVOLO_URL + reverse(f"api:{name}", args=[tournament.address])
