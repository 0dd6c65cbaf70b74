"""seasons/{slug}/final/: entering the qualifiers by one request, and replacing those who decline."""

import pytest

from tests.halls import a_club, a_member, a_round, a_tournament, agreed, director_of
from tests.season_evenings import DECLARATION, a_season, an_evening
from tournaments.actions.core.names import name_key
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people.players import rename_player
from tournaments.actions.people.registration import change_entry
from tournaments.actions.seasons import season_refreshing, seasons
from tournaments.actions.standings import standings
from tournaments.models import Entry, Player

from .caller import codes, faults

pytestmark = pytest.mark.django_db
FIRST = (0, 5, 10, 25)
ONE = [{"evenings": 1}]
NAMES = ["Player 0001", "Player 0002", "Player 0003", "Player 0004"]


def where(season, tail=""):
    return f"seasons/{season.slug}/final/{tail}"


@pytest.fixture
def season(club):
    return a_season(club, an_evening(club, *FIRST), declaration={**DECLARATION, "parts": ONE, "final": {"first": 2}})


@pytest.fixture
def order(season):
    return order_of(season.evenings.get().tournament)


def order_of(evening):
    """The players, first to last."""
    rows = evening.standings.order_by("-after_round").first().document["rows"]
    return [row["name"] for row in sorted(rows, key=lambda row: row["place"])]


def a_final(club, **plan):
    return a_tournament(club, players=0, name="Finale", **plan)


def seen(answer):
    return [(each["name"], each["place"], each["skipped"], bool(each["entry"])) for each in answer.json()["places"]]


@pytest.mark.slow
def test_the_first_of_the_season_are_entered_in_order_and_once(club, director, season, order):
    final = a_final(club)
    before = director.get(where(season))
    assert seen(before) == [(order[0], 1, "", False), (order[1], 2, "", False)]
    assert (before.json()["tournament"], before.json()["evenings_left"]) == (None, 0)
    filled = director.post(where(season), {"tournament": final.slug})
    assert seen(filled) == [(order[0], 1, "", True), (order[1], 2, "", True)]
    assert list(final.entries.values_list("name", "seed")) == [(order[0], 1), (order[1], 2)]
    assert director.post(where(season), {"tournament": final.slug}).json() == filled.json()
    assert (final.entries.count(), season.log.filter(kind="final_filled").count()) == (2, 1)
    facts = season.log.get(kind="final_filled").facts
    assert (facts["slug"], len(facts["entered"]), facts["skipped"]) == (final.slug, 2, [])
    assert director.get(where(season)).json() == filled.json()


def test_finalists_have_the_home_club_of_their_latest_evening(club, director):
    """Of the latest in time, although the other evening was entered after it."""
    evenings = [
        an_evening(club, *FIRST, name=name, starts_at=f"2026-0{month}-01T20:00:00+00:00")
        for name, month in (("Nord", 3), ("Sud", 2))
    ]
    for evening in evenings:
        for entry in evening.entries.all():
            change_entry(entry, {"home_club": f"Circolo {evening.name}"}, by=director_of(evening))
    declaration = {**DECLARATION, "parts": [{"evenings": 2}], "final": {"first": 2}}
    season = a_season(club, *evenings[::-1], declaration=declaration)
    final = a_final(club)
    assert director.post(where(season), {"tournament": final.slug}).status_code == 200
    assert set(final.entries.values_list("home_club", flat=True)) == {"Circolo Nord"}


@pytest.mark.slow
def test_the_next_in_order_comes_for_whoever_declines(club, director, season, order):
    final = a_final(club)
    places = director.post(where(season), {"tournament": final.slug}).json()["places"]
    replaced = director.post(where(season, "replace/"), {"entry": places[0]["entry"]})
    assert seen(replaced) == [(order[0], 1, "out", True), (order[1], 2, "", True), (order[2], 3, "", True)]
    assert replaced.json()["places"][0]["why"] == "does not come"
    assert final.entries.get(name=order[0]).status == "withdrawn"
    again = director.post(where(season, "replace/"), {"entry": places[1]["entry"]}).json()
    assert (again["missing"], [each["goes"] for each in again["places"]]) == (0, [False, False, True, True])
    assert len(season.log.filter(kind="final_filled")) == 3
    change_entry(final.entries.get(name=order[0]), {"status": Entry.Status.ACTIVE}, by=director_of(final))
    back = director.get(where(season)).json()
    assert [each["goes"] for each in back["places"]] == [True, False, True]
    assert back["besides"] == [final.entries.get(name=order[3]).pk]


