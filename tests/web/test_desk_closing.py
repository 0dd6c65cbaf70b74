"""At the desk a round is closed, and an evening is archived or deleted."""

import re

import pytest
from django.urls import reverse

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play, play_out
from tests.web.pages import text, told
from tournaments.actions import sweep
from tournaments.actions.hands import hands
from tournaments.actions.rounds import rounds
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


class TestClose:
    @fixture_again
    def round_(self, club):
        return a_round(a_tournament(club))

    def test_when_every_hand_is_in(self, round_, director):
        play_out(round_)
        director.post(reverse("close-round", args=[round_.tournament.slug, 1]))
        round_.refresh_from_db()
        assert round_.state == Round.State.CLOSED

    def test_missing_hands_are_told_table_by_table(self, round_, director):
        where = reverse("close-round", args=[round_.tournament.slug, 1])
        response = director.post(where, follow=True)
        assert told(response) == ["Table 1: hand 1 is missing.", "Table 2: hand 1 is missing."]

    def test_all_the_same(self, round_, director):
        where = reverse("close-round", args=[round_.tournament.slug, 1])
        director.post(where, {"anyway": "yes"})
        round_.refresh_from_db()
        assert round_.state == Round.State.CLOSED

    @pytest.mark.slow
    def test_what_it_does_to_the_score_is_told_before_and_where_it_was_done_after(self, round_, director):
        play_out(round_)
        hands.void(round_.tables.get(number=1).hands.get(number=2), by=director_of(round_.tournament), reason="x")
        where = reverse("close-round", args=[round_.tournament.slug, 1])
        asked = text(director.get(where))
        assert "Tables with results missing, disputed or not confirmed: 1." in asked
        assert "as if nothing had been played, or as played, whichever is worse for the player" in asked
        assert "table without a result gets" not in asked
        assert told(director.post(where, {"anyway": "yes"}, follow=True)) == [
            "Round 1 is closed; results are missing at one table."
        ]
        sweep.refresh_stale_standings()
        said = []
        for number in (1, 2):
            table = round_.tables.get(number=number)
            entry = table.seats.first().entry
            page = text(director.get(reverse("entry", args=[round_.tournament.slug, entry.pk])))
            unfinished = "the table had not finished when it was closed"
            said.append([unfinished in page, "2 hands" in page])
            page = text(director.get(reverse("table", args=[round_.tournament.slug, 1, number])))
            closed = "This table was closed before it had finished: it counts as if nothing had been played"
            said[-1] += ["leads the next hand" in page, closed in page]
        assert said == [[True, False, False, True], [False, True, False, False]]

    def test_what_nobody_agreed_on_is_in_no_figure_once_it_is_closed(self, round_, director):
        play_out(round_)
        table = round_.tables.get(number=1)
        hands.dispute(table.hands.get(number=2), by=director_of(round_.tournament))
        scores = table.hands.get(number=1).scores
        slug, entry = round_.tournament.slug, table.seats.get(number=0).entry
        pages = [reverse("round", args=[slug, 1]), reverse("table", args=[slug, 1, 1])]
        shown = reverse("table-csv", args=[slug, 1, 1])
        sums = [re.findall(r"\d+", director.get(shown).content.decode().splitlines()[-1])]
        director.post(reverse("close-round", args=[slug, 1]), {"anyway": "yes"})
        sweep.refresh_stale_standings()
        sums.append(re.findall(r"\d+", director.get(shown).content.decode().splitlines()[-1]))
        assert sums == [[str(2 * score) for score in scores], [str(score) for score in scores]]
        told_of = [re.findall(r"(?:Sum|North [^\d]+ \d+) (\d+)", text(director.get(page)))[0] for page in pages]
        assert told_of == [str(scores[0])] * 2
        page = director.get(reverse("entry", args=[slug, entry.pk]))
        assert [len(line["hand_scores"]) for line in page.context["lines"]] == [1]

    def test_and_open_again(self, round_, director):
        play_out(round_)
        rounds.close_round(round_, by=director_of(round_.tournament))
        director.post(reverse("reopen-round", args=[round_.tournament.slug, 1]))
        round_.refresh_from_db()
        assert round_.state == Round.State.PUBLISHED

    def test_after_the_last_round_prizes_and_the_next_evening_are_in_sight(self, club, director):
        round_ = a_round(a_tournament(club, rounds=1))
        desk = reverse("desk", args=[round_.tournament.slug])
        in_play = text(director.get(desk))
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        over = text(director.get(desk))
        in_sight = [page.partition("Other pages")[0] for page in (in_play, over)]
        assert [("Prizes" in seen, "Another one like this" in seen) for seen in in_sight] == [(False,) * 2, (True,) * 2]
        assert ["Round 1 on paper" in page for page in (in_play, over)] == [True, False]


class TestPuttingAway:
    def test_archived_it_stays_readable(self, club, director, anybody):
        tournament = a_tournament(club)
        director.post(reverse("archive-tournament", args=[tournament.slug]))
        tournament.refresh_from_db()
        assert tournament.status == Tournament.Status.ARCHIVED
        assert anybody.get(reverse("tournament", args=[tournament.slug])).status_code == 200

    def test_archived_its_desk_has_no_refused_step(self, club, director, scorer):
        round_ = a_round(a_tournament(club, rounds=2))
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        slug = round_.tournament.slug
        assert "Next: draw round 2" in text(director.get(reverse("desk", args=[slug])))
        director.post(reverse("archive-tournament", args=[slug]))
        desk = director.get(reverse("desk", args=[slug]))
        assert "The tournament is archived" in text(desk)
        addresses = [reverse(name, args=[slug, *args]) for name, args in (("draw", []), ("reopen-round", [1]))]
        assert [f'action="{where}"' in desk.content.decode() for where in addresses] == [False, False]
        assert "The tournament is archived" in text(scorer.get(reverse("results", args=[slug])))

    def test_archived_before_the_first_round_it_is_deleted_but_not_archived_again(self, club, director):
        slug = a_tournament(club).slug
        director.post(reverse("archive-tournament", args=[slug]))
        desk = text(director.get(reverse("desk", args=[slug])))
        assert ("Next: draw round 1" in desk, "Archive it" in desk, "Delete it" in desk) == (False, False, True)

    def test_deleted_before_the_first_hand(self, club, director):
        tournament = a_tournament(club)
        director.post(reverse("delete-tournament", args=[tournament.slug]))
        assert not Tournament.objects.exists()

    def test_not_after_it(self, club, director):
        round_ = a_round(a_tournament(club))
        play(round_.tables.get(number=1))
        where = reverse("delete-tournament", args=[round_.tournament.slug])
        response = director.post(where, follow=True)
        assert told(response) == ["Play has begun: archive the tournament instead."]
