"""Random evenings: the draw counts meetings hand by hand, and the pages agree."""

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.halls import a_round, a_tournament, director_of, play
from tournaments.actions import sweep
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.hands import hands
from tournaments.actions.hands.meetings import most_met
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.closed_tables import close_table
from tournaments.actions.rounds.departures import Departure, free_players, leave
from tournaments.actions.rounds.draws.requests import read_draw_request
from tournaments.actions.rounds.substitutes import substitute
from tournaments.actions.standings.figures import met_by, played
from tournaments.models import EntryPlayer, Hand, Player, Round, Seat, SeatPlayer, Tournament, leading
from tournaments.pairing.instance import instance_of
from tournaments.pairing.search.partners import partner_counts
from tournaments.web.pictures.meetings import NEVER


def asked(tournament, number=2):
    return read_draw_request(tournament, 5, number=number)


def evening(seed):
    """A tournament after three rounds in which people left, came and came back, and tables were broken off."""
    chance = random.Random(seed)
    tournament = a_tournament(players=chance.choice((8, 9, 10)), rounds=4, pairing="random")
    director = director_of(tournament)
    for number in range(3):
        round_ = a_round(tournament, seed=seed + number)
        for table in round_.tables.order_by("number"):
            for hand in (1, 2):
                if chance.random() < 0.4:
                    move(tournament, table, chance, director)
                table.refresh_from_db()
                if table.closing or chance.random() < 0.2:
                    break
                played = play(table, hand)
                if chance.random() < 0.15:
                    hands.void(played, by=director, reason="Cards were missing")
                    break
        if number < 2 or chance.random() < 0.5:
            rounds.close_round(round_, by=director, anyway=True)
    return tournament


def move(tournament, table, chance, director):
    """Somebody is replaced, leaves the table, or comes back; where that cannot be, nothing happens."""
    entry = chance.choice(list(tournament.entries.order_by("number")))
    past = Player.objects.exclude(entry_players__tournament=tournament).order_by("pk")
    back = [Candidate(player_ids=(player.pk,)) for player in past]
    coming = chance.choice([Candidate(names=(f"New {chance.random()}",)), *back])
    player = entry.players.get()
    out = [player.pk for player in free_players(table.round)]
    departure = Departure(player=player.pk, instead=chance.choice([coming, *out]), returns=True, reason="Ill")
    try:
        match chance.randrange(4):
            case 0:
                leave(table, departure, by=director)
            case 1:
                registration.register(tournament, [coming], by=director)
            case 2:
                close_table(table, by=director)
            case _:
                substitute(entry, player, coming, by=director)
    except Refusal:
        pass


def hands_together(tournament):
    """At which tables two entries of now sat together, by the hands at which each player was there."""
    entry_of = dict(EntryPlayer.objects.filter(tournament=tournament).values_list("player", "entry"))
    results = Hand.objects.filter(is_current=True, state="confirmed").exists()
    for round_ in tournament.rounds.order_by("number"):
        counted = Hand.objects.filter(table__round=round_, is_current=True, state="confirmed")
        for table in round_.tables.all():
            numbers = set(counted.filter(table=table).values_list("number", flat=True))
            waits = not results or (round_.state == Round.State.PUBLISHED and not table.closing)
            there = {
                (seat.number, turn.player_id, hand)
                for seat in Seat.objects.filter(table=table)
                for turn in SeatPlayer.objects.filter(seat=seat)
                for hand in (*numbers, "last")
                if (turn.to_hand is None if hand == "last" else turn.from_hand <= hand <= (turn.to_hand or hand))
            }
            pairs, partners = set(), set()
            for (seat, one, hand), (other_seat, other, other_hand) in combinations(there, 2):
                if hand != other_hand or (hand == "last" and not waits) or seat == other_seat:
                    continue
                pair = frozenset((entry_of.get(one), entry_of.get(other)))
                if None not in pair and len(pair) == 2:
                    pairs.add(pair)
                    partners |= {pair} if {seat, other_seat} in ({0, 2}, {1, 3}) else set()
            yield round_.number, pairs, partners


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 60))])
def test_draw_counts_meetings_by_hands_played(db, seed):
    tournament = evening(seed)
    request = asked(tournament, 4)
    instance = instance_of(request)
    told = list(hands_together(tournament))
    met = Counter(pair for _, pairs, _ in told for pair in pairs)
    last = {pair for number, pairs, _ in told for pair in pairs if number == 3}
    partners = Counter(pair for _, _, pairs in told for pair in pairs)
    rows = partner_counts(instance, request)
    for one, other in combinations(range(len(instance.ids)), 2):
        pair = frozenset((instance.ids[one], instance.ids[other]))
        expected = met[pair], pair in last, partners[pair]
        for here, there in ((one, other), (other, one)):
            past = instance.past
            assert (past.meetings[here].get(there, 0), there in past.last[here], rows[here].get(there, 0)) == expected
    assert_pages_agree(tournament, instance)


def assert_pages_agree(tournament, instance):
    """The pages of the players and the square of who met whom name the same meetings, once every round is closed."""
    if tournament.rounds.get(number=3).state != Round.State.CLOSED:
        return
    sweep.refresh_stale_standings()
    entry_of = dict(EntryPlayer.objects.filter(tournament=tournament).values_list("player", "entry"))
    shown = leading(Tournament.objects.with_last_round().get())
    listed = [row["entry"] for row in played(shown)]
    square = met_by(tournament, shown)
    for player, entry in entry_of.items():
        page = most_met(Player.objects.get(pk=player), Tournament.objects.all(), 99)
        times = {entry_of[row["other"]]: row["times"] for row in page if row["other"] in entry_of}
        own = instance.past.meetings[instance.index[entry]] if entry in instance.index else {}
        assert {instance.ids[other]: number for other, number in own.items()} == {
            other: number for other, number in times.items() if {entry, other} <= instance.index.keys()
        }
        if entry in listed:
            row = listed.index(entry)
            assert [square.get((row, at), NEVER).times for at in range(len(listed))] == [
                times.get(other, 0) for other in listed
            ]
