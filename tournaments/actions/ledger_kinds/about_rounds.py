"""Ledger entries about rounds, their draws, tables and clocks."""

from collections.abc import Mapping
from typing import Final, Literal

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from tournaments.models import Kept, Round

from .about_cuts import cut_sentence
from .disclosed_event import UNKNOWN, DisclosedEvent
from .kind import EntryKind, RoundChanged, RoundCreated, TableColumn

OfRounds = Literal[
    "draw_asked_for",
    "draw_refused",
    "round_drawn",
    "draft_dropped",
    "round_scheduled",
    "round_kept",
    "round_reseated",
    "draw_kept",
    "round_published",
    "round_unpublished",
    "round_closed",
    "round_reopened",
    "table_closed",
    "table_reopened",
    "constraints_changed",
    "clock_started",
    "clock_paused",
    "clock_resumed",
    "clock_extended",
    "clock_ended",
]


def _round_drawn(event: DisclosedEvent) -> str:
    """Return the sentences about a draw: the number of tables, and in a knock-out the reasons for earlier cuts."""
    number = len(event.facts.get("tables", ()))
    template = ngettext(
        "Round %(round)s was drawn: %(number)s table.", "Round %(round)s was drawn: %(number)s tables.", number
    )
    cuts = event.facts.get("cuts", ()) if event.in_full else ()  # the draw is a draft, which only directors see
    decided = [cut_sentence(cut, lambda entries: event.several(entries).removesuffix(".")) for cut in cuts]
    return " ".join([template % {**event.values, "number": number}, *decided])


def _draft_dropped(event: DisclosedEvent) -> str:
    """Return the sentence about a dropped draft; it says so if decisions on the round remain."""
    if event.facts.get("decisions") == "keep":
        return gettext("The draft of round %(round)s was discarded. Decisions on the round stay valid.") % event.values
    return gettext("The draft of round %(round)s was discarded.") % event.values


def _round_reseated(event: DisclosedEvent) -> str:
    """Return the sentence about changed seats: which entries exchanged places, or how many a repair moved."""
    if "exchanged" in event.facts:
        names = event.several(event.facts["exchanged"])
        return gettext("Round %(round)s, changed places: %(names)s") % {**event.values, "names": names}
    if "moved" not in event.facts:
        return gettext("Seats of round %(round)s were changed by hand.") % event.values
    moved = event.facts["moved"]
    template = ngettext(
        "Round %(round)s was repaired: %(moved)s player got another table.",
        "Round %(round)s was repaired: %(moved)s players got another table.",
        moved,
    )
    return template % {**event.values, "moved": moved}


def _round_kept(event: DisclosedEvent) -> str:
    """Return the sentence about how a round is scored: by table total, or hand by hand."""
    if event.facts.get("kept") == Kept.TOTALS:
        return gettext("Round %(round)s is scored by the total of each table.") % event.values
    return gettext("Round %(round)s is scored hand by hand.") % event.values


def _round_closed(event: DisclosedEvent) -> str:
    """Return the sentence about a closed round, with the number of unfinished tables if there are any."""
    missing = event.facts.get("missing", 0)
    if not missing:
        return gettext("Round %(round)s was closed.") % event.values
    template = ngettext(
        "Round %(round)s was closed with results missing at %(number)s table.",
        "Round %(round)s was closed with results missing at %(number)s tables.",
        missing,
    )
    return template % {**event.values, "number": missing}


def _clock_started(event: DisclosedEvent) -> str:
    """Return the sentence about a started clock, with its minutes."""
    minutes = event.facts.get("clock", {}).get("minutes", UNKNOWN)
    return gettext("Round %(round)s: the clock was started for %(minutes)s min.") % {**event.values, "minutes": minutes}


def _clock_extended(event: DisclosedEvent) -> str:
    """Return the sentence about minutes added to or taken from the clock, for one table or all."""
    values = {**event.values, "minutes": f"{event.facts.get('minutes', 0):+d}"}
    if event.facts.get("table"):
        return gettext("Round %(round)s: %(minutes)s min for table %(table)s.") % values
    return gettext("Round %(round)s: %(minutes)s min for every table.") % values


KINDS: Final[Mapping[OfRounds, EntryKind]] = {
    "draw_asked_for": EntryKind(
        _("The draw of round %(round)s was requested."),
        changes="nothing",
        about_draft=True,
        replay=RoundCreated(Round.State.DRAWING),
    ),
    "draw_refused": EntryKind(
        _("Round %(round)s could not be drawn."),
        changes="nothing",
        about_draft=True,
        replay=RoundChanged(Round.State.REFUSED),
    ),
    "round_drawn": EntryKind(
        _round_drawn,
        changes="nothing",
        about_draft=True,
        replay=RoundCreated(Round.State.DRAFT),
        undone=_("The draft of round %(round)s is discarded, with all changes made in it."),
    ),
    "draft_dropped": EntryKind(
        _draft_dropped,
        changes="nothing",
        about_draft=True,
        undone=_("The draft of round %(round)s is there again, with the same tables."),
    ),
    "round_scheduled": EntryKind(
        _("The times of round %(round)s were set."), changes="nothing", about_draft=True, replay=RoundChanged()
    ),
    "round_kept": EntryKind(_round_kept, about_draft=True, replay=RoundChanged()),
    "round_reseated": EntryKind(_round_reseated, lists_entries=True, about_draft=True, replay=RoundChanged()),
    "draw_kept": EntryKind(
        _("Round %(round)s was left as it was drawn, although earlier results had changed."), changes="nothing"
    ),
    "round_published": EntryKind(
        _("Round %(round)s was published."),
        changes="nothing",
        replay=RoundChanged(Round.State.PUBLISHED),
        sets_status=True,
        undone=_(
            "Round %(round)s is a draft again, which nobody else sees. "
            "Its clock is removed, and the phones at its tables wait."
        ),
    ),
    "round_unpublished": EntryKind(
        _("Round %(round)s was made a draft again."),
        changes="standings",
        replay=RoundChanged(Round.State.DRAFT),
        sets_status=True,
        only_undoes=True,
    ),
    "round_closed": EntryKind(
        _round_closed,
        changes="closing",
        replay=RoundChanged(Round.State.CLOSED),
        sets_status=True,
        undone=_("Round %(round)s is in play again. Every result stays as it is."),
    ),
    "round_reopened": EntryKind(
        _("Round %(round)s was reopened."),
        changes="closing",
        replay=RoundChanged(Round.State.PUBLISHED),
        sets_status=True,
        undone=_("Round %(round)s is closed again, with the results that it had."),
    ),
    "table_closed": EntryKind(
        _("Round %(round)s, table %(table)s: the table was closed before the round."),
        replay=TableColumn("closing"),
        undone=_("Table %(table)s of round %(round)s is in play again. Every result stays as it is."),
    ),
    "table_reopened": EntryKind(
        _("Round %(round)s, table %(table)s: the table was reopened."), replay=TableColumn("closing"), only_undoes=True
    ),
    "constraints_changed": EntryKind(_("The seating rules were changed."), changes="nothing"),
    "clock_started": EntryKind(_clock_started, changes="nothing", replay=RoundChanged()),
    "clock_paused": EntryKind(_("Round %(round)s: the clock was stopped."), changes="nothing", replay=RoundChanged()),
    "clock_resumed": EntryKind(_("Round %(round)s: the clock was resumed."), changes="nothing", replay=RoundChanged()),
    "clock_extended": EntryKind(_clock_extended, changes="nothing", replay=RoundChanged()),
    "clock_ended": EntryKind(_("Round %(round)s: the time was ended."), changes="nothing", replay=RoundChanged()),
}
