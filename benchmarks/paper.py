"""The cost of a print-out: processor time from the database to the last byte of the PDF, and the number of sheets.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.paper
The baseline is the least work of reportlab: as many lines with a name, a table and a seat on plain sheets.
"""

import io
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from benchmarks.big_evenings import database, make_tournament
from benchmarks.measuring import QUICK, add_figure, seconds_of

if TYPE_CHECKING:
    from tournaments.models import Tournament

ENTRIES = 100 if QUICK else 1_000
SECONDS = 5.0
LINES, LEADING = 50, 14
ADDRESS = "https://tavolo.example/t/x"


def main() -> None:
    """Print the cost of each print-out of an evening."""
    with database():
        tournament = make_tournament(ENTRIES, 1, unplayed=0)
        papers = _papers(tournament)
        baseline = _seconds(lambda: _bare_lines(ENTRIES))
        for name, make in papers.items():
            pdf = make()
            more = {"size": ENTRIES, "baseline": baseline, "of": "bare lines", "at_most": SECONDS}
            add_figure(f"{name}, {pdf.count(b'/Type /Page' + chr(10).encode())} sheets", _seconds(make), "s", **more)


def _seconds(make: Callable[[], object]) -> float:
    return min(seconds_of(make, runs=3, clock=time.process_time))


def _papers(tournament: "Tournament") -> dict[str, Callable[[], bytes]]:
    from tournaments.actions.at_table import keys
    from tournaments.actions.hands.tables import read_tables
    from tournaments.actions.standings import standings
    from tournaments.models import leading
    from tournaments.paper.lists import round_paper, standings_paper
    from tournaments.paper.table_cards import TableCards

    round_ = tournament.rounds.get()
    standings.refresh(tournament.pk)
    shown = leading(type(tournament).objects.with_last_round().get())
    numbers = range(1, round_.tables.count() + 1)

    def of_round(paper: str) -> bytes:
        tables = read_tables(round_.tables.order_by("number"))
        return round_paper(paper, round_, tables, [], note="")

    return {
        "who sits where": lambda: of_round("wall-list"),
        "score sheets": lambda: of_round("score-sheets"),
        "everything of a round": lambda: of_round("everything"),
        "standings": lambda: standings_paper(shown, tournament, hidden=False, note=""),
        "table cards": lambda: TableCards(club=tournament.club, tournament=tournament.name, address=ADDRESS).pdf(
            keys.cards(tournament, numbers)
        ),
    }


def _bare_lines(entries: int) -> bytes:
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    from tournaments.paper.printing import face

    canvas = Canvas(file := io.BytesIO(), pagesize=A4)
    for number in range(entries):
        line = number % LINES
        if number and not line:
            canvas.showPage()
        if not line:
            canvas.setFont(face(), 11)
        for at, words in ((40, f"Player {number:05}"), (300, str(number // 4 + 1)), (400, "North")):
            canvas.drawString(at, A4[1] - 40 - line * LEADING, words)
    canvas.save()
    return file.getvalue()


if __name__ == "__main__":
    main()
