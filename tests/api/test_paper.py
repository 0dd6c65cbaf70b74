"""…/paper/: print-outs as PDF; test_roles.py tests their roles."""

import io

import pytest
from pypdf import PdfReader

from tests.halls import a_round, a_tournament, director_of, play, play_out
from tournaments.actions import sweep
from tournaments.actions.at_table import keys
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings

from .caller import PROBLEM, codes

pytestmark = pytest.mark.django_db
PAPER, ROUND = "tournaments/serata/paper/", "tournaments/serata/rounds/1/paper/"


def printed(answer):
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(answer.content)).pages)


@pytest.fixture
def played(tournament):
    round_ = a_round(tournament)
    play_out(round_, [8, 11, 2, 19])
    rounds.close_round(round_, by=director_of(tournament))
    sweep.refresh_stale_standings()
    return round_


def test_cards_and_slips_are_for_directors_and_kept_nowhere(tournament, director):
    cards, slips = director.get(PAPER + "cards/"), director.get(PAPER + "slips/")
    assert [f"{card.code[:4]} {card.code[4:]}" in printed(cards) for card in keys.cards(tournament, [1, 2])] == [
        True
    ] * 2
    names = [f"{entry.name} PIN {keys.pin(entry)}" for entry in tournament.entries.all()]
    assert [name for name in names if name not in printed(slips)] == []
    assert {cards["Cache-Control"], slips["Cache-Control"]} == {"no-store"}
    assert cards["Content-Disposition"] == 'inline; filename="serata-cards.pdf"'


def test_the_papers_of_a_round_also_of_a_draft(tournament, director):
    round_ = a_round(tournament, publish=False)
    wall, sheets, both = (
        printed(director.get(f"{ROUND}{name}/")) for name in ("wall-list", "score-sheets", "everything")
    )
    for seat in round_.seats.select_related("entry", "table"):
        assert f"{seat.entry.name} {seat.table.number} " in wall
    assert [paper.count("Signed") for paper in (wall, sheets, both)] == [0, 2, 2]


def test_the_standings_and_why_are_for_everybody(played, anybody, director):
    for name, title in (("standings", "Standings after round 1"), ("why", "How the scores are made up, after round 1")):
        assert title in printed(anybody.get(f"{PAPER}{name}/"))
    standings.hide_standings(played.tournament, by=director_of(played.tournament), after_round=0)
    for name in ("standings", "why"):
        assert anybody.get(f"{PAPER}{name}/").status_code == 404
        assert director.get(f"{PAPER}{name}/").status_code == 200


def test_print_of_the_first_round_in_play_has_interim_standings(tournament, anybody):
    play(a_round(tournament).tables.get(number=1))
    sweep.refresh_stale_standings()
    assert "How the scores are made up, in round 1 so far" in printed(anybody.get(PAPER + "why/"))


def test_accept_pdf_gets_a_pdf_and_problems_as_json(played, anybody):
    wanted = {"Accept": "application/pdf"}
    assert printed(anybody.get(PAPER + "standings/", headers=wanted))
    refused = anybody.get(PAPER + "cards/", headers=wanted)
    assert (refused.status_code, refused["Content-Type"]) == (401, PROBLEM)


def test_paper_of_standings_is_404_before_there_are_any(tournament, anybody):
    assert [anybody.get(f"{PAPER}{name}/").status_code for name in ("standings", "why")] == [404, 404]


@pytest.fixture
def schedule(club):
    return a_tournament(club, players=16, name="Girone", pairing="schedule", rounds=4)


def test_a_schedule_is_printed_before_its_first_draw_as_the_seed_would_draw_it(schedule, director):
    where = f"tournaments/{schedule.slug}/"
    told = director.get(f"{where}draw/rounds/?seed=7").json()
    answer = director.get(f"{where}paper/preview/?seed=7")
    assert answer["Content-Disposition"] == f'inline; filename="{schedule.slug}-rounds.pdf"'
    paper = printed(answer)
    assert [f"Round {each['number']} " in paper for each in told["rounds"]] == [True] * len(told["rounds"])
    assert {entry.name in paper for entry in schedule.entries.all()} == {True}
    assert paper == printed(director.get(f"{where}paper/preview/?seed=7"))
    assert director.get(f"{where}paper/preview/?seed=x").status_code == 400


def test_no_schedule_is_printed_where_tables_are_made_round_by_round(tournament, director):
    answer = director.get(PAPER + "preview/")
    assert codes(answer, 409) == ["no_schedule"]
