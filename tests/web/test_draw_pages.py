"""The page before a draw: methods, obstacles, preview of the rounds, and progress."""

import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from tests.again import fixture_again
from tests.halls import a_long_draw, a_round, a_tournament, director_of, play_out
from tests.season_evenings import FIRST, a_season, an_evening
from tests.web.pages import faults, text, told
from tests.web.test_draft_pages import draft as draft
from tests.web.test_draft_pages import seating, to
from tests.web.test_draft_pages import tournament as tournament
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds.draws.jobs import run_draw_job
from tournaments.models import Round

pytestmark = pytest.mark.django_db


class TestDraw:
    def where(self, tournament):
        return reverse("draw", args=[tournament.slug])

    def test_it_makes_a_draft_and_shows_it(self, tournament, director):
        response = director.post(self.where(tournament), follow=True)
        round_ = tournament.rounds.get()
        assert round_.state == Round.State.DRAFT
        assert response.request["PATH_INFO"] == to("draft", round_)

    def test_what_stands_in_its_way_is_told(self, tournament, director, draft):
        response = director.post(self.where(tournament), follow=True)
        assert told(response) == ["Round 1 is a draft: publish it or discard it first."]
        assert response.request["PATH_INFO"] == to("draft", draft)

    def test_by_hand_with_numbers_or_names(self, tournament, director):
        tables = "1, 2, 3, 4\n\nPlayer 0005; player 0006 ;7,8"
        director.post(self.where(tournament), {"tables": tables})
        numbers = dict(tournament.entries.values_list("pk", "number"))
        seated = [[numbers[pk] for pk in table] for table in seating(tournament.rounds.get())]
        assert seated == [[1, 2, 3, 4], [5, 6, 7, 8]]

    def test_every_word_that_names_nobody(self, tournament, director):
        response = director.post(self.where(tournament), {"tables": "1,2,3,99\nUgo,5,6,7"})
        assert faults(response) == ["Nobody here is called “99”.", "Nobody here is called “Ugo”."]
        assert not tournament.rounds.exists()

    def test_name_of_several_players_is_refused_with_their_numbers(self, tournament, director):
        named = [Candidate(names=("Ada Neri",), new=True) for _player in range(2)]
        registration.register(tournament, named, by=director_of(tournament))
        response = director.post(self.where(tournament), {"tables": "Ada Neri,1,2,3"})
        assert faults(response) == ["Which of them? Write the number: 10 Ada Neri · 11 Ada Neri"]

    def test_a_player_twice(self, tournament, director):
        response = director.post(self.where(tournament), {"tables": "1,2,3,3\n5,6,7,8"})
        assert response.status_code == 422
        assert len(faults(response)) >= 1
        assert not tournament.rounds.exists()

    @pytest.mark.parametrize("tables", ["", "\n\n", ",,,", "x" * 60_000, "1,2,3", "🂡"])
    def test_what_makes_no_tables(self, tables, tournament, director):
        response = director.post(self.where(tournament), {"tables": tables})
        assert response.status_code == 422
        assert not tournament.rounds.exists()


