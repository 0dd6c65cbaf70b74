"""The sentences of the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from scoring.bidi import MARKED, plain
from tournaments.models import DIRECTORS, LedgerEntry, Tournament, User

from ..hands.struck_out import STRUCK_OUT
from ..ledger_kinds import ABOUT_DRAFTS, kind_of
from ..ledger_kinds.disclosed_event import FEW, DisclosedEvent
from ..standings.compared_rows import TAKEN_BACK
from .actor_names import ActorNames, read_actor_names
from .selecting import LogFilter, entries_in, select


def sentence(event: DisclosedEvent) -> str:
    """Return the sentence for a ledger entry in the reader's language.

    For an undo, it names the undone action; for a changed result, it says which earlier standings changed.
    """
    what = _sentence_of(event)
    if "undoes" in event.facts:
        what = gettext("Undo: %(what)s") % {"what": what}
    if struck_out := event.facts.get(STRUCK_OUT):
        what = f"{what} {_struck_out_hands(len(struck_out))}"
    if rounds := event.facts.get("changed_standings"):
        params = {"what": what, "rounds": ", ".join(map(str, rounds))}
        changed = gettext("%(what)s This changed the standings after round %(rounds)s.")
        taken = gettext("%(what)s This withdrew the standings after round %(rounds)s.")
        what = (taken if TAKEN_BACK in event.facts else changed) % params
    return what


def _struck_out_hands(hands: int) -> str:
    words = ngettext(
        "%(number)d struck-out hand is kept in the ledger.",
        "%(number)d struck-out hands are kept in the ledger.",
        hands,
    )
    return words % {"number": hands}


def _sentence_of(event: DisclosedEvent) -> str:
    says = kind_of(event.kind).sentence
    return gettext(says) % event.values if isinstance(says, str) else says(event)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log, as one reader sees it; `reason` is the reason given for the action, only for directors.

    Names in `sentence` and `who` are enclosed in marks for bidirectional text.
    """

    sequence: int
    at: datetime
    sentence: str
    who: str
    reason: str

    @property
    def plain(self) -> Line:
        """The line without the marks for bidirectional text, for programs and spreadsheets."""
        return replace(self, sentence=plain(self.sentence), who=MARKED.sub(r"\1", self.who))


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the log: its lines, newest first, and the sequence number before which the next page starts.

    The number is None on the last page.
    """

    lines: tuple[Line, ...]
    older: int | None


@dataclass(frozen=True, slots=True)
class Audience:
    """The parts of a log that one reader may see.

    Directors see everything; other readers see no names, drafts or hidden results.
    """

    in_full: bool
    hidden_after: int | None
    public: frozenset[int] | None

    @classmethod
    def of(cls, tournament: Tournament, user: User | AnonymousUser) -> Audience:
        """Return the view that this user has of a tournament's log."""
        if tournament.permits(user, DIRECTORS):
            return DIRECTOR
        public = frozenset(tournament.rounds.published().values_list("number", flat=True))
        return cls(in_full=False, hidden_after=tournament.hidden_after(user), public=public)

    def is_withheld(self, link: LedgerEntry) -> bool:
        """Whether a ledger entry is about a round that this reader may not see."""
        return self.public is not None and link.kind in ABOUT_DRAFTS and link.facts.get("round") not in self.public

    def hides(self, link: LedgerEntry) -> bool:
        """Whether the results in a ledger entry are hidden from this reader.

        An entry without a round is treated like an entry of the latest round.
        """
        number = link.facts.get("round")
        return self.hidden_after is not None and (number is None or number > self.hidden_after)


DIRECTOR = Audience(in_full=True, hidden_after=None, public=None)


def read_log(
    tournament: Tournament, user: User | AnonymousUser, wanted: LogFilter, *, before: int | None, size: int
) -> Page:
    """Return one page of the log: at most `size` lines that match the filter, newest first.

    If `before` is given, only lines with a lower sequence number.
    """
    reader = Audience.of(tournament, user)
    links = select(tournament, wanted, reader.public).select_related("disclosure")
    found = list((links if before is None else links.filter(sequence__lt=before))[: size + 1])
    shown = found[:size]
    return Page(tuple(lines_of(tournament, shown, reader)), shown[-1].sequence if len(found) > size else None)


def read_whole_log(tournament: Tournament, user: User | AnonymousUser) -> list[Line]:
    """Return every line of the log as this user may see it, oldest first."""
    links = tournament.ledger.order_by("sequence").select_related("disclosure")
    return list(lines_of(tournament, list(links), Audience.of(tournament, user)))


def lines_of(
    tournament: Tournament, links: Sequence[LedgerEntry], reader: Audience, who: ActorNames | None = None
) -> Iterator[Line]:
    """Yield these ledger entries as lines. Takes three queries, or one if `who` is given."""
    doers = who or read_actor_names(tournament, links, in_full=reader.in_full)
    mentioned = {entry for link in links for entry in _mentioned(link.facts)} | doers.entries
    names = dict(tournament.entries.filter(pk__in=mentioned).values_list("pk", "name"))
    return (_line(link, names, doers, reader) for link in links)


def _mentioned(facts: Mapping[str, Any]) -> list[int]:
    return [*entries_in(facts)[:FEW], *([facts["entry"]] if "entry" in facts else [])]


def _line(link: LedgerEntry, names: Mapping[int, str], who: ActorNames, reader: Audience) -> Line:
    if reader.is_withheld(link):
        return Line(link.sequence, link.at, _("Something about a round that is not public yet."), "", "")
    text = link.personal.get("text", "")
    event = DisclosedEvent(link.kind, link.facts, text, names, in_full=reader.in_full, hides=reader.hides(link))
    reason = text if reader.in_full and not kind_of(link.kind).text_is_name else ""
    return Line(link.sequence, link.at, sentence(event), who.of(link, names), reason)
