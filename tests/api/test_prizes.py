"""…/prizes/: the prizes, and their winners once the standings are final."""

import pytest

from tests.actions.exports import exported, imported
from tests.again import fixture_again
from tests.halls import a_club, a_round, a_table, a_tournament, agreed, director_of, play, play_out
from tests.web.papers import pages
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.newcomers import newcomers_of
from tournaments.actions.people.players import rename_player
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.substitutes import substitute
from tournaments.actions.setup.tournaments import update_tournament
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Tournament

from .caller import codes

pytestmark = pytest.mark.django_db
PRIZES = "tournaments/serata/prizes/"


@fixture_again
def tournament(club):
    """Return a tournament of one round, whose first table leaves no entries level."""
    a_tournament(club, players=4, name="Earlier")
    tournament = a_tournament(club, players=8, rounds=1)
    a_round(tournament.club.tournaments.get(slug="earlier"))
    round_ = a_round(tournament)
    play(a_table(round_, 1), 1, [40, 0, 0, 0])
    play(a_table(round_, 1), 2, [0, 20, 20, 0])
    for hand in (1, 2):
        play(a_table(round_, 2), hand)
    standings.refresh(tournament.pk)
    return tournament


def end(tournament):
    by = director_of(tournament)
    rounds.close_round(tournament.rounds.get(), by=by)
    standings.refresh(tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def winners(answer):
    return [each["winners"] for each in answer.json()["prizes"]]


@pytest.mark.slow
def test_winners_follow_the_standings_and_are_public_once_they_are_final(director, anybody, tournament):
    ids = list(tournament.entries.order_by("number").values_list("pk", flat=True))
    declared = {
        "place": ["Ham", "Wine"],
        "categories": [{"name": "Juniors", "prizes": ["Book"], "entries": ids[2:4]}],
        "rounds": [{"round": 1, "prizes": ["Cup"]}],
        "clean_hands": ["Cards"],
        "newcomers": ["Chocolate"],
    }
    now = director.put(PRIZES, declared)
    assert now.json()["declared"] == declared
    assert not now.json()["final"]
    assert winners(anybody.get(PRIZES)) == [[]] * 6
    Tournament.objects.update(championship=tournament.pk)  # then the earlier one is a stage of the same event
    of_stages = {each["title"]: each["winners"] for each in director.get(PRIZES).json()["prizes"]}
    assert of_stages["Best newcomer"] == of_stages["Place 1"]
    Tournament.objects.update(championship=None)
    over = end(tournament)
    rows = director.get("tournaments/serata/standings/").json()["rows"]
    public = anybody.get(PRIZES).json()
    assert "declared" not in public
    assert [each["title"] for each in public["prizes"]] == [
        *("Place 1", "Place 2", "Juniors", "Best of round 1", "Most clean hands", "Best newcomer")
    ]
    by_title = {each["title"]: each["winners"] for each in public["prizes"]}
    assert by_title["Place 1"] == [row["entry"] for row in rows if row["place"] == 1]
    assert by_title["Juniors"] == [row["entry"] for row in rows if row["entry"] in ids[2:4]][:1]
    known = {entry.pk for entry in over.entries.filter(number__lte=4)}
    assert by_title["Best newcomer"]
    assert not known & set(by_title["Best newcomer"])
    assert verify(over).findings == ()
    paper = director.get("tournaments/serata/paper/prizes/")
    words = " ".join(pages(paper))
    assert words.index("Chocolate") < words.index("Book") < words.index("Wine") < words.index("Ham")


def test_a_newcomer_never_had_a_seat_before(director, club):
    """Who was replaced after the first round of an earlier evening had one; the substitute had none there."""
    before = a_tournament(club, players=4, name="Earlier", rounds=2)
    first = a_round(before)
    for hand in (1, 2):
        play(a_table(first, 1), hand)
    rounds.close_round(first, by=director_of(before))
    leaving = before.entries.get(number=1)
    substitute(leaving, leaving.players.get(), Candidate(names=("Player 0005",)), by=director_of(before))
    tournament = a_tournament(club, players=5, rounds=1)
    round_ = a_round(tournament, tables=[[0, 1, 2, 4]])
    for hand in (1, 2):
        play(a_table(round_, 1), hand)
    director.put(PRIZES, {"newcomers": ["Chocolate", "Cake"]})
    standings.refresh(tournament.pk)
    end(tournament)
    assert winners(director.get(PRIZES)) == [[tournament.entries.get(number=5).pk], []]


def test_the_newcomers_of_a_finished_tournament_stay(director, club):
    """An earlier evening gets another day, its players other records, and the tournament moves to another club."""
    a_round(before := a_tournament(club, players=4, name="Earlier", starts_at="2026-09-01T20:00:00Z"))
    veteran = before.entries.get(number=4).players.get()
    rename_player(veteran, "Veteran", by=director_of(before))
    tournament = a_tournament(club, players=4, rounds=1, starts_at="2026-09-08T20:00:00Z")
    round_ = a_round(tournament)
    for hand in (1, 2):
        play(a_table(round_), hand)
    director.put(PRIZES, {"newcomers": ["Chocolate", "Cake"]})
    standings.refresh(tournament.pk)
    over = end(tournament)
    entry = over.entries.get(number=4)
    won = [[entry.pk], []]
    assert winners(director.get(PRIZES)) == won
    moved = director.post(f"clubs/{club.slug}/players/{entry.players.get().pk}/merged/", {"player": veteran.pk})
    assert (moved.status_code, winners(director.get(PRIZES))) == (201, won)
    assert director.patch("tournaments/earlier/", {"starts_at": "2026-09-15T20:00:00Z"}).status_code == 200
    assert winners(director.get(PRIZES)) == won
    director.post("tournaments/serata/archive/")
    assert winners(director.get(PRIZES)) == won
    there = imported(exported(over), a_club("Elsewhere"))
    assert newcomers_of(there) == {there.entries.get(number=4).pk}


@pytest.mark.parametrize("end_early", [False, True])
def test_newcomers_are_found_anew_when_a_tournament_finishes_again(director, club, end_early):
    a_round(before := a_tournament(club, players=4, name="Earlier", starts_at="2026-09-01T20:00:00Z"))
    tournament = a_tournament(club, players=4, rounds=1, starts_at="2026-09-08T20:00:00Z")
    play_out(a_round(tournament))
    by = director_of(tournament)
    over = end(tournament)
    assert newcomers_of(over) == set()
    update_tournament(before, {"starts_at": "2026-09-15T20:00:00Z"}, by=by)
    assert newcomers_of(over) == set()
    if end_early:
        agreed(by, lambda by: update_tournament(over, {"rounds": 2}, by=by))
        assert len(newcomers_of(Tournament.objects.get(pk=over.pk))) == 4
        again = update_tournament(over, {"rounds": 1}, by=by)
    else:
        agreed(by, lambda by: rounds.reopen_round(over.rounds.get(), by=by))
        again = end(over)
    assert again.is_over
    update_tournament(before, {"starts_at": "2026-09-01T20:00:00Z"}, by=by)
    assert len(newcomers_of(again)) == 4


@pytest.mark.slow
def test_faults_are_reported_and_nothing_is_stored(director, tournament):
    director.put(PRIZES, {"place": ["Ham"]})
    any_version = {"If-Match": "*"}
    assert codes(director.put(PRIZES, {"place": [""], "rounds": [{"round": 2}]}, headers=any_version), 422) == [
        "wrong_length",
        "out_of_range",
    ]
    assert codes(director.put(PRIZES, [], headers=any_version), 422) == ["wrong_type"]
    assert [each["text"] for each in director.get(PRIZES).json()["prizes"]] == ["Ham"]


def test_only_directors_declare_and_print(anybody, scorer, stranger, director, tournament):
    assert codes(director.get("tournaments/serata/paper/prizes/"), 404) == ["not_found"]
    for caller, status in ((anybody, 401), (scorer, 403), (stranger, 403)):
        assert caller.put(PRIZES, {}).status_code == status
        assert caller.get("tournaments/serata/paper/prizes/").status_code == status
