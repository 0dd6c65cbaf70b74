"""The reader's own side is first on every page of a phone, in every game."""

import random
import re
from html import unescape

import pytest

from tests.games.dealing import deal
from tests.halls import director_of
from tests.parameters import slowly
from tournaments.actions.hands import hands
from tournaments.actions.hands.tables import play_at
from tournaments.models import Hand
from tournaments.web.forms.hands import TallyForm

from .at_table import a_phone, answer, path
from .test_deciding_words import CASES, ENDS, judged
from .test_finished_table import names_of_sides, told_places

pytestmark = pytest.mark.django_db
NAME = re.compile(r'class="name"\s+translate="no">([^<]+)<')
ON_PAD = re.compile(r":</span>\s*([^<]+)<")
ROW = re.compile(r'<th scope="row" class="name" translate="no">([^<]+)<')
VERSIONS = re.compile(r'<div class="versions".*?</table>', re.DOTALL)
SCORES = re.compile(r'<ul class="names said".*?</ul>', re.DOTALL)
PAD = re.compile(r'<table class="pad.*?<tbody>', re.DOTALL)


AT_ONCE = ("busca-accademia", "buddha", "brisca-rematada", "buraco")
"""Everybody alone and partners, with bids and with a side to choose; CI looks at every game."""


@pytest.fixture(params=[*AT_ONCE, *slowly(*(case for case in CASES if case not in AT_ONCE))])
def table(request, table_of):
    slug, entries, partners, options = CASES[request.param]
    return table_of(slug, entries, partners, options=options, table=ENDS.get(slug, {}))


@pytest.mark.slow
def test_oneself_is_first_on_every_page_of_a_phone(table):
    north, last = (a_phone(table, seat) for seat in (0, table.seats.count() - 1))
    lock(north, table)
    send(north, table, 1)
    assert_own_first(north.get(path(table)), table, 0, SCORES, PAD)
    assert_own_first(last.get(path(table)), table, -1, SCORES, PAD)
    assert_own_first(last.get(path(table, "table-hand", 1)), table, -1, FORM)
    send(last, table, 2, purpose="counter", replaces="1")
    assert_own_first(north.get(path(table)), table, 0, VERSIONS)
    answer(north, table, version=2, accept="no")
    assert_own_first(north.get(path(table)), table, 0, VERSIONS)
    assert_own_first(last.get(path(table)), table, -1, VERSIONS)
    settle(table)
    assert_own_first(last.get(path(table, "table-hand", 1)), table, -1, FORM)
    assert_own_first(last.get(path(table, "table-hand", 2)), table, -1, FORM)


def lock(phone, table):
    """Lock the bids of the first hand, in a game that has some."""
    if table.round.tournament.rules.announced:
        bids = {name: value for name, value in fields_of(table, 1).items() if name.endswith("-bid")}
        phone.post(path(table, "table-hand", 1), bids | {"do": "lock"})


def send(phone, table, seed, **more):
    """Send the first hand as this phone's form has it, once its bids are locked."""
    return phone.post(path(table, "table-hand", 1), fields_of(table, seed) | {"locked": "1"} | more, follow=True)


def fields_of(table, seed):
    """The fields of a form with a dealt hand; bids are always those of the first seed, which are locked."""
    play, tournament = play_at(table), table.round.tournament
    raw, first = (
        deal(tournament.ruleset, random.Random(dice), sides=len(play.sides), options=tournament.options)
        for dice in (seed, 1)
    )
    for line, locked in zip(raw["lines"], first["lines"], strict=True):
        line.update({name: locked[name] for name in tournament.rules.announced})
    form = TallyForm(play, 1, hand=judged(tournament, len(play.sides), raw))
    return {one.name: one.typed for one in form.inputs}


def settle(table):
    """Decide the disputed hand as it is."""
    hand = Hand.objects.current().get(table=table)
    tally = {"lines": hand.lines} | ({"hand": hand.facts} if hand.facts else {})
    entered = hands.HandInput(number=1, tally=tally, replaces=hand.version, reason="Both heard")
    hands.record(table, entered, by=director_of(table.round.tournament))


class FORM:
    """Return the fields of a form for each side."""

    @staticmethod
    def findall(page):
        return [page.partition('class="tally-form"')[2].partition('class="dock"')[0]]


def assert_own_first(response, table, own, *parts):
    """Check that each part of the page is there, and names the sides in turn from the reader's."""
    page, names = response.content.decode(), names_of_sides(table)
    for part in parts:
        found = part.findall(page)
        assert found, part
        for text in found:
            listed = {VERSIONS: ROW, PAD: ON_PAD}.get(part, NAME).findall(text)
            in_turn = list(dict.fromkeys(bare(unescape(name)) for name in listed))
            assert in_turn == [bare(name) for name in names[own:] + names[:own]], part
        for field in ("hand-three_killed_by", "hand-declarer", "line-went_out", "line-last_trick"):
            values = re.findall(rf'name="{field}"\s*value="(\d)"', found[0])
            assert values in ([], [str(side % len(names)) for side in range(own, own + len(names))]), field


def bare(name):
    return re.sub(r"\W", "", name)


def test_of_those_who_share_a_place_oneself_comes_first(table_of):
    table = table_of("busca-accademia", table={"hands": 1})
    level = {"lines": [{"points": 10}] * 4}
    hands.record(table, hands.HandInput(number=1, tally=level), by=director_of(table.round.tournament))
    names = names_of_sides(table)
    for seat in range(4):
        winners, listed = told_places(a_phone(table, seat).get(path(table)).content.decode())
        assert winners == [name for _place, name in listed] == names[seat:] + names[:seat]
