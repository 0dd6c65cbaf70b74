"""The last big thing, and undoing it."""

import pytest
from django.utils.translation import gettext

from tests.halls import agreed, director_of
from tournaments.actions.core.refusals import Conflict
from tournaments.actions.standings import standings
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify
from tournaments.models import Tournament


def again(tournament):
    return Tournament.objects.get(pk=tournament.pk)


def last(tournament):
    return last_action(again(tournament))


def take_back(tournament):
    """Undo the last action, and check that the whole ledger still agrees with the rows."""
    thing = last(tournament)
    assert thing.obstacle is None
    done = agreed(director_of(tournament), lambda by: undo(again(tournament), thing.link.sequence, by=by))
    assert done.link.facts["undoes"] == thing.link.sequence
    assert not done.again
    standings.refresh(tournament.pk)
    assert verify(again(tournament)).findings == ()
    return done.link.kind


def why_not(tournament):
    thing = last(tournament)
    with pytest.raises(Conflict) as refused:
        undo(again(tournament), thing.link.sequence, by=director_of(tournament))
    assert refused.value.problems[0] == thing.obstacle
    return thing.obstacle.text(gettext)
