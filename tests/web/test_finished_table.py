"""A table that has played its last hand: who won, the places, how many hands wait, and for whose PIN."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from tests.games.evenings import CASES
from tests.games.test_evenings import opened
from tests.halls import a_round, a_tournament, director_of
from tests.web.pages import text
from tournaments.actions.hands import hands
from tournaments.actions.rounds import clock, rounds
from tournaments.actions.rounds.draws import drafts
from tournaments.models import Hand

from .at_table import LEVEL, OTHER, a_phone, answer, enter, name_of, path, pin_of

pytestmark = pytest.mark.django_db
NAME = re.compile(r'class="name" translate="no">([^<]+)<')


def played_out(case):
    """The first table of a case with every hand confirmed, and how a plain reckoning has its places."""
    tournament = opened(case)
    director = director_of(tournament)
    round_ = rounds.publish_round(drafts.draw_round(tournament, by=director, seed=1), by=director)
    table = round_.tables.get(number=1)
    reckoned = case.plain_table(1 + max(table.seats.values_list("side", flat=True)))
    for number, (tally, _given) in enumerate(case.hands(reckoned, "1/1"), 1):
        hands.record(table, hands.HandInput(number=number, tally=tally), by=director)
    return table, reckoned.places


def told_places(page):
    """The winners named, and every side's place and name as listed."""
    winner, listed = re.search(r'<p class="winner">(.*?)</p>\s*<ol[^>]*>(.*?)</ol>', page, re.DOTALL).groups()
    rows = re.findall(r"<span>(\d+)\.</span>(.*?)</li>", listed, re.DOTALL)
    return [unescape(n).strip() for n in NAME.findall(winner)], [
        (int(place), unescape(NAME.search(row).group(1)).strip()) for place, row in rows
    ]


def names_of_sides(table):
    sides = {}
    for seat in table.seats.select_related("entry").order_by("number"):
        sides.setdefault(seat.side, []).append(seat.entry.name)
    return [" – ".join(names) for _side, names in sorted(sides.items())]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_finished_table_names_winner_and_places(case):
    table, places = played_out(case)
    page = a_phone(table, 0).get(path(table)).content.decode()
    assert "The table is finished" in page
    names = names_of_sides(table)
    expected = sorted(zip(places, names, strict=True), key=lambda row: row[0])
    winners, listed = told_places(page)
    assert listed == expected
    assert winners == [name for place, name in expected if place == 1]
    assert ("First place, shared" in page) == (len(winners) > 1)


@pytest.fixture
def table(club):
    """A table of three hands."""
    return a_round(a_tournament(club, table={"hands": 3})).tables.get(number=1)


@pytest.fixture
def alone(table):
    """Return the only phone of a table that has played every hand, none of which anybody else has confirmed."""
    phone = a_phone(table, 0)
    for number in (1, 2, 3):
        enter(phone, table, OTHER if number == 2 else LEVEL, number)
    return phone


