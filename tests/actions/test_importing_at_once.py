"""Imports of one tournament into several clubs at the same moment, on PostgreSQL."""

import json

import pytest
from django.db import transaction

from tests.concurrency import in_background, until_somebody_waits
from tests.halls import a_club, a_round, a_tournament, a_user, play_out
from tournaments.actions.core.actor import Actor
from tournaments.actions.exchange.importing import import_tournament
from tournaments.actions.standings.standings import refresh
from tournaments.models import Tournament

from .test_open_format import written

pytestmark = pytest.mark.postgres


@pytest.mark.slow
def test_the_later_import_takes_the_next_free_address(postgres):
    tournament = a_tournament(name="Serata")
    play_out(a_round(tournament))
    refresh(tournament.pk)
    document = json.loads(written(Tournament.objects.get(pk=tournament.pk)))
    first, second = (a_club(name, owner=a_user(name.lower())) for name in ("First", "Second"))
    by = Actor(user=None, source="command")
    with in_background() as start:
        with transaction.atomic():
            made = import_tournament(document, club=first, by=by)
            waiting = start(lambda: import_tournament(document, club=second, by=by))
            until_somebody_waits()
        later = waiting.result()
    assert (made.tournament.slug, later.tournament.slug) == ("serata-2", "serata-3")
