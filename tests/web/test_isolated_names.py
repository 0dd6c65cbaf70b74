"""Right-to-left names in messages: commas and figures beside them keep their place."""

import pytest
from django.urls import reverse

from tests.halls import a_round, a_tournament
from tests.web.pages import told
from tournaments.models import Entry, Player

pytestmark = pytest.mark.django_db
HEBREW, ARABIC = "רות כהן", "ليلى"
SAID, OTHER_SAID = f"\u2068{HEBREW}\u2069", f"\u2068{ARABIC}\u2069"


@pytest.fixture
def tournament(club):
    return a_tournament(club, players=8, rounds=3, pairing="random")


def test_somebody_is_entered_and_renamed(tournament, director):
    entered = director.post(reverse("registration", args=["serata"]), {"name": HEBREW}, follow=True)
    assert told(entered) == [f"{SAID} is entered."]
    player = Player.objects.get(name=HEBREW)
    renamed = director.post(f"/players/{player.pk}/name/", {"name": ARABIC, "replaces": HEBREW}, follow=True)
    assert told(renamed) == [f"The name is {OTHER_SAID} now, everywhere."]


def test_a_hand_says_who_scored(tournament, director):
    table = a_round(tournament).tables.get(number=1)
    Entry.objects.filter(pk=table.seats.get(number=3).entry_id).update(name=HEBREW)
    sent = {f"line-{side}-points": points for side, points in enumerate((2, 8, 11, 19))}
    where = reverse("enter-hand", args=["serata", 1, 1, 1])
    saved = director.post(where, {**sent, "do": "save"}, follow=True)
    assert told(saved) == [f"Hand 1: {SAID} 2 buscas."]


def test_two_who_are_exchanged(tournament, director):
    round_ = a_round(tournament, publish=False)
    seats = [round_.tables.get(number=table).seats.get(number=0) for table in (1, 2)]
    for seat, name in zip(seats, (HEBREW, ARABIC), strict=True):
        Entry.objects.filter(pk=seat.entry_id).update(name=name)
    where = reverse("swap-seats", args=["serata", 1])
    answer = director.post(where, {"entry": [seat.entry_id for seat in seats]}, follow=True)
    assert sorted(told(answer)[0].count(name) for name in (SAID, OTHER_SAID)) == [1, 1]
