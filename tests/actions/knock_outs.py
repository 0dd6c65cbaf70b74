"""Knock-outs to be played by tests: their draws, their rounds, and who sits where."""

from django.utils import translation

from tests.halls import a_tournament as a_tournament_of
from tests.halls import director_of, play
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws.jobs import draw_next_round
from tournaments.actions.rounds.draws.report_text import report_sentences
from tournaments.actions.standings.standings import refresh

FIRST_TWO = [[20, 10, 10, 0], [20, 10, 0, 10]]
"""The hands of a table at which the first two seats have no busca, and the others one each."""
LEVEL = [[10, 10, 10, 10]] * 2


def a_tournament(players=16, **plan):
    return a_tournament_of(players=players, pairing="knock-out", **plan)


def draw(tournament):
    return draw_next_round(tournament, by=director_of(tournament), seed=5)


def play_all(round_, level=()):
    """Publish, play and close a round; `level` are the numbers of tables at which all are level."""
    director = director_of(round_.tournament)
    rounds.publish_round(round_, by=director)
    for table in round_.tables.order_by("number"):
        for number, points in enumerate(LEVEL if table.number in level else FIRST_TWO, 1):
            play(table, number, points)
    refresh(round_.tournament_id)
    rounds.close_round(round_, by=director)
    refresh(round_.tournament_id)
    return round_


def at(round_, number):
    """The entries at a table in seat order."""
    return list(round_.tables.get(number=number).seats.order_by("number").values_list("entry_id", flat=True))


def placed(round_):
    return set(round_.seats.values_list("entry_id", flat=True)) | set(
        round_.sit_outs.values_list("entry_id", flat=True)
    )


def best(round_):
    return {entry for table in round_.tables.all() for entry in at(round_, table.number)[:2]}


def sentences(round_):
    with translation.override("en"):
        return report_sentences(round_, dict(round_.tournament.entries.values_list("pk", "name")), keep=str)
