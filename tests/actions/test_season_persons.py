"""Competitors of a season: shown names, merged records and home clubs, also after changes."""

import json
from dataclasses import replace
from functools import partial

import pytest
from django.db.models import F

from scoring.bidi import plain
from tests.halls import a_club, a_tournament, a_user, agreed, by, director_of
from tests.season_evenings import DECLARATION, FIRST, SECOND, a_circuit, a_season, an_evening, correct, publish, rows
from tournaments.actions.core.refusals import AgreementNeeded, Conflict, Invalid
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people import merging
from tournaments.actions.people.registration import change_entry
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.seasons import season_refreshing
from tournaments.actions.seasons.histories import places_after_each
from tournaments.actions.seasons.joined_persons import join_persons, part_person
from tournaments.actions.seasons.season_refreshing import read_again
from tournaments.actions.seasons.standing import names_of, published
from tournaments.actions.seasons.verification import verify
from tournaments.actions.setup.clubs import update_club
from tournaments.actions.sweep import refresh_stale_seasons
from tournaments.models import Entry, Player, PlayerMerge, Season, SeasonEvening, SeasonStanding, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return a_club()


def test_names_are_those_shown_now(club):
    season = a_season(club, an_evening(club, *FIRST))
    player = Player.objects.get(name="Player 0001")
    show_player_as(player, "initials", by=by(a_user()))
    names = [name for _place, name, _score in rows(season)]
    assert player.name not in names
    assert Player.objects.get(pk=player.pk).shown_name in names


@pytest.mark.slow
def test_two_records_of_a_person_become_one_row(club):
    first = an_evening(club, *FIRST)
    kept = club.players.get(name="Player 0001")
    Player.objects.filter(pk=kept.pk).update(name="Anna", name_key="anna")
    second = an_evening(club, *SECOND, name="Altra")
    other = club.players.get(name="Player 0001")
    season = a_season(club, first, second)
    before = rows(season)
    assert len(before) == 5
    merge = partial(merging.merge_players, kept, other)
    with pytest.raises(AgreementNeeded) as asked:
        merge(by=director_of(first))
    assert not PlayerMerge.objects.exists()
    merge(by=replace(director_of(first), agreed=asked.value.agreement))
    publish(season, second)
    merged = rows(season)
    assert len(merged) == 4
    told = {plain(str(problem)) for problem in asked.value.problems}
    for place, name, _score in merged:
        was = next((place for place, other, _score in before if other == name), "–")
        assert was == place or f"Stagione: {name}, place {was} → {place}" in told
    part = partial(merging.unmerge_players, other)
    with pytest.raises(AgreementNeeded) as asked:
        part(by=director_of(first))
    part(by=replace(director_of(first), agreed=asked.value.agreement))
    publish(season, second)
    assert rows(season) == before


def test_a_merged_record_has_the_name_of_its_person_at_last(club):
    first, second, third = (
        Player.objects.create(club=club, name=n, name_key=n.lower()) for n in ("Anna", "Bea", "Cora")
    )
    director = director_of(a_tournament(club))
    show_player_as(third, "initials", by=director)
    merging.merge_players(second, first, by=director)
    merging.merge_players(third, second, by=director)
    shown = Player.objects.get(pk=third.pk).shown_name
    assert shown != "Cora"
    assert names_of([first.pk, second.pk, third.pk]) == dict.fromkeys((first.pk, second.pk, third.pk), shown)


