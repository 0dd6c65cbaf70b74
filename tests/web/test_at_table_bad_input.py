"""Bad input on a phone: each mistake has a message in the player's language and a way on."""

import re

import pytest
from django.utils import translation
from django.utils.translation import gettext

from tests.again import again
from tests.halls import a_round, a_tournament, director_of, play
from tests.web.pages import text
from tournaments.actions.at_table import keys
from tournaments.actions.hands import hands
from tournaments.actions.rounds import rounds
from tournaments.models import Hand, HelpCall, TableKey

from . import at_table
from .at_table import OTHER, answer, card, enter, path, tally, wrong_pin

pytestmark = pytest.mark.django_db
LANGUAGES = ["it", pytest.param("nl", marks=pytest.mark.slow)]


class Evening:
    """Table 1 of a hall with two phones that speak a language."""

    def __init__(self, club, language):
        self.table = again(
            "evening", lambda: a_round(a_tournament(club, table={"hands": 3})).tables.get(number=1), club
        )
        self.round = self.table.round
        self.tournament = self.round.tournament
        self.language = language
        self.north, self.east = (self.phone(seat) for seat in (0, 1))

    def phone(self, seat, table=None):
        phone = at_table.a_phone(table or self.table, seat)
        phone.defaults["HTTP_ACCEPT_LANGUAGE"] = self.language
        return phone

    def rotate(self):
        key = TableKey.objects.get(tournament=self.tournament, number=1)
        keys.rotate(key, by=director_of(self.tournament))

    def close(self):
        rounds.close_round(self.round, by=director_of(self.tournament), anyway=True)


def stale_version(evening):
    enter(evening.north, evening.table)
    enter(evening.north, evening.table, OTHER, replaces=1)
    return answer(evening.east, evening.table)


def stale_correction(evening):
    enter(evening.north, evening.table)
    enter(evening.north, evening.table, OTHER, replaces=1)
    return enter(evening.north, evening.table, (9, 9, 9, 13), replaces=1)


def sent_again(evening):
    enter(evening.north, evening.table)
    return enter(evening.north, evening.table, OTHER)


def sent_by_another(evening):
    enter(evening.north, evening.table)
    return enter(evening.east, evening.table, OTHER)


def skipped_by_its_address(evening):
    return evening.north.get(path(evening.table, "table-hand", 3), follow=True)


def skipped(evening):
    play(evening.table)
    struck = play(evening.table, 2)
    hands.void(struck, by=director_of(evening.tournament), reason="Cards were missing")
    return enter(evening.north, evening.table, hand=3)


def rotated_key(evening):
    evening.rotate()
    return enter(evening.north, evening.table)


def rotated_card(evening):
    secret = card(evening.table).secret
    evening.rotate()
    return evening.north.post(path(evening.table, "open-table"), {"secret": secret})


def mistyped_code(evening):
    return evening.north.post(path(evening.table, "open-table"), {"code": "ABCDEFGH"})


def wrong_pin_told(evening):
    enter(evening.north, evening.table)
    pin = wrong_pin(evening.table, 3)
    return answer(evening.north, evening.table, seat=3, pin=pin)


def guessed_pin(evening):
    enter(evening.north, evening.table)
    pin = wrong_pin(evening.table, 3)
    return [answer(evening.north, evening.table, seat=3, pin=pin) for _try in range(5)][-1]


def no_pin(evening):
    enter(evening.north, evening.table)
    return answer(evening.north, evening.table, seat=3)


def own_hand(evening):
    enter(evening.north, evening.table)
    return answer(evening.north, evening.table)


def own_device(evening):
    enter(evening.north, evening.table)
    evening.north.post(path(evening.table, "stand-up"))
    evening.north.post(path(evening.table, "claim-seat"), {"seat": 2})
    return answer(evening.north, evening.table)


def answered_after_the_close(evening):
    enter(evening.north, evening.table)
    evening.close()
    return answer(evening.east, evening.table)


