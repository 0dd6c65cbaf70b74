"""Models and columns that decide no result, each with the reason why."""

from tournaments.models import (
    ApiToken,
    Club,
    ClubTableKey,
    CodeTries,
    Comparison,
    Entry,
    EntryFee,
    FormerRole,
    Heartbeat,
    HelpCall,
    IdempotencyKey,
    Invitation,
    Membership,
    Player,
    PlayerMerge,
    PushSubscription,
    RejectedAttempt,
    Round,
    Screen,
    SeatClaim,
    SignInTries,
    SpentCard,
    Standing,
    StoredResults,
    StrandedPhone,
    TableKey,
    TableSession,
    Tournament,
    TournamentFee,
    User,
    VictoryPointTable,
)

OPENS = "opens a table; what is said there is told with its seat and device"
ASKS = "a call for help decides nothing"
PLACE = "part of a club's address book and not of a tournament"
HARMLESS_MODELS = {
    Club: PLACE,
    CodeTries: "counts codes that were guessed",
    SignInTries: "counts passwords that were guessed",
    **dict.fromkeys((TournamentFee, EntryFee), "what is paid for playing decides nothing"),
    PlayerMerge: "what two records give each other; each place in an entry is told with its move",
    Membership: "who may act; who did act is told with the act",
    FormerRole: "who might act; who did act is told with the act",
    Invitation: "who may become a member",
    User: "a name to sign in with; rows and links name accounts by number",
    ApiToken: "opens an account; who acted is told with the act",
    IdempotencyKey: "an answer kept for a day for whoever asks twice",
    VictoryPointTable: "a tournament keeps its own limits in its scoring",
    StoredResults: "what refreshes begin with; the published standings are compared with all computed anew",
    Comparison: "what a correction would have changed is computed again from what is so now",
    Heartbeat: "whether a program was alive",
    HelpCall: ASKS,
    RejectedAttempt: "what was refused decides nothing",
    PushSubscription: "tells a phone where its player sits; it opens nothing",
    Screen: "what hangs on a wall decides nothing",
    SeatClaim: OPENS,
    SpentCard: OPENS,
    StrandedPhone: "tells a phone where its player sits; it opens nothing",
    TableKey: OPENS,
    ClubTableKey: OPENS,
    TableSession: OPENS,
}
WRITTEN = "when the row was made; what happened has its time in the ledger"
PIN = "opens a seat; who confirmed with it is told"
PROGRESS = "how far a worker has come with the draw"
CHECKED = "whether the draw came out the same once more, which can be asked again"
HARMLESS = {
    Entry: {
        "checked_in": "who is here by now; who plays is told by the round",
        "seed": "a director's note that no draw reads",
        "pin_generation": PIN,
        "pin_failures": PIN,
        "created_at": WRITTEN,
    },
    Player: {
        "pin_generation": PIN,
        "shown_as": "by which the alias follows a new name; what is shown is told with the entry's words",
        "name_key": "by which the desk finds a name; entries name the player by number",
        "club": PLACE,
        "created_at": WRITTEN,
        "erased_at": "hides who has no name from the desk; the ledger tells when it went",
    },
    Round: {
        "expected_seconds": PROGRESS,
        "draw_started_at": PROGRESS,
        "draw_percent": PROGRESS,
        "draw_beat_at": PROGRESS,
        "replay_asked_at": CHECKED,
        "replayed_at": CHECKED,
        "replayed_same": CHECKED,
        "created_at": WRITTEN,
    },
    Standing: {"published_at": "when a worker came to it"},
    Tournament: {
        "name": "what it is called",
        "link_key": "who may look on decides nothing",
        "created_at": WRITTEN,
        "standings_due_at": "for how long a change waits to be published; the log tells it",
    },
}
