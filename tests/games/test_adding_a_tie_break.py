"""Adding a tie-break: one value is enough for all parts to use and explain it."""

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.halls import a_club, a_round, a_tournament, play_out
from tests.web.pages import text
from tournaments.actions import sweep
from tournaments.ranking import tie_breaks

pytestmark = pytest.mark.django_db


@pytest.fixture
def youngest(monkeypatch):
    """Add a tie-break that puts the last entered first; it declares that it is counted by round."""
    made = tie_breaks.TieBreak(
        "youngest",
        "Youngest",
        "the latest number on the list",
        "Whoever was entered last is in front.",
        "high",
        lambda sheet, tied: {entry: (tie_breaks.whole(sheet.lots[entry] * 100),) for entry in tied},
        by_round=True,
    )
    monkeypatch.setitem(tie_breaks.TIE_BREAKS, made.code, made)


@pytest.fixture
def club(db):
    return a_club()


@pytest.fixture
def director(club):
    browser = Client()
    browser.force_login(club.memberships.get(role="owner").user)
    return browser


def test_a_tournament_is_set_up_with_it_by_form(youngest, club, director):
    where = reverse("create-tournament-as", args=[club.slug, "busca-accademia"])
    assert '<option value="youngest">the latest number on the list' in (director.get(where).content.decode())
    sent = {"name": "Serata", "rounds": "1", "table_hands": "2", "tie_breaks_0": "youngest"}
    assert director.post(where, sent).status_code == 302
    assert club.tournaments.get().tie_breaks == ["youngest"]


def test_the_standings_show_and_explain_it(youngest, club, director):
    made = a_tournament(club, name="Serata", tie_breaks=["youngest"])
    play_out(a_round(made))
    sweep.refresh_stale_standings()
    rows = director.get("/api/v1/tournaments/serata/standings/").json()["rows"]
    values = [row["tie_breaks"] for row in rows]
    assert values == [{"youngest": str(n * 100)} for n in range(8, 0, -1)]

    page = text(director.get(reverse("tournament", args=["serata"])))
    explained = "If scores are equal: the latest number on the list."
    assert explained in page
    assert "Youngest 800" in page

    paper = director.get(reverse("print-standings", args=["serata"])).content
    printed = " ".join(PdfReader(io.BytesIO(paper)).pages[0].extract_text().split())
    assert explained in printed
    assert "Youngest" in printed
    assert "800" in printed

    answer = director.get("/api/v1/tournaments/serata/standings/?format=csv").content.decode()
    names, *lines = csv.reader(io.StringIO(answer.lstrip("\ufeff")))
    assert [line[names.index("youngest")] for line in lines] == [str(n * 100) for n in range(8, 0, -1)]


def test_the_page_about_figures_explains_it(youngest, director):
    page = director.get(reverse("about-figures")).content.decode()
    assert page.count("<dt>Youngest</dt><dd>Whoever was entered last is in front.</dd>") == 1
