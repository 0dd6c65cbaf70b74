"""Live updates of the desk: only changed parts are sent."""

import gzip
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play
from tests.web.at_table import LEVEL, OTHER, a_phone, answer, enter, name_of, path, tally
from tournaments.actions.hands import hands
from tournaments.actions.people import players, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.readiness import record_heartbeat
from tournaments.actions.rounds import clock, rounds
from tournaments.models import Clock, HelpCall, Round
from tournaments.web.desk import live_parts

pytestmark = pytest.mark.django_db


class SeenHand:
    """A desk in a browser: its parts with their digests, and the mark of the last answer."""

    def __init__(self, client, tournament, page="desk"):
        self.client, self.where = client, reverse(page, args=[tournament.slug])
        self.parts = dict(re.findall(r'data-part="([\w-]+)" data-digest="(\w+)"', self._get().content.decode()))
        self.mark, self.text = "", ""

    def _get(self, **query):
        headers = {"if-none-match": self.mark} if query and self.mark else {}
        return self.client.get(self.where, query, headers=headers)

    def changed(self):
        """The names of the parts that have changed since."""
        known = "_".join(f"{name}.{digest}" for name, digest in self.parts.items())
        answer = self._get(part="live", known=known)
        if answer.status_code == 304:
            return set()
        self.text = answer.content.decode()
        changed = dict(re.findall(r'data-part="([\w-]+)" data-digest="(\w+)"', self.text))
        self.mark = answer.headers.get("ETag", "")
        for gone in re.findall(r'data-part="([\w-]+)" data-gone', self.text):
            del self.parts[gone]
            changed[gone] = None
        self.parts |= {name: digest for name, digest in changed.items() if digest}
        return set(changed)


@fixture_again
def round_(club):
    return a_round(a_tournament(club, players=80))


@pytest.fixture
def shown(director, round_):
    shown = SeenHand(director, round_.tournament)
    assert shown.changed() == set()
    return shown


@pytest.mark.slow
def test_a_hand_brings_its_tables_and_the_last_results(shown, round_):
    play(round_.tables.get(number=18), 1, [8, 11, 2, 19])
    assert shown.changed() == {"latest", "tables-2", "step"}  # publishing can no longer be undone
    assert "Table 18, hand 1" in shown.text
    assert shown.changed() == set()


@pytest.mark.slow
def test_a_call_and_a_dispute_are_told_until_they_are_settled(shown, round_):
    table = round_.tables.get(number=1)
    a_phone(table, 0).post(path(table, "call-director"))
    assert shown.changed() == {"strip", "matters"}
    assert "Table 1 calls" in shown.text
    shown.client.post(path(table, "answer-call", HelpCall.objects.get().pk))
    assert shown.changed() == {"strip", "matters"}
    hand = play(table)
    hands.dispute(hand, by=director_of(round_.tournament))
    assert shown.changed() == {"strip", "matters", "tables-1", "latest", "step"}


@pytest.mark.slow
def test_a_table_that_calls_over_a_hand_is_one_matter_with_it(shown, round_):
    table = round_.tables.get(number=1)
    phones = [a_phone(table, seat) for seat in (0, 1)]
    enter(phones[0], table)
    answer(phones[1], table, accept="no", **tally(OTHER))
    answer(phones[0], table, version=2, accept="no", **tally(LEVEL))
    shown.changed()
    assert re.findall(r'data-alarm="(\w+)-', shown.text) == ["hand"]
    assert ("1 item waiting" in shown.text, shown.text.count("Table 1 calls")) == (True, 1)
    shown.client.post(path(table, "answer-call", HelpCall.objects.get().pk))
    assert shown.changed() == {"matters"}
    assert re.findall(r"Table 1 (calls|does not agree)", shown.text) == ["does not agree"]


