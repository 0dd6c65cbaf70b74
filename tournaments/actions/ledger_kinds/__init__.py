"""The kinds of entries in a ledger: each is declared once, with its sentence, what it changes and how it is replayed.

To add one, write its name and its `EntryKind` in the module of its group. If it can be undone, `undoing/reversals.py`
says how, because that needs the actions, which import this package.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from . import about_hands, about_penalties, about_players, about_rounds, about_tournaments
from .about_hands import OfHands
from .about_penalties import OfPenalties
from .about_players import OfPlayers
from .about_rounds import OfRounds
from .about_tournaments import OfTournament
from .kind import EntryKind

LedgerKind = OfRounds | OfHands | OfPlayers | OfPenalties | OfTournament
"""What may be appended."""
GROUPS: Final[Mapping[str, Mapping[Any, EntryKind]]] = {
    "rounds": about_rounds.KINDS,
    "hands": about_hands.KINDS,
    "players": about_players.KINDS,
    "penalties": about_penalties.KINDS,
    "tournament": about_tournaments.KINDS,
}
"""By what readers of the log choose among them."""
KINDS: Final[Mapping[str, EntryKind]] = {name: kind for group in GROUPS.values() for name, kind in group.items()}
UNKNOWN: Final = EntryKind(lambda told: _("Written by another version of the program: %(kind)s.") % {"kind": told.kind})
ERASED: LedgerKind = "disclosures_erased"


def names_of(holds: Callable[[EntryKind], bool]) -> frozenset[str]:
    """Return the names of the kinds of which this holds."""
    return frozenset(name for name, kind in KINDS.items() if holds(kind))


def kind_of(name: str) -> EntryKind:
    """Return what is declared of this kind; of one that another version of the program wrote, that nothing is known."""
    return KINDS.get(name, UNKNOWN)


NAMES_ALONE: Final = names_of(lambda kind: kind.changes == "names")
"""With these an entry is called otherwise, and nothing else is."""
NAMING: Final = NAMES_ALONE | {"entry_erased"}
"""With these an entry is called otherwise."""
ABOUT_DRAFTS: Final = names_of(lambda kind: kind.about_draft)
"""What only directors are shown until its round is public."""
LISTS: Final = names_of(lambda kind: kind.lists_entries)
"""With these many entries are told of at once."""
