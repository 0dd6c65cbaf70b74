"""Players who leave while others write, and struck-out hands that go with their table, on PostgreSQL."""

import pytest
from django.db import transaction

from tests.concurrency import at_once, in_background, until_somebody_waits
from tests.halls import LEVEL, a_round, a_tournament, busca, director_of, play
from tournaments.actions.core.refusals import Conflict, Refusal
from tournaments.actions.hands import hands
from tournaments.actions.hands.closing import Closing
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.round_repair.corrections import draw_public_again
from tournaments.actions.rounds.closed_tables import close_table
from tournaments.actions.rounds.departures import Departure, free_players, leave, seated_players
from tournaments.actions.undoing.last_action import last_action, undo
from tournaments.actions.verification import verify
from tournaments.models import Hand, LedgerEntry, SeatPlayer, Tournament

pytestmark = pytest.mark.postgres


@pytest.fixture
def table(postgres):
    """A table of nine players with one of its two hands played; one player sits out."""
    table = a_round(a_tournament(players=9)).tables.get(number=1)
    play(table, 1)
    return table


def going(table, place=0, **more):
    player = seated_players(table)[place].player_id
    chosen = {"instead": None, "returns": True, "reason": "Called away", **more}
    return lambda: leave(table, Departure(player=player, **chosen), by=director_of(table.round.tournament))


def codes(answers):
    return [answer.codes for answer in answers if isinstance(answer, Refusal)]


def sound(table):
    return verify(Tournament.objects.get(pk=table.round.tournament_id)).findings == ()


def test_hand_during_a_departure_is_listed_under_its_player(table):
    coming = free_players(table.round).get()
    entered = HandInput(number=2, tally=busca(LEVEL))
    recorded, left = at_once(
        [lambda: hands.record(table, entered, by=director_of(table.round.tournament)), going(table, instead=coming.pk)]
    )
    assert (type(recorded), type(left)) == (Hand, LedgerEntry)
    turn = SeatPlayer.objects.get(seat__table=table, player=coming)
    assert (turn.from_hand, turn.to_hand) in [(2, None), (3, None)]
    assert sound(table)


def test_a_hand_while_its_table_is_closed_is_stored_before_or_refused(table):
    entered, by = HandInput(number=2, tally=busca(LEVEL)), director_of(table.round.tournament)
    answers = at_once([lambda: hands.record(table, entered, by=by), lambda: close_table(table, Closing(), by=by)])
    assert codes(answers) in ([["table_closed"]], [["table_finished"]])
    table.refresh_from_db()
    assert bool(table.closing) == (table.hands.count() == 1)
    assert sound(table)


def test_two_directors_who_store_the_same_departure_store_it_once(table):
    coming = free_players(table.round).get()
    answers = at_once([going(table, instead=coming.pk)] * 2)
    assert sorted(map(len, codes(answers))) == [2]  # nobody of this name sits there any more, nor is the other free
    assert LedgerEntry.objects.filter(kind="player_left").count() == 1
    assert sound(table)


@pytest.mark.parametrize("new", [False, True])
def test_substitute_named_at_two_tables_plays_at_one(table, new):
    other = table.round.tables.get(number=2)
    club = table.round.tournament.club
    guest = club.players.create(name="Ugo Bianchi", name_key="ugo bianchi")
    instead = Candidate(player_ids=(guest.pk,)) if new else free_players(table.round).get().pk
    answers = at_once([going(table, instead=instead), going(other, instead=instead)])
    assert codes(answers) == [["not_free"]]
    assert sound(table)


@pytest.mark.slow
def test_struck_out_hands_go_with_their_draft(table):
    by = director_of(table.round.tournament)
    hands.void(table.hands.get(), by=by, reason="Wrong table")
    assert last_action(table.round.tournament).obstacle is None
    drawn = draw_public_again(table.round, by=by)
    assert (drawn.state, Hand.objects.count()) == ("draft", 0)
    assert verify(Tournament.objects.get()).findings == ()


def test_a_hand_that_the_substitute_plays_while_the_departure_is_undone_is_the_substitute_s(table):
    going(table, instead=free_players(table.round).get().pk)()
    tournament, by = Tournament.objects.get(), director_of(table.round.tournament)
    sequence = last_action(tournament).link.sequence
    with in_background() as start:
        with transaction.atomic():
            play(table, 2)
            other = start(lambda: undo(tournament, sequence, by=by))
            until_somebody_waits()
        with pytest.raises(Conflict) as refused:
            other.result()
    assert refused.value.codes == ["has_played"]
    assert sound(table)