class TestAllTheRoundsBeforeTheFirstDraw:
    @pytest.fixture
    def tournament(self, club):
        return a_tournament(club, players=16, name="S", pairing="schedule", rounds=5)

    def where(self, tournament):
        return reverse("preview-rounds", args=[tournament.slug])

    def seen(self, director, tournament):
        return director.get(self.where(tournament), follow=True).context

    def test_the_draw_then_makes_what_was_shown(self, tournament, director):
        assert self.where(tournament) in director.get(reverse("draw", args=[tournament.slug])).content.decode()
        seen = self.seen(director, tournament)
        assert [each.number for each in seen["coming"]] == [1, 2, 3, 4, 5]
        assert not tournament.rounds.exists()
        director.post(reverse("draw", args=[tournament.slug]), {"seed": seen["preview"].seed})
        round_ = tournament.rounds.get()
        drawn = [seating(round_), *(each["tables"] for each in round_.ahead)]
        assert drawn == [[[entry.pk for entry in table] for table in each.tables] for each in seen["coming"]]

    def test_a_draw_that_takes_long_is_shown_too(self, club, director):
        tournament = a_long_draw(club)
        seen = self.seen(director, tournament)
        assert [len(each.tables) for each in seen["coming"]] == [4] * 5
        director.post(reverse("draw", args=[tournament.slug]), {"seed": seen["preview"].seed})
        round_ = tournament.rounds.get()
        assert run_draw_job(round_.pk)
        assert seating(round_) == [[entry.pk for entry in table] for table in seen["coming"][0].tables]

    def test_the_same_address_shows_the_same_rounds(self, tournament, director):
        one, other = (director.get(self.where(tournament), {"seed": 5}).context["coming"] for _time in range(2))
        assert one == other

    @pytest.mark.parametrize("seed", ["", "x", "-1", "²", "9" * 30, str(2**31)])
    def test_a_seed_that_is_none_is_another(self, seed, tournament, director):
        response = director.get(self.where(tournament), {"seed": seed})
        assert response.status_code == 302

    def test_on_paper_round_by_round_and_by_name(self, tournament, director):
        paper = director.get(reverse("print-preview", args=[tournament.slug]), {"seed": 5})
        words = " ".join(" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(paper.content)).pages)
        assert [words.count(f"Round {number} ") for number in range(1, 6)] == [1] * 5
        assert words.count("0016") == 6  # once in each round, and once by name

    def test_so_is_what_was_drawn(self, tournament, director):
        round_ = a_round(tournament, publish=False)
        paper = director.get(to("print-ahead", round_))
        words = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(paper.content)).pages)
        assert words.count("0016") == 6

    def test_tables_that_are_made_round_by_round_are_not_known_before(self, club, director):
        swiss = a_tournament(club, players=16, name="S", pairing="swiss", rounds=5)
        assert self.where(swiss) not in director.get(reverse("draw", args=[swiss.slug])).content.decode()
        response = director.get(self.where(swiss), {"seed": 5})
        assert response.status_code == 409
        assert "These tables are made round by round: later rounds are not known yet." in text(response)

    def test_too_few(self, club, director):
        three = a_tournament(club, players=3, name="S", pairing="schedule", rounds=5)
        assert self.where(three) not in director.get(reverse("draw", args=[three.slug])).content.decode()
        assert director.get(self.where(three), {"seed": 5}).status_code == 422


class TestBeforeTheDraw:
    def where(self, tournament):
        return reverse("draw", args=[tournament.slug])

    def test_each_way_that_fits_is_offered_with_what_it_does(self, tournament, director):
        page = text(director.get(self.where(tournament)))
        assert "The lot decides in every round; as few as possible meet again." in page
        assert "moves on after every round" not in page
        assert "Sitting out this round: 1. A stand-in would let everybody play." in page

    @pytest.mark.slow
    def test_another_way_from_this_round_on(self, tournament, director):
        director.post(self.where(tournament), {"method": "schedule"})
        tournament.refresh_from_db()
        assert (tournament.rounds.get().method, tournament.pairing) == ("schedule",) * 2

    def test_a_way_that_is_none(self, tournament, director):
        response = director.post(self.where(tournament), {"method": "x"}, follow=True)
        assert len(told(response)) == 1
        assert not tournament.rounds.exists()

    def test_open_results_are_listed_and_gone_on_over(self, club, director):
        tournament = a_tournament(club, players=8, name="S", pairing="interval", rounds=3)
        a_round(tournament)
        page = director.get(self.where(tournament))
        assert "Round 1, Table 1: hand 1 is missing." in text(page)
        assert f'href="{reverse("table", args=["s", 1, 1])}"' in page.content.decode()
        assert "Draw anyway" in text(page)
        response = director.post(self.where(tournament), {"method": "interval"}, follow=True)
        assert told(response) == ["The standings are not complete: check the missing results."]
        assert response.request["PATH_INFO"] == self.where(tournament)
        director.post(self.where(tournament), {"method": "interval", "anyway": "yes"})
        assert tournament.rounds.count() == 2

    def test_open_results_are_listed_for_another_way_before_the_plan_changes(self, club, director):
        tournament = a_tournament(club, players=8, name="S", pairing="random", rounds=3)
        a_round(tournament)
        page = director.post(self.where(tournament), {"method": "danish"}, follow=True)
        assert told(page) == ["The standings are not complete: check the missing results."]
        assert "Round 1, Table 1: hand 1 is missing." in text(page)
        assert "Draw anyway" in text(page)
        assert page.context["method"]["method"].value() == "danish"
        tournament.refresh_from_db()
        assert tournament.pairing == "random"
        director.post(self.where(tournament), {"method": "danish", "anyway": "yes"})
        tournament.refresh_from_db()
        assert (tournament.rounds.get(number=2).method, tournament.pairing) == ("danish", "danish")

    def test_a_draw_after_which_an_evening_no_longer_counts_asks_first(self, club, director):
        """A knock-out needs no planned rounds, so it continues a finished evening."""
        evening = an_evening(club, *FIRST)
        late = [Candidate(names=(f"Late {number}",)) for number in range(4)]
        registration.register(evening, late, by=director_of(evening))
        a_season(club, evening)
        where, wanted = self.where(evening), {"method": "knock-out"}
        asked = director.post(where, wanted)
        assert (asked.status_code, evening.rounds.count()) == (409, 1)
        assert "and would no longer count" in text(asked)
        agreement = asked.context["answers"][0][0]
        director.post(where, {**wanted, "agreed": agreement})
        evening.refresh_from_db()
        assert (evening.rounds.count(), evening.pairing, evening.status) == (2, "knock-out", "running")

    @pytest.mark.parametrize("method", ["x", "mitchell", ""])
    def test_an_address_with_a_way_that_is_not_offered_shows_the_usual_page(self, tournament, director, method):
        page = director.get(self.where(tournament), {"method": method})
        assert page.context["method"]["method"].value() == "random"

    def test_a_round_with_all_its_hands_that_nobody_closed_can_be_closed_first(self, club, director):
        tournament = a_tournament(club, players=8, name="S", rounds=3, table={"hands": 1})
        round_ = a_round(tournament)
        first = "Next: close round 1"
        assert first not in text(director.get(self.where(tournament)))
        play_out(round_)
        assert f"{first} . Every hand is entered. Close round 1" in text(director.get(self.where(tournament)))
        director.post(reverse("close-round", args=[tournament.slug, 1]))
        assert first not in text(director.get(self.where(tournament)))

    def test_before_the_first_round_there_are_no_standings(self, club, director):
        swiss = a_tournament(club, players=28, name="S", pairing="swiss", rounds=3)
        said = "Nobody has played yet: there are no standings from which to make these tables."
        assert text(director.get(self.where(swiss))).count(said) == 1
        assert text(director.get(to("draft", a_round(swiss, publish=False)))).count(said) == 1

    def test_a_small_field_is_told_what_suits_it(self, club, director):
        swiss = a_tournament(club, players=16, name="S", pairing="swiss", rounds=5)
        page = text(director.get(self.where(swiss)))
        assert "In 5 rounds everybody has 15 opponents, and there are only 15 others" in page

    @pytest.mark.slow
    def test_it_costs_the_same_in_a_large_hall(self, club, director):
        counts = []
        for players in (8, 64):
            made = a_tournament(club, players=players, name=f"H{players}", pairing="interval")
            a_round(made)
            with CaptureQueriesContext(connection) as queries:
                director.get(self.where(made))
            counts.append(len(queries))
        assert counts == [23, 23]


