"""Scripts and a query for tests in which one process plays and another publishes."""

BEGIN = """
from tests.halls import a_club, a_round, a_tournament, a_user
round_ = a_round(a_tournament(a_club(owner=a_user("dora")), players=4, table={"hands": 50}))
print(round_.tournament_id)
"""
"""Prints the id of a new tournament with one table in play."""

PLAY = """
from tests.halls import play
from tournaments.models import Tournament
round_ = Tournament.objects.get(pk={tournament}).rounds.get()
play(round_.tables.get(), number={number})
"""
"""Records a hand of it."""

UP_TO_DATE = """
SELECT count(*) FROM tournaments_tournament
WHERE id = {tournament} AND published_revision = revision
"""
"""Counts 1 once its published standings hold all that was recorded."""
