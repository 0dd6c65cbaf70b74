"""The facts that Tavolo keeps, with the constraints that hold them."""

from .announcement import Announcement
from .at_table import HelpCall, Ruling, SeatClaim, SpentCard, TableKey, TableSession
from .club import DIRECTORS, OWNERS, SCORERS, Club, Invitation, Membership, Player, Role
from .constraint import FixedTable, KeptApart
from .entry import Entry, EntryPlayer
from .hand import Hand
from .idempotency import IdempotencyKey
from .ledger import LedgerDisclosure, LedgerEntry
from .penalty import Penalty
from .refusal import Refusal
from .round import Round, Seat, SitOut, Table
from .standing import Standing
from .token import ApiToken, Scope
from .tournament import Confirmation, Tournament, Visibility
from .user import User
from .vp_table import VictoryPointTable

__all__ = [
    "DIRECTORS",
    "OWNERS",
    "SCORERS",
    "Announcement",
    "ApiToken",
    "Club",
    "Confirmation",
    "Entry",
    "EntryPlayer",
    "FixedTable",
    "Hand",
    "HelpCall",
    "IdempotencyKey",
    "Invitation",
    "KeptApart",
    "LedgerDisclosure",
    "LedgerEntry",
    "Membership",
    "Penalty",
    "Player",
    "Refusal",
    "Role",
    "Round",
    "Ruling",
    "Scope",
    "Seat",
    "SeatClaim",
    "SitOut",
    "SpentCard",
    "Standing",
    "Table",
    "TableKey",
    "TableSession",
    "Tournament",
    "User",
    "VictoryPointTable",
    "Visibility",
]
