"""Ledger entries about rounds, their draws, tables and clocks."""

from collections.abc import Mapping
from typing import Final, Literal

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from tournaments.models import Round

from .kind import EntryKind, RoundBegins, RoundGoesOn, TableHas
from .told import UNKNOWN, Told

OfRounds = Literal[
    "draw_asked_for",
    "draw_refused",
    "round_drawn",
    "draft_dropped",
    "round_scheduled",
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


def _round_drawn(told: Told) -> str:
    """Return the sentence about a draw, with the number of tables."""
    number = len(told.facts.get("tables", ()))
    template = ngettext(
        "Round %(round)s was drawn: %(number)s table.", "Round %(round)s was drawn: %(number)s tables.", number
    )
    return template % {**told.values, "number": number}


def _draft_dropped(told: Told) -> str:
    """Return the sentence about a dropped draft, and whether the decisions on the round stay."""
    if told.facts.get("decisions") == "keep":
        return gettext("The draft of round %(round)s was dropped. What was decided on the round stays.") % told.values
    return gettext("The draft of round %(round)s was dropped.") % told.values


def _round_reseated(told: Told) -> str:
    """Return the sentence about changed seats: who exchanged places, how many moved in a repair, or just the change."""
    if "exchanged" in told.facts:
        names = told.several(told.facts["exchanged"])
        return gettext("Round %(round)s, changed places: %(names)s") % {**told.values, "names": names}
    if "moved" not in told.facts:
        return gettext("Seats of round %(round)s were changed by hand.") % told.values
    moved = told.facts["moved"]
    template = ngettext(
        "Round %(round)s was repaired: %(moved)s player got another table.",
        "Round %(round)s was repaired: %(moved)s players got another table.",
        moved,
    )
    return template % {**told.values, "moved": moved}


def _round_closed(told: Told) -> str:
    """Return the sentence about a closed round, with the number of unfinished tables if there are any."""
    missing = told.facts.get("missing", 0)
    if not missing:
        return gettext("Round %(round)s was closed.") % told.values
    template = ngettext(
        "Round %(round)s was closed with hands missing at %(number)s table.",
        "Round %(round)s was closed with hands missing at %(number)s tables.",
        missing,
    )
    return template % {**told.values, "number": missing}


def _clock_started(told: Told) -> str:
    """Return the sentence about a started clock, with its minutes."""
    minutes = told.facts.get("clock", {}).get("minutes", UNKNOWN)
    return gettext("Round %(round)s: the clock was started for %(minutes)s min.") % {**told.values, "minutes": minutes}


def _clock_extended(told: Told) -> str:
    """Return the sentence about minutes added or removed, for one table or all."""
    values = {**told.values, "minutes": f"{told.facts.get('minutes', 0):+d}"}
    if told.facts.get("table"):
        return gettext("Round %(round)s: %(minutes)s min for table %(table)s.") % values
    return gettext("Round %(round)s: %(minutes)s min for every table.") % values


KINDS: Final[Mapping[OfRounds, EntryKind]] = {
    "draw_asked_for": EntryKind(
        _("The draw of round %(round)s was asked for."),
        changes="nothing",
        about_draft=True,
        replay=RoundBegins(Round.State.DRAWING),
    ),
    "draw_refused": EntryKind(
        _("Round %(round)s could not be drawn."),
        changes="nothing",
        about_draft=True,
        replay=RoundGoesOn(Round.State.REFUSED),
    ),
    "round_drawn": EntryKind(_round_drawn, changes="nothing", about_draft=True, replay=RoundBegins(Round.State.DRAFT)),
    "draft_dropped": EntryKind(_draft_dropped, changes="nothing", about_draft=True),
    "round_scheduled": EntryKind(
        _("The times of round %(round)s were set."), changes="nothing", about_draft=True, replay=RoundGoesOn()
    ),
    "round_reseated": EntryKind(_round_reseated, lists_entries=True, about_draft=True, replay=RoundGoesOn()),
    "draw_kept": EntryKind(
        _("Round %(round)s was left as it was drawn, though results before it had changed."), changes="nothing"
    ),
    "round_published": EntryKind(
        _("Round %(round)s was published."),
        changes="nothing",
        replay=RoundGoesOn(Round.State.PUBLISHED),
        sets_status=True,
    ),
    "round_unpublished": EntryKind(
        _("Round %(round)s was made a draft again."),
        changes="standings",
        replay=RoundGoesOn(Round.State.DRAFT),
        sets_status=True,
        only_undoes=True,
    ),
    "round_closed": EntryKind(
        _round_closed, changes="closing", replay=RoundGoesOn(Round.State.CLOSED), sets_status=True
    ),
    "round_reopened": EntryKind(
        _("Round %(round)s was reopened."),
        changes="closing",
        replay=RoundGoesOn(Round.State.PUBLISHED),
        sets_status=True,
    ),
    "table_closed": EntryKind(
        _("Round %(round)s, table %(table)s: the table was closed before the round."), replay=TableHas("closing")
    ),
    "table_reopened": EntryKind(
        _("Round %(round)s, table %(table)s: the table was reopened."), replay=TableHas("closing"), only_undoes=True
    ),
    "constraints_changed": EntryKind(_("The seating rules were changed."), changes="nothing"),
    "clock_started": EntryKind(_clock_started, changes="nothing", replay=RoundGoesOn()),
    "clock_paused": EntryKind(_("Round %(round)s: the clock was stopped."), changes="nothing", replay=RoundGoesOn()),
    "clock_resumed": EntryKind(_("Round %(round)s: the clock was resumed."), changes="nothing", replay=RoundGoesOn()),
    "clock_extended": EntryKind(_clock_extended, changes="nothing", replay=RoundGoesOn()),
    "clock_ended": EntryKind(_("Round %(round)s: the time was ended."), changes="nothing", replay=RoundGoesOn()),
}