class TestOnePhone:
    def test_it_says_how_many_hands_wait_for_a_pin(self, table, alone):
        said = text(alone.get(path(table)))
        assert "The table is finished" in said
        assert f"3 hands need the PIN of another player: pass the phone to {name_of(table, 3)}." in said
        assert "was sent" not in said

    def test_while_it_plays_on_the_title_counts_them(self, table):
        phone = a_phone(table, 0)
        enter(phone, table)
        assert f"Hand 1 was sent. {name_of(table, 3)} must confirm it." in text(phone.get(path(table)))
        enter(phone, table, LEVEL, 2)
        said = text(phone.get(path(table)))
        assert f"2 hands were sent. {name_of(table, 3)} must confirm them." in said
        assert "need the PIN" not in said
        assert "Go on with hand 3" in said

    def test_one_pin_confirms_all_of_them(self, table, alone):
        page = alone.get(path(table)).content.decode()
        versions = dict.fromkeys(("version-1", "version-2", "version-3"), "1")
        assert all(f'name="{name}" value="1"' in page for name in versions)
        assert "All 3 hands are right" in text(alone.get(path(table)))
        fields = versions | {"seat": 3, "pin": pin_of(table, 3)}
        said = text(alone.post(path(table, "agree-to-all"), fields, follow=True))
        assert "The hands are agreed." in said
        assert set(Hand.objects.values_list("state", "confirmed_seat")) == {("confirmed", 3)}
        assert "First place, shared" in said
        assert "need the PIN" not in said

    def test_the_pin_of_who_entered_them_confirms_none(self, table, alone):
        fields = {f"version-{n}": 1 for n in (1, 2, 3)} | {"seat": 0, "pin": pin_of(table, 0)}
        alone.post(path(table, "agree-to-all"), fields)
        assert set(Hand.objects.values_list("state", flat=True)) == {"submitted"}
        assert 'name="seat" value="0"' not in alone.get(path(table)).content.decode()

    def test_each_of_them_can_be_changed_first_by_one_link(self, table, alone):
        page = alone.get(path(table)).content.decode()
        links = re.findall(r'<a class="button [a-z]+" href="([^"]*/hands/\d)">\s*([^<]*?)\s*</a>', page)
        assert links == [(path(table, "table-hand", number), f"Change hand {number}") for number in (1, 2, 3)]

    def test_once_another_phone_is_there_it_is_asked(self, table, alone):
        a_phone(table, 2)
        said = text(alone.get(path(table)))
        first = f"{name_of(table, 2)} is asked first."
        assert f"3 hands must be confirmed by another player on their own phone. {first}" in said


class TestTheClock:
    """Every screen of a phone shows the clock and its end."""

    @pytest.fixture
    def timed(self, club):
        """A round with a clock, somebody sitting out of the next one."""
        return a_round(a_tournament(club, players=9, table={"hands": 2}, round_minutes=60))

    def screens(self, table):
        """Each screen with the phone that shows it: one of each step."""
        yield "seats", a_phone(table)
        north, west = a_phone(table, 0), a_phone(table, 3)
        yield "enter", north
        enter(north, table)
        yield "wait", north
        yield "confirm", west
        answer(west, table, accept="no")
        yield "disputed", west
        answer(west, table)
        enter(north, table, LEVEL, 2)
        answer(west, table, 2)
        yield "finished", north

    @pytest.mark.slow
    def test_while_it_runs_and_when_it_is_over(self, timed, monkeypatch):
        clock.start_clock(timed, by=director_of(timed.tournament), minutes=60)
        table, now = timed.tables.get(number=1), timezone.now()
        later = now + timedelta(minutes=61)
        for screen, phone in self.screens(table):
            page = text(phone.get(path(table)))
            assert re.search(r"until \d\d:\d\d", page), screen
            with monkeypatch.context() as patched:
                patched.setattr(timezone, "now", lambda: later)
                page = text(phone.get(path(table)))
            assert "Time is up" in page, screen
            assert ("finish the hand" in page) == (screen != "finished"), screen

    @pytest.mark.slow
    def test_who_sits_out_or_waits_for_the_next_round_has_the_clock_of_that_one(self, timed):
        director = director_of(timed.tournament)
        phones = {
            seat.entry_id: (table, a_phone(table, seat.number))
            for table in timed.tables.order_by("number")
            for seat in table.seats.all()
        }
        rounds.close_round(timed, by=director, anyway=True)
        table, phone = next(iter(phones.values()))
        assert "until" not in text(phone.get(path(table)))
        second = a_round(timed.tournament)
        clock.start_clock(second, by=director, minutes=60)
        (out,) = second.sit_outs.values_list("entry", flat=True)
        told = {entry: text(phone.get(path(table))) for entry, (table, phone) in phones.items()}
        assert all("until" in said for said in told.values())
        assert "sits out" in told[out]