@pytest.mark.slow
def test_of_seats_that_were_taken_alike_a_table_is_told_of_once(shown, round_):
    table = round_.tables.get(number=1)
    for seat in (0, 1, 2):
        a_phone(table, seat)
    shown.changed()
    assert shown.text.count("Check who sits there.") == 1
    assert f"the seat of {name_of(table, 2)} and another seat" in shown.text


@pytest.mark.slow
def test_the_notice_leads_to_the_phones_and_is_dismissed_there(shown, round_):
    table = round_.tables.get(number=1)
    for seat in (0, 1):
        a_phone(table, seat)
    shown.changed()
    where = reverse("table", args=[round_.tournament.slug, 1, 1])
    assert f'href="{where}#phones"' in shown.client.get(shown.where).content.decode()
    page = shown.client.get(where).content.decode()
    forms = re.findall(r'action="([^"]+/free/)"', page)
    (accept,) = re.findall(r'formaction="([^"]+/accept/)"', page)
    assert len(forms) == 2
    shown.client.post(accept)
    shown.changed()
    assert "Check who sits there." not in shown.client.get(shown.where).content.decode()
    shown.client.post(forms[0])
    assert len(re.findall(r'action="[^"]+/free/"', shown.client.get(where).content.decode())) == 1


@pytest.mark.slow
def test_where_phones_are_alike_at_many_tables_one_line_tells_of_all(shown, round_):
    for number in (1, 2, 3):
        for seat in (0, 1):
            a_phone(round_.tables.get(number=number), seat)
    shown.changed()
    assert "At 3 tables two seats were taken with similar phones" in shown.text
    assert re.findall(r"Table (\d), \d\d:\d\d: the seat of", shown.text) == ["1", "2", "3"]


@pytest.mark.slow
def test_a_closed_round_calls_nobody_any_more(shown, round_):
    table = round_.tables.get(number=1)
    a_phone(table, 0).post(path(table, "call-director"))
    hands.dispute(play(table), by=director_of(round_.tournament))
    shown.changed()
    rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
    shown.changed()
    page = shown.client.get(shown.where).content.decode()
    assert "data-alarm" not in page


@pytest.mark.slow
def test_the_clock_and_a_new_round(shown, round_):
    director = director_of(round_.tournament)
    clock.start_clock(round_, by=director, minutes=30)
    assert shown.changed() == {"strip", "clock"}
    rounds.close_round(round_, by=director, anyway=True)
    while shown.changed():
        pass
    registration.change_entry(round_.tournament.entries.first(), {"checked_in": True}, by=director)
    assert shown.changed() == {"step"}
    assert "Not marked as present: 79 players." in shown.text


@pytest.mark.slow
def test_nothing_new_is_said_before_the_tables_are_read(shown, monkeypatch):
    monkeypatch.setattr(live_parts, "UNTOLD", 10**9)
    assert shown.changed() == set()
    with CaptureQueriesContext(connection) as queries:
        assert shown.changed() == set()
    assert (len(queries), [q for q in queries if '"tournaments_hand"' in q["sql"]]) == (11, [])


@pytest.mark.slow
def test_what_nobody_writes_down_is_told_as_soon_as_it_is_so(shown, round_, monkeypatch):
    monkeypatch.setattr(live_parts, "UNTOLD", 10**9)
    director = director_of(round_.tournament)
    clock.start_clock(round_, by=director, minutes=30)
    play(round_.tables.get(number=1))
    while shown.changed():
        pass
    record_heartbeat("sweep")
    assert shown.changed() == {"matters"}
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    Clock.objects.update(runs_since=now - timedelta(minutes=29, seconds=59, milliseconds=900))
    while shown.changed():
        pass
    now += timedelta(milliseconds=200)
    assert {"strip", "step", "tables-1"} <= shown.changed()
    assert "Slow tables" in shown.text
    while shown.changed():
        pass
    Round.objects.update(closes_at=now - timedelta(seconds=9, milliseconds=900))
    while shown.changed():
        pass
    now += timedelta(milliseconds=200)
    assert shown.changed() == set()  # it waits for hands, and has said so


