"""Ledger entries about entries and players."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry

from .kind import ChangesEntry, EntryKind
from .told import Told

OfPlayers = Literal[
    "entries_registered",
    "entry_changed",
    "entry_removed",
    "entry_restored",
    "entry_renamed",
    "name_shown",
    "entry_erased",
    "entries_checked_in",
    "entries_withdrawn",
    "entries_returned",
    "players_merged",
    "players_parted",
    "player_substituted",
    "player_left",
    "player_returned",
    "fee_set",
    "fee_changed",
]
STATUSES: Mapping[str, Any] = {
    Entry.Status.WITHDRAWN: gettext_lazy("%(name)s withdrew."),
    Entry.Status.PAUSED: gettext_lazy("%(name)s pauses."),
    Entry.Status.ACTIVE: gettext_lazy("%(name)s is back."),
}


def _entries_registered(told: Told) -> str:
    """Return the sentence about new entries; of many, it names the first few."""
    entries = [each["entry"] for each in told.facts["entries"]]
    template = ngettext("Entered: %(names)s", "%(number)s were entered: %(names)s", len(entries))
    return template % {"number": len(entries), "names": told.several(entries)}


def _entry_changed(told: Told) -> str:
    """Return the sentence about a change of an entry: its status, ranking, first round or check-in."""
    facts = told.facts
    if "status" in facts:
        return str(STATUSES[facts["status"]]) % told.values
    if "stand_in" in facts:
        stands_in = gettext("%(name)s stands in and is not ranked.")
        return (stands_in if facts["stand_in"] else gettext("%(name)s is ranked.")) % told.values
    if "from_round" in facts:
        return gettext("%(name)s plays from round %(from_round)s.") % told.values
    if "checked_in" in facts:
        here = gettext("%(name)s is here.")
        return (here if facts["checked_in"] else gettext("%(name)s is not here yet.")) % told.values
    return gettext("%(name)s: something on the list was changed.") % told.values


def _entry_renamed(told: Told) -> str:
    """Return the sentence about a corrected name; only directors read the former one.

    An entry that the player has left keeps its name.
    """
    if "left" in told.facts:
        return gettext("%(name)s: the name of somebody who played here before was corrected.") % told.values
    if told.in_full and told.text:
        return gettext("%(former)s is called %(name)s now.") % told.values
    return gettext("%(name)s: the name was corrected.") % told.values


def _name_shown(told: Told) -> str:
    """Return the sentence about how a name is shown; an entry that the player has left keeps its name."""
    if "left" in told.facts:
        return gettext("%(name)s: how the name of somebody who played here before is shown was changed.") % told.values
    return gettext("%(name)s: how the name is shown was changed.") % told.values


def _entries_checked_in(told: Told) -> str:
    """Return the sentence about how many entries were ticked off as present, or lost their ticks."""
    number = len(told.facts["entries"])
    if told.facts.get("checked_in"):
        template = ngettext("%(number)s was ticked off as present.", "%(number)s were ticked off as present.", number)
    else:
        template = ngettext("The tick of %(number)s was taken off.", "The ticks of %(number)s were taken off.", number)
    return template % {"number": number}


def _entries_withdrawn(told: Told) -> str:
    """Return the sentence about withdrawn entries; of many, it names the first few."""
    entries = told.facts["entries"]
    template = ngettext("Withdrawn: %(names)s", "%(number)s were withdrawn: %(names)s", len(entries))
    return template % {"number": len(entries), "names": told.several(entries)}


def _entries_returned(told: Told) -> str:
    """Return the sentence about entries that are back; of many, it names the first few."""
    entries = told.facts["entries"]
    template = ngettext("Back: %(names)s", "%(number)s are back: %(names)s", len(entries))
    return template % {"number": len(entries), "names": told.several(entries)}


def _player_substituted(told: Told) -> str:
    """Return the sentence about a substitute; only directors read who left."""
    if told.in_full and told.text:
        return gettext("%(name)s plays in place of %(former)s.") % told.values
    return gettext("%(name)s came in as a substitute.") % told.values


def _player_left(told: Told) -> str:
    """Return the sentence about a player who left: what happens to the seat, and whether the entry plays on later."""
    if "not_entered" in told.facts:
        left = (
            gettext("Round %(round)s: a player of %(name)s left, and somebody who is not entered plays on.")
            % told.values
        )
    elif "coming" in told.facts:
        left = gettext("Round %(round)s: a player of %(name)s left, and somebody who sat out plays on.") % told.values
    elif "closing" in told.facts:
        left = gettext("Round %(round)s: a player of %(name)s left, and the table was closed.") % told.values
    else:
        left = gettext("Round %(round)s: a player of %(name)s left and forfeits the round.") % told.values
    if told.facts["returns"]:
        return left
    later = gettext("%(name)s takes no part in later rounds.") % told.values
    return f"{left} {later}"


def _fee_changed(told: Told) -> str:
    """Return the sentence about a fee; only directors read whose it is and the sum."""
    if not told.in_full:
        return gettext("A fee was noted.")
    if "paid" in told.facts:
        return gettext("%(name)s: paid %(paid)s.") % {**told.values, "paid": told.amount("paid")}
    if told.facts.get("owed") is None:
        return gettext("%(name)s owes what everybody owes.") % told.values
    return gettext("%(name)s owes %(owed)s.") % {**told.values, "owed": told.amount("owed")}


KINDS: Final[Mapping[OfPlayers, EntryKind]] = {
    "entries_registered": EntryKind(_entries_registered, changes="standings", lists_entries=True),
    "entry_changed": EntryKind(_entry_changed, changes="standings", replay=ChangesEntry()),
    "entry_removed": EntryKind(_("%(name)s was struck off the list."), changes="standings", text_is_name=True),
    "entry_restored": EntryKind(_("%(name)s was put on the list again."), changes="standings", only_undoes=True),
    "entry_renamed": EntryKind(_entry_renamed, changes="names", text_is_name=True, replay=ChangesEntry()),
    "name_shown": EntryKind(_name_shown, changes="names", replay=ChangesEntry()),
    "entry_erased": EntryKind(
        _("%(name)s: the name was erased at the person’s wish."), changes="standings", replay=ChangesEntry()
    ),
    "entries_checked_in": EntryKind(_entries_checked_in, changes="nothing", lists_entries=True),
    "entries_withdrawn": EntryKind(
        _entries_withdrawn, changes="standings", lists_entries=True, replay=ChangesEntry(several=True)
    ),
    "entries_returned": EntryKind(
        _entries_returned, changes="standings", lists_entries=True, replay=ChangesEntry(several=True), only_undoes=True
    ),
    "players_merged": EntryKind(
        _("%(name)s: two records of one person were merged."), changes="names", text_is_name=True, replay=ChangesEntry()
    ),
    "players_parted": EntryKind(
        _("%(name)s: two records were separated again."), changes="names", text_is_name=True, replay=ChangesEntry()
    ),
    "player_substituted": EntryKind(_player_substituted, changes="names", text_is_name=True, replay=ChangesEntry()),
    "player_left": EntryKind(_player_left, changes="standings"),
    "player_returned": EntryKind(
        _("Round %(round)s: a player of %(name)s sits there again."), changes="standings", only_undoes=True
    ),
    "fee_set": EntryKind(_("The fee was set to %(amount)s."), changes="nothing"),
    "fee_changed": EntryKind(_fee_changed, changes="nothing"),
}
