"""The kinds of ledger entries about players and their entries in tournaments."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry

from .disclosed_event import DisclosedEvent
from .kind import ChangesEntry, EntryKind

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


def _entries_registered(event: DisclosedEvent) -> str:
    """Return the sentence about new entries. If there are many, it names only the first few."""
    entries = [each["entry"] for each in event.facts["entries"]]
    template = ngettext("Entered: %(names)s", "%(number)s were entered: %(names)s", len(entries))
    return template % {"number": len(entries), "names": event.several(entries)}


def _entry_changed(event: DisclosedEvent) -> str:
    """Return the sentence about a change of an entry: its status, ranking, first round or check-in."""
    facts = event.facts
    if "status" in facts:
        return str(STATUSES[facts["status"]]) % event.values
    if "stand_in" in facts:
        stands_in = gettext("%(name)s stands in and is not ranked.")
        return (stands_in if facts["stand_in"] else gettext("%(name)s is ranked.")) % event.values
    if "from_round" in facts:
        return gettext("%(name)s plays from round %(from_round)s.") % event.values
    if "checked_in" in facts:
        here = gettext("%(name)s is here.")
        return (here if facts["checked_in"] else gettext("%(name)s is not here yet.")) % event.values
    return gettext("%(name)s: the entry in the list was changed.") % event.values


def _entry_removed(event: DisclosedEvent) -> str:
    """Return the sentence about a removed entry; only directors see its former name."""
    if not event.known_name:
        return gettext("An entry was removed from the list.")
    return gettext("%(name)s was removed from the list.") % event.values


def _entry_renamed(event: DisclosedEvent) -> str:
    """Return the sentence about a corrected name; only directors see the former name.

    It says if the player has since left the entry.
    """
    if "left" in event.facts:
        return gettext("%(name)s: the name of the previous player was corrected.") % event.values
    if event.in_full and event.text:
        return gettext("%(former)s is called %(name)s now.") % event.values
    return gettext("%(name)s: the name was corrected.") % event.values


def _name_shown(event: DisclosedEvent) -> str:
    """Return the sentence about how a name is shown. It says if the player has since left the entry."""
    if "left" in event.facts:
        return gettext("%(name)s: the previous player’s name is now shown differently.") % event.values
    return gettext("%(name)s: the name is now shown differently.") % event.values


def _entries_checked_in(event: DisclosedEvent) -> str:
    """Return the sentence with the number of entries that were checked in, or whose check-in was removed."""
    number = len(event.facts["entries"])
    if event.facts.get("checked_in"):
        template = ngettext(
            "%(number)s player was marked as present.", "%(number)s players were marked as present.", number
        )
    else:
        template = ngettext(
            "%(number)s player is no longer marked as present.",
            "%(number)s players are no longer marked as present.",
            number,
        )
    return template % {"number": number}


def _entries_withdrawn(event: DisclosedEvent) -> str:
    """Return the sentence about withdrawn entries. If there are many, it names only the first few."""
    entries = event.facts["entries"]
    template = ngettext("Withdrawn: %(names)s", "%(number)s were withdrawn: %(names)s", len(entries))
    return template % {"number": len(entries), "names": event.several(entries)}


def _entries_returned(event: DisclosedEvent) -> str:
    """Return the sentence about entries that came back. If there are many, it names only the first few."""
    entries = event.facts["entries"]
    template = ngettext("Playing again: %(names)s", "%(number)s play again: %(names)s", len(entries))
    return template % {"number": len(entries), "names": event.several(entries)}


def _player_substituted(event: DisclosedEvent) -> str:
    """Return the sentence about a substitute; only directors see who left."""
    if event.in_full and event.text:
        return gettext("%(name)s plays in place of %(former)s.") % event.values
    return gettext("%(name)s joined as a substitute.") % event.values


def _player_left(event: DisclosedEvent) -> str:
    """Return the sentence about a player who left: who plays the rest of the round in the seat, and later rounds."""
    if "not_entered" in event.facts:
        template = gettext("Round %(round)s: a player of %(name)s left. A player who is not entered takes over.")
    elif "coming" in event.facts:
        template = gettext("Round %(round)s: a player of %(name)s left. A player who sat out takes over.")
    elif "closing" in event.facts:
        template = gettext("Round %(round)s: a player of %(name)s left, and the table was closed.")
    else:
        template = gettext("Round %(round)s: a player of %(name)s left and forfeits the round.")
    left = template % event.values
    if event.facts["returns"]:
        return left
    later = gettext("%(name)s takes no part in later rounds.") % event.values
    return f"{left} {later}"


def _fee_set(event: DisclosedEvent) -> str:
    """Return the sentence about the fee of all entries; only directors see the amount."""
    if not event.in_full:
        return gettext("A fee was noted.")
    return gettext("The fee was set to %(amount)s.") % {"amount": event.amount("amount")}


def _fee_changed(event: DisclosedEvent) -> str:
    """Return the sentence about a fee; only directors see the entry's name and the amount."""
    if not event.in_full:
        return gettext("A fee was noted.")
    if "paid" in event.facts:
        return gettext("%(name)s: paid %(paid)s.") % {**event.values, "paid": event.amount("paid")}
    if event.facts.get("owed") is None:
        return gettext("%(name)s owes the same fee as everybody.") % event.values
    return gettext("%(name)s owes %(owed)s.") % {**event.values, "owed": event.amount("owed")}


KINDS: Final[Mapping[OfPlayers, EntryKind]] = {
    "entries_registered": EntryKind(_entries_registered, changes="standings", lists_entries=True),
    "entry_changed": EntryKind(
        _entry_changed,
        changes="standings",
        replay=ChangesEntry(),
        undone=_("The player is in the tournament again, as before."),
    ),
    "entry_removed": EntryKind(
        _entry_removed, changes="standings", text_is_name=True, undone=_("The entry is on the list again, as it was.")
    ),
    "entry_restored": EntryKind(_("%(name)s was put on the list again."), changes="standings", only_undoes=True),
    "entry_renamed": EntryKind(_entry_renamed, changes="names", text_is_name=True, replay=ChangesEntry()),
    "name_shown": EntryKind(_name_shown, changes="names", replay=ChangesEntry()),
    "entry_erased": EntryKind(
        _("%(name)s: the name was erased at the person’s wish."), changes="standings", replay=ChangesEntry()
    ),
    "entries_checked_in": EntryKind(
        _entries_checked_in,
        changes="nothing",
        lists_entries=True,
        undone=_("The marks of presence are as they were before."),
    ),
    "entries_withdrawn": EntryKind(
        _entries_withdrawn,
        changes="standings",
        lists_entries=True,
        replay=ChangesEntry(several=True),
        undone=_("All who were withdrawn at the same time play again, except those whose status was changed since."),
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
    "player_left": EntryKind(
        _player_left,
        changes="standings",
        undone=_("The player sits at the table again, and plays later rounds as before. Any forfeit is cancelled."),
    ),
    "player_returned": EntryKind(
        _("Round %(round)s: a player of %(name)s sits there again."), changes="standings", only_undoes=True
    ),
    "fee_set": EntryKind(_fee_set, changes="nothing"),
    "fee_changed": EntryKind(_fee_changed, changes="nothing"),
}
