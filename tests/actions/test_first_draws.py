"""First rounds that are drawn at an hour."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tests.halls import a_club, a_tournament, director_of
from tournaments.actions import sweep
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.exchange.importing import import_tournament
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import jobs
from tournaments.actions.setup import archiving, tournaments
from tournaments.actions.setup.plans import copied_plan
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Tournament
from tournaments.web.desk.agenda import agenda

from .test_open_format import written

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def to_be_drawn(ago=None, **plan):
    """A tournament to be drawn in an hour, or whose hour was this long ago."""
    tournament = a_tournament(draw_at=timezone.now() + HOUR, **plan)
    if ago is not None:
        Tournament.objects.filter(pk=tournament.pk).update(draw_at=timezone.now() - ago)
        tournament.refresh_from_db()
    return tournament


def at_the_hour(tournament):
    """Let the clock and the worker act at the hour; return the tournament's only round."""
    (drawn,) = sweep.draw_due(tournament.draw_at)
    jobs.run_draw_job(drawn)
    return tournament.rounds.get()


def enter(tournament, *names):
    registration.register(tournament, [Candidate(names=(name,)) for name in names], by=director_of(tournament))


def test_at_the_hour_those_entered_then_are_drawn_once():
    tournament = to_be_drawn()
    enter(tournament, *(f"Late {number}" for number in range(4)))
    assert sweep.draw_due(tournament.draw_at - timedelta(seconds=1)) == []
    drawn = at_the_hour(tournament)
    assert (drawn.number, drawn.state, drawn.seats.count()) == (1, "draft", 12)
    assert sweep.draw_due(tournament.draw_at + HOUR) == []
    assert sweep.publish_due(tournament.draw_at + HOUR) == []
    assert list(tournament.ledger.values_list("kind", flat=True))[-2:] == ["draw_asked_for", "round_drawn"]


@pytest.mark.slow
def test_published_at_once_if_so_chosen():
    tournament = to_be_drawn(publish_drawn=True)
    drawn = at_the_hour(tournament)
    assert sweep.publish_due(tournament.draw_at) == [drawn.pk]
    tournament.refresh_from_db()
    assert (tournament.rounds.get().state, tournament.status) == ("published", "running")
    assert verify(tournament).findings == ()


@pytest.mark.slow
def test_later_rounds_are_published_at_once_too():
    tournament = to_be_drawn(publish_drawn=True, draw_after_minutes=10)
    sweep.publish_due((at_the_hour(tournament).tournament).draw_at)
    closed = rounds.close_round(tournament.rounds.get(), by=director_of(tournament), anyway=True).closed_at
    (second,) = sweep.draw_due(closed + HOUR)
    assert sweep.publish_due(closed + HOUR) == [second]


@pytest.mark.slow
def test_too_few_players_are_told_and_wait_for_the_director():
    tournament = to_be_drawn(players=3)
    refused = at_the_hour(tournament)
    assert (refused.state, [each.code for each in jobs.refusal_problems(refused)]) == ("refused", ["too_few_players"])
    assert agenda(tournament).step == "refused"
    enter(tournament, "Late")
    assert sweep.draw_due(tournament.draw_at + HOUR) == []
    drawn = jobs.draw_next_round(tournament, by=director_of(tournament))
    assert (drawn.number, drawn.state, drawn.seats.count()) == (1, "draft", 4)
    assert verify(tournament).findings == ()


@pytest.mark.slow
def test_a_draft_that_was_dropped_is_not_drawn_again():
    tournament = to_be_drawn(ago=HOUR)
    assert agenda(tournament).late
    rounds.drop_draft(at_the_hour(tournament), by=director_of(tournament))
    assert sweep.draw_due(timezone.now()) == []
    assert (agenda(tournament).automatic_draw_at, agenda(tournament).late) == (None, False)
    tournament = tournaments.update_tournament(
        tournament, {"draw_at": timezone.now() + HOUR}, by=director_of(tournament)
    )
    assert agenda(tournament).automatic_draw_at == tournament.draw_at
    assert at_the_hour(tournament).state == "draft"