@pytest.mark.slow
def test_a_home_club_that_is_corrected_counts_for_the_right_club(club):
    evening = an_evening(club, *FIRST)
    league = {"competitors": "clubs", "of_each_club": 4, "parts": [{"evenings": 1}]}
    season = a_season(club, evening, declaration=league)
    agreed(director_of(evening), lambda by: change_entry(evening.entries.first(), {"home_club": "Altro"}, by=by))
    season_refreshing.refresh(season.pk)
    assert {row["name"] for row in json.loads(published(season))["rows"]} == {club.name, "Altro"}
    away = an_evening(other := a_club("Ospite"), *FIRST, name="Trasferta")
    of_two = a_season(club, away, declaration=league)
    assert {name for _place, name, _score in rows(of_two)} == {"Ospite"}
    update_club(other, name="Ospiti", by=director_of(away))
    season_refreshing.refresh(of_two.pk)
    assert {name for _place, name, _score in rows(of_two)} == {"Ospiti"}
    update_club(club, name="Nuovo", by=director_of(evening))
    season_refreshing.refresh(season.pk)
    counted = rows(season)
    assert {name for _place, name, _score in counted} == {"Nuovo", "Altro"}
    erase_player(evening.entries.first().players.get(), by=director_of(evening))
    read_again(season.evenings.all())
    season_refreshing.refresh(season.pk)
    assert rows(season) == counted
    assert verify(Season.objects.get(pk=season.pk)) == []


def test_a_home_club_corrected_during_a_refresh_or_before_standings_that_are_due(club):
    evening = an_evening(club, *FIRST)
    league = {"competitors": "clubs", "of_each_club": 4, "parts": [{"evenings": 1}]}
    season = a_season(club, evening, declaration=league)
    season_refreshing.mark_season(season.pk)
    SeasonEvening.objects.update(read_revision=0)
    early = Season.objects.get()
    read, stored = season_refreshing.read_evenings(early), SeasonStanding.objects.get(season=season)
    agreed(director_of(evening), lambda by: change_entry(evening.entries.first(), {"home_club": "Altro"}, by=by))
    assert season_refreshing._publish(early, read, stored, stored) is True
    season_refreshing.refresh(season.pk)
    assert len(json.loads(published(season))["rows"]) == 2
    Tournament.objects.update(revision=F("revision") + 1)
    agreed(director_of(evening), lambda by: change_entry(evening.entries.first(), {"home_club": ""}, by=by))
    season_refreshing.refresh(season.pk)
    assert SeasonStanding.objects.get(season=season).evenings == [season.evenings.get().pk]
    publish(season, evening)
    assert len(json.loads(published(season))["rows"]) == 1


@pytest.fixture
def circuit(club):
    return a_circuit(club)


def both(season, *numbers):
    """Return the player of the season's club with the name of a player of the other club."""
    names = [f"Player {number:04}" for number in numbers]
    return {
        Player.objects.exclude(club=season.club).get(name=name).pk: season.club.players.get(name=name).pk
        for name in names
    }


def agree_to_join(season, records, act=join_persons):
    with pytest.raises(AgreementNeeded) as asked:
        act(season, records, by=by(a_user()))
    return act(season, records, by=replace(by(a_user()), agreed=asked.value.agreement)), asked.value


@pytest.mark.slow
def test_a_person_on_the_lists_of_two_clubs_has_one_row(circuit):
    """Three of four are joined: the points of their two rows are added."""
    before, records = rows(circuit), both(circuit, 1, 2, 3)
    assert len(before) == 8
    _season, asked = agree_to_join(circuit, records)
    told = [plain(str(each)) for each in asked.problems]
    assert told[:2] == [
        "Places in the standings of Stagione that change: 7.",
        "Scores in the standings of Stagione that change: 6.",
    ]
    season_refreshing.refresh(circuit.pk)
    expected = [
        sum(int(score) for _place, name, score in before if name == f"Player {number:04}") for number in (1, 2, 3)
    ]
    after = {name: int(score) for _place, name, score in rows(circuit)}
    assert ([after[f"Player {number:04}"] for number in (1, 2, 3)], len(rows(circuit))) == (expected, 5)
    found = Season.objects.get(pk=circuit.pk)
    assert (verify(found), found.log.last().kind) == ([], "places_moved")
    assert "corrected" not in found.log.last().facts
    one = min(records)
    agree_to_join(circuit, one, act=part_person)
    season_refreshing.refresh(circuit.pk)
    assert len(rows(circuit)) == 6
    assert verify(Season.objects.get(pk=circuit.pk)) == []


