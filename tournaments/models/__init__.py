"""The database models, with their constraints."""

from .at_table import Alike, ClubTableKey, SeatClaim, SpentCard, TableKey, TableSession
from .calls import HelpCall, Ruling
from .clock import Clock
from .club import (
    DIRECTORS,
    OWNERS,
    SCORERS,
    Club,
    FormerRole,
    Invitation,
    Membership,
    PaperSize,
    Player,
    PlayerMerge,
    Role,
    ShownAs,
    VictoryPointTable,
    role_at,
    shown_name_of,
)
from .comparison import Comparison
from .decision import Decision
from .entry import Entry, EntryPlayer, FixedTable, KeptApart
from .fee import EntryFee, TournamentFee
from .hand import Announcement, Hand
from .leading import Leading, leading
from .ledger import LedgerDisclosure, LedgerEntry
from .operations import CodeTries, Heartbeat, IdempotencyKey, SignInTries
from .push_subscription import PushSubscription
from .rejected_attempt import RejectedAttempt
from .round import Round
from .screen import PROGRAM, Screen
from .setting_columns import Section, Setting
from .standing import Penalty, Standing, StoredResults
from .stranded_phone import StrandedPhone
from .table import Seat, SeatPlayer, SitOut, Table
from .tournament import Tournament
from .tournament_choices import ConfirmationPolicy, PinPolicy, Visibility
from .tournament_settings import SETTINGS, settings_in
from .user import ApiToken, Scope, User
