"""Stages, teams and prizes add no queries to recording a hand and refreshing standings."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.halls import a_club, a_round, a_table, a_tournament, director_of, play
from tournaments.actions.prizes.declared import declare_prizes
from tournaments.actions.stages.following import create_next_stage
from tournaments.actions.standings import standings
from tournaments.actions.standings.teams import declare_teams
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def with_everything(tournament):
    """Two stages after it, teams that a draw keeps apart, and prizes of every kind."""
    by, ids = director_of(tournament), list(tournament.entries.order_by("number").values_list("pk", flat=True))
    declare_teams(tournament, {"teams": [{"name": f"T{at}", "entries": ids[at::8]} for at in range(8)]}, by=by)
    create_next_stage(tournament, "Final", {"sources": [tournament.slug], "last": 4}, by=by)
    create_next_stage(tournament, "Second", {"sources": [tournament.slug], "first": 5}, by=by)
    tournament = Tournament.objects.select_related("club").get(pk=tournament.pk)
    lists = {name: ["A", "B"] for name in ("place", "newcomers", "clean_hands")}
    categories = [{"name": "Juniors", "prizes": ["C"], "entries": ids[:9]}]
    rounds = [{"round": 1, "prizes": ["D"]}]
    declare_prizes(tournament, {**lists, "categories": categories, "rounds": rounds, "stages": True}, by=by)
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def queries(tournament):
    """Return the number of queries of each of some hands, and of a refresh after them."""
    round_ = a_round(tournament)
    standings.refresh(tournament.pk)
    found = []
    for number in (1, 2):
        table = a_table(round_, number)
        with CaptureQueriesContext(connection) as of_hand:
            play(table)
        with CaptureQueriesContext(connection) as of_refresh:
            standings.refresh(tournament.pk)
        found.append((len(of_hand), len(of_refresh)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("players", [32, 200])
def test_a_hand_and_a_refresh_take_no_query_more(players):
    club = a_club()
    bare = queries(a_tournament(club, players=players, name="Bare"))
    assert queries(with_everything(a_tournament(club, players=players, name="Full"))) == bare
