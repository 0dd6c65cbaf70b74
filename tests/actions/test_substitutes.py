"""Somebody plays on for another in the middle of an evening, with the points or without."""

from dataclasses import replace

import pytest

from tests.halls import a_club, a_round, a_tournament, director_of, play, play_out
from tests.season_evenings import FIRST, a_season, an_evening, publish, rows
from tests.table_sessions import a_phone
from tournaments.actions import sweep
from tournaments.actions.core.refusals import AgreementNeeded, Conflict, Invalid
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.registration import change_entry, register
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.departures import Departure, leave
from tournaments.actions.rounds.substitutes import replace_entry, substitute
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify
from tournaments.models import Entry, Player, SeatClaim

pytestmark = pytest.mark.django_db
ZITA = Candidate(names=("Zita",))


@pytest.fixture
def entry(db):
    """An entry in the second of three rounds."""
    tournament = a_tournament(players=8, rounds=3)
    first = a_round(tournament)
    play_out(first, [37, 1, 1, 1])
    rounds.close_round(first, by=director_of(tournament))
    a_round(tournament)
    sweep.refresh_stale_standings()
    return tournament.entries.get(name="Player 0001")


def points(tournament):
    sweep.refresh_stale_standings()
    return {row["entry"]: (row["name"], row["score_exact"]) for row in tournament.standings.last().document["rows"]}


@pytest.mark.slow
def test_the_points_stay_with_the_place(entry):
    before = points(entry.tournament)
    leaving = entry.players.get()
    substitute(entry, leaving, ZITA, by=director_of(entry.tournament))
    assert points(entry.tournament) == before | {entry.pk: ("Zita", before[entry.pk][1])}
    assert (leaving.entries.count(), Player.objects.get(name="Zita").entries.get()) == (0, entry)
    link = entry.tournament.ledger.last()
    assert (link.kind, link.disclosure.personal["text"]) == ("player_substituted", "Player 0001")
    assert verify(entry.tournament).findings == ()


@pytest.mark.slow
def test_substitute_without_the_points_starts_at_0_in_the_same_seat(entry):
    before, seat = points(entry.tournament), entry.seats.last()
    a_phone(seat.table, seat.number)
    new = replace_entry(entry, ZITA, by=director_of(entry.tournament))
    assert (new.from_round, new.checked_in, Entry.objects.get(pk=entry.pk).status) == (2, True, "withdrawn")
    taken = new.seats.get()
    assert (taken.table, taken.number) == (seat.table, seat.number)
    assert not SeatClaim.objects.filter(released_at=None).exists()
    after = points(entry.tournament)
    assert after[entry.pk] == before[entry.pk]
    assert (after[new.pk][0], entry.seats.get().round.number) == ("Zita", 1)
    assert verify(entry.tournament).findings == ()


@pytest.mark.slow
def test_substitute_starts_in_the_next_round_if_the_table_has_played(entry):
    before = points(entry.tournament)
    play(entry.seats.last().table, 1)
    new = replace_entry(entry, ZITA, by=director_of(entry.tournament))
    assert (new.from_round, new.seats.count(), entry.seats.count()) == (3, 0, 2)
    assert points(entry.tournament).keys() == before.keys()
    assert verify(entry.tournament).findings == ()


@pytest.mark.slow
@pytest.mark.parametrize("begun", [False, True])
def test_undo_of_a_substitution_restores_the_seat(entry, begun):
    by, seat = director_of(entry.tournament), entry.seats.last()
    if begun:
        play(seat.table, 1)
    before, seats = points(entry.tournament), list(entry.seats.values_list("table", "number"))
    new = replace_entry(entry, ZITA, by=by)
    undo(entry.tournament, last_action(entry.tournament).link.sequence, by=by)
    assert points(entry.tournament) == before
    assert list(Entry.objects.get(pk=entry.pk).seats.values_list("table", "number")) == seats
    assert Entry.objects.get(pk=entry.pk).status == "active"
    assert not Entry.objects.filter(pk=new.pk).exists()
    assert verify(entry.tournament).findings == ()
    assert last_action(entry.tournament).link.kind == "round_published"


@pytest.mark.slow
def test_substitution_cannot_be_undone_after_the_substitute_played(entry):
    by, seat = director_of(entry.tournament), entry.seats.last()
    replace_entry(entry, ZITA, by=by)
    play(seat.table, 1)
    thing = last_action(entry.tournament)
    assert (thing.obstacle.code, thing.obstacle.params) == ("has_played", {"name": "Zita"})
    with pytest.raises(Conflict):
        undo(entry.tournament, thing.link.sequence, by=by)


@pytest.mark.slow
def test_replaced_entry_does_not_return_after_its_substitute_withdrew(entry):
    by = director_of(entry.tournament)
    new = replace_entry(entry, ZITA, by=by)
    withdrawal = last_action(entry.tournament).link
    change_entry(new, {"status": Entry.Status.WITHDRAWN}, by=by)
    undo(entry.tournament, last_action(entry.tournament).link.sequence, by=by)
    assert last_action(entry.tournament).link == withdrawal
    replace_entry(new, Candidate(names=("Zoe",)), by=by)
    change = last_action(entry.tournament)
    undo(entry.tournament, change.link.sequence, by=by)
    undo(entry.tournament, withdrawal.sequence, by=by)
    assert Entry.objects.get(pk=entry.pk).seats.count() == 2
    assert verify(entry.tournament).findings == ()


