"""The page on what is stored tells of every kind of row that is about somebody."""

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
    "the table that is yours": ["FixedTable"],
    "with whom you may not sit": ["KeptApart"],
    "when a phone takes a seat, leaves it": ["TableSession", "SeatClaim", "StrandedPhone"],
    "calls the director": ["HelpCall"],
    "the latest answers to it": ["IdempotencyKey"],
    "what was refused to it": ["RejectedAttempt"],
    "the address of a screen in the hall": ["Screen"],
    "that address, two keys and your language are kept": ["PushSubscription"],
    "directors and scorers have a user name": ["User"],
    "their role in a club now and before": ["Membership", "FormerRole"],
    "what they call their tokens for programs": ["ApiToken"],
    "an invitation says for whom it is": ["Invitation"],
    "a sign-in is stored for two weeks": ["Session"],
    "wrong passwords and codes": ["SignInTries", "CodeTries"],
    "who did what in a tournament, and when": ["LedgerEntry", "LedgerDisclosure", "SeasonChange"],
}
OF_NOBODY = {
    *(
        "Season",
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
