"""manage.py score: tallies in, scores out."""

from scoring import wire
from tournaments.management.lines import LineCommand


class Command(LineCommand):
    """Scores hands, whole tables and victory points."""

    help = (
        "Reads a request a line as JSON from standard input and writes its answer on the same "
        "line of standard output. A line that is not JSON, an empty one too, gets the problem "
        "bad_json, so that answers and requests keep step."
    )
    answer_line = staticmethod(wire.answer_line)
