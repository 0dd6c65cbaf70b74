"""manage.py count: cards in, points out."""

from functools import partial

from scoring import counter, wire
from tournaments.management.commands.score import LineCommand


class Command(LineCommand):
    """Counts the cards that were taken in Busca, Brisca and Buraco."""

    help = (
        "Reads the piles of cards that were taken as JSON, a request a line, from standard input "
        "and writes on the same line of standard output what each comes to and what is left. A "
        "line that is not JSON, an empty one too, gets the problem bad_json."
    )
    answer_line = staticmethod(partial(wire.answer_line, answer=counter.answer))
