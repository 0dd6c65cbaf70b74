"""clubs/{club}/seasons/ and seasons/{slug}/: declared, filled, read as JSON and CSV, changed by agreement."""

import pytest
from django.db.models import F

from tests.clock import begin_within_one_minute
from tests.halls import a_club, a_tournament, a_user
from tests.season_evenings import DECLARATION, a_season, an_evening
from tournaments.actions.seasons import season_refreshing
from tournaments.actions.standings import standings
from tournaments.models import Player, Season, Tournament

from .caller import codes, faults

pytestmark = pytest.mark.django_db
FIRST = (0, 5, 10, 25)
EARLY = {"Agreed": "early"}


def where(club):
    return f"clubs/{club.slug}/seasons/"


def test_a_season_from_declaration_to_standing(club, director, anybody):
    evening = an_evening(club, *FIRST)
    made = director.post(where(club), {"name": "Stagione 2026", "declaration": DECLARATION}).json()
    assert (made["slug"], made["version"], made["evenings"]) == ("stagione-2026", 1, [])
    assert "The best 2 of 4 results count." in made["sentences"]
    season = f"seasons/{made['slug']}/"
    added = director.post(f"{season}evenings/", {"tournament": evening.slug, "factor": "2"})
    assert (added.status_code, added.json()["factor"], added.json()["counts"]) == (201, "2", True)
    assert anybody.get(f"{season}standings/").json()["rows"] == []
    season_refreshing.refresh(Season.objects.get().pk)
    answer = anybody.get(f"{season}standings/")
    first = answer.json()["rows"][0]
    player = evening.entries.get(name=first["name"]).players.get()
    assert (first["place"], first["player"], first["score"]) == (1, player.pk, "8")
    assert first["evenings"] == [{"tournament": evening.slug, "place": 1, "points": "8", "counts": True}]
    unchanged = anybody.get(f"{season}standings/", headers={"If-None-Match": answer["ETag"]})
    assert unchanged.status_code == 304
    after = anybody.get(f"{season}standings/?after={evening.slug}").json()
    assert after == answer.json()
    assert anybody.get(f"{season}standings/?after=another").status_code == 404
    sheet = anybody.get(f"{season}standings/?format=csv").content.decode().splitlines()
    assert sheet[0] == f"place,name,score,attended,added,moved,{evening.slug}"
    assert sheet[1] == f"1,{first['name']},8,1,0,,8"
    kinds = [line["kind"] for line in anybody.get(f"{season}log/").json()["results"]]
    assert kinds == ["created", "evening_added"]
    assert director.get(f"{season}verification/").json() == {"findings": []}
    assert [each["slug"] for each in anybody.get(where(club)).json()["results"]] == [made["slug"]]
    numbers = [{"season": made["slug"], "name": "Stagione 2026", "number": 1}]
    assert anybody.get(f"tournaments/{evening.slug}/").json()["seasons"] == numbers


def test_points_that_do_not_count_have_decimal_commas_too(club, anybody):
    declaration = {**DECLARATION, "parts": [{"evenings": 3, "best": 1}]}
    season = a_season(club, *(an_evening(club, name=name) for name in "AB"), declaration=declaration)
    sheet = anybody.get(f"seasons/{season.slug}/standings/?format=csv&separator=semicolon").content.decode("utf-8-sig")
    assert sheet.splitlines()[1].split(";")[2:] == ["2,5", "2", "0", "0", "2,5", "(2,5)"]


