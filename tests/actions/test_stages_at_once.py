"""Concurrent filling, drawing and replacing in a stage, on real PostgreSQL."""

import pytest
from django.db import transaction
from django.urls import reverse

from tests.concurrency import in_background, until_somebody_waits
from tests.halls import a_round, a_tournament, director_of, play
from tests.web.conftest import client_of
from tests.web.pages import told
from tournaments.actions.core.refusals import Conflict, Stale
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.registration import register
from tournaments.actions.rounds import rounds
from tournaments.actions.stages.declaring import declare_stage
from tournaments.actions.stages.filling import fill_stage, replace_comer
from tournaments.actions.stages.intake import read_intake
from tournaments.actions.standings import standings
from tournaments.models import Stage

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _database(postgres):
    """Each of these on PostgreSQL, with real commits."""


@pytest.fixture
def final():
    """Return a final without entries, after a finished tournament of eight."""
    field = a_tournament(players=8, rounds=1, table={"hands": 1})
    by = director_of(field)
    round_ = a_round(field)
    for table in round_.tables.all():
        play(table)
    rounds.close_round(round_, by=by)
    standings.refresh(field.pk)
    final = a_tournament(field.club, players=0, name="Final")
    declare_stage(final, {"sources": [field.slug], "last": 4}, by=by)
    return final


def test_two_directors_who_fill_a_stage_at_once_fill_it_once(final):
    by, stage = director_of(final), Stage.objects.get(tournament=final)
    seen = read_intake(stage).digest
    with in_background() as start:
        with transaction.atomic():
            fill_stage(final, by=by, seen=seen)
            other = start(lambda: fill_stage(final, by=by, seen=seen))
            until_somebody_waits()
        with pytest.raises(Stale) as refused:
            other.result()
    assert [each.code for each in refused.value.problems] == ["changed_meanwhile"]
    assert final.entries.count() == 4
    assert final.ledger.filter(kind="stage_filled").count() == 1


def test_an_entry_registered_meanwhile_is_not_counted_among_the_qualifiers(final):
    by, director = director_of(final), client_of(final.club.memberships.get(role="owner").user)
    with in_background() as start:
        with transaction.atomic():
            register(final, [Candidate(names=("Rita Ospite",))], by=by)
            filled = start(lambda: director.post(reverse("stage", args=[final.slug]), follow=True))
            until_somebody_waits()
        assert told(filled.result()) == ["4 qualifiers were entered."]
    assert final.entries.count() == 5


def test_who_is_drawn_is_not_replaced_meanwhile(final):
    by = director_of(final)
    fill_stage(final, by=by)
    with in_background() as start:
        with transaction.atomic():
            a_round(final)
            replaced = start(lambda: replace_comer(final, final.entries.first().pk, by=by))
            until_somebody_waits()
        with pytest.raises(Conflict) as refused:
            replaced.result()
    assert [each.code for each in refused.value.problems] == ["already_drawn"]
    assert list(final.entries.values_list("status", flat=True)) == ["active"] * 4