def test_a_hand_is_read_from_its_own_table_alone(shown, round_):
    play(round_.tables.get(number=18), 1, [8, 11, 2, 19])
    with CaptureQueriesContext(connection) as queries:
        assert shown.changed() == {"latest", "tables-2", "step"}
    read = [query["sql"] for query in queries if query["sql"].startswith('SELECT "tournaments_seat"')]
    own = f'"table_id" IN ({round_.tables.get(number=18).pk})'
    assert [own in sql for sql in read] == [True]


def test_what_is_shown_follows_whatever_else_the_ledger_tells_of(shown, round_):
    tournament, director = round_.tournament, director_of(round_.tournament)
    entry = tournament.entries.get(seats__table__number=3, seats__number=0)
    players.rename_player(entry.players.get(), "Zita Nuova", by=director)
    assert "tables-1" in shown.changed()
    assert "Zita Nuova" in shown.text


@pytest.mark.slow
def test_what_is_too_much_comes_bit_by_bit(director, club):
    tournament = a_tournament(club, players=256)
    shown = SeenHand(director, tournament)
    a_round(tournament, tables=[range(first, first + 4) for first in range(0, 256, 4)])
    answers = []
    while shown.changed():
        answers.append(len(gzip.compress(shown.text.encode())))
    assert (max(answers) <= 5_000, len(answers) > 1) == (True, True)
    assert shown.parts == SeenHand(director, tournament).parts


def test_desk_parts_depend_on_the_role(scorer, round_):
    shown = SeenHand(scorer, round_.tournament, "results")
    a_phone(table := round_.tables.get(number=1), 0).post(path(table, "call-director"))
    play(table)
    assert shown.changed() == {"strip", "matters", "latest", "tables-1"}
    assert not shown.parts.keys() & {"clock", "details", "attempts"}


@pytest.mark.parametrize("known", ["", "x", "matters.", "_", "matters.0_matters.1", "🂡.1", "<b>.1" * 200])
def test_whatever_a_browser_says_that_it_shows(known, director, round_):
    answer = director.get(reverse("desk", args=[round_.tournament.slug]), {"part": "live", "known": known})
    assert (answer.status_code, b"<b>" in answer.content) == (200, False)


@pytest.mark.slow
def test_two_at_the_door_see_whom_the_other_ticks_off(round_, director, owner):
    tournament = round_.tournament
    door = SeenHand(director, tournament, "registration")
    assert (door.changed(), door.changed()) == (set(), set())
    entry = tournament.entries.order_by("name")[25]
    owner.post(reverse("change-entry", args=[tournament.slug, entry.pk, "check-in"]))
    assert door.changed() == {"entered", "absent", "list-2"}  # how many are not here
    assert "1 here" in door.text
    owner.post(reverse("change-entry", args=[tournament.slug, entry.pk + 1, "check-in"]))
    assert door.changed() == {"entered", "absent", "list-2"}
    registration.register(tournament, [Candidate(names=("Zita",))], by=director_of(tournament))
    assert door.changed() == {"came", "entered", "absent", "list-5"}
    assert 'data-after="list-4"' in door.text


@pytest.mark.slow
def test_what_one_has_ticked_off_oneself_is_not_sent_again(round_, director):
    tournament = round_.tournament
    first, second, other = tournament.entries.order_by("name")[:3]
    change = reverse("change-entry", args=[tournament.slug, first.pk, "check-in"])
    director.post(change)
    door = SeenHand(director, tournament, "registration")
    digest = door.parts["list-1"]
    assert digest.endswith("1" + 19 * "0")
    director.post(reverse("change-entry", args=[tournament.slug, second.pk, "check-in"]))
    door.parts["list-1"] = digest[:-20] + "11" + 18 * "0"  # as the script writes it with the tick
    assert door.changed() == {"entered", "absent"}
    registration.change_entry(other, {"status": "paused"}, by=director_of(tournament))
    assert "list-1" in door.changed()
