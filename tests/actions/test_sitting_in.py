"""Substitutes during a round act with a PIN of their own; the former player's PIN and phone no longer act."""

import pytest

from tests.again import fixture_again
from tests.halls import a_club, a_round, a_tournament, director_of, play
from tests.table_sessions import a_phone, enter, say
from tournaments.actions.at_table import keys, seats
from tournaments.actions.at_table.lasting_pins import give_lasting_pin
from tournaments.actions.at_table.occupants import occupant_at
from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.departures import Departure, free_players, leave, seated_players
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.rounds.substitutes import replace_entry, substitute
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.models import SeatClaim, Tournament

pytestmark = pytest.mark.django_db
UGO = Candidate(names=("Ugo",))


@fixture_again
def table(db):
    """A table of nine players with one hand played; one sits out."""
    table = a_round(a_tournament(players=9, rounds=3, table={"hands": 3})).tables.get(number=1)
    play(table, 1)
    return table


def go(table, instead, *, seat=0, returns=True):
    gone = seated_players(table).filter(seat__number=seat).first().player
    departure = Departure(player=gone.pk, instead=instead, returns=returns, reason="Called away")
    leave(table, departure, by=director_of(table.round.tournament))


def pin_now(table, seat=0):
    return keys.pin(*occupant_at(table, seat))


def told(act, *args, **kwargs):
    try:
        act(*args, **kwargs)
    except Refusal as refused:
        return refused.codes[0]
    return "done"


def guard(policy):
    Tournament.objects.update(pins=policy)


COMING = {
    "sits out": lambda table: free_players(table.round).get().pk,
    "not entered": lambda table: UGO,
    "lasting PIN": lambda table: Candidate(player_ids=(lasting(table).pk,)),
}


def lasting(table):
    return give_lasting_pin(table.round.tournament.club.players.create(name="Zoe", name_key="zoe"))


@pytest.mark.parametrize("who", list(COMING))
def test_the_leavers_pin_speaks_no_more_and_an_own_one_does(table, who):
    entry = seats.entry_at(table, 0)
    slip = keys.pin(entry)
    go(table, COMING[who](table))
    own = pin_now(table)
    assert own != slip
    other = a_phone(table, 2)
    strange = SeatActor(other.session, 0)
    with_slip = [
        told(seats.claim_seat, other.session, 0, given_pin=slip),
        told(seats.release_by_pin, other.session, 0, given_pin=slip),
        told(enter, strange, number=2, pin=slip),
    ]
    assert with_slip == ["wrong_pin"] * 3
    enter(other, number=2)
    assert told(say, strange, number=2, pin=slip) == "wrong_pin"
    assert told(say, strange, number=2, pin=own) == "done"


def test_guest_who_sat_out_uses_the_own_pin(table):
    out = free_players(table.round).get()
    slip = keys.pin(out.entries.get())
    go(table, out.pk)
    assert pin_now(table) == slip
    zoe = lasting(table)
    go(table, Candidate(player_ids=(zoe.pk,)), seat=1)
    assert (pin_now(table, 1), occupant_at(table, 1).guests) == (keys.pin(seats.entry_at(table, 1), (zoe,)), (zoe,))


def test_of_partners_the_one_who_stays_gets_a_new_slip_too(db):
    tournament = a_tournament(a_club(), players=0, ruleset="buraco", table={"hands": 2})
    director = director_of(tournament)
    registration.register(tournament, [Candidate(names=(f"A{n}", f"B{n}")) for n in (1, 2, 3)], by=director)
    table = rounds.publish_round(drafts.draw_round(tournament, by=director, seed=1), by=director).tables.get()
    slip = keys.pin(seats.entry_at(table, 0))
    go(table, free_players(table.round).first().pk)
    other = a_phone(table, 1)
    assert told(seats.claim_seat, other.session, 0, given_pin=slip) == "wrong_pin"
    assert told(seats.claim_seat, other.session, 0, given_pin=pin_now(table)) == "done"
    assert SeatClaim.objects.get(seat=0).entry is None


def test_five_wrong_ones_end_it_and_the_director_renews_it(table):
    go(table, UGO)
    entry, before, other = seats.entry_at(table, 0), pin_now(table), a_phone(table, 2)
    guess = f"{(int(before) + 1) % 10000:04}"
    said = [told(seats.release_by_pin, other.session, 0, given_pin=guess) for _try in range(5)]
    assert said == ["wrong_pin"] * 4 + ["too_many_tries"]
    keys.renew_pin(entry, by=director_of(entry.tournament))
    assert told(seats.release_by_pin, other.session, 0, given_pin=before) == "wrong_pin"
    assert told(seats.release_by_pin, other.session, 0, given_pin=pin_now(table)) == "done"


