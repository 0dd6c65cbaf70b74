"""The facts that Tavolo keeps, with the constraints that hold them."""

from .at_table import HelpCall, Ruling, SeatClaim, TableKey, TableSession
from .club import DIRECTORS, OWNERS, SCORERS, Club, Invitation, Membership, Player, Role
from .hand import Hand
from .idempotency import IdempotencyKey
from .ledger import LedgerDisclosure, LedgerEntry
from .penalty import Penalty
from .round import Round, Seat, SitOut, Table
from .standing import Standing
from .token import ApiToken, Scope
from .tournament import Confirmation, Entry, EntryPlayer, Tournament, Visibility
from .user import User

__all__ = [
    "DIRECTORS",
    "OWNERS",
    "SCORERS",
    "ApiToken",
    "Club",
    "Confirmation",
    "Entry",
    "EntryPlayer",
    "Hand",
    "HelpCall",
    "IdempotencyKey",
    "Invitation",
    "LedgerDisclosure",
    "LedgerEntry",
    "Membership",
    "Penalty",
    "Player",
    "Role",
    "Round",
    "Ruling",
    "Scope",
    "Seat",
    "SeatClaim",
    "SitOut",
    "Standing",
    "Table",
    "TableKey",
    "TableSession",
    "Tournament",
    "User",
    "Visibility",
]