def test_anybody_may_have_a_season_checked_but_not_all_the_time(club, anybody, director):
    season = a_season(club, an_evening(club, *FIRST))
    begin_within_one_minute()
    answers = [anybody.get(f"seasons/{season.slug}/verification/") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 6 + [429]
    assert director.get(f"seasons/{season.slug}/verification/").json() == {"findings": []}


@pytest.mark.slow
def test_the_log_withholds_changes_of_tournaments_that_are_not_listed(club, anybody, stranger, director):
    first, second = an_evening(club, *FIRST), an_evening(club, *FIRST, name="Altra")
    season = a_season(club, first, second)
    Tournament.objects.filter(pk=second.pk).update(visibility="link")
    log = f"seasons/{season.slug}/log/"
    for caller, kinds in [(anybody, ["evening_added", "withheld"]), (director, ["evening_added"] * 2)]:
        lines = caller.get(log).json()["results"]
        assert [line["kind"] for line in lines] == ["created", *kinds]
        assert (second.slug in str(lines), lines[2]["digest"] != "") == (caller is director, True)
    assert second.slug not in stranger.get(log).content.decode()


def test_each_contradiction_is_at_its_field(club, director):
    bad = {"name": "", "declaration": {"parts": [{"evenings": 3, "best": 4}], "tie_breaks": ["lot", "wins"]}}
    assert faults(director.post(where(club), bad)) == [
        ("/name", "missing_field"),
        ("/declaration/parts/0/best", "out_of_range"),
        ("/declaration/tie_breaks/1", "after_the_lot"),
    ]
    assert codes(director.post(where(club), []), 422) == ["wrong_type"]
    assert faults(director.post(where(club), {"name": "S", "declaration": DECLARATION, "colour": 1})) == [
        ("/colour", "unknown_field")
    ]


def test_more_results_than_there_are_is_told_with_their_number(club, director):
    declaration = {"parts": [{"evenings": 4}, {"evenings": 3, "best": 4}], "best": 8}
    answer = director.post(where(club), {"name": "S", "declaration": declaration})
    assert [error["message"] for error in answer.json()["errors"]] == [
        "Part 2 has 3 results: enter at most that many, or leave it out to count all.",
        "The season has 7 results: enter at most that many, or leave it out to count all.",
    ]


@pytest.mark.slow
def test_places_move_only_by_agreement(club, director):
    evenings = an_evening(club, *FIRST), an_evening(club, *reversed(FIRST), name="Altra")
    season, other = a_season(club, *evenings), a_season(club, *evenings)
    where = f"seasons/{season.slug}/"
    changed = {"declaration": {**DECLARATION, "tie_breaks": ["lot"]}, "replaces": 1}
    asked = director.patch(where, changed)
    assert codes(asked, 409)[0] == "moves_places"
    agreement = asked.json()["agreement"]
    agreed = {"Agreed": agreement}
    for version in ("1", 1.0, True, [1]):
        assert faults(director.patch(where, {**changed, "replaces": version})) == [("/replaces", "not_an_integer")]
    assert director.patch(where, {**changed, "replaces": 7}, headers=agreed).status_code == 412
    assert director.patch(where, {**changed, "replaces": 1}, headers=agreed).json()["version"] == 2
    evening = f"seasons/{other.slug}/evenings/{evenings[0].slug}/"
    assert director.patch(evening, {"part": 3}).status_code == 422
    refused = director.delete(evening)
    assert director.delete(evening, headers={"Agreed": refused.json()["agreement"]}).status_code == 204
    assert codes(director.delete(where), 409) == ["in_use"]
    assert faults(director.post(f"{where}evenings/", {"tournament": "nothing"})) == [
        ("/tournament", "unknown_tournament")
    ]


@pytest.mark.slow
def test_an_evening_that_counts_is_closed_only_by_agreement(club, director):
    evenings = an_evening(club, *FIRST), an_evening(club, *reversed(FIRST), name="Altra")
    a_season(club, *evenings)
    where, private = f"tournaments/{evenings[1].slug}/", {"visibility": "private"}
    asked = director.patch(where, private)
    assert codes(asked, 409)[0] == "not_counted"
    agreed = {"Agreed": director.patch(where, private).json()["agreement"]}
    assert director.patch(where, private, headers=agreed).json()["visibility"] == "private"
    hidden = director.post(f"tournaments/{evenings[0].slug}/standings/hide/", {"after_round": 0})
    assert codes(hidden, 409)[0] == "not_counted"


def test_an_evening_of_another_club_needs_a_director_of_both(club, director, stranger):
    other = a_club("Altro Circolo", owner=a_user("otto"))
    evening = an_evening(other, *FIRST)
    season = a_season(club)
    refused = director.post(f"seasons/{season.slug}/evenings/", {"tournament": evening.slug})
    assert faults(refused) == [("/tournament", "no_consent")]
    assert stranger.post(f"seasons/{season.slug}/evenings/", {"tournament": evening.slug}).status_code == 403


def test_the_champion_is_declared_and_withdrawn(club, director, anybody):
    season = a_season(club, an_evening(club, *FIRST))
    champion = f"seasons/{season.slug}/champion/"
    assert anybody.get(champion).status_code == 204
    assert faults(director.put(champion, [])) == [("", "wrong_type")]
    assert faults(director.put(champion, {"by": "luck"})) == [("/by", "not_a_choice")]
    assert faults(director.put(champion, {"by": "all_parts"})) == [("/by", "nobody")]
    assert faults(director.put(champion, {"by": "final", "tournament": "x"})) == [("/tournament", "no_final")]
    made = director.put(champion, {"by": "standing"}, headers=EARLY).json()
    assert (made["by"], made["names"], made["tournament"]) == ("standing", ["Player 0002"], "")
    assert anybody.get(champion).json() == made
    assert codes(director.put(champion, {"by": "standing"}), 409) == ["season_is_over"]
    assert codes(
        director.patch(f"seasons/{season.slug}/", {"declaration": {"parts": [{"evenings": 4}]}, "replaces": 1}), 409
    ) == ["season_is_over"]
    assert director.delete(champion).status_code == 204
    assert codes(director.delete(champion), 409) == ["no_champions"]
    kinds = [line["kind"] for line in anybody.get(f"seasons/{season.slug}/log/").json()["results"]]
    assert kinds == ["created", "evening_added", "champions_declared", "champions_withdrawn"]
    assert director.get(f"seasons/{season.slug}/verification/").json() == {"findings": []}


def test_no_champion_before_the_last_hands_are_ranked(club, director):
    """A correction is entered, and its standings are not published yet."""
    evening, final = an_evening(club, *FIRST), an_evening(club, *FIRST, name="Finale")
    season = a_season(club, evening)
    champion, answers = f"seasons/{season.slug}/champion/", []
    for due, body in ((final, {"by": "final", "tournament": final.slug}), (evening, {"by": "standing"})):
        Tournament.objects.filter(pk=due.pk).update(revision=F("revision") + 1)
        answers.append(codes(director.put(champion, body), 409))
        standings.refresh(due.pk)
    season_refreshing.refresh(season.pk)
    assert answers == [["refreshing"], ["refreshing"]]
    assert director.put(champion, {"by": "standing"}, headers=EARLY).status_code == 200


@pytest.mark.slow
def test_an_older_final_is_found(club, director):
    season, final = a_season(club, an_evening(club, *FIRST)), an_evening(club, *FIRST, name="Finale")
    for number in range(31):
        a_tournament(club, players=0, name=f"Piano {number}", starts_at="2030-01-01T20:00:00Z")
    made = director.put(f"seasons/{season.slug}/champion/", {"by": "final", "tournament": final.slug}, headers=EARLY)
    assert made.json()["names"] == ["Player 0002"]


def test_an_evening_is_changed_only_as_it_was_read(club, director, stranger):
    season = a_season(club, an_evening(club, *FIRST))
    where = f"seasons/{season.slug}/evenings/{season.evenings.get().tournament.slug}/"
    read = director.get(where)
    assert read.json()["factor"] == "1"
    tag = {"If-Match": read["ETag"]}
    agreed = tag | {"Agreed": director.patch(where, {"factor": "2"}, headers=tag).json()["agreement"]}
    assert director.patch(where, {"factor": "2"}, headers=agreed).json()["factor"] == "2"
    assert codes(director.delete(where, headers=tag), 412) == ["changed_meanwhile"]
    assert stranger.get(where).status_code == 403


@pytest.mark.parametrize("name", ["\u0000", "\ud800", "a\tb", "\u202ea"])
def test_a_part_has_a_name_that_can_be_stored(club, director, name):
    declaration = {"parts": [{"evenings": 2, "name": name}]}
    refused = director.post(f"clubs/{club.slug}/seasons/", {"name": "Anno", "declaration": declaration})
    assert faults(refused) == [("/declaration/parts/0/name", "bad_characters")]


@pytest.mark.slow
def test_two_records_with_one_name_are_offered_for_merging(club, director, stranger):
    first = an_evening(club, *FIRST)
    ours = club.players.get(name="Player 0001")
    Player.objects.filter(pk=ours.pk).update(name="Altro", name_key="altro")
    second, third = an_evening(club, *FIRST, name="Seconda"), an_evening(club, *FIRST, name="Terza")
    other = club.players.get(name="Player 0001")
    Player.objects.filter(pk=ours.pk).update(name=other.name, name_key=other.name_key)
    season = a_season(club, first, second, third)
    where = f"seasons/{season.slug}/namesakes/"
    rows = {row["player"]: row["place"] for row in director.get(f"seasons/{season.slug}/standings/").json()["rows"]}
    assert director.get(where).json()["results"] == [
        {
            "records": [
                {
                    "player": other.pk,
                    "name": "Player 0001",
                    "places": [rows[other.pk]],
                    "evenings": 2,
                    "club": club.slug,
                },
                {"player": ours.pk, "name": "Player 0001", "places": [rows[ours.pk]], "evenings": 1, "club": club.slug},
            ]
        }
    ]
    assert stranger.get(where).status_code == 403
    merge, sent = f"clubs/{club.slug}/players/{other.pk}/merged/", {"player": ours.pk}
    asked = director.post(merge, sent)
    assert {*codes(asked, 409)} == {"moves_places", "changes_scores"}
    assert director.post(merge, sent, headers={"Agreed": asked.json()["agreement"]}).status_code == 201
    for evening in (first, second, third):
        standings.refresh(evening.pk)
    season_refreshing.refresh(season.pk)
    assert director.get(where).json()["results"] == []
    assert len(director.get(f"seasons/{season.slug}/standings/").json()["rows"]) == 4


def test_namesakes_who_met_are_two_people(club, director):
    evening = an_evening(club, *FIRST)
    Player.objects.filter(name="Player 0002").update(name="Player 0001", name_key="player 0001")
    season = a_season(club, evening)
    assert director.get(f"seasons/{season.slug}/namesakes/").json()["results"] == []
