"""A draft: looked at, mended, drawn once more, published or dropped."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.again import fixture_again
from tests.halls import a_long_draw, a_round, a_tournament, director_of, play_out
from tests.web.pages import faults, text, told
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds.draws.jobs import run_draw_job
from tournaments.actions.rounds.draws.replays import run_replay_job
from tournaments.models import Round

pytestmark = pytest.mark.django_db


@fixture_again
def tournament(club):
    return a_tournament(club, players=9, rounds=2)


@fixture_again
def draft(tournament):
    return a_round(tournament, publish=False)


def to(name, round_):
    return reverse(name, args=[round_.tournament.slug, round_.number])


def seating(round_):
    return [[seat.entry_id for seat in table.seats.order_by("number")] for table in round_.tables.order_by("number")]


class TestTwoDirectors:
    """One looks at a draft while the other changes it."""

    @pytest.fixture
    def page(self, draft, director):
        return director.get(to("draft", draft)).content.decode()

    @pytest.fixture
    def shown(self, page):
        return {"seating": re.search(r'name="seating" value="(\w+)"', page)[1]}

    @pytest.fixture
    def swapped(self, page, draft, owner):
        one, other = (draft.seats.filter(table__number=number).first().entry_id for number in (1, 2))
        owner.post(to("swap-seats", draft), {"entry": [one, other]})

    def test_is_told_that_it_was_changed(self, page, swapped, draft, director):
        before = re.search(r'data-part="changed" data-digest="(\w+)"', page)[1]
        known = {"part": "live", "known": f"changed.{before}"}
        answer = director.get(to("draft", draft), known)
        assert "The draft of round 1 has been changed meanwhile. Refresh" in text(answer)
        digest = re.search(r'data-digest="(\w+)"', answer.content.decode())[1]
        assert director.get(to("draft", draft), {**known, "known": f"changed.{digest}"}).content == b""

    @pytest.mark.parametrize("button", ["publish-round", "drop-draft"])
    def test_publishes_and_discards_only_what_was_seen(self, shown, swapped, draft, director, button):
        response = director.post(to(button, draft), shown, follow=True)
        assert told(response) == ["The draft of round 1 has been changed meanwhile: look at it again."]
        assert (response.request["PATH_INFO"], Round.objects.get().state) == (to("draft", draft), "draft")
        assert "Publish it anyway" not in text(response)
        seen = {"seating": re.search(r'name="seating" value="(\w+)"', response.content.decode())[1]}
        director.post(to(button, draft), seen)
        assert [round_.state for round_ in Round.objects.all()] == (["published"] if "publish" in button else [])

    def test_from_the_desk_it_is_published_as_it_is(self, swapped, draft, director):
        director.post(to("publish-round", draft))
        assert Round.objects.get().state == "published"


class TestDraft:
    def test_it_says_why_the_tables_are_so(self, draft, director):
        page = text(director.get(to("draft", draft)))
        out = draft.sit_outs.get().entry.name
        assert "Nobody meets anybody for a second time." in page
        assert f"{out} sits out, for the first time." in page
        assert "Drawn with the number 7, which gives the same tables again." in page

    @pytest.mark.parametrize("publish", [False, True])
    def test_it_is_drawn_once_more_and_compared(self, tournament, director, publish):
        round_ = a_round(tournament, publish=publish)
        before = seating(round_)
        response = director.post(to("check-draw", round_), follow=True)
        assert response.request["PATH_INFO"] == to("round" if publish else "draft", round_)
        assert told(response) == ["Drawn again with the same number: the same tables."]
        assert "Drawn again on" in text(response)
        Round.objects.update(draw_inputs={**round_.draw_inputs, "seed": 8})
        response = director.post(to("check-draw", round_), follow=True)
        assert told(response) == ["Drawn again with the same number: OTHER tables."]
        Round.objects.update(report={**round_.report, "version": 1})
        response = director.post(to("check-draw", round_), follow=True)
        assert told(response) == ["Drawn by an earlier version of the program: it cannot be repeated exactly."]
        assert "Drawn with the number 7 by an earlier version of the program." in text(response)
        assert "OTHER tables" not in text(response)
        assert seating(round_) == before

    @pytest.mark.slow
    def test_a_long_draw_is_made_once_more_by_a_worker(self, club, director):
        tournament = a_long_draw(club)
        director.post(reverse("draw", args=["s"]))
        round_ = tournament.rounds.get()
        run_draw_job(round_.pk)
        page = director.post(to("check-draw", round_), follow=True)
        assert told(page) == []
        assert "It is being drawn again with the same number" in text(page)
        run_replay_job(round_.pk)
        assert ": the same tables." in text(director.get(to("draft", round_)))

    def test_repeats_are_named(self, tournament, director):
        first = a_round(tournament)
        play_out(first)
        places = {pk: n for n, pk in enumerate(tournament.entries.values_list("pk", flat=True))}
        same = [[places[pk] for pk in table] for table in seating(first)]
        second = a_round(tournament, publish=False, tables=same)
        assert "12 pairs meet again: " in text(director.get(to("draft", second)))

    def test_two_taps_change_two_places(self, draft, director):
        (a, b, *_rest), (c, *_others) = seating(draft)
        answer = director.post(to("swap-seats", draft), {"entry": [b, c]})
        assert answer["Location"] == to("draft", draft) + "#table-1"
        changed = seating(draft)
        assert (changed[0][0], changed[0][1], changed[1][0]) == (a, c, b)

    def test_one_or_three_taps_change_nothing(self, draft, director):
        before = seating(draft)
        for chosen in ([], before[0][:1], before[0][:3], ["x", "y"], [before[0][0], 10**9]):
            response = director.post(to("swap-seats", draft), {"entry": chosen}, follow=True)
            assert len(told(response)) == 1
        assert seating(draft) == before

    def test_publishing_shows_it_to_everybody(self, draft, director, anybody):
        director.post(to("publish-round", draft))
        assert anybody.get(to("round", draft)).status_code == 200

    def test_after_a_late_entry_it_asks_first(self, draft, director):
        by = director_of(draft.tournament)
        registration.register(draft.tournament, [Candidate(names=("Tarda",))], by=by)
        response = director.post(to("publish-round", draft), follow=True)
        assert "The entries changed since this round was drawn (Tarda)" in told(response)[0]
        assert "Publish it anyway" in text(response)
        director.post(to("publish-round", draft), {"anyway": "yes"})
        draft.refresh_from_db()
        assert draft.state == Round.State.PUBLISHED

    def test_dropping_leads_to_another_draw(self, draft, director, tournament):
        response = director.post(to("drop-draft", draft))
        assert response.url == reverse("draw", args=[tournament.slug])
        assert not tournament.rounds.exists()

    def test_its_old_address_leads_on_once_it_is_public(self, tournament, director):
        round_ = a_round(tournament)
        assert director.get(to("draft", round_)).url == to("round", round_)

    def test_it_costs_the_same_in_a_large_hall(self, club, director):
        counts = []
        for players in (8, 64):
            draft = a_round(a_tournament(club, players=players), publish=False)
            with CaptureQueriesContext(connection) as queries:
                director.get(to("draft", draft))
            counts.append(len(queries))
        assert counts == [14, 14]


class TestTimes:
    def test_they_are_set_in_the_clubs_zone(self, draft, director, club):
        club.time_zone = "America/New_York"
        club.save()
        at = {"publish_at": "2030-01-01T20:00", "closes_at": "2030-01-01T21:00"}
        director.post(to("schedule-round", draft), at)
        draft.refresh_from_db()
        assert draft.publish_at.isoformat() == "2030-01-02T01:00:00+00:00"

    def test_the_end_before_the_beginning(self, draft, director):
        at = {"publish_at": "2030-01-01T21:00", "closes_at": "2030-01-01T20:00"}
        response = director.post(to("schedule-round", draft), at)
        assert faults(response) == ["The round would close before it is published: choose a later time."]

    @pytest.mark.parametrize("at", ["soon", "2030-13-45T99:99", "x" * 10_000])
    def test_what_is_no_time(self, at, draft, director):
        response = director.post(to("schedule-round", draft), {"publish_at": at})
        assert response.status_code == 422

    def test_empty_means_never(self, draft, director):
        draft.publish_at = timezone.now() + timedelta(hours=1)
        draft.save()
        director.post(to("schedule-round", draft), {"publish_at": "", "closes_at": ""})
        draft.refresh_from_db()
        assert (draft.publish_at, draft.closes_at) == (None, None)


class TestBesideTheTables:
    def test_the_seats_have_a_legend_and_the_first_round_no_places(self, draft, director):
        page = text(director.get(to("draft", draft)))
        assert "Seats: North East South West" in page
        assert "place in the standings" not in page

    def test_places_stand_beside_the_names_where_the_draw_went_by_them(self, club, director):
        tournament = a_tournament(club, players=8, name="S", pairing="swiss", rounds=3)
        play_out(a_round(tournament), [20, 10, 10, 0])
        page = text(director.get(to("draft", a_round(tournament, publish=False))))
        assert all(f"place in the standings ({place})" in page for place in range(1, 9))

    @pytest.mark.slow
    def test_another_way_is_one_tap_away(self, draft, director):
        page = director.get(to("draft", draft))
        assert 'name="method" value="schedule"' in page.content.decode()
        assert "Now: By lot, avoiding repeats." in text(page)
        director.post(to("draw-again", draft), {"method": "schedule"})
        assert draft.tournament.rounds.get().method == "schedule"

    @pytest.mark.parametrize("asked", [{"method": "x"}, {"method": "mitchell"}, {"sizes": "3"}])
    def test_a_draft_is_not_lost_for_a_draw_that_there_is_not(self, asked, draft, director):
        before = seating(draft)
        response = director.post(to("draw-again", draft), asked, follow=True)
        assert len(told(response)) == 1
        assert seating(draft.tournament.rounds.get()) == before

    def test_nor_for_one_that_would_rest_on_open_results(self, club, director):
        tournament = a_tournament(club, players=8, name="O", rounds=3)
        a_round(tournament)
        draft = a_round(tournament, publish=False)
        response = director.post(to("draw-again", draft), {"method": "swiss"}, follow=True)
        assert told(response) == ["The standings are not complete: check the missing results."]
        assert tournament.rounds.get(number=2).method == "random"

    def test_so_is_another_division_into_tables(self, club, director):
        tournament = a_tournament(club, players=7, name="B", ruleset="buddha", table={})
        draft = a_round(tournament, publish=False)
        offered = director.get(to("draft", draft)).context["partitions"]
        director.post(to("draw-again", draft), {"sizes": offered[0][0]})
        assert sorted(map(len, seating(draft))) != sorted(map(len, seating(tournament.rounds.get())))

    def test_every_round_of_a_schedule_is_shown_before(self, club, director):
        tournament = a_tournament(club, players=16, name="S", pairing="schedule", rounds=5)
        draft = a_round(tournament, publish=False)
        page = text(director.get(to("rounds-ahead", draft)))
        assert all(f"Round {number} Table 1" in page for number in range(1, 6))

    def test_the_heading_above_who_sits_out_has_no_colon(self, draft, director):
        assert "Sitting out this round</h3>" in director.get(to("draft", draft)).content.decode()

    def test_who_sits_out_changes_places_or_is_spared(self, draft, director):
        out, seat = draft.sit_outs.get().entry_id, draft.seats.first()
        director.post(to("swap-seats", draft), {"entry": [out, seat.entry_id]})
        assert (draft.sit_outs.get().entry_id, draft.seats.get(number=seat.number, table=seat.table_id).entry_id) == (
            seat.entry_id, out,
        )  # fmt: skip
        director.post(to("repair-round", draft), {"spared": seat.entry_id})
        assert draft.sit_outs.get().entry_id != seat.entry_id

    def test_a_late_entry_is_taken_in_by_the_smallest_change(self, draft, director):
        late = registration.register(
            draft.tournament, [Candidate(names=("Villa Nino",))], by=director_of(draft.tournament)
        )[0]
        page = director.get(to("draft", draft))
        assert "Not in the round yet: Villa Nino" in text(page)
        director.post(to("repair-round", draft), {"digest": page.context["proposal"]["digest"]})
        assert draft.seats.filter(entry=late).exists() or draft.sit_outs.filter(entry=late).exists()
        assert director.get(to("draft", draft)).context["proposal"] is None

    def test_dropping_it_asks_once(self, draft, director):
        page = director.get(to("draft", draft)).content.decode()
        ask, _summary, rest = page.partition('<details class="ask">')
        assert to("drop-draft", draft) not in ask
        assert to("drop-draft", draft) in rest.partition("</details>")[0]
