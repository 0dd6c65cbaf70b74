"""Repairing a round: somebody missing, somebody too many, two in each other's places."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.again import fixture_again
from tests.concurrency import at_once
from tests.halls import a_club, a_round, a_table, a_tournament, director_of, play, play_out
from tests.table_sessions import a_phone
from tournaments.actions.at_table import seats
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.event_log.reading import read_log
from tournaments.actions.event_log.selecting import LogFilter
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.round_repair.proposals import RepairOptions, SeatMove, propose
from tournaments.actions.round_repair.repairs import exchange, repair_round
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws.constraints import change_constraints
from tournaments.actions.rounds.draws.replays import replay
from tournaments.actions.verification import verify
from tournaments.models import Entry, Hand, Round, SeatClaim

pytestmark = pytest.mark.django_db


def of_fours(players):
    tournament = a_tournament(players=players)
    change_constraints(tournament, lambda now: replace(now, uneven_tables=False), by=director_of(tournament))
    tournament.refresh_from_db()
    return a_round(tournament)


@fixture_again
def seventeen():
    return of_fours(17)


def seated(round_):
    return {seat.entry_id: seat.table.number for seat in round_.seats.select_related("table")}


def register(tournament, name="Late"):
    return registration.register(tournament, [Candidate(names=(name,))], by=director_of(tournament))[0]


def repair(round_, **options):
    sets = {name: frozenset(entries) for name, entries in options.items()}
    proposal = repair_round(round_, RepairOptions(**sets), by=director_of(round_.tournament))
    round_.refresh_from_db()
    assert verify(round_.tournament).findings == ()
    return proposal


class TestMending:
    def test_a_round_with_everybody_in_place_needs_nothing(self, seventeen):
        before = seventeen.tournament.ledger.count()
        assert repair(seventeen).is_empty
        assert seventeen.tournament.ledger.count() == before

    def test_sit_out_takes_the_seat_of_a_withdrawn_entry(self, seventeen):
        gone, out = seventeen.seats.first().entry, seventeen.sit_outs.get().entry_id
        table = seated(seventeen)[gone.pk]
        registration.change_entry(gone, {"status": "withdrawn"}, by=director_of(seventeen.tournament))
        proposal = repair(seventeen)
        assert proposal.changes == [SeatMove(gone.pk, table, None), SeatMove(out, 0, table)]
        assert (seated(seventeen)[out], seventeen.sit_outs.count()) == (table, 0)
        lines = read_log(seventeen.tournament, AnonymousUser(), LogFilter(), before=None, size=1).lines
        assert lines[0].sentence.replace("\u00a0", " ") == "Round 1 was repaired: 1 player got another table."

    def test_somebody_forgotten_plays_with_those_who_sit_out(self):
        round_ = of_fours(19)
        late, before = register(round_.tournament), seated(round_)
        proposal = repair(round_, joining=[late.pk])
        assert (late.from_round, Entry.objects.get(pk=late.pk).from_round) == (2, 1)
        assert len(proposal.repair.moved) == 3
        assert seated(round_) == {**before, late.pk: 5, **dict.fromkeys(map(int, proposal.repair.moved), 5)}

    @pytest.mark.parametrize("ticked", [True, False])
    def test_entry_that_joins_is_checked_in(self, seventeen, ticked):
        late, by = register(seventeen.tournament), director_of(seventeen.tournament)
        registration.check_in(seventeen.tournament, seventeen.tournament.entries.filter(number=1), here=ticked, by=by)
        repair(seventeen, joining=[late.pk])
        assert Entry.objects.get(pk=late.pk).checked_in is ticked
        assert verify(seventeen.tournament).findings == ()

    def test_a_table_with_a_hand_stays_as_it_is(self, seventeen):
        play(a_table(seventeen, 1), 1)
        before = {entry: table for entry, table in seated(seventeen).items() if table == 1}
        spared = seventeen.sit_outs.get().entry_id
        repair(seventeen, spared=[spared])
        after = seated(seventeen)
        assert {entry: table for entry, table in after.items() if table == 1} == before
        assert spared in after

    def test_spared_entry_without_a_free_seat_is_refused(self, seventeen):
        for table in seventeen.tables.all():
            play(table, 1)
        out = seventeen.sit_outs.get().entry
        with pytest.raises(Invalid) as refusal:
            propose(seventeen, RepairOptions(spared=frozenset({out.pk})))
        assert refusal.value.codes == ["not_enough_seats"]
        assert [problem.text(str) for problem in refusal.value.problems] == [f"No seat is left for {out.name}."]

    def test_entry_at_a_played_table_cannot_leave(self, seventeen):
        play(a_table(seventeen, 1), 1)
        entry = a_table(seventeen, 1).seats.first().entry_id
        with pytest.raises(Invalid) as refused:
            propose(seventeen, RepairOptions(leaving=frozenset({entry})))
        assert refused.value.codes == ["already_played"]

    def test_only_an_entry_of_the_round_can_leave(self, seventeen):
        """Such a repair moves nobody, and would not make the entry pause either."""
        late = register(seventeen.tournament)
        with pytest.raises(Invalid) as refusal:
            repair(seventeen, leaving=[late.pk])
        assert str(refusal.value.problems[0]) == "Late has no seat in this round."

    def test_an_entry_leaves_once_if_the_repair_is_sent_twice(self, seventeen):
        entry = a_table(seventeen, 1).seats.first().entry_id
        assert repair(seventeen, leaving=[entry]).moved
        assert repair(seventeen, leaving=[entry]).is_empty

    def test_a_table_that_ends_leaves_its_number_to_nobody(self):
        round_ = a_round(a_tournament(players=12))
        for seat in a_table(round_, 2).seats.all():
            registration.change_entry(seat.entry, {"status": "withdrawn"}, by=director_of(round_.tournament))
        repair(round_)
        assert [table.number for table in round_.tables.all()] == [1, 3]
        assert replay(round_)

    def test_only_the_phones_of_those_who_move_lose_their_seats(self, seventeen):
        first, second = a_table(seventeen, 1), a_table(seventeen, 2)
        a_phone(first, 0)
        a_phone(second, 3)
        repair(seventeen, leaving=[second.seats.get(number=3).entry_id])
        assert list(SeatClaim.objects.filter(released_at=None).values_list("seat", flat=True)) == [0]

    def test_phones_of_exchanged_entries_show_the_new_table(self, seventeen):
        first, second = a_table(seventeen, 1), a_table(seventeen, 2)
        a_phone(first, 0)
        one, other = first.seats.get(number=0).entry_id, second.seats.get(number=3).entry_id
        exchange(seventeen, one, other, by=director_of(seventeen.tournament))
        now = seats.seat_of_device(seventeen.tournament.slug, "phone 0")
        assert (now.entry_id, now.table) == (one, second)

    def test_another_proposal_than_the_one_seen_is_not_made(self, seventeen):
        digest = propose(seventeen).digest
        gone = seventeen.seats.first().entry
        registration.change_entry(gone, {"status": "paused"}, by=director_of(seventeen.tournament))
        with pytest.raises(Conflict) as refused:
            repair_round(seventeen, by=director_of(seventeen.tournament), digest=digest)
        assert refused.value.codes == ["proposal_changed"]

    def test_a_closed_round_stays_as_it_is(self):
        round_ = a_round(a_tournament(players=4))
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        round_.refresh_from_db()
        with pytest.raises(Conflict):
            propose(round_)

    def test_a_draft_takes_somebody_in_without_a_gap(self):
        draft = a_round(a_tournament(players=12), publish=False)
        late = register(draft.tournament)
        proposal = repair(draft)
        assert [change.entry for change in proposal.changes if change.before is None] == [late.pk]
        assert [table.number for table in draft.tables.all()] == list(range(1, draft.tables.count() + 1))

    def test_a_wrong_score_underneath(self):
        tournament = a_tournament(players=16, pairing="swiss", rounds=3)
        play_out(a_round(tournament))
        second = a_round(tournament)
        assert propose(second, RepairOptions(rescored=True)).is_empty


@pytest.mark.slow
@pytest.mark.postgres
def test_two_directors_at_once_mend_it_once(postgres):
    round_ = of_fours(17)
    by = director_of(round_.tournament)
    registration.change_entry(round_.seats.first().entry, {"status": "paused"}, by=by)
    digest = propose(round_).digest
    done = at_once([lambda: repair_round(Round.objects.get(pk=round_.pk), by=by, digest=digest)] * 3)
    assert sorted(each.is_empty for each in done) == [False, True, True]
    assert round_.tournament.ledger.filter(kind="round_reseated").count() == 1
    assert verify(round_.tournament).findings == ()


class TestExchange:
    @fixture_again
    def round_(self):
        return a_round(a_tournament(players=9, club=a_club()))

    def test_the_hands_stay_with_the_seats(self, round_):
        play(a_table(round_, 1), 1)
        play(a_table(round_, 1), 2)
        one, other = (a_table(round_, n).seats.get(number=0).entry_id for n in (1, 2))
        exchange(round_, one, other, by=director_of(round_.tournament), reason="Sat at the wrong table")
        assert (seated(round_)[one], seated(round_)[other]) == (2, 1)
        assert Hand.objects.current().count() == 2
        assert verify(round_.tournament).findings == ()

    def test_or_are_struck_out(self, round_):
        play(a_table(round_, 1), 1)
        play(a_table(round_, 1), 2)
        one, other = (a_table(round_, n).seats.get(number=0).entry_id for n in (1, 2))
        exchange(round_, one, other, by=director_of(round_.tournament), strike=True, reason="Wrong table")
        assert not Hand.objects.current().exists()
        assert verify(round_.tournament).findings == ()

    def test_not_without_a_reason(self, round_):
        play(a_table(round_, 1), 1)
        one, other = (a_table(round_, n).seats.get(number=0).entry_id for n in (1, 2))
        with pytest.raises(Invalid) as refused:
            exchange(round_, one, other, by=director_of(round_.tournament), reason=" ")
        assert refused.value.codes == ["missing_field"]

    def test_one_who_sits_out(self, round_):
        out, plays = round_.sit_outs.first().entry_id, a_table(round_, 2).seats.get(number=2).entry_id
        exchange(round_, out, plays, by=director_of(round_.tournament))
        assert (seated(round_)[out], round_.sit_outs.get().entry_id) == (2, plays)

    def test_not_with_himself(self, round_):
        one = round_.seats.first().entry_id
        with pytest.raises(Invalid):
            exchange(round_, one, one, by=director_of(round_.tournament))
