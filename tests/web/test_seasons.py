"""Seasons on pages: declared as a secretary would, filled with evenings, read by everybody."""

import pytest
from django.urls import reverse

from tests.halls import a_tournament, director_of
from tests.season_evenings import DECLARATION, a_season, an_evening, correct
from tests.web.pages import faults, text, told
from tests.web.test_setup_pages import initial
from tournaments.actions.seasons import season_refreshing
from tournaments.actions.seasons.champions import declare_champions
from tournaments.models import Player, Season

pytestmark = pytest.mark.django_db
FIRST = (0, 5, 10, 25)
CIRCUIT = {
    "name": "Circuito",
    "declaration_counts": "points",
    "declaration_points": "25, 20, 16",
    "declaration_parts": "2 1 Autumn\n2",
    "declaration_coming": "1",
    "declaration_competitors": "entries",
    "declaration_listed": "all",
    "declaration_better": "high",
    "declaration_tie_breaks_0": "wins",
}


def page(season, name="season"):
    return reverse(name, args=[season.slug])


def test_a_secretary_declares_a_season_and_fills_it(club, director, anybody):
    where = reverse("club-seasons", args=[club.slug])
    shown = director.post(where, {**CIRCUIT, "preview": "1"})
    assert "Autumn: the best 1 of 2 results count." in text(shown)
    assert not Season.objects.exists()
    assert director.post(where, CIRCUIT).status_code == 302
    season = Season.objects.get()
    assert season.declaration["parts"] == [{"evenings": 2, "best": 1, "name": "Autumn"}, {"evenings": 2, "name": ""}]
    assert season.declaration["points"] == ["25", "20", "16"]
    evening = an_evening(club, *FIRST)
    assert director.post(page(season, "add-evening"), {"tournament": evening.slug, "part": "1", "factor": "2"})[
        "Location"
    ] == page(season, "edit-season")
    season_refreshing.refresh(season.pk)
    read = text(anybody.get(page(season)))
    assert "1 of 4 evenings" in read
    assert "Player 0001" in read
    assert "added 1" in read
    assert "Autumn: place 1, 51" in read
    again = director.get(page(season, "edit-season")).context["form"]
    assert again["declaration_parts"].value() == "2 1 Autumn\n2"
    assert "Circuito" in text(anybody.get(reverse("club", args=[club.slug])))
    sheet = anybody.get(reverse("season-csv", args=[season.slug])).content.decode("utf-8-sig").splitlines()
    assert sheet[0] == "Place;Player;Score;Evenings;Serata"
    assert sheet[1].endswith(";51;1;50")


def test_each_contradiction_stands_at_its_field(club, director):
    typed = CIRCUIT | {"name": "", "declaration_parts": "2 3\nmany", "declaration_points": "1 2"}
    typed |= {"declaration_tie_breaks_0": "lot", "declaration_tie_breaks_1": "wins", "declaration_of_each_club": "4"}
    answer = director.post(reverse("club-seasons", args=[club.slug]), typed)
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {
        "name",
        "declaration_parts",
        "declaration_points",
        "declaration_tie_breaks_1",
        "declaration_of_each_club",
    }


def test_a_change_that_moves_places_is_asked_about_and_told(club, director, anybody):
    first = an_evening(club, *FIRST)
    season = a_season(club, first, an_evening(club, *reversed(FIRST), name="Altra"))
    removal = reverse("remove-evening", args=[season.slug, first.slug])
    asked = director.post(removal)
    assert asked.status_code == 409
    assert season.evenings.count() == 2
    (agreement,) = dict(asked.context["answers"])
    assert director.post(removal, {"agreed": agreement}).status_code == 302
    assert season.evenings.count() == 1
    season_refreshing.refresh(season.pk)
    correct(season.evenings.get().tournament, *FIRST)
    season_refreshing.refresh(season.pk)
    assert "Places that moved later" in text(anybody.get(page(season)))


def test_a_declaration_changed_in_may_is_asked_about(club, director):
    season = a_season(club, an_evening(club, *FIRST), an_evening(club, *reversed(FIRST), name="Altra"))
    where = page(season, "edit-season")
    form = initial(director.get(where).context["form"])
    form |= {"declaration_competitors": "entries", "declaration_listed": "all", "seen": "1"}
    form |= {"declaration_points": "", "declaration_tie_breaks_0": "lot"}
    asked = director.post(where, form)
    assert (asked.status_code, "places of the season’s standing" in text(asked)) == (409, True)
    assert Season.objects.get().version == 1
    assert director.post(where, {**form, "agreed": next(iter(dict(asked.context["answers"])))}).status_code == 302
    assert Season.objects.get().version == 2


