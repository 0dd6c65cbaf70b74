"""Which format?: the stages that fit an evening."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.web.pages import text

pytestmark = pytest.mark.django_db


def test_the_page_asks_for_the_evening_and_shows_what_fits(club, director):
    address = reverse("formats", args=[club.slug, "busca-accademia"])
    assert (
        address in director.get(reverse("create-tournament-as", args=[club.slug, "busca-accademia"])).content.decode()
    )
    assert "Formats that fit" not in text(director.get(address))
    typed = {"players": "16", "minutes": "150", "round_minutes": "45", "pause": "5", "tables": ""}
    shown = text(director.get(address, typed))
    assert (
        "2 groups with 2 rounds; the best 2 of each group qualify; a final of 4. 2:25 hours, 2–3 rounds each" in shown
    )
    refused = director.get(address, {**typed, "players": "", "tables": "x"})
    assert refused.status_code == 422
    assert set(refused.context["form"].errors) == {"players", "tables"}
    nothing = director.get(address, {**typed, "round_minutes": "151"})
    assert set(nothing.context["form"].errors) == {"round_minutes"}


def test_the_page_says_why_hands_are_not_counted(club, director):
    typed = {"players": "16", "minutes": "150", "round_minutes": "45", "pause": "5", "tables": ""}
    reason = "Tables have no fixed number of hands (to 2005 points), so hands are not counted"
    assert reason in text(director.get(reverse("formats", args=[club.slug, "burraco"]), typed))
    assert "no fixed number" not in text(director.get(reverse("formats", args=[club.slug, "busca-accademia"]), typed))


@pytest.mark.slow
def test_the_command_prints_the_figures_of_the_page(club, director):
    address = reverse("formats", args=[club.slug, "busca-accademia"])
    typed = {"players": "37", "minutes": "240", "round_minutes": "45", "pause": "5", "tables": ""}
    rows = director.get(address, typed).context["rows"]
    call_command("stages", players=37, hours=4, game="busca-accademia", stdout=(out := StringIO()))
    printed = [line.split(maxsplit=7) for line in out.getvalue().splitlines()[2:]]
    assert [(line[0], int(line[4].rstrip("%")), int(line[6]), line[7]) for line in printed] == [
        (row["length"], row["wins"], row["error"], row["description"]) for row in rows
    ]