class TestLongDraw:
    @fixture_again
    def evening(self, club):
        return a_long_draw(club)

    @pytest.fixture
    def drawing(self, evening, director):
        response = director.post(reverse("draw", args=["s"]), follow=True)
        round_ = evening.rounds.get()
        assert response.request["PATH_INFO"] == to("draft", round_)
        return round_

    @pytest.mark.slow
    def test_the_page_says_how_far_it_is_and_becomes_the_draft(self, drawing, director):
        page = director.get(to("draft", drawing))
        assert "Round 1 is being drawn" in text(page)
        assert "It is about to begin." in text(page)
        assert b'data-begun="It takes about ' in page.content
        assert b'<noscript><meta http-equiv="refresh" content="3"></noscript>' in page.content
        assert "Round 1 is being drawn" in text(director.get(reverse("desk", args=["s"])))
        run_draw_job(drawing.pk)
        assert "How it was drawn" in text(director.get(to("draft", drawing)))

    def test_no_second_one_meanwhile(self, drawing, director):
        response = director.post(reverse("draw", args=["s"]), follow=True)
        assert told(response) == ["Round 1 is already being drawn. Wait until it is ready, or stop that draw."]
        assert response.request["PATH_INFO"] == to("draft", drawing)
        assert director.get(reverse("draw", args=["s"])).url == to("draft", drawing)

    def test_it_is_stopped(self, drawing, director, evening):
        director.post(to("drop-draft", drawing))
        assert not evening.rounds.exists()

    @pytest.mark.slow
    def test_why_there_is_none_and_another_try(self, drawing, director, evening):
        evening.entries.update(status="withdrawn", until_round=0)
        run_draw_job(drawing.pk)
        page = text(director.get(to("draft", drawing)))
        assert "Round 1 could not be drawn" in page
        assert "Too few players to be seated (0): the smallest table takes 4." in page
        assert "Round 1 could not be drawn" in text(director.get(reverse("desk", args=["s"])))
        evening.entries.update(status="active", until_round=None)
        assert "Draw round 1" in text(director.get(reverse("draw", args=["s"])))
        director.post(reverse("draw", args=["s"]))
        assert evening.rounds.get().state == Round.State.DRAWING
