"""All hands of a table on one sheet: typed, looked at, stored row by row."""

import re

import pytest
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play
from tests.web.pages import text, told
from tests.web.tallies import sides
from tournaments.actions.rounds import rounds
from tournaments.models import Hand

pytestmark = pytest.mark.django_db


@fixture_again
def table(club):
    return a_round(a_tournament(club, table={"hands": 3})).tables.get(number=1)


def where(table, name="table-sheet", *more):
    return reverse(name, args=[table.round.tournament.slug, 1, table.number, *more])


def typed(hands, do="save", fields=("points",)):
    """Each hand's figures by its number, side by side; of several fields one after the other."""
    names = [(side, name) for side in range(4) for name in fields]
    sent = {
        f"{number}-line-{side}-{name}": value
        for number, values in hands.items()
        for (side, name), value in zip(names, values, strict=False)
    }
    return sent | {"do": do}


def points():
    return [[line["points"] for line in hand.lines] for hand in Hand.objects.current().order_by("number")]


def rows(response):
    """Return the page's text beside each hand."""
    found = re.findall(r'id="said-(\d+)" role="status">(.*?)</td>', response.content.decode(), re.S)
    return {int(number): " ".join(re.sub(r"<[^>]+>", " ", said).split()) for number, said in found}


def values(response, hand):
    return re.findall(rf'name="{hand}-line-\d-\w+" value="([^"]*)"', response.content.decode())


def test_a_row_for_each_hand_and_a_field_for_each_player(table, scorer):
    response = scorer.get(where(table))
    assert [len(values(response, hand)) for hand in (1, 2, 3, 4)] == [4, 4, 4, 0]
    assert where(table) in scorer.get(where(table, "table")).content.decode()
    assert where(table) in scorer.get(where(table, "enter-hand", 1)).content.decode()


@pytest.mark.parametrize(("minimum", "mode"), [(0, "numeric"), (-500, "text")])
def test_a_phone_offers_a_keyboard_with_a_minus_where_points_can_be_below_zero(club, scorer, minimum, mode):
    options = {"direction": "high", "sides": 4, "minimum": minimum, "step": 5}
    table = a_round(a_tournament(club, ruleset="points", options=options, table={"hands": 1})).tables.get(number=1)
    page = scorer.get(where(table)).content.decode()
    assert re.findall(r'name="1-line-\d-points"[^>]*?inputmode="(\w+)"', page) == [mode] * 4


def test_all_rows_are_saved_together_with_the_computed_number(table, scorer):
    response = scorer.post(where(table), typed({1: (8, 11, 2, ""), 2: (10, 10, 10, 10)}), follow=True)
    assert told(response) == ["2 hands were saved."]
    assert points() == [[8, 11, 2, 19], [10, 10, 10, 10]]
    assert rows(response) == {1: "saved", 2: "saved", 3: ""}
    again = scorer.post(where(table), typed({1: (8, 11, 2, 19), 2: (10, 10, 10, 10)}), follow=True)
    assert (told(again), Hand.objects.count()) == ([], 2)


def test_every_fault_of_every_row_at_once_and_what_is_right_is_stored(table, scorer):
    response = scorer.post(where(table), typed({1: (8, 11, 2, 19), 2: ("acht", 11, 2, 41), 3: (10, 10, 10, 11)}))
    assert response.status_code == 422
    said = rows(response)
    assert said[1] == "saved"
    assert said[2] == "Enter a whole number. Enter a number from 0 to 40. Open its own page"
    assert said[3] == "Total 41: take away 1"
    assert values(response, 2) == ["acht", "11", "2", "41"]
    assert points() == [[8, 11, 2, 19]]


def test_a_row_that_another_one_entered_meanwhile_is_shown_and_stays(table, scorer):
    play(table, 1, [10, 10, 10, 10])
    response = scorer.post(where(table), typed({1: (8, 11, 2, 19), 2: (20, 20, 0, 0)}))
    assert response.status_code == 422
    assert rows(response)[1] == "Somebody else has entered hand 1 differently. You typed 8 · 11 · 2 · 19."
    assert "10 1 busca 10 1 busca" in text(response)
    assert points() == [[10, 10, 10, 10], [20, 20, 0, 0]]


def test_a_look_before_stores_nothing(table, scorer):
    response = scorer.post(where(table), typed({1: (8, 11, 2, ""), 2: (8, 11, 2, 18), 3: (1, 1, 1, 37)}, "preview"))
    assert not Hand.objects.exists()
    assert "2 buscas" in text(response)
    assert [said.partition(".")[0] for said in rows(response).values()] == [
        "not saved yet",
        "Total 39: add 1",
        "Enter hand 2 first",
    ]
    sums = response.content.decode().partition("<tfoot>")[2].partition("</tfoot>")[0]
    assert re.findall(r'<span class="was">(\d+)</span>', sums) == ["0", "0", "0", "2"]


def test_bids_and_tricks_of_buddha_beside_each_other(table_of, scorer):
    table = table_of("buddha")
    fields = ("bid", "tricks")
    scorer.post(where(table), typed({1: (3, 3, 4, 5, 0, 0, 5, 5)}, fields=fields))
    assert Hand.objects.get().scores == [50, -10, 120, 70]


