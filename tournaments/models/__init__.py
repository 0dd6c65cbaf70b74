"""The facts that Tavolo keeps, with the constraints that hold them."""

from .announcement import Announcement
from .at_table import Alike, HelpCall, Ruling, SeatClaim, SpentCard, TableKey, TableSession
from .club import DIRECTORS, OWNERS, SCORERS, Club, Invitation, Membership, Player, Role
from .code_tries import CodeTries
from .constraint import FixedTable, KeptApart
from .entry import Entry, EntryPlayer
from .hand import Hand
from .heartbeat import Heartbeat
from .idempotency import IdempotencyKey
from .ledger import LedgerDisclosure, LedgerEntry
from .penalty import Penalty
from .rejected_attempt import RejectedAttempt
from .round import Round, Seat, SitOut, Table
from .settings import Section, Setting
from .sign_in import SignInTries
from .standing import Standing
from .token import ApiToken, Scope
from .tournament import SETTINGS, Confirmation, Pins, Tournament, Visibility, settings_in
from .user import User
from .vp_table import VictoryPointTable

__all__ = [
    "DIRECTORS",
    "OWNERS",
    "SCORERS",
    "SETTINGS",
    "Alike",
    "Announcement",
    "ApiToken",
    "Club",
    "CodeTries",
    "Confirmation",
    "Entry",
    "EntryPlayer",
    "FixedTable",
    "Hand",
    "Heartbeat",
    "HelpCall",
    "IdempotencyKey",
    "Invitation",
    "KeptApart",
    "LedgerDisclosure",
    "LedgerEntry",
    "Membership",
    "Penalty",
    "Pins",
    "Player",
    "RejectedAttempt",
    "Role",
    "Round",
    "Ruling",
    "Scope",
    "Seat",
    "SeatClaim",
    "Section",
    "Setting",
    "SignInTries",
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
    "settings_in",
]