def test_two_directors_at_one_declaration(club, director):
    season = a_season(club)
    form = {**CIRCUIT, "seen": str(season.version)}
    assert director.post(page(season, "edit-season"), form).status_code == 302
    late = director.post(page(season, "edit-season"), {**form, "declaration_coming": "9"})
    assert late.status_code == 422
    assert Season.objects.get().declaration["coming"] == "1"


def test_nothing_that_decides_is_preselected_and_all_is_asked_for_at_once(club, director):
    where = reverse("club-seasons", args=[club.slug])
    typed = {"declaration_coming": "x", "declaration_parts": "2 3"}
    answer = director.post(where, {**initial(director.get(where).context["form"]), **typed})
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {
        "name",
        "declaration_parts",
        "declaration_coming",
        "declaration_counts",
        "declaration_competitors",
        "declaration_listed",
    }


def test_what_a_declaration_leaves_out_is_shown_as_it_counts(club, director):
    season = a_season(club)
    form = initial(director.get(page(season, "edit-season")).context["form"])
    assert (form["declaration_competitors"], form["declaration_listed"]) == ("entries", "all")
    assert director.post(page(season, "edit-season"), {**form, "name": "Anno", "seen": "1"}).status_code == 302
    assert Season.objects.get().name == "Anno"


@pytest.mark.parametrize("line", ["4", "4 2", "4 2 Autumn", "4 - 2nd half", "4 3 2nd half", "4 Autumn"])
def test_a_part_is_shown_as_it_was_typed(club, director, line):
    where = reverse("club-seasons", args=[club.slug])
    assert director.post(where, {**CIRCUIT, "declaration_parts": line}).status_code == 302
    form = director.get(page(Season.objects.get(), "edit-season")).context["form"]
    assert form["declaration_parts"].value() == line


def test_the_next_evening_is_made_by_one_tap_and_once(club, director):
    last = an_evening(club, *FIRST, name="Serata 1")
    season = a_season(club, last)
    for name in ("Altra", "Terza", "Quarta"):
        a_tournament(club, players=4, name=name)
    sent = {"after": director.get(page(season)).context["last_evening"]}
    first = director.post(page(season, "next-evening"), sent, follow=True)
    assert told(first) == ["“Serata 2” is made and in the season: enter the players."]
    assert text(first).count("Enter the 4 of Serata 1") == 1
    again = director.post(page(season, "next-evening"), sent, follow=True)
    assert told(again) == ["“Serata 2” is there already."]
    assert club.tournaments.filter(name__startswith="Serata").count() == 2
    assert director.post(first.redirect_chain[0][0] + "again/", {"tournament": last.pk}).status_code == 302
    assert club.tournaments.get(name="Serata 2").entries.count() == 4


def test_a_season_says_how_to_begin_and_when_it_is_full(club, director, anybody):
    season = a_season(club, declaration={**DECLARATION, "parts": [{"evenings": 1}]})
    assert "Create the first evening" in text(director.get(page(season)))
    full = a_season(club, an_evening(club, *FIRST), declaration={**DECLARATION, "parts": [{"evenings": 1}]})
    offered = ("Create the first evening", "Make the next evening")
    assert [words in text(director.get(page(full))) for words in offered] == [False, False]
    assert [words in text(anybody.get(page(season))) for words in offered] == [False, False]


