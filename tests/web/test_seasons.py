"""Seasons on pages: declared as a secretary would, filled with evenings, read by everybody."""

import pytest
from django.urls import reverse

from tests.halls import a_club, a_tournament, a_user, agreed, by
from tests.season_evenings import DECLARATION, FIRST, a_season, an_evening, correct, crown
from tests.web.pages import faults, text
from tests.web.test_setup_pages import initial
from tournaments.actions.people.merging import merge_players
from tournaments.actions.seasons import season_refreshing, seasons
from tournaments.actions.standings import standings
from tournaments.models import Player, Season, Tournament

pytestmark = pytest.mark.django_db
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


@pytest.mark.slow
def test_a_secretary_declares_a_season_and_fills_it(club, director, anybody):
    where = reverse("club-seasons", args=[club.slug])
    shown = director.post(where, {**CIRCUIT, "preview": "1"})
    assert "Autumn: the best of 2 results counts." in text(shown)
    assert b'class="note stack" tabindex="-1" autofocus><h2>What this says' in shown.content  # else below the fold
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


@pytest.mark.slow
def test_a_category_is_listed_and_the_last_evening_counts_double(club, director, anybody):
    first, last = an_evening(club, *FIRST), an_evening(club, *FIRST, name="Ultima")
    typed = CIRCUIT | {"declaration_parts": "2", "declaration_last_factor": "2", "declaration_listed": "category"}
    typed |= {"declaration_category": "Women", "declaration_category_players": "player 0002\nPlayer 0003\nNobody"}
    refused = director.post(reverse("club-seasons", args=[club.slug]), typed)
    assert {*refused.context["form"].errors} == {"declaration_category_players"}
    assert "exactly one player of the club. These are not: Nobody." in text(refused)
    typed["declaration_category_players"] = "player 0002\nPlayer 0003"
    assert director.post(reverse("club-seasons", args=[club.slug]), typed).status_code == 302
    season = Season.objects.get()
    for evening, factor in ((first, "1"), (last, "2")):
        form = director.get(page(season, "edit-season")).context["adding"]
        assert form["factor"].value() == factor
        director.post(page(season, "add-evening"), {"tournament": evening.slug, "part": "1", "factor": factor})
    zoe, third = Player.objects.create(club=club, name="Zoe", name_key="zoe"), Player.objects.get(name="Player 0003")
    agreed(by(a_user()), lambda by: merge_players(zoe, third, by=by))
    for evening in (first, last):
        standings.refresh(evening.pk)
    season_refreshing.refresh(season.pk)
    answer = anybody.get(page(season))
    assert [row["name"] for row in answer.context["document"]["rows"]] == ["Player 0002", "Zoe"]
    assert "Only the category Women is listed (players: 2)" in text(answer)
    form = director.get(page(season, "edit-season")).context["form"]
    assert form["declaration_category_players"].value() == "Player 0002\nZoe"
    typed |= {"declaration_category_players": "Player 0002\nZoe", "declaration_last_factor": "3", "seen": "1"}
    changed = director.post(page(season, "edit-season"), typed)
    assert faults(changed) == ["Ultima is the last evening and counts 2 times: change its factor first."]


def test_a_category_with_namesakes_and_players_of_another_club_is_saved_again(club, director):
    away = a_club("Altro")
    keys = [(club, "Anna"), (club, "Anna"), (away, "Bea"), (club, "Bea"), (club, "Cora"), (club, "Dina")]
    ids = [Player.objects.create(club=of, name=name, name_key=name.lower()).pk for of, name in keys]
    category = {"name": "Women", "players": [ids[2], ids[1], ids[0], ids[4]]}
    merge_players(Player.objects.get(pk=ids[5]), Player.objects.get(pk=ids[4]), by=by(a_user()))
    season = a_season(club, declaration={**DECLARATION, "listed": "category", "category": category})
    where = page(season, "edit-season")

    def players_of(*names):
        listed = "\n".join(names)
        form = {**CIRCUIT, "declaration_listed": "category", "declaration_category": "Women"}
        answer = director.post(where, {**form, "declaration_category_players": listed})
        read = Season.objects.get()
        return answer.status_code, read.version, read.declaration["category"]["players"]

    shown = director.get(where).context["form"]["declaration_category_players"].value().split("\n")
    assert shown == ["Anna", "Anna", "Bea", "Dina"]
    assert players_of(*shown) == (302, 2, category["players"])
    assert players_of(*shown) == (302, 2, category["players"])
    assert players_of("Anna", "Bea", "Dina") == (422, 2, category["players"])
    assert players_of("Anna", "Anna", "Bea") == (302, 3, sorted(ids[:3]))


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


def test_contradictory_ties_are_told_beside_the_tie_break_that_is_wrong(club, director):
    """The first field was left empty, so the next ones are moved up, and the problem with them."""
    where = reverse("club-seasons", args=[club.slug])
    ties = ["", "lot", "wins", "wins", ""]
    typed = CIRCUIT | {f"declaration_tie_breaks_{place}": code for place, code in enumerate(ties)}
    form = director.post(where, typed).context["form"]
    assert [form[f"declaration_tie_breaks_{place}"].value() for place in range(4)] == ["lot", "wins", "wins", ""]
    assert form.errors == {
        "declaration_tie_breaks_1": ["Leave this tie-break out: the lot before it decides every tie."],
        "declaration_tie_breaks_2": ["This tie-break is listed twice: leave one of them out."],
    }


def test_a_line_that_is_no_part_is_named(club, director):
    answer = director.post(reverse("club-seasons", args=[club.slug]), CIRCUIT | {"declaration_parts": "2\nmany\n200"})
    assert faults(answer) == [
        f"Part {number} needs its number of evenings, a whole number from 1 to 100." for number in (2, 3)
    ]


