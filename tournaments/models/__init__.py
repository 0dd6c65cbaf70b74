"""The database models, with their constraints."""

from .at_table import ClubTableKey, PhoneSimilarity, SeatClaim, SpentCard, StrandedPhone, TableKey, TableSession
from .calls import HelpCall, RejectedAttempt, Ruling
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
from .club_game import BASES, ClubGame
from .decision import Decision
from .entry import Entry, EntryFee, EntryPlayer, FixedTable, KeptApart, TournamentFee
from .hand import Announcement, Hand
from .ledger import LedgerDisclosure, LedgerEntry
from .operations import CodeTries, Heartbeat, IdempotencyKey, SignInTries
from .push_subscription import PushSubscription
from .ratings import BEGAN, ClubRatings, RatedResults, rated_tournaments
from .round import Comparison, Round
from .screen import PROGRAM, Screen
from .season import Season, SeasonChange, SeasonEvening, SeasonStanding
from .season_consent import Consent, SeasonConsent
from .setting_columns import ConfirmationPolicy, Kept, PinPolicy, Section, Setting, Visibility
from .stage import DECLARED, Stage
from .standing import Penalty, ShownStandings, Standing, StoredResults, leading
from .table import Seat, SeatPlayer, SitOut, Table
from .tournament import Tournament
from .tournament_settings import SETTINGS, settings_in
from .user import ApiToken, Scope, User
from .webhook import Webhook, WebhookDelivery, WebhookEvent