@pytest.mark.slow
def test_joined_records_stay_joined_through_corrections_and_merges(circuit):
    records = both(circuit, 1)
    (other, ours), director = *records.items(), by(a_user())
    agree_to_join(circuit, records)
    away = Tournament.objects.get(name="Trasferta")
    correct(away, *FIRST)
    season_refreshing.refresh(circuit.pk)
    assert [score for _place, name, score in rows(circuit) if name == "Player 0001"] == [rows_of_one(circuit, ours)]
    third = Player.objects.create(club=circuit.club, name="Anna", name_key="anna")
    agreed(director, lambda by: merging.merge_players(third, Player.objects.get(pk=ours), by=by))
    publish(circuit, Tournament.objects.get(name="Casa"))
    assert (rows_of_one(circuit, third.pk), rows_of_one(circuit, other)) == ("2", None)
    assert verify(Season.objects.get(pk=circuit.pk)) == []


def rows_of_one(season, player):
    found = (row["score"] for row in json.loads(published(season))["rows"] if row["player"] == player)
    return next(found, None)


@pytest.mark.slow
def test_what_cannot_be_one_person_is_refused(circuit):
    (one, ours), (two, theirs) = both(circuit, 1, 2).items()
    stranger = Player.objects.create(club=circuit.club, name="Zita", name_key="zita")
    wrong = [
        ({one: stranger.pk}, "unknown_player"),
        ({one: one}, "already_joined"),
        ({one: ours, ours: theirs}, "already_joined"),
        ({ours: theirs}, "same_club"),
        ({one: ours, two: ours}, "same_club"),
    ]
    for records, code in wrong:
        with pytest.raises(Invalid) as refused:
            join_persons(circuit, records, by=by(a_user()))
        assert code in refused.value.codes, records
    agree_to_join(circuit, {one: ours})
    with pytest.raises(Invalid) as refused:
        join_persons(circuit, {one: theirs}, by=by(a_user()))
    assert set(refused.value.codes) == {"already_joined"}
    with pytest.raises(Conflict):
        part_person(circuit, two, by=by(a_user()))


def two_records(club):
    """Two records of the club that were never at one evening: in the first evening it had another name."""
    first = an_evening(club, *FIRST, name="Prima")
    ours = club.players.get(name="Player 0001")
    Player.objects.filter(pk=ours.pk).update(name="Anna", name_key="anna")
    second = an_evening(club, *SECOND, name="Seconda")
    return [first, second], ours, club.players.get(name="Player 0001")


def merge(into, other):
    agreed(by(a_user()), lambda by: merging.merge_players(into, other, by=by))


def refused_merge(into, other):
    with pytest.raises(Conflict) as refused:
        merge(into, other)
    return refused.value.codes


@pytest.mark.slow
def test_two_joined_people_do_not_become_one_by_merges(club):
    """Each club has two records of a name; they are joined in pairs, which are separated before they are merged."""
    evenings, *ours = two_records(club)
    away, *theirs = two_records(a_club("Ospite", owner=a_user("zita")))
    season = a_season(club, *evenings, *away)
    agree_to_join(season, dict(zip((each.pk for each in theirs), (each.pk for each in ours), strict=True)))
    before = rows(season)
    assert (refused_merge(*ours), refused_merge(*theirs)) == (["joined_otherwise"],) * 2
    assert (rows(season), PlayerMerge.objects.count()) == (before, 0)
    agree_to_join(season, theirs[0].pk, act=part_person)
    merge(*ours)
    with pytest.raises(Invalid) as refused:
        join_persons(season, {theirs[0].pk: ours[0].pk}, by=by(a_user()))
    assert refused.value.codes == ["same_club"]
    merge(*theirs)
    for evening in (*evenings, *away):
        publish(season, evening)
    assert [name for _place, name, _score in rows(season)].count("Anna") == 1
    assert verify(Season.objects.get(pk=season.pk)) == []