@pytest.mark.slow
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
    assert "Places that changed later" in text(anybody.get(page(season)))
    assert "after changed results in Altra: Player" in text(anybody.get(page(season)))
    log = text(director.get(page(season, "season-log")))
    assert "4 places moved in the standings after Altra. Results changed in Altra." in log
    Tournament.objects.update(visibility="private")
    assert "after changed results" not in text(anybody.get(page(season)))


@pytest.mark.slow
def test_a_declaration_changed_in_may_is_asked_about(club, director):
    season = a_season(club, an_evening(club, *FIRST), an_evening(club, *reversed(FIRST), name="Altra"))
    where = page(season, "edit-season")
    form = initial(director.get(where).context["form"])
    form |= {"declaration_competitors": "entries", "declaration_listed": "all", "seen": "1"}
    form |= {"declaration_points": "", "declaration_tie_breaks_0": "lot"}
    asked = director.post(where, form)
    assert (asked.status_code, "Places in the standings of Stagione that change:" in text(asked)) == (409, True)
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


def test_a_page_keeps_every_tie_break_that_the_api_declared(club, director):
    codes = ["head_to_head", "difference", "scores", "wins", "best_results", "last_evening", "attended", "lot"]
    season = a_season(club, declaration={**DECLARATION, "tie_breaks": codes})
    form = initial(director.get(page(season, "edit-season")).context["form"])
    assert director.post(page(season, "edit-season"), {**form, "name": "Anno", "seen": "1"}).status_code == 302
    season = Season.objects.get()
    assert (season.name, season.declaration["tie_breaks"]) == ("Anno", codes)


@pytest.mark.parametrize("line", ["4", "4 2", "4 2 Autumn", "4 - 2nd half", "4 3 2nd half", "4 Autumn"])
def test_a_part_is_shown_as_it_was_typed(club, director, line):
    where = reverse("club-seasons", args=[club.slug])
    assert director.post(where, {**CIRCUIT, "declaration_parts": line}).status_code == 302
    form = director.get(page(Season.objects.get(), "edit-season")).context["form"]
    assert form["declaration_parts"].value() == line


@pytest.mark.slow
def test_what_each_can_still_reach(club, anybody):
    declared = {**DECLARATION, "points": [9, 3, 1], "parts": [{"evenings": 3, "best": 2}], "minimum": 2}
    evenings = an_evening(club, *FIRST), an_evening(club, *FIRST, name="Altra")
    season = a_season(club, *evenings, declaration={**declared, "final": {"first": 2}})
    read = text(anybody.get(page(season)))
    assert "Safe: first; certainly in the final" in read
    assert "At best place 2" in read
    assert "These places hold if the last evening is played" in read
    crown(season)
    assert "still possible" not in text(anybody.get(page(season))).lower()
    assert "Safe: first" not in text(anybody.get(page(season)))
    parts = [{"name": "Autumn", "evenings": 3, "best": 2}, {"name": "Spring", "evenings": 3}]
    final = {"of_each_part": 1, "only_if_needed": True}
    two = a_season(club, *evenings, declaration={**DECLARATION, "parts": parts, "final": final})
    assert "Autumn: safe: first, certainly in the final, if there is one" in text(anybody.get(page(two)))
    one = a_season(club, evenings[0], declaration=declared)
    assert "1 more evening needed for a place" in text(anybody.get(page(one)))


def test_the_final_is_certain_or_out_of_reach_only_by_all_that_it_needs(club, anybody):
    """In a part one evening is enough for a place, but not for one in the season; and some in front came too seldom."""
    parts = [{"name": "Autumn", "evenings": 1}, {"name": "Spring", "evenings": 2}]
    declared = {**DECLARATION, "points": [9, 3], "parts": parts, "minimum": 2, "final": {"of_each_part": 1}}
    evenings = an_evening(club, *FIRST), an_evening(club, *FIRST, name="Altra")
    season = a_season(club, evenings[0], declaration={**declared, "parts": [{**parts[0], "evenings": 2}, parts[1]]})
    seasons.add_evening(season, a_tournament(club, players=0), {"factor": "0.01"}, by=by(club.memberships.get().user))
    season_refreshing.refresh(season.pk)
    assert "Autumn: safe: first" in text(anybody.get(page(season)))
    assert "certainly in the final" not in text(anybody.get(page(season)))
    once = {**declared, "parts": [{"evenings": 3}], "minimum": 0}
    for needed, is_out in ((0, True), (2, False)):
        season = a_season(club, evenings[0], declaration={**once, "final": {"first": 1, "minimum": needed}})
        later = [a_tournament(club, players=0, name=name) for name in "AB"]
        for each in later:
            seasons.add_evening(season, each, {"factor": "0.01"}, by=by(club.memberships.get().user))
        season_refreshing.refresh(season.pk)
        assert ("the final is out of reach" in text(anybody.get(page(season)))) is is_out


def test_a_long_standing_is_on_several_pages(club, anybody, monkeypatch):
    season = a_season(club, an_evening(club, *FIRST))
    whole = list(anybody.get(page(season)).context["document"]["rows"])
    monkeypatch.setattr("tournaments.actions.seasons.standing.ROWS_ON_A_PAGE", 3)
    first, second = (anybody.get(page(season), {"page": number}).context["document"]["rows"] for number in (1, 2))
    assert (len(first), [*first, *second]) == (3, whole)
    assert [anybody.get(page(season), {"page": wrong}).status_code for wrong in ("0", "3", "-1", "x")] == [404] * 4
