"""The kinds of ledger entries. Each is declared once, with its sentence, its effects and its replay.

To add a kind, write its name and its `EntryKind` in the module of its group. If it can be undone, declare this in
`undoing/reversals.py`: undoing uses the actions, and the actions import this package.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from . import about_hands, about_penalties, about_players, about_rounds, about_stages, about_tournaments
from .about_hands import OfHands
from .about_penalties import OfPenalties
from .about_players import OfPlayers
from .about_rounds import OfRounds
from .about_stages import OfStages
from .about_tournaments import OfTournament
from .kind import EntryKind

LedgerKind = OfRounds | OfHands | OfPlayers | OfPenalties | OfStages | OfTournament
"""The kinds that may be appended to a ledger."""
GROUPS: Final[Mapping[str, Mapping[Any, EntryKind]]] = {
    "rounds": about_rounds.KINDS,
    "hands": about_hands.KINDS,
    "players": about_players.KINDS,
    "penalties": about_penalties.KINDS,
    "tournament": {**about_tournaments.KINDS, **about_stages.KINDS},
}
"""The groups of kinds that the log can be filtered by."""
KINDS: Final[Mapping[str, EntryKind]] = {name: kind for group in GROUPS.values() for name, kind in group.items()}
UNKNOWN: Final = EntryKind(
    lambda event: _("An event of another version of the program: %(kind)s.") % {"kind": event.kind}
)
ERASED: LedgerKind = "disclosures_erased"
IMPORTED: LedgerKind = "tournament_imported"


def names_of(holds: Callable[[EntryKind], bool]) -> frozenset[str]:
    """Return the names of the kinds for which `holds` returns true."""
    return frozenset(name for name, kind in KINDS.items() if holds(kind))


def kind_of(name: str) -> EntryKind:
    """Return the declaration of a kind; `UNKNOWN` if a different version of the program wrote it."""
    return KINDS.get(name, UNKNOWN)


ENTERING: Final = frozenset({"entries_registered", "stage_filled"})
"""Kinds that list new entries."""
NAMES_ALONE: Final = names_of(lambda kind: kind.changes == "names")
"""Kinds that change only the name of an entry."""
NAMING: Final = NAMES_ALONE | {"entry_erased"}
"""Kinds that change the name of an entry."""
ABOUT_DRAFTS: Final = names_of(lambda kind: kind.about_draft)
"""Kinds that only directors see until their round is public."""
LISTS: Final = names_of(lambda kind: kind.lists_entries)
"""Kinds that list many entries."""
