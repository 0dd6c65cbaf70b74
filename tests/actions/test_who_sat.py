"""The turns of players in seats, by round and hand; later changes of the entry do not alter them."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play, play_out
from tournaments.actions.hands import hands
from tournaments.actions.hands.meetings import most_met
from tournaments.actions.hands.who_sat import who_sat
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.merging import merge_players, unmerge_players
from tournaments.actions.round_repair.repairs import exchange
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.substitutes import replace_entry, substitute
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify
from tournaments.models import Player, SeatPlayer, Tournament

pytestmark = pytest.mark.django_db
ZITA = Candidate(names=("Zita",))
FIRST = "Player 0001"


@fixture_again
def entry(db):
    """The entry of the first player, in the second of three rounds."""
    tournament = a_tournament(players=8, rounds=3)
    first = a_round(tournament)
    play_out(first)
    rounds.close_round(first, by=director_of(tournament))
    a_round(tournament)
    return tournament.entries.get(name=FIRST)


def of(name):
    return Player.objects.get(name=name)


def take_over(entry, leaving=FIRST, coming=ZITA):
    substitute(entry, of(leaving), coming, by=director_of(entry.tournament))


def turns(entry):
    """Return who sat on the seats of an entry: the round, the player, the first and the last hand."""
    rows = SeatPlayer.objects.filter(seat__entry=entry).order_by("round__number", "from_hand")
    return list(rows.values_list("round__number", "player__name", "from_hand", "to_hand"))


def sound(tournament):
    return verify(Tournament.objects.get(pk=tournament.pk)).findings == ()


def test_earlier_hands_stay_with_the_former_player(entry):
    take_over(entry)
    assert turns(entry) == [(1, FIRST, 1, None), (2, "Zita", 1, None)]
    assert sound(entry.tournament)


def test_at_a_table_in_play_each_has_the_hands_that_he_was_there_for(entry):
    play(entry.seats.last().table, 1)
    take_over(entry)
    assert turns(entry)[1:] == [(2, FIRST, 1, 1), (2, "Zita", 2, None)]
    take_over(entry, "Zita", Candidate(names=("Zoe",)))
    assert turns(entry)[1:] == [(2, FIRST, 1, 1), (2, "Zoe", 2, None)]
    play(entry.seats.last().table, 2)
    assert sound(entry.tournament)


def test_returning_player_has_two_periods_on_the_seat(entry):
    table = entry.seats.last().table
    play(table, 1)
    take_over(entry)
    play(table, 2)
    take_over(entry, "Zita", Candidate(player_ids=(of(FIRST).pk,)))
    assert turns(entry)[1:] == [(2, FIRST, 1, 1), (2, "Zita", 2, 2), (2, FIRST, 3, None)]
    assert sound(entry.tournament)


def test_an_older_ledger_is_read_by_the_hands_that_it_tells(entry):
    play(entry.seats.last().table, 1)
    hands.void(play(entry.seats.last().table, 2), by=director_of(entry.tournament), reason="Cards were missing")
    take_over(entry)
    told = entry.tournament.ledger.order_by("sequence").values_list("kind", "facts")
    older = [(kind, {name: facts[name] for name in facts if name != "taken_over"}) for kind, facts in told]
    assert who_sat(older).turns == who_sat(told).turns
    assert who_sat(older).turns[2, entry.pk] == [(of(FIRST).pk, 1, 1), (of("Zita").pk, 2, None)]


def test_seats_that_change_are_filled_by_who_plays_there_now(entry):
    director, round_ = director_of(entry.tournament), entry.tournament.rounds.get(number=2)
    take_over(entry)
    other = round_.seats.exclude(table=entry.seats.last().table).first().entry
    exchange(round_, entry.pk, other.pk, by=director)
    assert turns(entry)[1:] == [(2, "Zita", 1, None)]
    assert SeatPlayer.objects.filter(round=round_).count() == round_.seats.count()
    new = replace_entry(entry, Candidate(names=("Zoe",)), by=director)
    assert (turns(entry), turns(new)) == ([(1, FIRST, 1, None)], [(2, "Zoe", 1, None)])
    assert sound(entry.tournament)


def test_a_draft_seats_nobody_until_it_is_published(entry):
    undo(entry.tournament, last_action(entry.tournament).link.sequence, by=director_of(entry.tournament))
    assert turns(entry) == [(1, FIRST, 1, None)]
    take_over(entry)
    rounds.publish_round(entry.tournament.rounds.get(number=2), by=director_of(entry.tournament))
    assert turns(entry) == [(1, FIRST, 1, None), (2, "Zita", 1, None)]
    assert sound(entry.tournament)


def test_of_one_person_with_two_records_each_turn_follows(entry):
    director = director_of(entry.tournament)
    take_over(entry)
    kept = entry.tournament.club.players.create(name="Primo", name_key="primo")
    merge_players(kept, of(FIRST), by=director)
    merge_players(entry.tournament.club.players.create(name="Zi", name_key="zi"), of("Zita"), by=director)
    assert turns(entry) == [(1, "Primo", 1, None), (2, "Zi", 1, None)]
    assert sound(entry.tournament)
    for name in (FIRST, "Zita"):
        unmerge_players(of(name), by=director)
    assert turns(entry) == [(1, FIRST, 1, None), (2, "Zita", 1, None)]
    assert sound(entry.tournament)


def met(name):
    """At how many tables a player met each other."""
    return {each["name"]: each["times"] for each in most_met(of(name), Tournament.objects.all(), 99)}


def test_substitute_and_replaced_player_keep_their_own_meetings(entry):
    first, second = (seat.table for seat in entry.seats.order_by("round__number"))
    beside = {
        table: set(table.seats.exclude(entry=entry).values_list("entry__name", flat=True)) for table in (first, second)
    }
    take_over(entry)
    play_out(entry.tournament.rounds.get(number=2))
    assert (met("Zita"), set(met(FIRST))) == ({}, beside[first])  # round 2 is in play
    rounds.close_round(entry.tournament.rounds.get(number=2), by=director_of(entry.tournament))
    assert (set(met("Zita")), set(met(FIRST))) == (beside[second], beside[first])
    one = sorted(beside[second])[0]
    assert ("Zita" in met(one), met(one).get(FIRST)) == (True, 1 if one in beside[first] else None)


def test_at_one_table_only_those_meet_who_played_a_hand_together(entry):
    table = entry.seats.last().table
    play(table, 1)
    take_over(entry)
    other = table.seats.exclude(entry=entry).first().entry
    take_over(other, other.name, Candidate(names=("Zoe",)))
    play_out_rest(table)
    assert "Zita" not in met(other.name)
    assert met("Zita")["Zoe"] == met("Zoe")["Zita"] == 1
    assert "Zoe" not in met(FIRST)


def play_out_rest(table):
    play(table, 2)
    rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)


def test_a_table_without_a_hand_that_counts_is_no_meeting(entry):
    director, table = director_of(entry.tournament), entry.seats.last().table
    before = met(FIRST)
    hands.void(play(table, 1), by=director, reason="Cards were missing")
    rounds.close_round(table.round, by=director, anyway=True)
    assert met(FIRST) == before
    hands.dispute(play(table, 1, reason="Found again"), by=director)
    assert met(FIRST) == before


def test_seat_players_of_older_rows_come_from_the_ledger(entry):
    play(entry.seats.last().table, 1)
    take_over(entry)
    stored = all_turns()
    SeatPlayer.objects.all().delete()
    import_module("tournaments.migrations.0025_seat_players").fill(apps, None)
    assert all_turns() == stored
    assert sound(entry.tournament)


@pytest.mark.slow
def test_the_migration_goes_back_and_forth(postgres):
    round_ = a_round(a_tournament(players=4))
    stored = all_turns()
    call_command("migrate", "tournaments", "0024", verbosity=0)
    call_command("migrate", "tournaments", "0025", verbosity=0)
    assert all_turns() == stored
    assert len(stored) == round_.seats.count() == 4


def all_turns():
    rows = SeatPlayer.objects.order_by("seat", "from_hand")
    return list(rows.values_list("seat", "player", "from_hand", "to_hand"))
