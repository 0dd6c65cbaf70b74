"""The list of results leads to the next hand; scorers see their actions only."""

import re

import pytest
from django.urls import reverse

from tests.halls import a_round, a_tournament, director_of, play, play_out
from tests.web.at_table import tally
from tests.web.pages import text, told
from tournaments.actions.hands import hands, help_calls
from tournaments.actions.rounds import rounds

pytestmark = pytest.mark.django_db


class TestResults:
    def where(self, tournament):
        return reverse("results", args=[tournament.slug])

    def test_a_scorer_has_the_tables_of_the_desk_and_nothing_to_direct(self, club, scorer):
        round_ = a_round(a_tournament(club))
        page = scorer.get(self.where(round_.tournament))
        assert ("Hand 1" in text(page), "Results of table" in text(page)) == (True, True)
        assert re.findall(r'method="post" action="(/tournaments/[^"]+)"', page.content.decode()) == []
        assert b"/registration/" not in page.content

    def test_a_scorer_goes_to_a_table_that_calls_and_leaves_a_dispute_to_a_director(self, club, scorer):
        round_ = a_round(a_tournament(club))
        call = help_calls.call_director(round_.tables.get(number=1), seat=0, reason="pin")
        hands.dispute(play(round_.tables.get(number=2)), by=director_of(round_.tournament))
        before = scorer.get(self.where(round_.tournament))
        answer = reverse("answer-call", args=[round_.tournament.slug, call.pk])
        assert "five times. A director can give a new one." in text(before)
        assert ("2 items waiting" in text(before), "Table 2 does not agree on hand 1" in text(before)) == (True, True)
        assert "A director decides. View table 2" in text(before)
        assert re.findall(r'method="post" action="(/tournaments/[^"]+)"', before.content.decode()) == [answer]
        after = scorer.post(answer, follow=True)
        assert ("Table 1 calls" in text(after), "1 item waiting" in text(after)) == (False, True)

    @pytest.mark.slow
    def test_a_disputed_hand_is_no_scorers_to_correct(self, club, scorer, director):
        round_ = a_round(a_tournament(club))
        hands.dispute(play(round_.tables.get(number=1)), by=director_of(round_.tournament))
        place = [round_.tournament.slug, 1, 1]
        where = reverse("enter-hand", args=[*place, 1])
        pages = [who.get(reverse("table", args=place)) for who in (scorer, director)]
        assert [f'href="{where}"' in page.content.decode() for page in pages] == [False, True]
        assert ["A director decides." in text(page) for page in pages] == [True, False]
        refused = "The table does not agree on hand 1: a director decides."
        assert told(scorer.get(where, follow=True)) == [refused]
        sent = {**tally(), "replaces": 1, "reason": "Counted again", "do": "save"}
        assert refused in text(scorer.post(where, sent))
        assert director.get(where).status_code == 200

    def test_a_tables_number_leads_to_its_next_hand(self, club, scorer):
        round_ = a_round(a_tournament(club))
        play(round_.tables.get(number=2))
        slug = round_.tournament.slug
        response = scorer.get(self.where(round_.tournament), {"table": "2"})
        assert response.url == reverse("enter-hand", args=[slug, 1, 2, 2])

    def test_of_a_finished_table_to_the_table(self, club, scorer):
        round_ = a_round(a_tournament(club))
        play_out(round_)
        slug = round_.tournament.slug
        response = scorer.get(self.where(round_.tournament), {"table": "2"})
        assert response.url == reverse("table", args=[slug, 1, 2])

    def test_that_a_table_is_slow_is_told_in_one_piece_with_how_far_it_is(self, club, scorer):
        round_ = a_round(a_tournament(club, players=12, table={"hands": 4}))
        for number, table in ((1, 1), (2, 1), (1, 2), (2, 2)):
            play(round_.tables.get(number=table), number)
        page = scorer.get(self.where(round_.tournament)).content.decode()
        assert re.findall(r'class="state[^"]*">([^<]* · slow)</span>', page) == ["No hand yet · slow"]

    def test_after_a_tables_last_hand_the_next_table_is_one_key_away(self, club, scorer):
        round_ = a_round(a_tournament(club, players=12))
        for number in (1, 2, 1, 2):
            play(table := round_.tables.get(number=number + 1), table.hands.count() + 1)
        pages = [scorer.get(reverse("table", args=[round_.tournament.slug, 1, number])) for number in (1, 2, 3)]
        leads = [re.search(r'href="([^"]+)" autofocus', page.content.decode()) for page in pages]
        first = reverse("enter-hand", args=[round_.tournament.slug, 1, 1, 1])
        assert [lead and lead[1] for lead in leads] == [None, first, first]

    @pytest.mark.parametrize("page", ["table", "table-sheet"])
    def test_after_the_last_tables_last_hand_the_desk_is(self, page, club, scorer):
        round_ = a_round(a_tournament(club))
        play_out(round_)
        shown = scorer.get(reverse(page, args=[round_.tournament.slug, 1, 1])).content.decode()
        onward = re.findall(r'href="([^"]+)"[^>]*>\s*Back to the desk', shown)
        assert onward == [reverse("desk", args=[round_.tournament.slug])]

    @pytest.mark.parametrize("table", ["99", "x", "-1", "9" * 40, "🂡"])
    def test_a_number_that_no_table_has(self, table, club, scorer):
        round_ = a_round(a_tournament(club))
        response = scorer.get(self.where(round_.tournament), {"table": table}, follow=True)
        assert "There is no such table in this round." in text(response)

    def test_before_the_first_round(self, club, scorer):
        page = scorer.get(self.where(a_tournament(club)))
        assert "No round is in play" in text(page)

    def test_after_the_last_round(self, club, scorer):
        round_ = a_round(a_tournament(club, rounds=1))
        play_out(round_)
        rounds.close_round(round_, by=director_of(round_.tournament))
        page = text(scorer.get(self.where(round_.tournament)))
        assert ("All rounds are played" in page, "No round is in play" in page) == (True, False)
