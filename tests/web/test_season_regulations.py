"""Four printed regulations, each typed by a secretary into the page's form and read back in sentences."""

import pytest
from django.urls import reverse

from tests.ranking.seasons.test_regulations import BURRACO, CIRCUIT, CIRCUIT_IN_WORDS, LEAGUE, TRICKS
from tests.season_evenings import FIRST, an_evening
from tests.web.pages import text
from tournaments.actions.seasons import season_refreshing
from tournaments.models import Season
from tournaments.ranking.seasons import read_declaration

pytestmark = pytest.mark.django_db
TYPED = {
    "Burraco": (
        {
            "counts": "points",
            "parts": "4 3 Autumn\n4 3 Spring",
            "competitors": "entries",
            "tie_breaks_0": "head_to_head",
            "tie_breaks_1": "difference",
            "tie_breaks_2": "scores",
            "tie_breaks_3": "lot",
            "final_of_each_part": "2",
            "final_only_if_needed": "on",
        },
        BURRACO,
        [
            "The last place of an evening is worth 1 point, each better place one point more.",
            "Those who share places share their points equally.",
            "Autumn: the best 3 of 4 results count.",
            "Spring: the best 3 of 4 results count.",
            "Partners are listed together: a pair counts only when the two play together.",
            "Ties are decided in this order: direct meetings; difference; sum of the scores or victory points; lot.",
            "Ties in a part are decided by the evenings of this part alone.",
            "The first 2 of each part qualify for the final; those already qualified are skipped in later parts.",
            "If the same competitor wins all parts, there is no final: that competitor is the champion, "
            "and the other places follow the standings of the season.",
        ],
    ),
    "Hearts, King and Whist": (
        {"counts": "rounds", "rounds_each": "2", "parts": "6", "best": "9", "competitors": "entries", "better": "low"},
        {**TRICKS, "better": "low"},
        [
            "Each round counts on its own, with its score.",
            "The lowest score is best. Those with fewer counted results come behind.",
            "The best 9 of 12 results count.",
            "Partners are listed together: a pair counts only when the two play together.",
            "Those who are still tied share the place.",
        ],
    ),
    "Circuit": (
        {
            "counts": "points",
            "points": "25, 20, 16, 13",
            "coming": "1",
            "parts": "10 5",
            "minimum": "4",
            "last_factor": "2",
            "competitors": "entries",
            "tie_breaks_0": "wins",
            "tie_breaks_1": "best_results",
            "final_first": "16",
            "final_minimum": "4",
        },
        CIRCUIT,
        CIRCUIT_IN_WORDS,
    ),
    "League of clubs": (
        {"counts": "points", "parts": "2", "competitors": "clubs", "of_each_club": "4"},
        LEAGUE,
        [
            "The last place of an evening is worth 1 point, each better place one point more.",
            "Those who share places share their points equally.",
            "All results count: at most 2.",
            "Clubs are listed: on each evening the best 4 results of a club are added up.",
            "Those who are still tied share the place.",
        ],
    ),
}


@pytest.mark.parametrize("name", TYPED)
def test_a_regulation_is_declared_by_the_page_alone(club, director, anybody, name):
    """Read in sentences first, saved, shown again as it was typed, and read by everybody after an evening."""
    fields, declared, sentences = TYPED[name]
    typed = {"name": name, **{f"declaration_{field}": value for field, value in {"listed": "all", **fields}.items()}}
    where = reverse("club-seasons", args=[club.slug])
    shown = director.post(where, {**typed, "preview": "1"})
    assert (shown.context["sentences"], Season.objects.count()) == (sentences, 0)
    saved = director.post(where, typed)
    season = Season.objects.get()
    assert saved["Location"] == reverse("edit-season", args=[season.slug])
    assert season.declared == read_declaration(declared)
    form = director.get(saved["Location"]).context["form"]
    assert {field: str(form[field].value()) for field in typed} == {**typed, **again(typed)}
    added = {"tournament": an_evening(club, *FIRST).slug, "part": "1", "factor": "1"}
    assert director.post(reverse("add-evening", args=[season.slug]), added).status_code == 302
    season_refreshing.refresh(season.pk)
    read = text(anybody.get(reverse("season", args=[season.slug])))
    assert " ".join(sentences) in read
    assert ("Player 0002" in read, club.name in read) == (name != "League of clubs", True)


def again(typed):
    """Return the state of a checked box when it is shown again."""
    return {field: "True" for field, value in typed.items() if value == "on"}
