"""The pages of stages: a declaration is shown before it is saved, and qualifiers are confirmed as shown."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.halls import a_round, a_tournament, director_of, play
from tournaments.actions.rounds import rounds
from tournaments.actions.stages.following import create_next_stage
from tournaments.actions.standings import standings
from tournaments.models import Stage, Tournament
from tournaments.wording.stage_words import sentence

pytestmark = pytest.mark.django_db


@pytest.fixture
def directing(club):
    client = Client()
    client.force_login(club.memberships.get(role="owner").user)
    return client


@pytest.fixture
def over(club):
    """A tournament of eight players that is over."""
    tournament = a_tournament(club, players=8, rounds=1, table={"hands": 1})
    round_ = a_round(tournament, tables=[range(4), range(4, 8)])
    play(round_.tables.get(number=1), points=[20, 10, 6, 4])
    play(round_.tables.get(number=2), points=[9, 13, 9, 9])
    rounds.close_round(round_, by=director_of(tournament))
    standings.refresh(tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "The best of Serata qualifies for Finale."), ("it", "Il migliore di Serata passa a Finale.")],
)
def test_one_who_qualifies_is_the_best(club, language, said):
    source = a_tournament(club, name="Serata", players=8)
    stage = Stage(first=1, last=1, carry=Stage.Carry.NOTHING, ties=Stage.Ties.LOT)
    with override(language):
        assert said in sentence(stage, [source], "Finale")


@pytest.mark.slow
def test_a_next_stage_is_declared_in_a_sentence_and_filled_as_shown(directing, over):
    where = f"/tournaments/{over.slug}/stage/next/"
    typed = {"name": "Finale", "sources": [over.slug], "first": "1", "last": "4", "of_each": "each"}
    typed |= {"carry": "all", "ties": "decide"}
    unnamed = directing.post(where, {**typed, "name": " "})
    assert (unnamed.status_code, [*unnamed.context["form"].errors]) == (422, ["name"])
    asked = directing.post(where, typed)
    said = "The best 4 of Serata qualify for Finale. All of their points go with them."
    assert (asked.context["said"][: len(said)], Stage.objects.count()) == (said, 0)
    other = directing.post(where, {**typed, "last": "5", "said": asked.context["said"]})
    assert (other.status_code, Stage.objects.count()) == (200, 0)  # another sentence than was read
    assert directing.post(where, {**typed, "said": asked.context["said"]})["Location"] == "/tournaments/finale/stage/"
    final = Tournament.objects.get(slug="finale")
    shown = directing.get("/tournaments/finale/stage/")
    coming = [each["row"]["entry"] for each in shown.context["coming"]]
    level = [each.result.row["entry"] for each in shown.context["taking"].waiting]
    named = level[: 4 - len(coming)]
    assert 0 < len(named) < len(level)
    stale = directing.post("/tournaments/finale/stage/", {"seen": "0123", "named": named}, follow=True)
    assert ("check the list again" in stale.content.decode(), final.entries.count()) == (True, 0)
    taken = directing.post("/tournaments/finale/stage/", {"named": named}, follow=True)
    assert ("4 qualifiers were entered." in taken.content.decode(), final.entries.count()) == (True, 4)
    assert (
        "The qualifiers from the earlier stage are entered."
        in directing.get("/tournaments/finale/desk/").content.decode()
    )
    everybody = Client().get(f"/tournaments/{over.slug}/stages/").content.decode()
    assert said in everybody
    assert Client().get(f"/tournaments/{over.slug}/stages.pdf")["Content-Type"] == "application/pdf"
    assert b"Player 0001" in Client().get(f"/tournaments/{over.slug}/stages.csv").content


def test_the_page_of_a_single_stage_is_one_of_the_desk(directing, club):
    slug = a_tournament(club).slug
    page = directing.get(reverse("stages", args=[slug])).content.decode()
    assert re.search(rf'href="{reverse("desk", args=[slug])}"\s+aria-current="page"', page)


@pytest.mark.slow
def test_only_a_tournament_of_several_stages_has_the_bar_and_the_card(directing, over):
    def marks():
        pages = [directing.get(f"/tournaments/{over.slug}/{page}").content.decode() for page in ("", "desk/")]
        return [("All stages and the overall standings" in page, 'aria-label="Stages"' in page) for page in pages]

    assert marks() == [(False, False), (False, False)]
    create_next_stage(over, "Finale", {"sources": [over.slug], "last": 4}, by=director_of(over))
    assert marks() == [(False, True), (True, True)]


def test_while_the_earlier_stages_are_played_the_desk_leads_to_them(directing, club):
    source = a_tournament(club, players=8, rounds=1, table={"hands": 1})
    raw = {"sources": [source.slug], "first": 1, "last": 4, "carry": "nothing", "ties": "lot"}
    create_next_stage(source, "Finale", raw, by=director_of(source))
    said = directing.get("/tournaments/finale/desk/").content.decode()
    assert "Next: play the earlier stage" in said
    assert "Next: enter the qualifiers" not in said
    said = directing.get("/tournaments/finale/stage/").content.decode()
    assert "Not qualified so far" in said