@pytest.mark.slow
def test_a_finalist_with_a_substitute_is_not_entered_a_second_time(club, director, season, order):
    final = a_final(club)
    places = director.post(where(season), {"tournament": final.slug}).json()["places"]
    third = Player.objects.get(name=order[2])
    for who in ({"name": "Zoe"}, {"player": third.pk}):
        at = f"tournaments/{final.slug}/entries/{places[0]['entry']}/substitute/"
        assert director.post(at, who).status_code == 200
        again = director.post(where(season), {"tournament": final.slug})
        assert seen(again) == [(order[0], 1, "", True), (order[1], 2, "", True)]
        assert (again.json()["besides"], final.entries.count()) == ([], 2)
    replaced = director.post(where(season, "replace/"), {"entry": places[0]["entry"]}).json()
    assert [each["name"] for each in replaced["places"] if each["goes"]] == [order[1], order[3]]


@pytest.mark.slow
def test_those_who_were_erased_are_skipped(club, director, season, order):
    final = a_final(club)
    erase_player(Player.objects.get(name=order[0]), by=director_of(final))
    assert codes(director.post(where(season), {"tournament": final.slug}), 409) == ["refreshing"]
    standings.refresh(season.evenings.get().tournament_id)
    season_refreshing.refresh(season.pk)
    skipped = director.post(where(season), {"tournament": final.slug}).json()["places"]
    assert [each["skipped"] for each in skipped] == ["out", "", ""]
    assert list(final.entries.values_list("name", flat=True)) == order[1:3]


@pytest.mark.slow
def test_evenings_that_are_left_are_asked_about(club, director, season):
    seasons.change_season(
        season, {"declaration": {**DECLARATION, "final": {"first": 2}}}, by=director_of(a_final(club))
    )
    season_refreshing.refresh(season.pk)
    asked = director.post(where(season), {"tournament": "finale"})
    assert codes(asked, 409) == ["evenings_left"]
    assert asked.json()["errors"][0]["message"].startswith("Evenings still to be played: 3.")
    agreed = {"Agreed": asked.json()["agreement"]}
    assert len(director.post(where(season), {"tournament": "finale"}, headers=agreed).json()["places"]) == 2


@pytest.mark.slow
def test_level_at_the_last_place_whoever_is_entered_by_name_goes(club, director):
    evening = an_evening(club, 10, 10, 10, 10)
    season = a_season(club, evening, declaration={**DECLARATION, "parts": ONE, "final": {"first": 1}})
    final = a_final(club)
    filled = director.post(where(season), {"tournament": final.slug}).json()
    assert [each["skipped"] for each in filled["places"]] == ["level"] * 4
    assert filled["missing"] == 1
    director.post(f"tournaments/{final.slug}/entries/", {"name": NAMES[2]})
    drawn = director.get(where(season)).json()
    assert next((each["name"], each["skipped"]) for each in drawn["places"]) == (NAMES[2], "")
    assert (drawn["missing"], drawn["besides"]) == (0, [])