@pytest.mark.parametrize("policy", ["first-claim", "always"])
def test_phone_of_the_departed_player_cannot_act(table, policy):
    guard(policy)
    phone = a_phone(table, device="leaver")
    seats.claim_seat(phone.session, 0, given_pin=keys.pin(seats.entry_at(table, 0)))
    go(table, UGO)
    assert told(enter, phone, number=2) == "seat_not_claimed"
    assert told(seats.claim_seat, phone.session, 0) == "pin_needed"
    ugos = a_phone(table, device="ugo")
    assert told(seats.claim_seat, ugos.session, 0) == "pin_needed"
    seats.claim_seat(ugos.session, 0, given_pin=pin_now(table))
    assert told(enter, ugos, number=2) == "done"


@pytest.mark.slow
def test_phones_follow_their_own_players(table):
    slug, entry, hand = table.round.tournament.slug, seats.entry_at(table, 0), table.round.tables.get(number=2)
    slip = keys.pin(entry)
    a_phone(table, 0, device="leaver")
    go(table, UGO)
    a_phone(table, 0, device="ugo")
    assert [seats.seat_of_device(slug, each) for each in ("leaver", "ugo")] == [None, None]
    assert told(seats.follow_player, slug, "leaver", pin=slip) == "unknown_device"
    rounds.close_round(hand.round, by=director_of(entry.tournament), anyway=True)
    a_round(entry.tournament)
    assert seats.seat_of_device(slug, "leaver").entry == entry
    assert seats.seat_of_device(slug, "ugo") is None
    assert told(seats.follow_player, slug, "leaver", pin=slip) == "done"


def test_undone_the_slip_speaks_again_and_who_sat_in_has_no_phone_there(table):
    slip = keys.pin(seats.entry_at(table, 0))
    go(table, UGO)
    own, ugos = pin_now(table), a_phone(table, 0, device="ugo")
    undo(
        table.round.tournament,
        last_action(table.round.tournament).link.sequence,
        by=director_of(table.round.tournament),
    )
    assert told(enter, ugos, number=2) == "seat_not_claimed"
    assert told(seats.claim_seat, ugos.session, 0, given_pin=own) == "wrong_pin"
    assert told(seats.claim_seat, a_phone(table).session, 0, given_pin=slip) == "done"


def test_a_departure_is_not_undone_after_another_player_took_the_place(table):
    entry = seats.entry_at(table, 0)
    go(table, UGO)
    by = director_of(table.round.tournament)
    substitute(entry, entry.players.get(), Candidate(names=("Bruno",)), by=by)
    last = last_action(table.round.tournament)
    assert last.obstacle.code == "superseded"
    assert told(undo, table.round.tournament, last.link.sequence, by=by) == "superseded"
    assert seated_players(table).get(seat__number=0).player.name == "Ugo"


def test_guest_confirms_the_hand_of_the_departed_player(table):
    enter(a_phone(table, 0, device="leaver"), number=2)
    go(table, free_players(table.round).get().pk)
    assert told(say, a_phone(table, 0, device="coming"), number=2) == "done"


@pytest.mark.parametrize("act", [substitute, replace_entry])
def test_a_substitute_has_another_pin_and_the_leavers_phone_follows_nobody(table, act):
    guard("first-claim")
    second = table.round.tables.get(number=2)
    entry = seats.entry_at(second, 0)
    slip, phone = keys.pin(entry), a_phone(second, device="leaver")
    seats.claim_seat(phone.session, 0, given_pin=slip)
    leaving = [entry.players.get()] if act == substitute else []
    came = act(entry, *leaving, UGO, by=director_of(entry.tournament))
    assert keys.pin(came) == pin_now(second)
    assert keys.pin(came) != slip
    assert seats.seat_of_device(entry.tournament.slug, "leaver") is None
    assert told(seats.claim_seat, phone.session, 0) == "pin_needed"
    assert told(seats.claim_seat, phone.session, 0, given_pin=slip) == "wrong_pin"
    assert told(seats.claim_seat, phone.session, 0, given_pin=keys.pin(came)) == "done"


def test_of_substituted_partners_neither_old_slip_speaks(db):
    tournament = a_tournament(a_club(), players=0, ruleset="buraco", table={"hands": 2})
    (entry,) = registration.register(tournament, [Candidate(names=("A", "B"))], by=director_of(tournament))
    slip = keys.pin(entry)
    came = substitute(entry, entry.players.first(), UGO, by=director_of(tournament))
    assert slip not in keys.pins(came)
