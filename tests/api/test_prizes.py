"""…/prizes/: the prizes, and their winners once the standings are final."""

from functools import partial

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, director_of, play
from tests.web.papers import pages
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.players import rename_player
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.substitutes import substitute
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
    Tournament.objects.update(championship=over.pk)  # then the earlier one is a stage of the same event
    of_stages = {each["title"]: each["winners"] for each in anybody.get(PRIZES).json()["prizes"]}
    assert of_stages == {**by_title, "Best newcomer": by_title["Place 1"]}
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


def test_a_merge_that_makes_a_winner_no_newcomer_is_asked_about(director, club):
    """A player came under another name to an earlier evening."""
    a_round(before := a_tournament(club, players=4, name="Earlier"))
    record = before.entries.get(number=4).players.get()
    rename_player(record, "Veteran", by=director_of(before))
    tournament = a_tournament(club, players=4, rounds=1)
    round_ = a_round(tournament)
    for hand in (1, 2):
        play(a_table(round_), hand)
    director.put(PRIZES, {"newcomers": ["Chocolate"]})
    standings.refresh(tournament.pk)
    entry = end(tournament).entries.get(number=4)
    assert winners(director.get(PRIZES)) == [[entry.pk]]
    merged = f"clubs/{club.slug}/players/{entry.players.get().pk}/merged/"

    def answered(send, won):
        asked = send()
        assert codes(asked, 409) == ["changes_newcomers"]
        assert winners(director.get(PRIZES)) != won
        assert send(headers={"Agreed": asked.json()["agreement"]}).status_code in (201, 204)
        assert winners(director.get(PRIZES)) == won

    answered(partial(director.post, merged, {"player": record.pk}), [[]])
    answered(partial(director.delete, f"{merged}{record.pk}/"), [[entry.pk]])


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
