"""The director's desk shows the next step."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.halls import a_club, a_long_draw, a_round, a_tournament, a_user, director_of, play, play_out
from tests.web.pages import text, told
from tournaments.actions import readiness, sweep
from tournaments.actions.hands import hands
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.registration import register
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws.jobs import draw_next_round, run_draw_job
from tournaments.models import Heartbeat, Round, Tournament

pytestmark = pytest.mark.django_db


def desk(client, tournament):
    return client.get(reverse("desk", args=[tournament.slug]))


def headline(response):
    return response.context["agenda"].step


class TestNext:
    @pytest.mark.slow
    def test_the_whole_evening(self, club, director):
        tournament = a_tournament(club, players=0, rounds=1)
        assert headline(desk(director, tournament)) == "register"
        tournament = a_tournament(club, players=8, rounds=1)
        assert headline(desk(director, tournament)) == "draw"
        round_ = a_round(tournament, publish=False)
        assert headline(desk(director, tournament)) == "publish"
        rounds.publish_round(round_, by=director_of(tournament))
        assert headline(desk(director, tournament)) == "play"
        play_out(round_)
        assert headline(desk(director, tournament)) == "close"
        rounds.close_round(round_, by=director_of(tournament))
        assert headline(desk(director, tournament)) == "finished"

    @pytest.mark.slow
    def test_a_round_that_is_still_in_play_under_another_is_told_and_closed_from_there(self, club, director):
        tournament = a_tournament(club, rounds=3)
        under, latest = a_round(tournament), a_round(tournament)
        play(under.tables.get(number=1))
        told_of = [text(desk(director, tournament)).count("Round 1 is still in play. 2 tables have not finished.")]
        close = reverse("close-round", args=[tournament.slug, under.number])
        assert "hand 2 is missing" in told(director.post(close, follow=True))[0]
        director.post(close, {"anyway": "yes"})
        told_of.append(text(desk(director, tournament)).count("is still in play."))
        assert told_of == [1, 0]
        under.refresh_from_db()
        latest.refresh_from_db()
        assert (under.state, latest.state) == ("closed", "published")

    @pytest.mark.slow
    def test_under_another_only_what_can_be_done_to_a_round_is_offered(self, club, director):
        tournament = a_tournament(club, rounds=3)
        under, _latest = a_round(tournament), a_round(tournament)
        close = f'="{reverse("close-round", args=[tournament.slug, under.number])}"'
        offered = []
        for _time in range(2):
            page = desk(director, tournament)
            offered.append((page.content.decode().count(close), text(page).count("Close it with hands missing")))
            play_out(under)
        page = text(desk(director, tournament))
        assert offered[0] == (1, 2)  # the later round waits as well
        assert ("Round 1 is still in play. Every hand is entered. Close round 1" in page, offered[1]) == (True, (1, 1))

    def test_who_is_over_is_told_before_the_draw(self, club, director):
        page = text(desk(director, a_tournament(club, players=9)))
        assert "To be seated: 9 players. 1 player too many" in page

    def test_who_has_not_come_is_told(self, club, director):
        tournament = a_tournament(club, players=8)
        registration.change_entry(tournament.entries.first(), {"checked_in": True}, by=director_of(tournament))
        assert "Not marked as present: 7 players." in text(desk(director, tournament))

    def test_a_disputed_hand_stands_on_top(self, club, director):
        round_ = a_round(a_tournament(club))
        hand = play(round_.tables.get(number=2))
        hands.dispute(hand, by=director_of(round_.tournament))
        page = desk(director, round_.tournament)
        assert "Table 2 does not agree on hand 1" in text(page)
        assert page.context["agenda"].outstanding[0].table.number == 2

    @pytest.mark.slow
    def test_the_last_tables_are_one_tap_away(self, club, director):
        round_ = a_round(a_tournament(club, players=16))
        for number, waited_for in ((1, []), (2, [3, 4]), (3, [4]), (4, [])):
            table = round_.tables.get(number=number)
            for hand in (1, 2):
                play(table, hand)
            page = text(desk(director, round_.tournament))
            led_to = re.search(r"The last tables((?: Table \d, hand 1)+)", page)
            assert [int(each) for each in re.findall(r"Table (\d)", led_to[1] if led_to else "")] == waited_for

    def test_a_round_past_its_time_says_for_what_it_waits(self, club, director):
        round_ = a_round(a_tournament(club))
        Round.objects.update(closes_at=timezone.now() - timedelta(minutes=5))
        page = text(desk(director, round_.tournament))
        assert "; 2 tables have not finished." in page

    def test_when_the_next_round_draws_itself(self, club, director):
        tournament = a_tournament(club, draw_after_minutes=15)
        round_ = a_round(tournament)
        play_out(round_)
        rounds.close_round(round_, by=director_of(tournament))
        assert "It is drawn automatically at" in text(desk(director, tournament))

    @pytest.mark.slow
    def test_when_the_first_round_is_drawn_and_why_it_was_not(self, club, director):
        hour = timezone.now() + timedelta(minutes=5)
        tournament = a_tournament(club, players=3, draw_at=hour, publish_drawn=True)
        page = text(desk(director, tournament))
        assert "with the players entered then. The tables are published at once." in page
        Tournament.objects.update(draw_at=timezone.now() - timedelta(seconds=11))
        assert "It should have been drawn at" in text(desk(director, tournament))
        (round_,) = sweep.draw_due(timezone.now())
        run_draw_job(round_)
        assert headline(desk(director, tournament)) == "refused"
        page = text(director.get(reverse("draft", args=[tournament.slug, 1])))
        assert "Too few players to be seated (3): the smallest table takes 4." in page

    def test_another_round_is_drawn_after_the_planned_ones_are_raised(self, club, director):
        tournament = a_tournament(club, rounds=1)
        round_ = a_round(tournament)
        play_out(round_)
        rounds.close_round(round_, by=director_of(tournament))
        Tournament.objects.update(rounds_planned=2)
        assert headline(desk(director, tournament)) == "draw"

    def test_what_is_silent_is_told_with_what_to_do(self, club, director):
        tournament = a_tournament(club)
        readiness.record_heartbeat("sweep")
        page = text(desk(director, tournament))
        assert "Long draws have been stalled for 10 seconds." in page
        assert "Scheduled actions have not run" not in page

    def test_a_draft_past_its_hour_is_late(self, club, director):
        round_ = a_round(a_tournament(club), publish=False)
        late = "It should have been published at"
        for seconds, shown in ((60, False), (-5, False), (-11, True)):
            Round.objects.update(publish_at=timezone.now() + timedelta(seconds=seconds))
            assert (late in text(desk(director, round_.tournament))) is shown

    def test_a_finished_round_past_its_hour_is_late(self, club, director):
        round_ = a_round(a_tournament(club))
        play_out(round_)
        Round.objects.update(closes_at=timezone.now() - timedelta(minutes=5))
        assert "It should have been closed at" in text(desk(director, round_.tournament))

    def test_a_round_that_should_have_drawn_itself_is_late(self, club, director):
        tournament = a_tournament(club, draw_after_minutes=15)
        rounds.close_round(a_round(tournament), by=director_of(tournament), anyway=True)
        Round.objects.update(closed_at=timezone.now() - timedelta(minutes=16))
        page = text(desk(director, tournament))
        assert "It should have been drawn at" in page
        assert "It is drawn automatically at" not in page

    def test_a_draw_that_nobody_is_at_is_late(self, club, director):
        round_ = draw_next_round(a_long_draw(club), by=director_of(a_tournament(club)))
        late = "The draw is paused"
        assert late not in text(desk(director, round_.tournament))
        Round.objects.update(draw_beat_at=timezone.now() - timedelta(seconds=11))
        assert late in text(desk(director, round_.tournament))

    def test_pairs_are_counted_as_pairs(self, club, director):
        tournament = a_tournament(club, players=0, ruleset="buraco", table={"hands": 2})
        names = [Candidate(names=(f"One {at}", f"Other {at}")) for at in range(5)]
        register(tournament, names, by=director_of(tournament))
        assert "To be seated: 5 pairs. 1 pair too many" in text(desk(director, tournament))

    def test_the_step_in_play_prints_closes_and_says_who_sits_out(self, club, director):
        tournament = a_tournament(club, players=9)
        round_ = a_round(tournament)
        out = tournament.entries.get(sit_outs__round=round_)
        page = desk(director, tournament).content.decode()
        step = page[page.index('data-part="step"') : page.index('data-part="hall"')]
        assert f"Sitting out this round: {out.name}" in " ".join(re.sub("<[^>]+>", " ", step).split())
        assert [
            reverse("print-round", args=["serata", 1, "everything"]) in step,
            "Close it with hands missing" in step,
        ] == [True] * 2

    @pytest.mark.parametrize("players", [8, 64])
    def test_it_costs_the_same_in_a_large_hall(self, club, director, players):
        round_ = a_round(a_tournament(club, players=players))
        play_out(round_)
        with CaptureQueriesContext(connection) as queries:
            desk(director, round_.tournament)
        assert len(queries) == 23


def test_the_desk_speaks_of_a_second_folder_only_if_something_was_copied_there(client):
    owner = a_user("olga")
    tournament = a_tournament(a_club(owner=owner))
    Heartbeat.objects.create(program="backup", at=datetime(2026, 1, 5, 20, 15, tzinfo=UTC))
    client.force_login(owner)
    desk = text(client.get(f"/tournaments/{tournament.slug}/desk/"))
    assert "made the last backup on 5 Jan 2026 at 21:15. " in desk
    assert "second folder" not in desk
