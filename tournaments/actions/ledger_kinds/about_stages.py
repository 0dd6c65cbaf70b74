"""Ledger entries about stages: links between tournaments, qualified entries, and groups."""

from collections.abc import Mapping
from typing import Final, Literal

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from .disclosed_event import DisclosedEvent
from .kind import EntryKind

OfStages = Literal["stage_declared", "stage_removed", "stage_filled", "stage_emptied", "groups_made"]


def _stage_filled(event: DisclosedEvent) -> str:
    """Return the sentence about entries that qualified from earlier stages. If there are many, it names only a few."""
    entries = [each["entry"] for each in event.facts["entries"]]
    template = ngettext(
        "Qualified from an earlier stage: %(names)s",
        "%(number)s qualified from an earlier stage: %(names)s",
        len(entries),
    )
    return template % {"number": len(entries), "names": event.several(entries)}


def _stage_emptied(event: DisclosedEvent) -> str:
    """Return the sentence about entries that were removed together."""
    number = len(event.facts["removed"])
    template = ngettext(
        "%(number)s qualifier from an earlier stage was removed from the list.",
        "%(number)s qualifiers from an earlier stage were removed from the list.",
        number,
    )
    return template % {"number": number}


POTS: Final = {
    "list": _("They are balanced by the order of the list, and players of one club are kept apart."),
    "rating": _("They are balanced by the ratings of the club, and players of one club are kept apart."),
    "season": _("They are balanced by the standings of a season, and players of one club are kept apart."),
    "standing": _("They are balanced by the standings of another tournament, and players of one club are kept apart."),
    "lot": _("They were made by lot, and players of one club are kept apart."),
}


def _groups_made(event: DisclosedEvent) -> str:
    """Return the sentences about groups: how many there are, and what balances them."""
    split = gettext("%(number)s players were split into %(groups)s groups.") % {
        "number": len(event.facts["removed"]),
        "groups": len(event.facts["groups"]),
    }
    return f"{split} {gettext(POTS[event.facts['pots']])}"


KINDS: Final[Mapping[OfStages, EntryKind]] = {
    "stage_declared": EntryKind(_("The earlier stages of this tournament were chosen."), changes="nothing"),
    "stage_removed": EntryKind(_("This tournament no longer follows other tournaments."), changes="nothing"),
    "stage_filled": EntryKind(
        _stage_filled, changes="standings", lists_entries=True, undone=_("These players are off the list again.")
    ),
    "stage_emptied": EntryKind(_stage_emptied, changes="standings", only_undoes=True),
    "groups_made": EntryKind(
        _groups_made, changes="standings", undone=_("The groups are deleted, and all players are on this list again.")
    ),
}
