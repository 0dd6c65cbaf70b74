"""The facts that Tavolo keeps, with the constraints that hold them."""

from .at_table import Alike, HelpCall, Ruling, SeatClaim, SpentCard, TableKey, TableSession
from .club import DIRECTORS, OWNERS, SCORERS, Club, Invitation, Membership, Player, Role
from .entry import Entry, EntryPlayer, FixedTable, KeptApart
from .hand import Announcement, Hand
from .ledger import LedgerDisclosure, LedgerEntry
from .operations import CodeTries, Heartbeat, IdempotencyKey, SignInTries
from .penalty import Penalty
from .rejected_attempt import RejectedAttempt
from .round import Round, Seat, SitOut, Table
from .settings import Section, Setting
from .standing import Standing
from .token import ApiToken, Scope
from .tournament import SETTINGS, Confirmation, Pins, Tournament, Visibility, settings_in
from .user import User
from .vp_table import VictoryPointTable