def test_part_and_factor_are_changed_on_a_page(club, director):
    first, second = an_evening(club, *FIRST), an_evening(club, *reversed(FIRST), name="Altra")
    parts = [{"evenings": 2, "name": "Autumn"}, {"evenings": 1, "name": "Spring"}]
    season = a_season(club, first, second, declaration={**DECLARATION, "parts": parts})
    where = reverse("change-evening", args=[season.slug, second.slug])
    form = director.get(where).context["form"]
    assert initial(form) == {"part": 1, "factor": "1"}
    wrong = director.post(where, {"part": "2", "factor": "0"})
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["factor"])
    asked = director.post(where, {"part": "2", "factor": "1,5"})
    assert asked.status_code == 409
    (agreement,) = dict(asked.context["answers"])
    assert director.post(where, {"part": "2", "factor": "1,5", "agreed": agreement}).status_code == 302
    evening = season.evenings.get(tournament=second)
    assert (evening.part, str(evening.factor)) == (1, "1.50")
    assert initial(director.get(where).context["form"]) == {"part": 2, "factor": "1.5"}
    full = director.post(reverse("change-evening", args=[season.slug, first.slug]), {"part": "2", "factor": "1"})
    assert faults(full) == ["This part has its 1 evenings already: change the declaration first."]


def test_the_plan_asks_before_an_evening_that_counts_becomes_private(club, director):
    evening = an_evening(club, *FIRST)
    a_season(club, evening)
    where = reverse("edit-tournament", args=[evening.slug])
    plan = director.get(where).context["form"]
    asked = director.post(where, initial(plan) | {"visibility": "private", "starts_at": ""})
    assert asked.status_code == 409
    assert "Serata counts in the season Stagione, and would no longer count." in text(asked)
    assert text(asked).count("→ –") == 4
    sent = dict(asked.context["sent"]) | {"agreed": next(iter(dict(asked.context["answers"])))}
    assert director.post(where, sent).status_code == 302
    evening.refresh_from_db()
    assert evening.visibility == "private"


def test_the_same_name_twice_is_asked_about(club, director):
    first = an_evening(club, *FIRST)
    ours = club.players.get(name="Player 0001")
    Player.objects.filter(pk=ours.pk).update(name="Altro", name_key="altro")
    season = a_season(club, first, an_evening(club, *FIRST, name="Seconda"))
    assert "The same person twice?" not in text(director.get(page(season, "edit-season")))
    Player.objects.filter(pk=ours.pk).update(name="Player 0001", name_key="player 0001")
    asked = director.get(page(season, "edit-season"))
    (kept, other) = asked.context["namesakes"][0]
    assert text(asked).count(", 1 evening It is") == 1
    merged = director.post(reverse("merge-player", args=[kept.player.pk]), {"player": other.player.pk}, follow=True)
    assert told(merged) == ["Player 0001 is one person now. You can separate the two again."]


def test_an_evening_is_in_one_part(club, director):
    evening = an_evening(club, *FIRST)
    season = a_season(club, evening)
    answer = director.post(page(season, "add-evening"), {"tournament": evening.slug, "part": "1", "factor": "1"})
    assert answer.status_code == 422
    assert faults(answer) == ["This evening is already in the season, in part 1: an evening counts once."]
    assert director.post(page(season, "delete-season"), follow=True).status_code == 200
    assert Season.objects.count() == 1


def test_what_each_can_still_reach(club, anybody):
    declared = {**DECLARATION, "points": [9, 3, 1], "parts": [{"evenings": 3, "best": 2}], "minimum": 2}
    evenings = an_evening(club, *FIRST), an_evening(club, *FIRST, name="Altra")
    season = a_season(club, *evenings, declaration={**declared, "final": {"first": 2}})
    read = text(anybody.get(page(season)))
    assert "Safe: first; certainly in the final" in read
    assert "At best place 2" in read
    assert "These places hold if the last evening is played" in read
    declare_champions(season, {"by": "standing"}, by=director_of(evenings[0]))
    assert "still possible" not in text(anybody.get(page(season))).lower()
    assert "Safe: first" not in text(anybody.get(page(season)))
    one = a_season(club, evenings[0], declaration=declared)
    assert "1 more evening needed for a place" in text(anybody.get(page(one)))


def test_a_long_standing_is_on_several_pages(club, anybody, monkeypatch):
    season = a_season(club, an_evening(club, *FIRST))
    whole = list(anybody.get(page(season)).context["document"]["rows"])
    monkeypatch.setattr("tournaments.actions.seasons.standing.ROWS_ON_A_PAGE", 3)
    first, second = (anybody.get(page(season), {"page": number}).context["document"]["rows"] for number in (1, 2))
    assert (len(first), [*first, *second]) == (3, whole)
    assert [anybody.get(page(season), {"page": wrong}).status_code for wrong in ("0", "3", "-1", "x")] == [404] * 4
