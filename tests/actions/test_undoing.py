"""Undoing the last large action while nothing depends on it; the ledger records both."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.actions.undone import again, last, take_back, why_not
from tests.clock import stand_still
from tests.concurrency import at_once
from tests.halls import a_member, a_round, a_table, a_tournament, agreed, by, director_of, play, play_out
from tests.table_sessions import a_phone
from tournaments.actions.core import ledger
from tournaments.actions.core.refusals import Conflict, Gone
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.round_repair.repairs import exchange
from tournaments.actions.round_repair.seat_changes import change_places
from tournaments.actions.rounds import clock, rounds
from tournaments.actions.rounds.draws.constraints import change_constraints
from tournaments.actions.rounds.draws.jobs import draw_next_round
from tournaments.actions.rounds.draws.records import read_seating
from tournaments.actions.setup import archiving, tournaments
from tournaments.actions.standings import standings
from tournaments.actions.undoing.last_action import undo
from tournaments.actions.verification import verify
from tournaments.models import Entry, Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(db):
    return a_tournament(players=8, rounds=2)


class TestClosing:
    @pytest.fixture
    def closed(self, tournament):
        round_ = a_round(tournament)
        play_out(round_)
        return rounds.close_round(round_, by=director_of(tournament))

    def test_it_is_in_play_again(self, tournament, closed):
        assert take_back(tournament) == "round_reopened"
        assert Round.objects.get().state == Round.State.PUBLISHED

    @pytest.mark.slow
    def test_not_once_another_is_drawn_until_that_is_undone_too(self, tournament, closed):
        a_round(tournament, publish=False)
        assert last(tournament).link.kind == "round_drawn"
        assert take_back(tournament) == "draft_dropped"
        assert take_back(tournament) == "round_reopened"
        assert why_not(tournament) == "Play has begun at table 1."

    def test_reopening_is_undone_while_nothing_was_entered(self, tournament, closed):
        rounds.reopen_round(closed, by=director_of(tournament))
        assert take_back(tournament) == "round_closed"
        agreed(director_of(tournament), lambda by: rounds.reopen_round(closed, by=by))
        play(a_table(closed), points=[37, 1, 1, 1], replaces=1, reason="misread")
        assert why_not(tournament) == "Results of round 1 were entered since."

    def test_time_that_ran_out_since_does_not_change_what_unfinished_tables_count(self, monkeypatch):
        tournament = a_tournament(players=8, rounds=2, table={"hands": 2, "minutes": 30})
        round_, by = a_round(tournament), director_of(tournament)
        clock.start_clock(round_, by=by)
        play(a_table(round_, 1), points=[37, 1, 1, 1])
        play(a_table(round_, 1), 2, [37, 1, 1, 1])
        play(a_table(round_, 2))
        rounds.close_round(round_, by=by, anyway=True)
        standings.refresh(tournament.pk)
        before = Round.objects.get().closing, tournament.standings.get(after_round=1).digest
        agreed(by, lambda by: rounds.reopen_round(round_, by=by))
        stand_still(monkeypatch, later=timedelta(minutes=40))
        assert take_back(tournament) == "round_closed"
        assert (Round.objects.get().closing, tournament.standings.get(after_round=1).digest) == before

    @pytest.mark.slow
    def test_the_last_round_was_the_end_and_is_no_longer(self, tournament, closed):
        second = a_round(tournament)
        play_out(second)
        rounds.close_round(second, by=director_of(tournament))
        take_back(tournament)
        assert again(tournament).status == Tournament.Status.RUNNING


class TestPublishing:
    def test_it_is_a_draft_again_and_its_clock_gone(self, tournament):
        round_ = a_round(tournament)
        clock.start_clock(round_, by=director_of(tournament), minutes=40)
        phone = a_phone(a_table(round_), 0)
        standings.refresh(tournament.pk)
        assert take_back(tournament) == "round_unpublished"
        round_ = Round.objects.get()
        assert (round_.state, round_.published_at, hasattr(round_, "clock")) == (Round.State.DRAFT, None, False)
        assert again(tournament).status == Tournament.Status.PLANNED
        assert list(tournament.standings.values_list("after_round", flat=True)) == [0]
        phone.session.refresh_from_db()
        assert not phone.session.is_usable
        rounds.publish_round(round_, by=director_of(tournament))
        phone.session.table.round.refresh_from_db()
        assert phone.session.is_usable

    def test_not_after_a_hand(self, tournament):
        play(a_table(a_round(tournament), 2))
        assert why_not(tournament) == "Play has begun at table 2."

    @pytest.mark.slow
    def test_the_round_before_keeps_its_standings(self, tournament):
        first = a_round(tournament)
        play_out(first, [37, 1, 1, 1])
        rounds.close_round(first, by=director_of(tournament))
        standings.refresh(tournament.pk)
        before = tournament.standings.get(after_round=1).digest
        a_round(tournament)
        standings.refresh(tournament.pk)
        take_back(tournament)
        assert tournament.standings.get(after_round=1).digest == before
        assert again(tournament).status == Tournament.Status.RUNNING


class TestDraws:
    @pytest.mark.slow
    def test_a_dropped_draft_comes_back_with_who_was_made_to_sit_out(self):
        tournament = a_tournament(players=9, rounds=2)
        round_ = a_round(tournament, publish=False, seed=3)
        plays, out = round_.seats.first().entry_id, round_.sit_outs.get().entry_id
        exchange(round_, plays, out, by=director_of(tournament))
        rounds.drop_draft(round_, by=director_of(tournament))
        assert take_back(tournament) == "round_drawn"
        assert Round.objects.get().sit_outs.get().entry_id == plays

    @pytest.mark.slow
    def test_a_dropped_draft_comes_back_with_what_was_changed_in_it(self, tournament):
        round_ = a_round(tournament, publish=False, seed=3)
        first, second = read_seating(round_)
        change_places(a_table(round_), [second[0], *first[1:]], by=director_of(tournament))
        tables = read_seating(round_)
        rounds.drop_draft(round_, by=director_of(tournament))
        assert take_back(tournament) == "round_drawn"
        assert read_seating(Round.objects.get()) == tables
        assert take_back(tournament) == "draft_dropped"

    def test_so_does_one_with_sizes_of_its_own(self):
        tournament = a_tournament(players=12, ruleset="buddha", table={})
        draft = draw_next_round(tournament, by=director_of(tournament), sizes=(3,))
        seated = read_seating(draft)
        assert len(seated) == 4
        rounds.drop_draft(draft, by=director_of(tournament))
        assert take_back(tournament) == "round_drawn"
        assert read_seating(Round.objects.get()) == seated
        rounds.drop_draft(Round.objects.get(), by=director_of(tournament))
        assert take_back(tournament) == "round_drawn"

    def test_not_once_the_seating_rules_give_other_tables(self):
        tournament = a_tournament(players=12, ruleset="buddha", table={})
        rounds.drop_draft(a_round(tournament, publish=False), by=director_of(tournament))
        change_constraints(tournament, lambda rules: replace(rules, seats=3), by=director_of(tournament))
        with pytest.raises(Conflict, match="other_draw"):
            take_back(tournament)
        assert not Round.objects.exists()

    @pytest.mark.parametrize("later", [timedelta(0), timedelta(minutes=45)])
    def test_so_do_its_times_that_have_not_passed(self, tournament, monkeypatch, later):
        round_, director = a_round(tournament, publish=False), director_of(tournament)
        at = timezone.now() + timedelta(minutes=30)
        rounds.schedule_round(round_, by=director, publish_at=at, closes_at=at + timedelta(hours=1))
        rounds.drop_draft(round_, by=director)
        stand_still(monkeypatch, later)
        assert take_back(tournament) == "round_drawn"
        restored = Round.objects.get()
        assert restored.publish_at == (None if later else at)
        assert restored.closes_at == at + timedelta(hours=1)

    def test_so_does_one_that_was_set_by_hand(self, tournament):
        round_ = a_round(tournament, publish=False, tables=[[7, 6, 5, 4], [0, 1, 2, 3]])
        tables = read_seating(round_)
        rounds.drop_draft(round_, by=director_of(tournament))
        take_back(tournament)
        assert read_seating(Round.objects.get()) == tables

    def test_not_once_somebody_came_or_went(self, tournament):
        rounds.drop_draft(a_round(tournament, publish=False), by=director_of(tournament))
        registration.register(tournament, [Candidate(names=("Late",))], by=director_of(tournament))
        assert why_not(tournament) == "The entries changed since: draw the round again."

    def test_not_where_the_program_would_draw_it_again(self, tournament):
        first = a_round(tournament)
        play_out(first)
        rounds.close_round(first, by=director_of(tournament))
        a_round(tournament, publish=False)
        tournaments.update_tournament(tournament, {"draw_after_minutes": 0}, by=director_of(tournament))
        assert why_not(tournament).startswith("Here the program draws the rounds automatically")


@pytest.mark.slow
def test_archiving_and_hiding_are_taken_back(tournament):
    a_round(tournament)
    standings.hide_standings(tournament, by=director_of(tournament), after_round=0)
    standings.show_standings(tournament, by=director_of(tournament))
    archiving.archive_tournament(tournament, by=director_of(tournament))
    assert take_back(tournament) == "tournament_unarchived"
    assert again(tournament).status == Tournament.Status.RUNNING
    assert take_back(tournament) == "standings_hidden"
    assert again(tournament).standings_hidden_after == 0
    assert take_back(tournament) == "standings_shown"


def test_tournament_that_was_ended_early_leaves_the_archive_as_finished():
    tournament = a_tournament(players=8, rounds=3)
    round_, by = a_round(tournament), director_of(tournament)
    play_out(round_)
    rounds.close_round(round_, by=by)
    tournaments.end_after_round(tournament, by=by)
    archiving.archive_tournament(tournament, by=by)
    assert take_back(tournament) == "tournament_unarchived"
    assert again(tournament).status == Tournament.Status.FINISHED


@pytest.mark.parametrize(("planned", "then", "status"), [(1, 2, "running"), (2, 1, "finished")])
def test_tournament_whose_plan_changed_in_the_archive_leaves_it_with_the_status_of_its_rounds(planned, then, status):
    tournament = a_tournament(players=4, rounds=planned)
    round_, by = a_round(tournament), director_of(tournament)
    play_out(round_)
    rounds.close_round(round_, by=by)
    archiving.archive_tournament(tournament, by=by)
    tournaments.update_tournament(tournament, {"rounds": then}, by=by)
    assert take_back(tournament) == "tournament_unarchived"
    assert again(tournament).status == status
    assert verify(again(tournament)).findings == ()


def test_tournament_with_more_rounds_goes_on_if_the_next_is_unpublished():
    tournament = a_tournament(players=8, rounds=1)
    round_, by = a_round(tournament), director_of(tournament)
    play_out(round_)
    rounds.close_round(round_, by=by)
    tournaments.update_tournament(tournament, {"rounds": 3}, by=by)
    a_round(again(tournament))
    assert take_back(tournament) == "round_unpublished"
    assert again(tournament).status == Tournament.Status.RUNNING


def test_undoing_twice_does_it_once(tournament):
    a_round(tournament)
    thing = last(tournament)
    first = undo(tournament, thing.link.sequence, by=director_of(tournament))
    other = by(a_member(tournament.club, "dino", "director"))
    second = undo(again(tournament), thing.link.sequence, by=other)
    assert (second.again, second.link) == (True, first.link)


def test_only_the_last_thing_can_be_undone(tournament):
    round_ = a_round(tournament)
    drawn = tournament.ledger.get(kind="round_drawn").sequence
    with pytest.raises(Conflict, match="not_the_last"):
        undo(again(tournament), drawn, by=director_of(tournament))
    with pytest.raises(Gone):
        undo(again(tournament), 999, by=director_of(tournament))
    play(a_table(round_))
    with pytest.raises(Conflict, match="not_the_last"):
        undo(again(tournament), tournament.ledger.get(kind="hand_recorded").sequence, by=director_of(tournament))


def test_new_tournament_has_nothing_to_undo(tournament):
    assert last(tournament) is None


def test_undo_does_not_restore_erased_names(tournament):
    entry = tournament.entries.get(number=8)
    registration.remove_entry(entry, by=director_of(tournament))
    link = tournament.ledger.get(kind="entry_removed")
    ledger.erase_disclosures([link.disclosure], by=director_of(tournament))
    assert take_back(tournament) == "entry_restored"
    assert Entry.objects.get(pk=entry.pk).home_club == ""


@pytest.mark.postgres
def test_two_directors_at_once_undo_it_once(postgres):
    tournament = a_tournament(players=8)
    round_ = a_round(tournament)
    play_out(round_)
    rounds.close_round(round_, by=director_of(tournament))
    people = [by(a_member(tournament.club, name, "director")) for name in ("dino", "dora", "duccio", "dalia")]
    sequence = last(tournament).link.sequence
    done = at_once((lambda who=who: undo(again(tournament), sequence, by=who)) for who in people)
    assert sorted(each.again for each in done) == [False, True, True, True]
    assert tournament.ledger.filter(kind="round_reopened").count() == 1
