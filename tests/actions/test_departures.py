"""A player who leaves a table in play: who plays on, a forfeit, later rounds, and all of it undone in one step."""

import pytest

from tests.again import fixture_again
from tests.halls import a_club, a_round, a_tournament, director_of, play
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.event_log.reading import DIRECTOR, lines_of
from tournaments.actions.hands.closing import Closing
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.decisions import decide
from tournaments.actions.people.merging import merge_players
from tournaments.actions.round_repair.repairs import RepairOptions, exchange, repair_round
from tournaments.actions.rounds import departures, rounds
from tournaments.actions.rounds.departures import Departure, free_players, leave
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify
from tournaments.models import Decision, Entry, Player, SeatPlayer, Tournament

pytestmark = pytest.mark.django_db


@fixture_again
def table(db):
    """A table of nine players with one hand played; one sits out."""
    table = a_round(a_tournament(players=9, rounds=3, table={"hands": 3})).tables.get(number=1)
    play(table, 1)
    return table


def out(table):
    return free_players(table.round).get()


def leaving(table, seat=0):
    return SeatPlayer.objects.get(seat__table=table, seat__number=seat, to_hand=None).player


def go(table, *, seat=0, **more):
    chosen = {"instead": None, "returns": False, "reason": "Called away", **more}
    departure = Departure(player=leaving(table, seat).pk, **chosen)
    return leave(table, departure, by=director_of(table.round.tournament))


def turns(table, seat=0):
    rows = SeatPlayer.objects.filter(seat__table=table, seat__number=seat).order_by("from_hand")
    return list(rows.values_list("player", "from_hand", "to_hand"))


def undone(table):
    tournament = table.round.tournament
    last = last_action(tournament)
    assert last.obstacle is None
    undo(tournament, last.link.sequence, by=director_of(tournament))


def faults(act):
    with pytest.raises(Refusal) as refused:
        act()
    return [(problem.code, problem.pointer) for problem in refused.value.problems]


def sound(table):
    return verify(Tournament.objects.get(pk=table.round.tournament_id)).findings == ()


def entry_of(table, seat=0):
    return Entry.objects.get(seats__table=table, seats__number=seat)


def test_player_who_sat_out_takes_over_under_the_own_name(table):
    gone, coming, people = leaving(table), out(table), Player.objects.count()
    go(table, instead=coming.pk)
    assert turns(table) == [(gone.pk, 1, 1), (coming.pk, 2, None)]
    assert (Player.objects.count(), Entry.objects.count()) == (people, 9)
    assert coming.entries.get().sit_outs.filter(round=table.round).exists()
    entry = entry_of(table)
    assert (entry.status, entry.until_round, list(entry.players.all())) == ("withdrawn", 1, [gone])
    play(table, 2)
    assert not free_players(table.round).exists()
    assert sound(table)


def test_the_place_may_play_the_next_round_again(table):
    go(table, instead=out(table).pk, returns=True)
    assert entry_of(table).status == "active"
    assert sound(table)


def test_nobody_plays_on_and_the_round_is_a_forfeit(table):
    gone = leaving(table)
    go(table, returns=True)
    decision = Decision.objects.get()
    assert (decision.entry, decision.kind, decision.round_number) == (entry_of(table), "forfeit", 1)
    assert turns(table) == [(gone.pk, 1, None)]
    assert faults(lambda: go(table, returns=True)) == [("forfeited", ())]
    assert sound(table)


INSTEAD = {
    "sits out": lambda table: {"instead": out(table).pk},
    "not entered": lambda table: {"instead": Candidate(names=("Ugo Bianchi",))},
    "forfeit": lambda table: {},
    "closed": lambda table: {"closing": Closing()},
}


@pytest.mark.parametrize("returns", [True, False])
@pytest.mark.parametrize("instead", list(INSTEAD))
def test_departure_is_undone_in_one_step(table, returns, instead):
    before, entry = turns(table), entry_of(table)
    go(table, returns=returns, **INSTEAD[instead](table))
    assert sound(table)
    undone(table)
    table.refresh_from_db()
    assert table.closing == {}
    entry.refresh_from_db()
    assert (turns(table), entry.status, entry.until_round, entry.gaps) == (before, "active", None, [])
    assert not Decision.objects.filter(cancelled_at=None).exists()
    assert out(table)
    assert sound(table)
    last = last_action(table.round.tournament)
    assert last.link.kind == "round_published"


def test_disqualified_player_leaves_the_table_and_stays_disqualified(table):
    entry, coming = entry_of(table), out(table)
    decide(entry, "disqualified", reason="Hid a card", by=director_of(table.round.tournament))
    go(table, instead=coming.pk)
    assert turns(table)[-1] == (coming.pk, 2, None)
    assert entry_of(table).status == "disqualified"
    undone(table)
    assert (turns(table), entry_of(table).status) == ([(entry.players.get().pk, 1, None)], "disqualified")
    assert sound(table)