def test_a_round_that_the_director_drew_before_the_hour_stays():
    tournament = to_be_drawn()
    drawn = jobs.draw_next_round(tournament, by=director_of(tournament))
    assert sweep.draw_due(tournament.draw_at + HOUR) == []
    assert tournament.rounds.get() == drawn


def test_an_archived_tournament_is_not_drawn():
    tournament = to_be_drawn()
    archiving.archive_tournament(tournament, by=director_of(tournament))
    assert sweep.draw_due(tournament.draw_at + HOUR) == []
    Tournament.objects.update(draw_at=timezone.now() - HOUR)
    archiving.unarchive_tournament(tournament, "planned", by=director_of(tournament))
    assert sweep.draw_due(timezone.now()) == []


def test_an_hour_that_has_passed_is_refused_unless_it_stood_there():
    tournament = to_be_drawn(ago=HOUR)
    director = director_of(tournament)
    with pytest.raises(Invalid) as refused:
        tournaments.update_tournament(tournament, {"draw_at": timezone.now() - HOUR / 2}, by=director)
    assert [(each.code, each.pointer) for each in refused.value.problems] == [("in_the_past", ("draw_at",))]
    tournaments.update_tournament(tournament, {"draw_at": tournament.draw_at, "name": "Serata"}, by=director)
    assert copied_plan(tournament)["draw_at"] is None


def test_an_hour_is_refused_once_the_first_round_is_drawn_and_may_be_removed():
    tournament = to_be_drawn()
    director, later = director_of(tournament), timezone.now() + 2 * HOUR
    drawn = jobs.draw_next_round(tournament, by=director)
    with pytest.raises(Conflict) as refused:
        tournaments.update_tournament(tournament, {"draw_at": later}, by=director)
    assert [(each.code, each.pointer) for each in refused.value.problems] == [("already_drawn", ("draw_at",))]
    tournaments.update_tournament(tournament, {"draw_at": None}, by=director)
    rounds.drop_draft(drawn, by=director)
    assert tournaments.update_tournament(tournament, {"draw_at": later}, by=director).draw_at == later


@pytest.mark.slow
@pytest.mark.usefixtures("each_database")
def test_the_sweep_finds_it_within_a_minute_and_is_idle_after_a_drop():
    tournament = to_be_drawn(ago=timedelta(seconds=-50))
    sweep.refresh_stale_standings()
    assert sweep.may_find_work()
    rounds.drop_draft(at_the_hour(tournament), by=director_of(tournament))
    Tournament.objects.update(draw_at=timezone.now() - HOUR)
    sweep.refresh_stale_standings()
    assert not sweep.may_find_work()


def test_an_hour_that_is_moved_while_the_sweep_draws_another_counts():
    due = {to_be_drawn(ago=HOUR).pk, to_be_drawn(ago=HOUR).pk}
    later = timezone.now() + HOUR

    def move_the_others(execute, sql, params, many, context):
        done = execute(sql, params, many, context)
        if sql.startswith('INSERT INTO "tournaments_round"'):
            Tournament.objects.filter(rounds=None).update(draw_at=later)
        return done

    with connection.execute_wrapper(move_the_others):
        (drawn,) = sweep.draw_due(timezone.now())
    (other,) = sweep.draw_due(later)
    assert set(Tournament.objects.filter(rounds__in=[drawn, other]).values_list("pk", flat=True)) == due


def test_a_copy_that_is_imported_after_the_hour_waits_for_its_director():
    tournament = to_be_drawn(publish_drawn=True)
    standings.refresh(tournament.pk)
    document = json.loads(written(Tournament.objects.get(pk=tournament.pk)))
    copy = import_tournament(document, club=a_club("Elsewhere"), by=director_of(tournament)).tournament
    Tournament.objects.update(draw_at=timezone.now() - HOUR)
    assert sweep.draw_due(timezone.now()) == [tournament.rounds.get().pk]
    assert agenda(Tournament.objects.get(pk=copy.pk)).automatic_draw_at is None
