"""Entering a hand: the form from the declared fields, the preview, the save, the correction."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play
from tests.web.pages import faults, text, to_mend, told
from tournaments.actions.hands import hands
from tournaments.models import Hand

pytestmark = pytest.mark.django_db


@fixture_again
def table(club):
    table = a_round(a_tournament(club, table={"hands": 3})).tables.get(number=1)
    table.round.tournament.table_hands = 3
    return table


BY_SCRIPT = {"Accept": "application/json"}


def where(table, hand=1, name="enter-hand"):
    return reverse(name, args=[table.round.tournament.slug, table.round.number, table.number, hand])


def typed(*points, **more):
    return {f"line-{side}-points": value for side, value in enumerate(points)} | more


class TestForm:
    def test_a_field_for_each_player_by_name(self, table, scorer):
        page = text(scorer.get(where(table)))
        names = [seat.entry.name for seat in table.seats.select_related("entry")]
        assert [name for name in names if f"{name}: Points" in page] == names

    def test_what_a_club_may_write_down_besides_is_folded_away(self, table, scorer):
        page = scorer.get(where(table)).content.decode()
        assert '<details class="folded">' in page
        assert 'name="line-0-tricks"' in page
        assert 'name="hand-last_trick"' in page

    def test_a_hand_may_not_be_skipped(self, table, scorer):
        assert scorer.get(where(table, 2)).status_code == 404

    def test_nor_played_after_the_end(self, table, scorer):
        for number in (1, 2, 3):
            play(table, number)
        assert scorer.get(where(table, 4)).status_code == 404

    def test_who_is_out_of_the_game_has_no_field(self, club, scorer):
        table = a_round(a_tournament(club, ruleset="busca-elimination", table={}, name="Eliminazione")).tables.get(
            number=1
        )
        for number in (1, 2):
            play(table, number, [37, 1, 1, 1])
        page = scorer.get(where(table, 3)).content.decode()
        assert 'name="line-0-points"' not in page
        assert 'name="line-1-points"' in page
        assert "tricks" not in page


class TestSave:
    def test_it_counts_and_leads_to_the_next_hand(self, table, scorer):
        response = scorer.post(where(table), typed(8, 11, 2, 19), follow=True)
        hand = table.hands.get()
        assert (hand.scores, hand.state, hand.source) == ([0, 0, 0, 2], "confirmed", "web")
        assert response.request["PATH_INFO"] == where(table, 2)
        west = table.seats.get(number=3).entry.name
        assert told(response) == [f"Hand 1: {west} 2 buscas."]

    def test_the_last_hand_leads_to_the_table(self, table, scorer):
        play(table, 1)
        play(table, 2)
        response = scorer.post(where(table, 3), typed(8, 11, 2, 19))
        assert response.url == reverse("table", args=[table.round.tournament.slug, 1, 1])

    def test_spaces_around_a_number_do_not_matter(self, table, scorer):
        scorer.post(where(table), typed(" 8", "11 ", "2", "19"))
        assert table.hands.get().lines[0] == {"points": 8}

    def test_what_a_club_writes_down_besides_is_kept(self, table, scorer):
        more = {f"line-{side}-tricks": tricks for side, tricks in enumerate([3, 3, 1, 3])}
        scorer.post(where(table), typed(8, 11, 2, 19, **more, **{"hand-last_trick": "3"}))
        hand = table.hands.get()
        assert hand.lines[3] == {"points": 19, "tricks": 3}
        assert hand.facts == {"last_trick": 3}

    def test_recording_costs_the_same_in_a_large_hall(self, club, scorer):
        counts = []
        for players in (8, 80):
            table = a_round(a_tournament(club, players=players)).tables.get(number=1)
            with CaptureQueriesContext(connection) as queries:
                scorer.post(where(table), typed(10, 10, 10, 10))
            counts.append(len(queries))
        assert counts[0] == counts[1]


class TestFaults:
    def test_every_fault_at_once_each_beside_its_field(self, table, scorer):
        response = scorer.post(where(table), typed("acht", "", "-1", "41"))
        assert response.status_code == 422
        assert faults(response) == [
            "Enter a whole number.",
            "This is missing: fill it in.",
            "Enter a number from 0 to 40.",
        ]
        assert not table.hands.exists()

    def test_a_wrong_total_says_how_to_mend_it(self, table, scorer):
        response = scorer.post(where(table), typed(10, 10, 10, 11))
        assert "Total 41: take away 1" in text(response)

    def test_what_was_typed_is_still_there(self, table, scorer):
        page = scorer.post(where(table), typed("7", "<b>", "2", "x" * 50)).content.decode()
        assert 'value="7"' in page
        assert 'value="&lt;b&gt;"' in page
        assert f'value="{"x" * 50}"' in page

    @pytest.mark.parametrize("value", ["1e1", "1.5", "½", "٣", "true", "null", "9" * 400, "\x00", "x" * 10_000, "🂡"])
    def test_nothing_else_than_a_number_is_taken(self, value, table, scorer):
        response = scorer.post(where(table), typed(value, 10, 10, 10))
        assert response.status_code == 422
        assert not table.hands.exists()

    def test_an_empty_post(self, table, scorer):
        assert faults(scorer.post(where(table), {})) == ["This is missing: fill it in."]

    def test_a_seat_that_does_not_exist(self, table, scorer):
        response = scorer.post(where(table), typed(10, 10, 10, 10, **{"hand-last_trick": "7"}))
        assert faults(response) == ["Enter a number from 0 to 3."]

    def test_in_italian(self, table, scorer):
        response = scorer.post(where(table), typed(10, 10, 10, 11), headers={"accept-language": "it"})
        assert response["Content-Language"] == "it"


class TestPreview:
    def test_without_javascript_the_whole_page_comes_back(self, table, scorer):
        response = scorer.post(where(table), typed(8, 11, 2, 19, do="preview"))
        assert "2 buscas" in text(response)
        assert 'value="19"' in response.content.decode()
        assert not table.hands.exists()

    def test_with_it_only_what_the_hand_gives(self, table, scorer):
        response = scorer.post(where(table), typed(8, 11, 2, 19, do="preview"), headers=BY_SCRIPT)
        none = "0 buscas, 0 in all"
        assert response.json() == {
            "rows": [none, none, none, "2 buscas, 2 in all"],
            "problems": [],
            "codes": [],
            "over": False,
        }

    def test_it_adds_up_the_table(self, table, scorer):
        play(table, 1, [8, 11, 2, 19])
        response = scorer.post(where(table, 2), typed(8, 11, 2, 19, do="preview"))
        assert [row.total for row in response.context["preview"].rows] == [0, 0, 0, 4]

    def test_of_a_fault_it_tells_the_fault(self, table, scorer):
        response = scorer.post(where(table), typed(8, 11, 2, 18, do="preview"))
        assert "Total 39: add 1" in text(response)

    def test_half_a_hand_shows_nothing_yet(self, table, scorer):
        response = scorer.post(where(table), typed(8, do="preview"), headers=BY_SCRIPT)
        assert (response.json()["rows"], response.json()["problems"]) == ([], [])


class TestCorrection:
    @fixture_again
    def hand(self, table):
        return play(table, 1, [8, 11, 2, 19])

    def test_the_form_shows_what_stands(self, hand, table, scorer):
        page = scorer.get(where(table)).content.decode()
        assert re.search(r'name="line-3-points"[^>]* value="19"', page)
        assert 'name="replaces" value="1"' in page

    def test_it_makes_a_new_version_with_its_reason(self, hand, table, scorer):
        scorer.post(where(table), typed(19, 11, 2, 8, replaces=1, reason="misread"))
        first, second = table.hands.order_by("version")
        assert (first.is_current, first.state) == (False, Hand.State.CORRECTED)
        assert (second.scores, second.reason) == ([2, 0, 0, 0], "misread")

    def test_it_needs_a_reason_which_a_button_can_say(self, hand, table, scorer):
        response = scorer.post(where(table), typed(19, 11, 2, 8, replaces=1))
        assert to_mend(response) == ["Enter the reason."]
        scorer.post(where(table), typed(19, 11, 2, 8, replaces=1, why="Counted again", reason="twice"))
        assert table.hands.current().get().reason == "Counted again: twice"

    def test_what_somebody_else_changed_meanwhile_is_not_overwritten(self, hand, table, scorer):
        play(table, 1, [10, 10, 10, 10], replaces=1)
        response = scorer.post(where(table), typed(19, 11, 2, 8, replaces=1, reason="misread"))
        assert response.status_code == 422
        assert "Somebody else has changed hand 1" in text(response)
        assert table.hands.current().get().scores == [1, 1, 1, 1]

    def test_nor_is_a_hand_entered_twice_from_two_pages(self, hand, table, scorer):
        response = scorer.post(where(table), typed(19, 11, 2, 8))
        assert "Hand 1 has already been entered" in text(response)

    def test_the_same_tally_again_changes_nothing(self, hand, table, scorer):
        scorer.post(where(table), typed(8, 11, 2, 19))
        assert table.hands.count() == 1

    def test_in_a_closed_round_a_reason_is_needed(self, hand, table, scorer):
        table.round.state = "closed"
        table.round.save()
        response = scorer.post(where(table), typed(19, 11, 2, 8, replaces=1))
        assert "give the reason" in text(response)
        scorer.post(where(table), typed(19, 11, 2, 8, replaces=1, reason="misread"))
        assert table.hands.current().get().scores == [2, 0, 0, 0]

    def test_a_reason_of_ten_thousand_letters(self, hand, table, scorer):
        response = scorer.post(where(table), typed(19, 11, 2, 8, replaces=1, reason="x" * 10_000))
        assert "Shorten the reason to 300 characters." in text(response)


class TestDecision:
    def test_the_page_to_enter_something_else_confirms_nothing(self, table, director):
        hand = play(table)
        hands.dispute(hand, by=director_of(table.round.tournament))
        form = director.get(where(table)).content.decode().partition("tally-form")[2].partition("<footer")[0]
        assert re.findall(r'method="post" action="([^"]*)"', form) == [where(table, 1, "void-hand")]

    def test_a_director_strikes_out_the_last_hand_for_a_reason(self, table, director):
        play(table)
        response = director.post(where(table, 1, "void-hand"), {"reason": "cards exposed"}, follow=True)
        assert table.hands.get().state == Hand.State.VOID
        assert "was struck out" in text(response)

    def test_not_without_one(self, table, director):
        play(table)
        response = director.post(where(table, 1, "void-hand"), {"reason": " "}, follow=True)
        assert told(response) == ["Enter the reason."]
        assert table.hands.current().exists()

    def test_nor_an_earlier_one(self, table, director):
        play(table, 1)
        play(table, 2)
        response = director.post(where(table, 1, "void-hand"), {"reason": "x"}, follow=True)
        assert told(response) == ["Void the later hands of this table first."]