def test_records_joined_behind_the_programs_back_are_found(circuit):
    Season.objects.filter(pk=circuit.pk).update(persons={str(pk): into for pk, into in both(circuit, 1).items()})
    assert verify(Season.objects.get(pk=circuit.pk)) == ["persons", "standing"]


@pytest.fixture
def of_members(club):
    """A season of members whose entries name the club as their home club."""
    first, second = an_evening(club, *FIRST), an_evening(club, *SECOND, name="Altra")
    for entry in first.entries.all():
        change_entry(entry, {"home_club": club.name}, by=director_of(first))
    return a_season(club, first, second, declaration={**DECLARATION, "listed": "members"})


def test_a_home_club_that_takes_a_member_out_of_a_season_is_asked_about(club, of_members):
    entry, before = Entry.objects.order_by("pk")[1], rows(of_members)
    change = partial(change_entry, entry, {"home_club": "Altro"})
    with pytest.raises(AgreementNeeded) as asked:
        change(by=director_of(entry.tournament))
    assert asked.value.codes[0] == "moves_places"
    assert rows(of_members) == before
    change(by=replace(director_of(entry.tournament), agreed=asked.value.agreement))
    season_refreshing.refresh(of_members.pk)
    assert rows(of_members) != before


def test_a_new_name_of_the_club_that_makes_guests_of_its_members_is_asked_about(club, of_members):
    before, rename = rows(of_members), partial(update_club, club, name="Nuovo")
    with pytest.raises(AgreementNeeded) as asked:
        rename(by=by(a_user()))
    assert asked.value.codes[0] == "moves_places"
    season_refreshing.refresh(of_members.pk)
    assert rows(of_members) == before
    rename(by=replace(by(a_user()), agreed=asked.value.agreement))
    season_refreshing.refresh(of_members.pk)
    assert rows(of_members) != before


def test_a_merge_that_brings_a_player_into_a_category_is_asked_about(club):
    """The category has a second record of the player, who never played under it."""
    first, second = an_evening(club, *FIRST), an_evening(club, *SECOND, name="Altra")
    anna, bea = club.players.order_by("name")[:2]
    again = Player.objects.create(club=club, name="Bea", name_key="bea")
    category = {"name": "Juniors", "players": [anna.pk, again.pk]}
    season = a_season(club, first, second, declaration={**DECLARATION, "listed": "category", "category": category})
    director, before = director_of(first), rows(season)
    for change in (partial(merging.merge_players, bea, again), partial(merging.unmerge_players, again)):
        with pytest.raises(AgreementNeeded) as asked:
            change(by=director)
        assert asked.value.codes[0] == "moves_places"
        change(by=replace(director, agreed=asked.value.agreement))
        assert refresh_stale_seasons() == [season.pk]
        assert (rows(season) == before) == (change.func is merging.unmerge_players)
        assert verify(Season.objects.get()) == []


def test_another_home_club_changes_the_places_after_each_evening_even_if_the_last_ones_stay(club):
    """The best of two results counts, and the player who becomes a guest on the first evening had dropped that one."""
    first, second = an_evening(club, *FIRST), an_evening(club, *SECOND, name="Altra")
    only_best = {**DECLARATION, "listed": "members", "parts": [{"evenings": 2, "best": 1}]}
    season, slugs = a_season(club, first, second, declaration=only_best), [first.slug, second.slug]
    before, last = places_after_each(Season.objects.get(), slugs), rows(season)
    guest = first.entries.get(number=1)
    agreed(director_of(first), lambda by: change_entry(guest, {"home_club": "Altro"}, by=by))
    refresh_stale_seasons()
    after = places_after_each(Season.objects.get(), slugs)
    who = (guest.players.get().pk,)
    assert (rows(season), who in before[0], who in after[0]) == (last, True, False)
