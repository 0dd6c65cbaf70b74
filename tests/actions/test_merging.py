"""Merging and separating two records of one person: no result changes."""

import pytest

from tests.again import fixture_again
from tests.halls import a_club, a_round, a_tournament, by, director_of, play_out
from tournaments.actions import sweep
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.merging import merge_players, unmerge_players
from tournaments.actions.people.players import rename_player
from tournaments.actions.verification import verify
from tournaments.models import Club, Entry, EntryPlayer, Player, PlayerMerge, Tournament

pytestmark = pytest.mark.django_db


@fixture_again
def club(db):
    """Anna is known as "Anna Neri" from one evening and as "Ana Neri" from another, both played."""
    club = a_club()
    for slug, name in (("prima", "Anna Neri"), ("dopo", "Ana Neri")):
        tournament = a_tournament(club, players=0, name=slug)
        names = [name, *(f"{slug} {number}" for number in range(3))]
        registration.register(tournament, [Candidate(names=(each,)) for each in names], by=director_of(tournament))
        play_out(a_round(tournament), points=[37, 1, 1, 1])
    sweep.refresh_stale_standings()
    return club


def of(name):
    return Player.objects.get(name=name)


def anybody(club):
    return by(club.memberships.get(role="owner").user)


def merge(club, kept="Anna Neri", other="Ana Neri"):
    return merge_players(of(kept), of(other), by=anybody(club))


def refused(act):
    with pytest.raises(Conflict) as refusal:
        act()
    return refusal.value.problems[0]


def all_rows():
    """Return all standings by place, name and score, and the stored rows of entries and players."""
    sweep.refresh_stale_standings()
    documents = [one.document for each in Tournament.objects.order_by("pk") for one in each.standings.all()]
    standings = [[(row["place"], row["name"], row["score_exact"]) for row in one["rows"]] for one in documents]
    places = list(EntryPlayer.objects.order_by("pk").values_list("entry", "player", "position"))
    return standings, places, list(Entry.objects.order_by("pk").values_list("pk", "name", "status"))


def findings():
    return [finding for tournament in Tournament.objects.all() for finding in verify(tournament).findings]


@pytest.mark.slow
def test_merged_player_has_all_entries_and_no_result_changes(club):
    before = all_rows()[0]
    kept = merge(club)
    after = all_rows()[0]
    assert kept.entries.count() == 2
    renamed = [[(place, name.replace("Ana Neri", "Anna Neri"), score) for place, name, score in one] for one in before]
    assert after == renamed != before
    assert findings() == []


@pytest.mark.slow
def test_parting_gives_each_exactly_its_own_again(club):
    before = all_rows()
    merge(club)
    unmerge_players(of("Ana Neri"), by=anybody(club))
    assert all_rows() == before
    assert not PlayerMerge.objects.exists()
    assert findings() == []
    kinds = [link.kind for link in Tournament.objects.get(slug="dopo").ledger.order_by("sequence")][-2:]
    assert kinds == ["players_merged", "players_parted"]


def test_later_entries_stay_with_their_player_after_unmerging(club):
    merge(club)
    later = a_tournament(club, players=0, name="poi")
    registration.register(later, [Candidate(names=("Anna Neri",))], by=anybody(club))
    unmerge_players(of("Ana Neri"), by=anybody(club))
    assert [of(name).entries.count() for name in ("Anna Neri", "Ana Neri")] == [2, 1]


def test_three_records_are_parted_in_the_order_in_which_they_came_together(club):
    before = all_rows()
    third = club.players.create(name="A. Neri", name_key="a. neri")
    merge(club)
    merge_players(third, of("Anna Neri"), by=anybody(club))
    assert third.entries.count() == 2
    assert refused(lambda: unmerge_players(of("Ana Neri"), by=anybody(club))).code == "merged"
    for name in ("Anna Neri", "Ana Neri"):
        unmerge_players(of(name), by=anybody(club))
    assert all_rows() == before


@pytest.mark.parametrize(
    ("other", "code", "said"),
    [("prima 0", "sat_together", "sat at one table in prima"), ("late", "same_tournament", "both entered in prima")],
)
def test_two_people_are_not_one(club, other, code, said):
    prima = Tournament.objects.get(slug="prima")
    registration.register(prima, [Candidate(names=("late",))], by=anybody(club))
    problem = refused(lambda: merge(club, other=other))
    assert problem.code == code
    assert said in problem.text(str)
    assert not PlayerMerge.objects.exists()


def test_merging_with_oneself_or_repeating_it_is_refused(club):
    assert refused(lambda: merge(club, other="Anna Neri")).code == "same_player"
    merge(club)
    assert refused(lambda: merge(club)).code == "merged"
    gone = of("Ana Neri")
    unmerge_players(gone, by=anybody(club))
    assert refused(lambda: unmerge_players(gone, by=anybody(club))).code == "not_merged"


def test_the_desk_knows_one_of_them_and_the_other_is_left_alone(club):
    merge(club)
    other, later = of("Ana Neri"), a_tournament(club, players=0, name="poi")
    assert list(club.players.selectable().filter(name_key__contains="neri")) == [of("Anna Neri")]
    with pytest.raises(Invalid) as unknown:
        registration.register(later, [Candidate(player_ids=(other.pk,))], by=anybody(club))
    assert [problem.code for problem in unknown.value.problems] == ["unknown_player"]
    assert refused(lambda: rename_player(other, "Anita", by=anybody(club))).code == "merged"
    assert refused(lambda: erase_player(other, by=anybody(club))).code == "merged"


def test_erasing_a_merged_player_erases_every_name(club):
    Club.objects.update(language="en")
    for tournament in Tournament.objects.all():
        tournament.rounds.update(state="closed")
    merge(club)
    erase_player(of("Anna Neri"), by=anybody(club))
    sweep.refresh_stale_standings()
    assert not Player.objects.filter(name__contains="Neri").exists()
    assert refused(lambda: unmerge_players(PlayerMerge.objects.get().player, by=anybody(club))).code == "erased"
    links = Tournament.objects.get(slug="dopo").ledger.filter(disclosure__isnull=False)
    assert "Neri" not in str([link.disclosure.personal for link in links])