@pytest.mark.parametrize(("come", "begun"), [(substitute, False), (substitute, True), (replace_entry, False)])
def test_player_at_another_table_cannot_be_the_substitute(entry, come, begun):
    by, own = director_of(entry.tournament), entry.seats.last().table
    other = own.round.tables.exclude(pk=own.pk).get()
    leaver = other.seats.first().entry.players.get()
    leave(other, Departure(player=leaver.pk, instead=ZITA, returns=True, reason="Ill"), by=by)
    if begun:
        play(own, 1)
    wanted = (entry, entry.players.get(), ZITA) if come is substitute else (entry, ZITA)
    with pytest.raises(Invalid) as refused:
        come(*wanted, by=by)
    assert [(each.code, each.pointer) for each in refused.value.problems] == [("not_free", ("player",))]
    assert (entry.players.get().name, Player.objects.get(name="Zita").entries.count()) == ("Player 0001", 0)


@pytest.mark.slow
def test_replaced_player_may_return(entry):
    leaving, by = entry.players.get(), director_of(entry.tournament)
    before = points(entry.tournament)
    substitute(entry, leaving, ZITA, by=by)
    substitute(entry, Player.objects.get(name="Zita"), Candidate(player_ids=(leaving.pk,)), by=by)
    assert points(entry.tournament) == before
    assert Player.objects.filter(name="Zita").exists()


def test_the_phone_of_who_leaves_is_nobody_s(entry):
    seat = entry.seats.order_by("pk").last()
    a_phone(seat.table, seat.number)
    substitute(entry, entry.players.get(), ZITA, by=director_of(entry.tournament))
    assert not SeatClaim.objects.filter(released_at=None).exists()


@pytest.mark.parametrize(
    ("coming", "code"),
    [
        (Candidate(names=("Player 0002",)), "duplicate_entry"),
        (Candidate(names=("Player 0001",)), "duplicate_entry"),
        (Candidate(names=("x" * 101,)), "too_long"),
        (Candidate(names=("",)), "missing_field"),
        (Candidate(player_ids=(4711,)), "unknown_player"),
        (Candidate(names=("Zita", "Zoe")), "wrong_number_of_players"),
    ],
)
@pytest.mark.parametrize("act", [substitute, lambda entry, _leaving, coming, by: replace_entry(entry, coming, by=by)])
def test_unsuitable_substitutes_are_refused(entry, act, coming, code):
    with pytest.raises(Invalid) as refused:
        act(entry, entry.players.get(), coming, by=director_of(entry.tournament))
    assert [problem.code for problem in refused.value.problems] == [code]
    assert Entry.objects.get(pk=entry.pk).name == "Player 0001"


@pytest.mark.slow
def test_nobody_plays_on_for_who_is_not_there(entry):
    by = director_of(entry.tournament)
    with pytest.raises(Conflict):
        substitute(entry, Player.objects.get(name="Player 0002"), ZITA, by=by)
    replace_entry(entry, ZITA, by=by)
    for act in (lambda: substitute(entry, entry.players.get(), ZITA, by=by), lambda: replace_entry(entry, ZITA, by=by)):
        with pytest.raises(Conflict):
            act()


def test_of_partners_one_is_replaced(db):
    tournament = a_tournament(players=0, ruleset="buraco", table={})

    (pair,) = register(tournament, [Candidate(names=("Anna", "Berto"))], by=director_of(tournament))
    substitute(pair, Player.objects.get(name="Anna"), ZITA, by=director_of(tournament))
    assert Entry.objects.get().name == "Zita – Berto"
    assert verify(tournament).findings == ()


@pytest.mark.slow
def test_replaced_player_can_be_erased_from_the_ledger(entry):
    leaving = entry.players.get()
    substitute(entry, leaving, ZITA, by=director_of(entry.tournament))
    erase_player(leaving, by=director_of(entry.tournament))
    links = entry.tournament.ledger.filter(disclosure__isnull=False)
    assert "Player 0001" not in str([link.disclosure.personal for link in links])


def test_a_substitution_after_an_evening_of_a_season_asks_about_its_places():
    season = a_season(club := a_club(), evening := an_evening(club, *FIRST))
    entry, before, director = evening.entries.get(number=1), rows(season), director_of(evening)
    leaving, new = entry.players.get(), Candidate(names=("Nino",))
    with pytest.raises(AgreementNeeded) as asked:
        substitute(entry, leaving, new, by=director)
    assert asked.value.codes == ["moves_results"]
    Player.objects.create(club=club, name="Zita", name_key="zita")  # takes the id that the new player had
    publish(season, evening)
    assert rows(season) == before
    substitute(entry, leaving, new, by=replace(director, agreed=asked.value.agreement))
    publish(season, evening)
    assert {name for _place, name, _score in rows(season)} - {name for _place, name, _score in before} == {"Nino"}
