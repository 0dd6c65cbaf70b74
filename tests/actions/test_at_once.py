"""Concurrent actions on real PostgreSQL: nothing is lost or done twice."""

from itertools import chain
from threading import Event

import pytest
from django.db import transaction

from tests.concurrency import at_once, until_somebody_waits
from tests.halls import LEVEL, a_round, a_tournament, busca, director_of
from tournaments.actions import sweep
from tournaments.actions.core import ledger
from tournaments.actions.core.refusals import PreconditionRequired, Refusal
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.merging import merge_players
from tournaments.actions.people.players import rename_player
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.rounds.reseating import reseat
from tournaments.actions.rounds.whole_rounds import SentTable, record_round
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Hand, Round, Tournament

pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def _database(postgres):
    """Each of these on PostgreSQL, with real commits."""


def outcomes(calls):
    return [r if not isinstance(r, Refusal) else r.problems[0].code for r in at_once(calls)]


def test_simultaneous_submissions_of_one_hand_store_it_once():
    table = a_round().tables.first()
    director = director_of(table.round.tournament)
    entered = HandInput(number=1, tally=busca(LEVEL))
    answers = outcomes([lambda: hands.record(table, entered, by=director)] * 6)
    assert len({answer.pk for answer in answers}) == Hand.objects.count() == 1


def test_different_tallies_at_once_leave_one_standing():
    table = a_round().tables.first()
    director = director_of(table.round.tournament)
    tallies = [busca([40 - n, n, 0, 0]) for n in range(1, 7)]
    answers = outcomes((lambda t=t: hands.record(table, HandInput(number=1, tally=t), by=director)) for t in tallies)
    assert sum(isinstance(answer, Hand) for answer in answers) == 1
    assert answers.count("hand_stands") == 5
    assert Hand.objects.current().count() == Hand.objects.count() == 1


@pytest.mark.slow
def test_of_two_whole_rounds_at_once_one_is_stored_and_the_other_not_at_all():
    round_ = a_round(a_tournament(players=32))
    director = director_of(round_.tournament)
    rounds_sent = [
        [SentTable(number, [HandInput(number=1, tally=busca(points))], is_total=False) for number in order]
        for points, order in (([37, 1, 1, 1], range(1, 9)), ([1, 37, 1, 1], range(8, 0, -1)))
    ]
    one, other = at_once((lambda sent=sent: record_round(round_, sent, by=director)) for sent in rounds_sent)
    won, lost = (one, other) if isinstance(other, Refusal) else (other, one)
    stored = {hand.pk for _table, hands in won for hand in hands}
    assert {hand.pk for hand in Hand.objects.all()} == stored
    assert len(stored) == 8
    assert (type(lost), [p.code for p in lost.problems]) == (PreconditionRequired, ["hand_stands"] * 8)
    assert verify(round_.tournament).findings == ()


def test_every_table_at_once_keeps_the_chain_whole():
    round_ = a_round(a_tournament(players=32))
    director = director_of(round_.tournament)
    entered = HandInput(number=1, tally=busca(LEVEL))
    tables = list(round_.tables.all())
    answers = outcomes((lambda t=t: hands.record(t, entered, by=director)) for t in tables)
    assert [answer for answer in answers if not isinstance(answer, Hand)] == []
    links = list(round_.tournament.ledger.all())
    assert [link.sequence for link in links] == list(range(1, len(links) + 1))
    assert [link.previous for link in links] == ["", *(link.digest for link in links[:-1])]
    assert all(ledger.entry_digest(link) == link.digest for link in links)


def test_two_draws_at_once_make_one_round():
    tournament = a_tournament()
    director = director_of(tournament)
    answers = outcomes([lambda: drafts.draw_round(tournament, by=director)] * 4)
    assert sum(isinstance(answer, Round) for answer in answers) == Round.objects.count() == 1
    assert answers.count("draft_exists") == 3


def test_the_same_name_at_once_is_entered_once():
    tournament = a_tournament(players=0)
    director = director_of(tournament)
    anna = [Candidate(names=("Anna",))]
    answers = outcomes([lambda: registration.register(tournament, anna, by=director)] * 4)
    assert answers.count("duplicate_entry") == 3
    assert tournament.entries.count() == 1


def test_closing_while_a_last_hand_is_recorded_loses_nothing():
    tournament = a_tournament(players=4, table={"hands": 1})
    round_ = a_round(tournament)
    director, table = director_of(tournament), round_.tables.get()
    entered = HandInput(number=1, tally=busca(LEVEL))
    recorded, closed = at_once(
        [lambda: hands.record(table, entered, by=director), lambda: rounds.close_round(round_, by=director)]
    )
    assert isinstance(recorded, Hand)
    if isinstance(closed, Refusal):
        assert [problem.code for problem in closed.problems] == ["missing_hand"]
    else:
        assert closed.state == "closed"


def test_many_refreshes_at_once_publish_the_latest():
    round_ = a_round(a_tournament(players=16))
    director = director_of(round_.tournament)
    entered = HandInput(number=1, tally=busca(LEVEL))

    def play_and_refresh(table):
        hands.record(table, entered, by=director)
        standings.refresh(table.round.tournament_id)

    assert at_once((lambda t=t: play_and_refresh(t)) for t in round_.tables.all()) == [None] * 4
    sweep.refresh_stale_standings()
    tournament = Tournament.objects.get()
    document = tournament.standings.get(after_round=1).document
    assert document["revision"] == tournament.revision == tournament.published_revision
    assert [row["score"] for row in document["rows"]] == ["1"] * 16


def another(player):
    return player.club.players.create(name="Ana", name_key="ana")


@pytest.mark.slow
def test_a_doubled_sweep_draws_once():
    tournament = a_tournament(draw_after_minutes=0)
    round_ = a_round(tournament)
    closed = rounds.close_round(round_, by=director_of(tournament), anyway=True)
    at_once([lambda: sweep.draw_due(closed.closed_at)] * 4)
    assert Round.objects.count() == 2


@pytest.mark.parametrize(
    ("change", "entered"),
    [
        (lambda player, by: rename_player(player, "Zita", by=by), "Zita"),
        (lambda player, by: erase_player(player, by=by), "unknown_player"),
        (lambda player, by: merge_players(another(player), player, by=by), "unknown_player"),
    ],
    ids=["renamed", "erased", "merged"],
)
def test_player_renamed_during_registration_is_entered_with_the_new_name(change, entered):
    tournament = a_tournament(players=0)
    director = director_of(tournament)
    player = tournament.club.players.create(name="Anna", name_key="anna")
    changed = Event()

    def change_slowly():
        with transaction.atomic():
            change(player, director)
            changed.set()
            until_somebody_waits()

    def register():
        changed.wait()
        wanted = [Candidate(player_ids=(player.pk,))]
        return registration.register(tournament, wanted, by=director)[0].name

    assert outcomes([change_slowly, register]) == [None, entered]


@pytest.mark.slow
def test_directors_who_seat_a_round_at_once_wait_for_each_other():
    round_ = a_round(a_tournament(players=12), publish=False)
    director = director_of(round_.tournament)
    tables = [list(table.seats.values_list("entry_id", flat=True)) for table in round_.tables.order_by("number")]
    entries = list(chain(*tables))
    turns = [entries[n:] + entries[:n] for n in range(10)]
    wanted = [[turn[n : n + 4] for n in range(0, len(turn), 4)] for turn in turns]
    answers = outcomes((lambda w=w: reseat(round_, w, by=director)) for w in wanted)
    assert answers == [round_] * 10