def test_before_the_first_hand_the_seat_is_the_others_from_the_beginning(table):
    second = table.round.tables.get(number=2)
    gone, coming = leaving(second), out(table)
    go(second, instead=coming.pk)
    assert turns(second) == [(coming.pk, 1, None)]
    undone(second)
    assert turns(second) == [(gone.pk, 1, None)]
    assert sound(table)


def test_after_another_hand_it_is_not_undone(table):
    go(table, instead=out(table).pk)
    play(table, 2)
    assert last_action(table.round.tournament).obstacle.code == "has_played"


def test_every_fault_at_once(table):
    other = leaving(table.round.tables.get(number=2))
    departure = Departure(player=other.pk, instead=other.pk, returns=False, reason=" ")
    assert faults(lambda: leave(table, departure, by=director_of(table.round.tournament))) == [
        ("missing_field", ("reason",)),
        ("not_seated", ("player",)),
        ("not_free", ("instead",)),
    ]
    assert not table.round.tournament.ledger.filter(kind=departures.LEFT).exists()


def test_somebody_new_at_the_door_plays_on_without_being_entered(table):
    gone, people = leaving(table), Player.objects.count()
    go(table, instead=Candidate(names=("Bianchi, Ugo",)), returns=True)
    ugo = Player.objects.get(name="Ugo Bianchi")
    assert turns(table) == [(gone.pk, 1, 1), (ugo.pk, 2, None)]
    assert (Player.objects.count(), Entry.objects.count(), ugo.entries.count()) == (people + 1, 9, 0)
    play(table, 2)
    assert sound(table)
    second = table.round.tables.get(number=2)
    departure = {"instead": Candidate(player_ids=(ugo.pk,)), "returns": True}
    assert faults(lambda: go(second, **departure)) == [("not_free", ("instead",))]
    assert faults(lambda: go(second, instead=Candidate(names=("Player 0003",)))) == [("duplicate_entry", ("name",))]


def test_the_table_is_closed_for_all_who_sit_there(table):
    go(table, closing=Closing(unfinished="as-played"), returns=True)
    table.refresh_from_db()
    assert table.closing == {"unplayed": "absent", "unfinished": "as-played", "timed": []}
    assert not Decision.objects.exists()
    assert faults(lambda: go(table, returns=True)) == [("table_closed", ())]
    assert sound(table)


def test_departure_refuses_two_outcomes_for_the_table(table):
    both = {"instead": out(table).pk, "closing": Closing("number")}
    assert faults(lambda: go(table, **both)) == [("out_of_range", ("amount",)), ("contradiction", ("instead",))]


def test_departure_is_refused_after_the_round(table):
    rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
    assert faults(lambda: go(table)) == [("not_in_play", ())]


def test_not_once_the_substitute_lost_the_seat(table):
    second = table.round.tables.get(number=2)
    go(second, returns=True, instead=Candidate(names=("Ugo Bianchi",)))
    exchange(table.round, entry_of(second).pk, entry_of(second, 1).pk, by=director_of(table.round.tournament))
    assert last_action(table.round.tournament).obstacle.code == "superseded"


def test_not_once_the_table_is_gone(db):
    round_ = a_round(a_tournament(players=12))
    table, by = round_.tables.get(number=2), director_of(round_.tournament)
    go(table, returns=True, instead=Candidate(names=("Ugo Bianchi",)))
    leaving = frozenset(table.seats.values_list("entry", flat=True))
    repair_round(round_, RepairOptions(leaving=leaving), by=by)
    last = last_action(round_.tournament)
    assert (last.link.kind, last.obstacle.code) == (departures.LEFT, "superseded")


def test_partner_who_leaves_is_replaced(db):
    club = a_club()
    tournament = a_tournament(club, players=0, ruleset="buraco", table={"hands": 2})
    director = director_of(tournament)
    pairs = [Candidate(names=(f"A{number}", f"B{number}")) for number in range(1, 4)]
    registration.register(tournament, pairs, by=director)
    table = rounds.publish_round(drafts.draw_round(tournament, by=director, seed=1), by=director).tables.get()
    assert free_players(table.round).count() == 2
    gone, stays = [turn.player for turn in departures.seated_players(table).filter(seat__number=0)]
    coming = free_players(table.round).first()
    leave(table, Departure(player=gone.pk, instead=coming.pk, returns=True, reason="Ill"), by=director)
    now = SeatPlayer.objects.filter(seat__table=table, seat__number=0, to_hand=None)
    assert set(now.values_list("player", flat=True)) == {stays.pk, coming.pk}
    assert sound(table)


def test_guest_can_be_merged_with_an_older_record(table):
    coming = out(table)
    go(table, instead=coming.pk)
    older = coming.club.players.create(name="Older", name_key="older")
    merge_players(older, coming, by=director_of(table.round.tournament))
    assert turns(table)[-1] == (older.pk, 2, None)
    assert sound(table)


def test_the_log_tells_it_in_one_sentence(table):
    go(table, instead=out(table).pk)
    link = table.round.tournament.ledger.get(kind=departures.LEFT)
    (line,) = lines_of(table.round.tournament, [link], DIRECTOR)
    assert "left. A player who sat out takes over." in line.sentence
    assert "takes no part in later rounds." in line.sentence
