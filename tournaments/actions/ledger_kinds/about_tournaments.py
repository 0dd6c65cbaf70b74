"""Ledger entries about the tournament itself, its standings and its keys."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_noop as _

from tournaments.models import SETTINGS

from .disclosed_event import UNKNOWN, DisclosedEvent
from .kind import EntryKind

OfTournament = Literal[
    "tournament_created",
    "tournament_changed",
    "tournament_archived",
    "tournament_unarchived",
    "tournament_deleted",
    "tournament_imported",
    "link_renewed",
    "standings_hidden",
    "standings_shown",
    "prizes_declared",
    "teams_declared",
    "disclosures_erased",
    "table_key_rotated",
    "pin_renewed",
    "codes_opened",
    "seats_alike",
]
UNLABELLED: Mapping[str, Any] = {
    "name": gettext_lazy("name"),
    "ruleset": gettext_lazy("game"),
    "game": gettext_lazy("game"),
    "options": gettext_lazy("options of the game"),
    "scoring": gettext_lazy("scoring"),
    "tie_breaks": gettext_lazy("tie-breaks"),
    "table_target": gettext_lazy("end of a table"),
    "table_hands": gettext_lazy("end of a table"),
    "table_minutes": gettext_lazy("end of a table"),
}
"""The names of columns of the plan that have no label."""


def parts_of_plan(names: Iterable[str]) -> str:
    """Return the names of these settings as a list in words, without repetition."""
    return ", ".join(dict.fromkeys(map(_part, names)))


def _part(name: str) -> str:
    label = UNLABELLED.get(name) or (SETTINGS[name].label if name in SETTINGS else name)
    return str(label)


def _tournament_changed(event: DisclosedEvent) -> str:
    """Return the sentence about changed settings, or about the tournament's early end after a round."""
    if "ended_from" in event.facts:
        return gettext("The tournament was ended after round %(rounds_planned)s.") % event.values
    return gettext("The plan was changed: %(what)s.") % {
        "what": parts_of_plan(event.facts.get("changed", ())) or UNKNOWN
    }


def _standings_hidden(event: DisclosedEvent) -> str:
    """Return the sentence about hidden standings; it names the last round that is shown."""
    if event.facts.get("after_round"):
        return gettext("The standings after round %(after_round)s were hidden.") % event.values
    return gettext("The standings were hidden.")


KINDS: Final[Mapping[OfTournament, EntryKind]] = {
    "tournament_created": EntryKind(_("The tournament was created."), changes="standings"),
    "tournament_changed": EntryKind(
        _tournament_changed,
        changes="standings",
        undone=_("%(ended_from)s rounds are planned again, and the tournament goes on."),
    ),
    "tournament_archived": EntryKind(
        _("The tournament was archived."),
        changes="nothing",
        sets_status=True,
        undone=_("The tournament is open again."),
    ),
    "tournament_unarchived": EntryKind(
        _("The tournament was taken from the archive."), changes="nothing", sets_status=True, only_undoes=True
    ),
    "tournament_deleted": EntryKind(_("The tournament was deleted.")),
    "tournament_imported": EntryKind(
        _("The tournament was imported from a file, with %(links)s earlier lines of this log."), changes="nothing"
    ),
    "link_renewed": EntryKind(_("The tournament got a new link."), changes="nothing"),
    "standings_hidden": EntryKind(
        _standings_hidden, changes="nothing", undone=_("The standings are shown as before."), hides_standings=True
    ),
    "standings_shown": EntryKind(
        _("The standings were shown to everybody again."),
        changes="nothing",
        undone=_("The standings are hidden as before."),
        hides_standings=True,
    ),
    "prizes_declared": EntryKind(_("The prizes were declared."), changes="nothing"),
    "teams_declared": EntryKind(_("The teams were declared."), changes="nothing"),
    "disclosures_erased": EntryKind(_("Names and reasons were erased from earlier lines."), changes="nothing"),
    "table_key_rotated": EntryKind(_("Table %(number)s got a new card."), changes="nothing"),
    "pin_renewed": EntryKind(_("%(name)s got a new PIN."), changes="nothing"),
    "codes_opened": EntryKind(_("Table codes were unblocked."), changes="nothing"),
    "seats_alike": EntryKind(
        _("Round %(round)s, table %(table)s: two seats were taken from one phone, or one like it.")
    ),
}