@pytest.mark.slow
def test_what_cannot_be_a_final(club, director, season, stranger):
    evening = season.evenings.get().tournament
    pairs = a_final(club, ruleset="burraco", table={"hands": 4})
    assert faults(director.post(where(season), {"tournament": pairs.slug})) == [("/tournament", "wrong_size")]
    assert codes(director.post(where(season), {"tournament": evening.slug}), 409) == ["already_drawn"]
    planned = a_tournament(club, name="Prossima")
    longer = {"declaration": {**DECLARATION, "final": {"first": 2}}}
    seasons.change_season(season, longer, by=director_of(planned))
    seasons.add_evening(season, planned, {}, by=director_of(planned))
    assert codes(director.post(where(season), {"tournament": planned.slug}), 409) == ["refreshing"]
    season_refreshing.refresh(season.pk)
    assert faults(director.post(where(season), {"tournament": planned.slug})) == [("/tournament", "is_evening")]
    a_member(away := a_club("Altro"), "dino", "director")
    other = a_tournament(away, name="Altrove")
    assert faults(director.post(where(season), {"tournament": other.slug})) == [("/tournament", "other_club")]
    assert faults(director.post(where(season), {"tournament": "nothing"})) == [("/tournament", "unknown_tournament")]
    assert faults(director.post(where(season, "replace/"), {"entry": 1})) == [("/entry", "unknown_entry")]
    assert stranger.get(where(season)).status_code == 403
    assert stranger.post(where(season, "replace/"), {"entry": 1}).status_code == 403


@pytest.mark.slow
def test_a_season_without_a_final_or_without_a_standing(club, director):
    final = a_final(club)
    without = a_season(club, declaration={**DECLARATION, "parts": ONE})
    assert codes(director.post(where(without), {"tournament": final.slug}), 409) == ["no_final"]
    empty = a_season(club, declaration={**DECLARATION, "final": {"first": 2}})
    assert codes(director.post(where(empty), {"tournament": final.slug}), 409) == ["no_standing"]
    assert director.get(where(empty)).json()["missing"] == 2
    league = {"competitors": "clubs", "of_each_club": 4, "parts": ONE, "final": {"first": 1}}
    clubs = a_season(club, an_evening(club, *FIRST), declaration=league)
    assert codes(director.post(where(clubs), {"tournament": final.slug}), 409) == ["no_final"]


@pytest.mark.slow
def test_who_won_every_part_needs_no_final(club, director):
    declaration = {"parts": [{"evenings": 1}, {"evenings": 1}], "final": {"of_each_part": 1, "only_if_needed": True}}
    first, second = an_evening(club, *FIRST), an_evening(club, *FIRST, name="Altra")
    season = a_season(club, first, declaration=declaration)
    seasons.add_evening(season, second, {"part": 2}, by=director_of(second))
    season_refreshing.refresh(season.pk)
    found = director.get(where(season)).json()
    assert (found["champion"], found["places"]) == (order_of(first)[0], [])
    assert codes(director.post(where(season), {"tournament": a_final(club).slug}), 409) == ["champion"]


@pytest.mark.slow
def test_after_the_draw_players_are_changed_at_the_desk(club, director, season):
    final = a_final(club)
    director.post(where(season), {"tournament": final.slug})
    director.post(f"tournaments/{final.slug}/entries/", [{"name": "Otto"}, {"name": "Pia"}])
    a_round(final)
    entry = final.entries.order_by("number").first()
    assert codes(director.post(where(season, "replace/"), {"entry": entry.pk}), 409) == ["already_drawn"]


@pytest.mark.slow
def test_who_is_on_another_clubs_list_is_entered_by_name(club, director):
    evenings = an_evening(club, *FIRST), an_evening(a_club("Altro"), *FIRST, name="Altrove")
    declaration = {**DECLARATION, "parts": [{"evenings": 2}], "final": {"first": 2}}
    season = a_season(club, *evenings, declaration=declaration)
    final = a_final(club)
    places = director.post(where(season), {"tournament": final.slug}).json()["places"]
    assert sorted((each["by_name"], bool(each["entry"])) for each in places) == [(False, True), (True, False)]
    assert final.entries.get().players.get().club == club
    winner = Player.objects.get(name=final.entries.get().name, club__name="Altro")
    rename_player(winner, "Zita Zorzi", by=director_of(evenings[1]))
    standings.refresh(evenings[1].pk)
    season_refreshing.refresh(season.pk)
    places = director.post(where(season), {"tournament": final.slug}).json()["places"]
    assert {(each["by_name"], bool(each["entry"])) for each in places} == {(False, True)}
    entry = final.entries.get(name="Zita Zorzi")
    assert (entry.home_club, entry.players.get().club) == ("Altro", club)
    assert director.get(where(season)).json()["besides"] == []
    left = director.post(where(season, "replace/"), {"entry": entry.pk}).json()["places"]
    assert [each["skipped"] for each in left if each["name"] == "Zita Zorzi"] == ["out"]


