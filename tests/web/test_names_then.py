"""Every page of a past round names the players of that time."""

from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse

from tests.api.caller import Caller
from tests.halls import a_round, a_table, a_tournament, agreed, director_of, play, play_out
from tests.web.pages import text
from tests.web.papers import pages
from tournaments.actions import sweep
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.merging import merge_players, unmerge_players
from tournaments.actions.people.players import rename_player
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.departures import Departure, free_players, leave
from tournaments.actions.rounds.substitutes import substitute
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify
from tournaments.models import Entry, Player, Seat, SitOut, Tournament

pytestmark = pytest.mark.django_db
SAT, OUT, CAME, CAME_IN = "Livia Prima", "Otto Fermo", "Zita Nuova", "Ugo Tardi"


@pytest.fixture
def tournament(club):
    """Nine players; after round 1 one who sat and the one who sat out have given their places to others."""
    tournament = a_tournament(club, players=9, rounds=3, name="Serata")
    director = director_of(tournament)
    first = a_round(tournament)
    rename_player(sitting(first).entry.players.get(), SAT, by=director)
    rename_player(first.sit_outs.get().entry.players.get(), OUT, by=director)
    play_out(first)
    rounds.close_round(first, by=director)
    replaced(tournament, SAT, CAME)
    replaced(tournament, OUT, CAME_IN)
    sweep.refresh_stale_standings()
    return Tournament.objects.get(pk=tournament.pk)


def replaced(tournament, leaving, coming):
    entry = Entry.objects.get(name=leaving)
    substitute(entry, of(leaving), Candidate(names=(coming,)), by=director_of(tournament))


def sitting(round_, number=0):
    return round_.tables.get(number=1).seats.select_related("entry").get(number=number)


def of(name):
    return Player.objects.get(name=name)


def sound(tournament):
    assert verify(Tournament.objects.get(pk=tournament.pk)).findings == ()


def told(client, name, *args):
    answer = client.get(reverse(name, args=["serata", *args]))
    assert answer.status_code == 200
    return " ".join(pages(answer)) if ".pdf" in answer.request["PATH_INFO"] else text(answer)


def of_round(director, number=1):
    """Return the words about a round on pages, spreadsheets and papers.

    They name all players of table 1 and who sits out.
    """
    papers = [told(director, "print-round", number, paper) for paper in ("wall-list", "everything")]
    return [told(director, "round", number), told(director, "round-csv", number), *papers]


def of_table(director, number=1):
    names = ("table", "table-csv", "table-sheet")
    return [*(told(director, name, number, 1) for name in names), told(director, "print-round", number, "score-sheets")]


def last_names(texts, *wanted, gone=()):
    """Papers list the family name first, so that each word is looked for."""
    for read in texts:
        assert all(word in read for name in wanted for word in name.split()), read
        assert not any(word in read for name in gone for word in name.split()), read


@pytest.mark.slow
def test_pages_spreadsheets_and_papers(tournament, director):
    last_names(of_round(director), SAT, OUT, gone=(CAME, CAME_IN))
    last_names(of_table(director), SAT, gone=(CAME,))
    found = told(director, "round", 1) and director.get(reverse("round", args=["serata", 1]), {"q": "livia"})
    assert SAT in text(found)
    assert "Player 0009" not in text(found)
    a_round(tournament)
    assert CAME in " ".join(told(director, "round", 2).split())
    assert SAT not in told(director, "round", 2)
    sound(tournament)


@pytest.mark.slow
def test_the_pages_of_entries(tournament, director):
    entry = Entry.objects.get(name=CAME)
    own = told(director, "entry", entry.pk)
    assert f"in this round: {SAT}" in own
    assert f"in this round: {SAT}" in director.get(reverse("entry-csv", args=["serata", entry.pk])).content.decode()
    assert f"in this round: {OUT}" in told(director, "entry", Entry.objects.get(name=CAME_IN).pk)
    beside = sitting(entry.tournament.rounds.get(number=1), 1).entry
    other = told(director, "entry", beside.pk)
    assert SAT in other
    assert CAME not in other


@pytest.mark.slow
def test_the_api(tournament, club):
    program = Caller(club.memberships.get(role="owner").user)
    first = tournament.rounds.get(number=1)
    (at,) = [
        seat for seat in program("GET", "tournaments/serata/rounds/1/tables/1/").json()["seats"] if seat["seat"] == 0
    ]
    assert (at["name"], at["turns"]) == (SAT, [{"name": SAT, "from_hand": 1, "to_hand": None}])
    listed = program("GET", "tournaments/serata/rounds/1/tables/").json()["results"][0]["seats"][0]["name"]
    assert listed == SAT
    named = {str(sitting(first).entry_id): SAT, str(first.sit_outs.get().entry_id): OUT}
    assert program("GET", "tournaments/serata/rounds/1/").json()["names"] == named
    assert program("GET", "tournaments/serata/rounds/").json()["results"][0]["names"] == named
    entry = program("GET", f"tournaments/serata/entries/{sitting(first).entry_id}/").json()
    assert entry["name"] == CAME


