"""The kinds of what a ledger tells of, by what they are about."""

from typing import Final, Literal, get_args

OfRounds = Literal[
    "draw_asked_for",
    "draw_refused",
    "round_drawn",
    "draft_dropped",
    "round_scheduled",
    "round_reseated",
    "draw_kept",
    "round_published",
    "round_unpublished",
    "round_closed",
    "round_reopened",
    "table_closed",
    "table_reopened",
    "constraints_changed",
    "clock_started",
    "clock_paused",
    "clock_resumed",
    "clock_extended",
    "clock_ended",
]
OfHands = Literal[
    "hand_submitted",
    "hand_countered",
    "hand_recorded",
    "hand_corrected",
    "hand_confirmed",
    "hand_disputed",
    "hand_voided",
    "dispute_decided",
    "decision_undone",
    "hand_announced",
    "announcement_changed",
    "correction_requested",
    "correction_accepted",
    "correction_declined",
    "pack_agreed",
]
OfPlayers = Literal[
    "entries_registered",
    "entry_changed",
    "entry_removed",
    "entry_restored",
    "entry_renamed",
    "name_shown",
    "entry_erased",
    "entries_checked_in",
    "entries_withdrawn",
    "entries_returned",
    "players_merged",
    "players_parted",
    "player_substituted",
    "player_left",
    "player_returned",
    "fee_set",
    "fee_changed",
]
OfPenalties = Literal[
    "penalty_given",
    "penalty_cancelled",
    "penalty_reinstated",
    "decision_given",
    "decision_taken_back",
    "decision_reinstated",
]
OfTournament = Literal[
    "tournament_created",
    "tournament_changed",
    "tournament_archived",
    "tournament_unarchived",
    "tournament_deleted",
    "link_renewed",
    "standings_hidden",
    "standings_shown",
    "disclosures_erased",
    "table_key_rotated",
    "pin_renewed",
    "codes_opened",
    "seats_alike",
]
LedgerKind = OfRounds | OfHands | OfPlayers | OfPenalties | OfTournament
"""What may be appended: each has its sentence in `chronicle/sentences.py`."""

KINDS: Final[dict[str, tuple[LedgerKind, ...]]] = {
    "rounds": get_args(OfRounds),
    "hands": get_args(OfHands),
    "players": get_args(OfPlayers),
    "penalties": get_args(OfPenalties),
    "tournament": get_args(OfTournament),
}
"""By what readers of the log choose among them."""
ABOUT_DRAFTS: Final[frozenset[LedgerKind]] = frozenset(
    {"draw_asked_for", "draw_refused", "round_drawn", "draft_dropped", "round_scheduled", "round_reseated"}
)
"""What is of nobody's concern but the directors', until its round is public."""
NAMES_ALONE: tuple[LedgerKind, ...] = (
    *("entry_renamed", "name_shown", "players_merged", "players_parted", "player_substituted"),
)
"""With these an entry is called otherwise, and nothing else is."""
NAMING: tuple[LedgerKind, ...] = (*NAMES_ALONE, "entry_erased")
"""With these an entry is called otherwise."""
ERASED: LedgerKind = "disclosures_erased"
