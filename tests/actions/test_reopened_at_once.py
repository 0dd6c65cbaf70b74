"""Rounds that are reopened or unpublished while the next one is drawn, on real PostgreSQL."""

import pytest
from django.db import transaction

from tests.concurrency import in_background, until_somebody_waits
from tests.halls import a_round, a_tournament, director_of
from tournaments.actions.core.refusals import Conflict
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def _database(postgres):
    """Each of these on PostgreSQL, with real commits."""


def test_a_round_is_drawn_while_it_is_reopened():
    round_ = a_round(a_tournament(rounds=3, pairing="random"))
    by = director_of(round_.tournament)
    rounds.close_round(round_, by=by, anyway=True)
    with in_background() as start:
        with transaction.atomic():
            drafts.draw_round(Tournament.objects.get(), by=by, seed=8)
            other = start(lambda: rounds.reopen_round(round_, by=by))
            until_somebody_waits()
        with pytest.raises(Conflict) as refused:
            other.result()
    assert refused.value.codes == ["later_round"]
    assert Round.objects.get(number=1).state == "closed"


def test_publishing_is_undone_while_the_next_round_is_drawn():
    round_ = a_round(a_tournament(rounds=3, pairing="random"))
    by, sequence = director_of(round_.tournament), last_action(Tournament.objects.get()).link.sequence
    with in_background() as start:
        with transaction.atomic():
            drafts.draw_round(Tournament.objects.get(), by=by, seed=8)
            other = start(lambda: undo(Tournament.objects.get(), sequence, by=by))
            until_somebody_waits()
        with pytest.raises(Conflict) as refused:
            other.result()
    assert refused.value.codes == ["later_round"]
    assert Round.objects.get(number=1).state == "published"
