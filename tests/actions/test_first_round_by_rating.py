"""A first round by the ratings: tables of equals or balanced tables, repeated and verified like any other draw."""

from dataclasses import replace

import pytest

from tests.again import fixture_again
from tests.halls import a_club, a_round, a_tournament, director_of, play_out
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.round_repair.corrections import read_corrected_scores
from tournaments.actions.round_repair.proposals import RepairOptions, draw_now
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws.constraints import change_constraints
from tournaments.actions.rounds.draws.records import read_seating
from tournaments.actions.rounds.draws.replays import replay
from tournaments.actions.rounds.draws.requests import read_draw_request
from tournaments.actions.standings.ratings import rate_game
from tournaments.actions.verification import verify
from tournaments.models import ClubRatings, Player, Round

pytestmark = pytest.mark.django_db
GAME = "busca-accademia"


@fixture_again
def club():
    """A club with sixteen players, of whom the later entered have the better ratings; the first has none."""
    club = a_club()
    a_tournament(club, players=16, name="Prima")
    players = Player.objects.order_by("pk")[1:]
    rows = [{"player": player.pk, "rating": 1500 + 10 * number} for number, player in enumerate(players, 1)]
    ratings = rate_game(club, GAME)
    ClubRatings.objects.filter(pk=ratings.pk).update(body={"players": rows})
    return club


def rated(club, method, **plan):
    tournament = a_tournament(club, players=16, name="Serata", pairing=method, **plan)
    change_constraints(tournament, lambda now: replace(now, by_rating=True), by=director_of(tournament))
    tournament.refresh_from_db()
    return tournament


def numbers(round_):
    """The numbers of the entries at each table."""
    entries = dict(round_.tournament.entries.values_list("pk", "number"))
    return sorted(sorted(entries[pk] for pk in table) for table in read_seating(round_))


@pytest.mark.parametrize("method", ["swiss", "danish", "danish-modified"])
def test_equals_sit_together_though_few_buscas_win(club, method):
    round_ = a_round(rated(club, method))
    assert numbers(round_) == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]
    assert round_.draw_inputs["entrants"][0]["score"] == "1650"
    assert replay(round_)
    assert verify(round_.tournament).holds


def test_at_intervals_each_table_has_one_of_each_pot(club):
    round_ = a_round(rated(club, "interval"))
    pots = [{(number - 1) // 4 for number in table} for table in numbers(round_)]
    assert pots == [{0, 1, 2, 3}] * 4


def test_only_the_first_round_goes_by_them_and_no_other_method(club):
    tournament = rated(club, "danish")
    first = a_round(tournament)
    play_out(first, [20, 10, 6, 4])
    rounds.close_round(first, by=director_of(tournament))
    request = read_draw_request(tournament, 1, number=2)
    assert request.low_wins
    assert {each.score for each in request.entrants} == {0, 4}
    assert {each.score for each in read_draw_request(tournament, 1, number=1, method="random").entrants} == {0}


def test_later_ratings_do_not_make_the_draw_wrong(club):
    round_ = a_round(rated(club, "danish"))
    ClubRatings.objects.update(body={"players": []})
    assert read_corrected_scores(round_).entries == ()
    assert replay(round_)


@pytest.mark.parametrize("is_rated_at_first", [True, False])
def test_a_repair_goes_by_what_the_round_was_drawn_by(club, is_rated_at_first):
    """This also holds for players who come late, and if the ratings were switched off or on meanwhile."""
    tournament = rated(club, "danish") if is_rated_at_first else a_tournament(club, players=16, pairing="danish")
    round_ = a_round(tournament)
    if is_rated_at_first:
        ClubRatings.objects.all().delete()
    else:
        change_constraints(tournament, lambda now: replace(now, by_rating=True), by=director_of(tournament))
    registration.register(tournament, [Candidate(names=("Zita",))], by=director_of(tournament))
    round_ = Round.objects.get(pk=round_.pk)
    request = draw_now(round_, RepairOptions(joining=frozenset({tournament.entries.last().pk})))
    assert request.low_wins is not is_rated_at_first
    scores = {entry.id: entry.score for entry in request.entrants}
    assert scores[tournament.entries.last().pk] == (1500 if is_rated_at_first else 0)
    assert scores[tournament.entries.first().pk] == (1500 if is_rated_at_first else 0)
    assert max(scores.values()) == (1650 if is_rated_at_first else 0)


def test_a_pair_counts_with_its_mean(club):
    tournament = a_tournament(club, players=0, name="Coppie", ruleset="buraco", table={"hands": 2}, pairing="danish")
    pairs = [("Player 0001", "Player 0016"), ("Player 0002", "Nuova")]
    registration.register(tournament, [Candidate(names=pair) for pair in pairs], by=director_of(tournament))
    row = {"player": Player.objects.get(name="Player 0016").pk, "rating": 1705}
    ClubRatings.objects.create(club=club, game="buraco", body={"players": [row]})
    change_constraints(tournament, lambda now: replace(now, by_rating=True), by=director_of(tournament))
    tournament.refresh_from_db()
    request = read_draw_request(tournament, 1, number=1)
    assert [(str(each.score), each.active) for each in request.entrants] == [("3205/2", True), ("1500", True)]


def test_without_ratings_it_is_refused_and_later_all_are_equal(club):
    other = a_tournament(club, name="Buraco", ruleset="buraco", table={"hands": 2}, players=0)
    with pytest.raises(Invalid) as refused:
        change_constraints(other, lambda now: replace(now, by_rating=True), by=director_of(other))
    assert [(each.code, each.pointer) for each in refused.value.problems] == [("not_rated", ("by_rating",))]
    tournament = rated(club, "danish")
    ClubRatings.objects.all().delete()
    assert {each.score for each in read_draw_request(tournament, 1, number=1).entrants} == {0}
    change_constraints(tournament, lambda now: replace(now, seats=4), by=director_of(tournament))
