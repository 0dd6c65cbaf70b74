"""What-if: hands are assumed one by one, and the standings are shown."""

import json
import re

import pytest
from django.urls import reverse

from tests.halls import a_round, a_table, a_tournament, busca, director_of, play
from tests.web.pages import text
from tournaments.actions.stages.declaring import declare_stage
from tournaments.models import Hand

pytestmark = pytest.mark.django_db
FORM = {f"line-{side}-points": str(points) for side, points in enumerate([14, 13, 13, 0])}
TOTAL = {f"line-{side}-points": str(points) for side, points in enumerate([4, 1, 1, 2])}


@pytest.mark.slow
def test_hands_are_supposed_until_the_next_round_can_be_shown(club, director):
    tournament = a_tournament(club, players=8, rounds=3, pairing="swiss", table={"hands": 3})
    round_ = a_round(tournament)
    for hand in (1, 2, 3):
        play(a_table(round_, 2), hand)
    address = reverse("what-if", args=["serata", 1, 1])
    assert address in director.get(reverse("table", args=["serata", 1, 1])).content.decode()
    play(a_table(round_, 1))
    page = director.post(address, {**FORM, "do": "save"})
    assert "The standings after round 1 would be" in text(page)
    first = page.context["sent"]
    assert json.loads(first) == [busca([14, 13, 13, 0])]
    page = director.post(address, {**FORM, "do": "save", "supposed": first})
    assert "Show the tables of the next round" in text(page)
    page = director.post(address, {"do": "draw", "supposed": page.context["sent"]})
    assert [len(each.tables) for each in page.context["coming"]] == [2]
    assert Hand.objects.filter(table=a_table(round_, 1)).count() == 1
    assert director.post(address, {**FORM, "line-0-points": "15", "do": "save"}).status_code == 422
    for unread in ("[", "[" * 50_000, "{}"):
        assert director.post(address, {**FORM, "do": "save", "supposed": unread}).status_code == 200
    assert director.get(reverse("what-if", args=["serata", 1, 2])).status_code == 409


def test_a_total_is_supposed_where_no_tie_break_counts_hands(club, director):
    a_round(a_tournament(club, tie_breaks=["table_wins"]))
    address = reverse("what-if", args=["serata", 1, 1])
    assert "Try the table’s total instead" in text(director.get(address))
    page = director.post(address + "?total", {**TOTAL, "do": "save"})
    assert [row["score"] for row in page.context["rows"]][:4] == ["0 → 1", "0 → 1", "0 → 2", "0 → 4"]


def test_the_page_says_who_would_come_into_the_next_stage(club, director):
    round_ = a_round(a_tournament(club, players=8, table={"hands": 1}))
    final = a_tournament(club, players=0, name="Finale")
    declare_stage(final, {"sources": ["serata"], "last": 4, "ties": "all"}, by=director_of(final))
    play(a_table(round_, 2))
    page = text(director.post(reverse("what-if", args=["serata", 1, 1]), {**FORM, "do": "save"}))
    [coming] = re.findall(r"Finale : ([^.]*) would qualify\.", page)
    assert {*coming.split(", ")} == {"Player 0003", "Player 0004", "Player 0005"}