@pytest.mark.slow
def test_names_that_are_put_right_or_hidden_are_so_there_too(tournament, director):
    by = director_of(tournament)
    length = tournament.ledger.count()
    rename_player(of(SAT), "Livia Seconda", by=by)
    rename_player(of(OUT), "Otto Mosso", by=by)
    last_names(of_round(director), "Livia Seconda", "Otto Mosso", gone=("Prima", "Fermo"))
    show_player_as(of("Livia Seconda"), "initials", by=by)
    assert "L. S." in told(director, "table", 1, 1)
    assert "Livia" not in told(director, "table", 1, 1)
    assert tournament.ledger.count() == length + 3
    log = told(director, "tournament-ledger")
    assert f"{CAME}: the name of the previous player was corrected." in log
    sound(tournament)


@pytest.mark.slow
def test_two_records_of_one_person(tournament, director):
    by, club = director_of(tournament), tournament.club
    kept = [club.players.create(name=name, name_key=name.lower()) for name in ("Bianca Vera", "Carlo Vero")]
    for one, other in zip(kept, (SAT, OUT), strict=True):
        merge_players(one, of(other), by=by)
    last_names(of_round(director), "Bianca Vera", "Carlo Vero", gone=(SAT, OUT, CAME, CAME_IN))
    sound(tournament)
    for other in (SAT, OUT):
        unmerge_players(of(other), by=by)
    last_names(of_round(director), SAT, OUT, gone=("Bianca", "Carlo"))
    sound(tournament)


@pytest.mark.slow
def test_who_was_erased_has_a_number_there(tournament, director):
    players = of(SAT), of(OUT)
    for player in players:
        erase_player(player, by=director_of(tournament))
    erased = [f"Giocatore cancellato {player.pk}" for player in players]
    last_names([*of_round(director), *of_table(director)][:2], *erased, gone=(SAT, OUT, CAME, CAME_IN))
    stored = [*Seat.objects.values_list("lineups", flat=True), *SitOut.objects.values_list("own_name", flat=True)]
    assert not any(word in str(stored) for name in (SAT, OUT) for word in name.split())
    sound(tournament)


@pytest.mark.slow
def test_somebody_who_plays_on_has_the_hands_from_then_on(tournament, director):
    second = a_round(tournament)
    table = a_table(second)
    play(table, 1)
    coming, leaving = free_players(second).get(), sitting(second)
    gone = leaving.entry.name
    leave(
        table,
        Departure(player=leaving.entry.players.get().pk, instead=coming.pk, returns=True, reason="Ill"),
        by=director_of(tournament),
    )
    play(table, 2)
    seat = sitting(second)
    assert (seat.name, seat.sitting_name) == (f"{gone} / {coming.name}", coming.name)
    assert [seat.name_at(hand) for hand in (1, 2)] == [gone, coming.name]
    last_names(of_table(director, 2), gone, coming.name)
    sound(tournament)


@pytest.mark.slow
def test_undoing_a_departure_restores_the_names(tournament):
    second = a_round(tournament)
    table = a_table(second)
    for hands in (0, 1):
        if hands:
            play(table, 1)
        leaving, instead = sitting(second).entry.players.get().pk, free_players(second).get().pk
        by = director_of(tournament)
        leave(table, Departure(player=leaving, instead=instead, returns=True, reason="Ill"), by=by)
        assert sitting(second).lineups
        undo(tournament, last_action(Tournament.objects.get(pk=tournament.pk)).link.sequence, by=by)
        assert sitting(second).lineups == []
    sound(tournament)


@pytest.mark.slow
def test_a_round_that_is_reopened_goes_on_with_who_plays_now(tournament):
    first, by = tournament.rounds.get(number=1), director_of(tournament)
    agreed(by, lambda by: rounds.reopen_round(first, by=by))
    replaced(tournament, CAME_IN, "Ada Terza")
    assert first.sit_outs.get().name == OUT
    sound(tournament)


@pytest.mark.slow
def test_a_draft_names_nobody_of_before(tournament):
    a_round(tournament)
    undo(tournament, last_action(Tournament.objects.get(pk=tournament.pk)).link.sequence, by=director_of(tournament))
    assert set(Seat.objects.filter(round__number=2).values_list("seat_players", flat=True)) == {None}
    sound(tournament)


@pytest.mark.slow
def test_what_was_stored_before_is_named_by_the_ledger(tournament):
    before = names_stored()
    Seat.objects.update(lineups=[])
    SitOut.players.through.objects.all().delete()
    SitOut.objects.update(own_name="")
    import_module("tournaments.migrations.0034_names_in_turn").fill(apps, None)
    assert names_stored() == before
    sound(tournament)


def names_stored():
    seats = Seat.objects.exclude(lineups=[]).order_by("pk").values_list("pk", "lineups")
    return list(seats), list(SitOut.objects.order_by("pk").values_list("own_name", "players"))