def entered_after_the_close(evening):
    evening.close()
    return enter(evening.north, evening.table)


def wrong_total(evening):
    return enter(evening.north, evening.table, (10, 10, 10, 11))


def no_number(evening):
    return enter(evening.north, evening.table, ("x", 10, 10, 10))


CASES = {
    stale_version: ("Hand %(hand)d has been changed: look at the current version.", {"hand": 1}),
    stale_correction: ("Hand %(hand)d has been changed: look at the current version.", {"hand": 1}),
    sent_again: ("You have already entered hand %(hand)d: change that version.", {"hand": 1}),
    sent_by_another: ("Another player entered hand %(hand)d differently: compare it with yours.", {"hand": 1}),
    skipped_by_its_address: ("Enter hand %(next)d first.", {"next": 1}),
    skipped: ("Enter hand %(next)d first.", {"next": 2}),
    rotated_key: ("Scan the card on your table with the camera of your phone.", {}),
    wrong_pin_told: ("This is not the PIN of this seat. Tries left: %(left)d.", {"left": 4}),
    guessed_pin: ("Five wrong PINs: ask the director for a new one.", {}),
    no_pin: ("Enter the PIN on this player’s slip.", {}),
    own_hand: ("You entered this result: another player confirms it.", {}),
    own_device: ("This phone entered the result: confirm on another phone, or enter the seat’s PIN.", {}),
    mistyped_code: ("No table has this code: look at the card again.", {}),
    answered_after_the_close: ("Round %(round)d is closed: ask the director.", {"round": 1}),
    entered_after_the_close: (
        "Hand %(hand)s, %(tally)s, arrived after the closing: the director decides whether it counts.",
        {"hand": 1, "tally": "10 · 10 · 10 · 10"},
    ),
    wrong_total: ("Total %(total)d: take away %(excess)d", {"total": 41, "excess": 1}),
    no_number: ("Enter a whole number.", {}),
}


def ways_on(page):
    """Return the targets of links and buttons in the page's main part."""
    own = page.content.decode().partition('id="table"')[2].partition('id="card"')[0]
    return re.findall(r'<a [^>]*href="([^"]+)"|<button[^>]*>(?!<svg)([^<]+)<', own)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mistake", CASES, ids=lambda mistake: mistake.__name__)
def test_mistake_is_explained_in_the_players_language_with_a_link(club, mistake, language):
    page = mistake(Evening(club, language))
    source, params = CASES[mistake]
    with translation.override(language):
        told = gettext(source) % params
    assert told != source % params
    assert told in text(page)
    assert page.status_code in (200, 422)
    assert ways_on(page)


def test_a_tally_for_another_table_says_that_it_was_not_entered(club):
    evening = Evening(club, "en")
    strange = evening.phone(0, table=evening.round.tables.get(number=2))
    there = tally(round="1", table="1")
    page = strange.post(path(evening.table, "table-hand", 1), there, follow=True)
    message = "Nothing was entered: this was for another table, and you are at table 2."
    assert message in text(page)
    assert not Hand.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize("mistake", [guessed_pin, sent_by_another], ids=["pin", "dispute"])
def test_mistake_that_concerns_the_director_makes_a_call(club, mistake):
    mistake(Evening(club, "it"))
    assert HelpCall.objects.count() == 1


def test_a_hand_before_the_first_is_not_there(club):
    evening = Evening(club, "it")
    assert evening.north.get(path(evening.table, "table-hand", 0)).status_code == 404


def test_a_hand_after_the_last_leads_back_to_the_table(club):
    evening = Evening(club, "en")
    for number in (1, 2, 3):
        play(evening.table, number)
    page = evening.north.get(path(evening.table, "table-hand", 4), follow=True)
    assert "The table is finished" in text(page)


def test_a_hand_too_far_ahead_shows_the_way_to_the_next(club):
    evening = Evening(club, "en")
    page = enter(evening.north, evening.table, hand=3)
    assert (page.status_code, ">Enter hand 1</a>" in page.content.decode()) == (422, True)
