"""The page of the prizes, and the winners on the page of the standings."""

import pytest
from django.urls import reverse

from tests.halls import a_round, a_tournament, director_of, play_out
from tests.web.pages import faults, text, told
from tests.web.papers import pages
from tournaments.actions.prizes.declared import declare_prizes
from tournaments.actions.rounds import rounds
from tournaments.actions.stages.following import create_next_stage
from tournaments.actions.standings import standings
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
THERE = reverse("prizes", args=["serata"])


@pytest.fixture
def tournament(club):
    tournament = a_tournament(club, players=8, rounds=1)
    play_out(a_round(tournament), [40, 0, 0, 0])
    return tournament


@pytest.mark.slow
def test_prizes_are_typed_in_lines_and_categories_are_marked(tournament, director, anybody):
    sent = {"place": "Ham\n Wine \n", "categories": "Juniors: Book", "rounds": "Cup", "ties": "lot", "several": "on"}
    assert told(director.post(THERE, sent, follow=True)) == ["The prizes were saved."]
    entries = list(tournament.entries.order_by("number"))
    page = director.post(THERE, {**sent, "member-0": [entries[2].pk, "x"]}, follow=True)
    assert "Who belongs to: Juniors (1)" in text(page)
    assert [each.names for each in page.context["won"] if each.title == "Juniors"] == [()]
    standings.refresh(tournament.pk)
    page = director.get(THERE)
    assert page.context["form"].initial["place"] == "Ham\nWine"
    assert [each.names for each in page.context["won"] if each.title == "Juniors"] == [(entries[2].name,)]
    page = director.post(THERE, {**sent, "place": "x" * 200, "rounds": "Cup\nCup"})
    assert page.status_code == 422
    assert len(faults(page)) == 2
    where = reverse("tournament", args=["serata"])
    assert "Prizes" not in text(anybody.get(where))
    rounds.close_round(tournament.rounds.get(), by=director_of(tournament))
    standings.refresh(tournament.pk)
    assert "Everybody sees the winners on the page of the standings." in text(director.get(THERE))
    shown = text(anybody.get(where))
    assert "Juniors Book" in shown
    assert entries[2].name in shown.split("Juniors Book")[1][:40]
    lines = anybody.get(reverse("prizes-csv", args=["serata"])).content.decode("utf-8-sig").splitlines()
    assert f"Juniors;Book;{entries[2].name};" in lines
    standings.hide_standings(tournament, by=director_of(tournament))
    page = text(director.get(THERE))
    assert "Everybody sees" not in page
    assert "nobody outside the club sees the winners until you show the standings to everybody." in page
    assert "Juniors Book" not in text(anybody.get(where))


def test_a_prize_that_many_share_fits_on_paper(club, director):
    tournament = a_tournament(club, players=60, name="Grande", table={"hands": 1}, tie_breaks=[])
    declare_prizes(tournament, {"place": ["Ham"], "ties": "shared"}, by=director_of(tournament))
    play_out(a_round(tournament, tables=[range(first, first + 4) for first in range(0, 60, 4)]))
    standings.refresh(tournament.pk)
    printed = " ".join(pages(director.get(reverse("print-prizes", args=["grande"]))))
    assert [number for number in range(1, 61) if f"Player {number:04}" not in printed] == []
    assert (printed.count("Ham"), printed.count("[ ]"), printed.count("#")) == (1, 1, 0)


def categories_of(tournament):
    tournament.refresh_from_db()
    return {each["name"]: each["entries"] for each in tournament.prizes["categories"]}


@pytest.mark.slow
def test_a_renamed_category_keeps_its_marks(tournament, director):
    """Several at once are refused with the marks still ticked; a page that is out of date is refused."""
    ids = list(tournament.entries.order_by("number").values_list("pk", flat=True))
    both = [{"name": "Juniors", "prizes": ["Book"], "entries": ids[:2]}, {"name": "Ladies", "entries": ids[4:5]}]
    declare_prizes(tournament, {"categories": both}, by=director_of(tournament))
    seen = director.get(THERE).context["form"].initial["seen"]
    sent = {"several": "on", "seen": seen, "member-0": ids[1:3], "member-1": ids[4:5]}
    page = director.post(THERE, {**sent, "categories": "Under 20: Book\nOver 60"})
    assert [each[:30] for each in faults(page)] == ["Rename one category at a time,"]
    assert [marked for _place, _category, marked in page.context["form"].marks] == [{*ids[1:3]}, {ids[4]}]
    page = director.post(THERE, {**sent, "categories": "Under 20: Book\nLadies"}, follow=True)
    assert told(page) == ["The prizes were saved.", "The players of “Juniors” now belong to “Under 20”."]
    assert categories_of(tournament) == {"Under 20": ids[1:3], "Ladies": ids[4:5]}
    page = director.post(THERE, {**sent, "categories": "Ladies: Book", "member-0": ids[4:5]})
    assert page.status_code == 422
    assert "Somebody else has changed the prizes meanwhile" in text(page)
    assert categories_of(tournament) == {"Under 20": ids[1:3], "Ladies": ids[4:5]}


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ({"rounds": [{"round": 1, "prizes": ["Cup", "Wine"]}]}, "This form cannot show all prizes"),
        ({"categories": [{"name": "Juniors: girls", "prizes": ["Book"]}]}, "This form cannot show all prizes"),
        ({"of_a_later_version": ["Book"]}, "This form cannot show all prizes"),
        ({"clean_hands": ["Cards"]}, "Clean hands are not among the tie-breaks"),
    ],
)
def test_prizes_that_the_form_cannot_store_are_not_overwritten(tournament, director, declared, words):
    Tournament.objects.update(prizes=declared, tie_breaks=["table_wins"])
    typed = director.get(THERE).context["form"].initial
    page = director.post(THERE, {**typed, "several": "on", "place": "Ham"})
    assert page.status_code == 422
    assert words in text(page)
    tournament.refresh_from_db()
    assert tournament.prizes == declared


def test_clean_hands_are_named_only_where_they_count(tournament, director):
    raw = {"sources": [tournament.slug], "first": 1, "last": 4, "carry": "nothing", "ties": "lot"}
    create_next_stage(tournament, "Finale", raw, by=director_of(tournament))
    Tournament.objects.update(tie_breaks=["clean_hands"])
    assert "clean hands of all stages add up" in text(director.get(THERE))
    Tournament.objects.update(tie_breaks=["table_wins"])
    page = text(director.get(THERE))
    assert "Round numbers then continue from stage to stage." in page
    assert "clean hands" not in page