class TestMariaje:
    FIELDS = ("points", "trump_marriages", "plain_marriages")

    def test_marriages_stand_beside_the_points_and_may_be_left_empty(self, table_of, scorer):
        table = table_of("brisca-mariaje", partners=2, table={"hands": 3})
        assert len(values(scorer.get(where(table)), 1)) == 6
        response = scorer.post(
            where(table), typed({1: (51, 1, "", "", "", 2), 2: (70, "", "", "", "", "")}, fields=self.FIELDS)
        )
        assert response.status_code == 302, rows(response)
        lines = [hand.lines for hand in Hand.objects.order_by("number")]
        assert [[[*line.values()] for line in hand] for hand in lines] == [
            [[51, 1, 0], [69, 0, 2]],
            [[70, 0, 0], [50, 0, 0]],
        ]


BURACO = {f"line-{side}-{name}": "0" for side in (0, 1) for name in ("dirty", "clean", "real", "real_ace")}
TALLIES = {
    "buraco": {
        **BURACO,
        **sides("morto", "taken", "taken"),
        **sides("table_points", 185, 105),
        **sides("hand_points", 0, 35),
        "line-went_out": "0",
    },
    "briscola-chiamata": {
        **sides("role", "defender", "caller", "defender", "partner", "defender"),
        "hand-caller_points": 75,
        "hand-threshold": 61,
    },
    "brisca-rematada": {
        **sides("points", 91, 20, 9),
        "hand-declarer": "0",
        "hand-bid": "110",
        "line-last_trick": "0",
        "hand-any_marriages": "none",
    },
}
EXTRA = {"buraco": {"partners": 2}, "briscola-chiamata": {"entries": 5}, "brisca-rematada": {"entries": 3}}


@pytest.fixture(params=EXTRA)
def opened(request, table_of, scorer):
    """A table of a game whose hands need a whole form, and such a form filled in."""
    table = table_of(request.param, table={"hands": 3}, **EXTRA[request.param])
    return table, TALLIES[request.param]


def test_a_row_stands_open_with_the_whole_form_of_its_hand(opened, scorer):
    table, tally = opened
    page = scorer.get(where(table)).content.decode()
    assert [re.findall(r'<tr data-hand="(\d)"( data-open)?', page)][0][0] == ("1", " data-open")
    response = scorer.post(where(table) + "?hand=1", {**tally, "do": "save"}, follow=True)
    assert Hand.objects.current().count() == 1
    page = response.content.decode()
    assert re.findall(r'<tr data-hand="(\d)"( data-stands| data-open)', page) == [
        ("1", " data-stands"),
        ("2", " data-open"),
    ]
    page = scorer.get(where(table) + "?hand=1").content.decode()
    assert "Why it is corrected" in page
    again = scorer.post(where(table) + "?hand=1", {**tally, "replaces": 1, "do": "save"})
    assert (again.headers["Location"], Hand.objects.count()) == (where(table), 1)


def test_an_open_row_says_what_is_wrong_and_keeps_what_was_typed(opened, scorer):
    table, _tally = opened
    response = scorer.post(where(table) + "?hand=1", {"do": "save"})
    assert response.status_code == 422
    assert 'id="faults"' in response.content.decode()
    assert scorer.post(where(table) + "?hand=3", {"do": "save"}).status_code == 404
    assert not Hand.objects.exists()


def test_table_sheet_shows_hands_entered_elsewhere(table, scorer):
    scorer.get(where(table))
    first = scorer.get(where(table), {"part": "live"})
    mark = {"if-none-match": first.headers["ETag"]}
    assert scorer.get(where(table), {"part": "live"}, headers=mark).status_code == 304
    play(table, 1, [10, 10, 10, 10])
    second = scorer.get(where(table), {"part": "live"}, headers=mark)
    assert rows(second)[1] == "saved"


def test_whoever_is_out_has_no_field(club, scorer):
    table = a_round(a_tournament(club, ruleset="busca-elimination", table={}, name="E")).tables.get(number=1)
    scorer.post(where(table), typed({1: (37, 1, 1, 1), 2: (37, 1, 1, 1), 3: ("", 20, 5, 15)}))
    assert [hand.scores for hand in Hand.objects.order_by("number")][2] == [None, 2, 0, 0]
    assert len(values(scorer.get(where(table)), 4)) == 3


def test_after_the_close_it_says_so(table, scorer):
    rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
    response = scorer.post(where(table), typed({1: (8, 11, 2, 19)}))
    assert "Round 1 is closed" in rows(response)[1]
    assert not Hand.objects.exists()


def test_a_closed_round_that_has_all_hands_offers_nothing_to_save(table, scorer):
    for number in (1, 2, 3):
        play(table, number)
    assert re.findall(r'name="do" value="([a-z]+)"', scorer.get(where(table)).content.decode()) == [
        *("save", "preview", "paste")
    ]
    rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
    assert 'name="do"' not in scorer.get(where(table)).content.decode()


def test_what_holds_no_hand_is_given_back_and_said(table, scorer):
    page = scorer.post(where(table), {"do": "paste", "pasted": "x\ty\tz", "1-line-0-points": "8"})
    assert "No hand was found in what was pasted." in text(page)
    assert re.findall(r"<textarea[^>]*>(.*?)</textarea>", page.content.decode(), re.S) == ["x\ty\tz"]
    assert values(page, 1) == ["8", "", "", ""]