@pytest.mark.slow
def test_a_finalist_of_another_club_is_not_its_namesake_here_and_is_entered_once(club, director):
    evening = an_evening(a_club("Altro"), *FIRST)
    season = a_season(club, evening, declaration={**DECLARATION, "parts": ONE, "final": {"first": 2}})
    first, second = order_of(evening)[:2]
    Player.objects.create(club=club, name=first, name_key=name_key(first))
    final = a_final(club)

    def filled():
        standings.refresh(evening.pk)
        season_refreshing.refresh(season.pk)
        answer = director.post(where(season), {"tournament": final.slug}).json()
        names = [(each["name"], each["by_name"], bool(each["entry"])) for each in answer["places"]]
        return names, answer["besides"], final.entries.count()

    assert filled() == ([(first, True, False), (second, False, True)], [], 1)
    rename_player(Player.objects.get(name=second, club=evening.club), "Zita Zorzi", by=director_of(evening))
    assert filled() == ([(first, True, False), ("Zita Zorzi", False, True)], [], 1)
    director.post(f"tournaments/{final.slug}/entries/", {"name": first, "new": True})
    assert filled() == ([(first, False, True), ("Zita Zorzi", False, True)], [], 2)


def test_the_public_log_says_nothing_of_a_final_that_is_private(club, director, anybody, season):
    final = a_final(club, visibility="private")
    assert director.post(where(season), {"tournament": final.slug}).status_code == 200
    assert season.log.get(kind="final_filled").facts.keys() == {"tournament", "by", "source"}
    assert final.slug not in anybody.get(f"seasons/{season.slug}/log/").content.decode()
    assert director.get(where(season)).json()["tournament"] == final.slug


@pytest.mark.slow
def test_nobody_is_replaced_by_a_standing_or_a_declaration_that_has_none(club, director, season):
    final = a_final(club)
    places = director.post(where(season), {"tournament": final.slug}).json()["places"]
    declined = {"entry": places[0]["entry"]}
    league = {"competitors": "clubs", "of_each_club": 4, "parts": ONE, "final": {"first": 1}}
    by = director_of(final)
    agreed(by, lambda by: seasons.change_season(season, {"declaration": league}, by=by))
    assert codes(director.post(where(season, "replace/"), declined), 409) == ["refreshing"]
    season_refreshing.refresh(season.pk)
    assert codes(director.post(where(season, "replace/"), declined), 409) == ["no_final"]
    assert final.entries.get(pk=declined["entry"]).status == "active"


def test_a_standing_with_fewer_parts_than_the_declaration_sends_nobody_yet(club, director, season):
    more = {"parts": [*ONE, *ONE, *ONE], "final": {"of_each_part": 1}}
    agreed(director_of(a_final(club)), lambda by: seasons.change_season(season, {"declaration": more}, by=by))
    assert director.get(where(season)).status_code == 200
    assert codes(director.post(where(season), {"tournament": "finale"}), 409) == ["refreshing"]


def test_names_within_another_club_are_not_compared(club, director, season):
    away = a_club("Altro", owner=club.memberships.get(role="owner").user)
    longer = {"declaration": {**DECLARATION, "parts": [{"evenings": 3}]}}
    by = director_of(season.evenings.get().tournament)
    agreed(by, lambda by: seasons.change_season(season, longer, by=by))
    for name in ("Prima", "Seconda"):
        evening = an_evening(away, *FIRST, name=name)
        away.players.filter(name="Player 0001").update(name="Anna", name_key="anna")
        seasons.add_evening(season, evening, {}, by=director_of(evening))
    season_refreshing.refresh(season.pk)
    assert away.players.filter(name="Anna").count() == 2
    pairs = [each["records"] for each in director.get(f"seasons/{season.slug}/namesakes/").json()["results"]]
    assert [(kept["name"], kept["club"], other["club"]) for kept, other in pairs] == [
        (f"Player 000{number}", club.slug, away.slug) for number in (2, 3, 4)
    ]
