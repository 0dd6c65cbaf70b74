"""All sections of an exported tournament in their order, and the models that are left out."""

from .field_sections import OF_FIELD
from .play_sections import OF_PLAY

FORMAT, VERSION = "tavolo-tournament", 1
SECTIONS = (*OF_FIELD, *OF_PLAY)
LEFT_OUT = {
    "ApiToken": "a secret",
    "ClubRatings": "derived from hands",
    "ClubTableKey": "a secret",
    "CodeTries": "of the installation",
    "Comparison": "derived from the draw",
    "EntryFee": "money, of the club alone",
    "FormerRole": "of an account",
    "Heartbeat": "of the installation",
    "HelpCall": "over with the evening",
    "IdempotencyKey": "of the installation",
    "Invitation": "of an account",
    "LedgerDisclosure": "accounts, devices, former names and reasons; the reasons are with their rows",
    "Membership": "of an account",
    "PlayerMerge": "of the club's records",
    "PushSubscription": "a phone's address",
    "RatedResults": "derived from hands",
    "RejectedAttempt": "of a phone",
    "Screen": "a device of the hall",
    "Season": "of the club; a tournament says which seasons it belongs to",
    "SeasonChange": "of the club",
    "SeasonConsent": "of a season",
    "SeasonStanding": "of the club",
    "SeatClaim": "of a phone",
    "SignInTries": "of the installation",
    "SpentCard": "a secret",
    "StoredResults": "derived from hands",
    "StrandedPhone": "of a phone",
    "TableKey": "a secret",
    "TableSession": "of a phone",
    "TournamentFee": "money, of the club alone",
    "User": "an account",
    "VictoryPointTable": "of the club; a tournament has its limits",
    **dict.fromkeys(("Webhook", "WebhookDelivery"), "an address of the club's programs"),
}
"""The models that are not exported, by name, each with the reason."""
