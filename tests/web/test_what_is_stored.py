"""The page about stored data covers every kind of row about a person."""

import re

import pytest
from django.apps import apps

from tests.push import switch_on
from tests.web.pages import text

pytestmark = pytest.mark.django_db
TOLD = {
    "the name is shown in full, by initials or by a code name": ["Player", "PlayerMerge"],
    "where you played, with your seats, hands, results, places and ratings": [
        *("Entry", "EntryPlayer", "Seat", "SeatPlayer", "SitOut", "Hand", "Announcement", "Standing", "StoredResults"),
        *("ClubRatings", "RatedResults"),
        *("SeasonEvening", "SeasonStanding", "Stage"),
    ],
    "penalties and decisions with their reasons": ["Penalty", "Decision", "Ruling"],
    "what you paid": ["EntryFee"],
    "your fixed table": ["FixedTable"],
    "with whom you may not sit": ["KeptApart"],
    "when a phone takes a seat, leaves it": ["TableSession", "SeatClaim", "StrandedPhone"],
    "calls the director": ["HelpCall"],
    "the latest responses to it": ["IdempotencyKey"],
    "which of its attempts were refused": ["RejectedAttempt"],
    "the address of a screen in the hall": ["Screen"],
    "that address, two keys and your language are kept": ["PushSubscription"],
    "directors and scorers these are stored: a user name": ["User"],
    "their present and past roles in clubs": ["Membership", "FormerRole"],
    "the names of their tokens for programs": ["ApiToken"],
    "for an invitation: whom it is for": ["Invitation"],
    "a sign-in is stored for two weeks": ["Session"],
    "wrong passwords and codes": ["SignInTries", "CodeTries"],
    "who did what in a tournament, and when": ["LedgerEntry", "LedgerDisclosure", "SeasonChange"],
}
OF_NOBODY = {
    *(
        "Season",
        "SeasonConsent",
        "Club",
        "ClubGame",
        "VictoryPointTable",
        "Tournament",
        "TournamentFee",
        "Round",
        "Table",
        "Clock",
        "Comparison",
        "Webhook",
        "WebhookDelivery",
    ),
    *(
        "TableKey",
        "ClubTableKey",
        "SpentCard",
        "Webhook",
        "WebhookDelivery",
        "Heartbeat",
        "ContentType",
        "Permission",
        "Group",
    ),
}


def test_every_kind_of_row_is_told_of(anybody, settings):
    switch_on(settings)
    page = re.sub(r"\s+", " ", text(anybody.get("/privacy/"))).lower()
    assert [words for words in TOLD if words not in page] == []
    told = [name for names in TOLD.values() for name in names]
    assert sorted([*told, *OF_NOBODY]) == sorted(model.__name__ for model in apps.get_models())
