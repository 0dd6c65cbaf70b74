"""The database models, with their constraints."""

from .at_table import Alike, HelpCall, Ruling, SeatClaim, SpentCard, TableKey, TableSession
from .club import DIRECTORS, OWNERS, SCORERS, Club, Invitation, Membership, Player, Role, VictoryPointTable
from .entry import Entry, EntryPlayer, FixedTable, KeptApart
from .hand import Announcement, Hand
from .ledger import LedgerDisclosure, LedgerEntry
from .operations import CodeTries, Heartbeat, IdempotencyKey, SignInTries
from .rejected_attempt import RejectedAttempt
from .round import Round, Seat, SitOut, Table
from .setting_columns import Section, Setting
from .standing import Penalty, Standing, StoredResults
from .tournament import SETTINGS, Confirmation, Pins, Tournament, Visibility, settings_in
from .user import ApiToken, Scope, User
