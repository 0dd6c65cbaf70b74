"""Players who were struck off, withdrew or were ticked are as before, as long as nothing rests on it."""

from decimal import Decimal

import pytest

from tests.actions.undone import take_back, why_not
from tests.halls import a_round, a_tournament, director_of
from tournaments.actions.at_table.keys import pin, renew_pin
from tournaments.actions.core.refusals import Conflict
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.fees import change_fee
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws.constraints import change_constraints, read_constraints
from tournaments.actions.verification import verify
from tournaments.models import Entry, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(db):
    return a_tournament(players=8, rounds=2)


class TestPlayers:
    def test_undo_restores_a_removed_entry(self, tournament):
        (entry,) = registration.register(
            tournament, [Candidate(names=("Ada",), home_club="Bocciofila", checked_in=True)], by=director_of(tournament)
        )
        before = Entry.objects.filter(pk=entry.pk).values("pk", "number", "name", "home_club", "checked_in").get()
        players = list(entry.players.values_list("pk", flat=True))
        registration.remove_entry(entry, by=director_of(tournament))
        assert take_back(tournament) == "entry_restored"
        assert Entry.objects.filter(pk=entry.pk).values(*before).get() == before
        assert list(entry.players.values_list("pk", flat=True)) == players

    def test_undo_restores_seed_fee_and_seating_rules(self, tournament):
        director, other = director_of(tournament), tournament.entries.get(number=1)
        (entry,) = registration.register(tournament, [Candidate(names=("Ada",), seed=3)], by=director)
        change_fee(entry, {"owed": Decimal(10), "paid": Decimal(5)}, by=director)
        change_constraints(
            tournament, lambda rules: rules.kept_apart(entry.pk, other.pk).fixed_at(entry.pk, 2), by=director
        )
        before = read_constraints(tournament)
        registration.remove_entry(entry, by=director)
        assert read_constraints(tournament) != before
        assert take_back(tournament) == "entry_restored"
        entry = Entry.objects.get(pk=entry.pk)
        assert (entry.seed, entry.fee.owed, entry.fee.paid) == (3, 10, 5)
        assert read_constraints(tournament) == before

    def test_pin_that_was_replaced_stays_replaced(self, tournament):
        entry, by = tournament.entries.get(number=8), director_of(tournament)
        old = pin(entry)
        new = pin(renew_pin(entry, by=by))
        registration.remove_entry(entry, by=by)
        assert take_back(tournament) == "entry_restored"
        assert pin(tournament.entries.get(number=8)) == new != old

    def test_not_if_its_seating_rules_contradict_later_ones(self, tournament):
        director, entry = director_of(tournament), tournament.entries.get(number=8)
        change_constraints(tournament, lambda rules: rules.fixed_at(entry.pk, 2), by=director)
        registration.remove_entry(entry, by=director)
        for other in tournament.entries.filter(number__lte=4):
            change_constraints(tournament, lambda rules, pk=other.pk: rules.fixed_at(pk, 2), by=director)
        with pytest.raises(Conflict, match="impossible_constraints"):
            take_back(tournament)
        assert not Entry.objects.filter(pk=entry.pk).exists()

    def test_not_once_tables_are_drawn_or_the_player_is_there_again(self, tournament):
        entry = tournament.entries.get(number=8)
        player = entry.players.get()
        registration.remove_entry(entry, by=director_of(tournament))
        registration.register(tournament, [Candidate(player_ids=(player.pk,))], by=director_of(tournament))
        assert why_not(tournament) == "Player 0008 is already entered again."
        registration.remove_entry(tournament.entries.get(number=8), by=director_of(tournament))
        a_round(tournament, publish=False)
        rounds.drop_draft(Round.objects.get(), by=director_of(tournament))

    def test_undo_of_a_withdrawal_restores_the_pause(self, tournament):
        entry = tournament.entries.first()
        for status in ("paused", "withdrawn"):
            entry = registration.change_entry(entry, {"status": status}, by=director_of(tournament))
        assert take_back(tournament) == "entry_changed"
        assert Entry.objects.get(pk=entry.pk).status == "paused"

    def test_not_once_a_round_was_drawn_without_him(self, tournament):
        entry = tournament.entries.first()
        registration.change_entry(entry, {"status": "withdrawn"}, by=director_of(tournament))
        a_round(tournament, publish=False)
        take_back(tournament)
        assert take_back(tournament) == "entry_changed"

    def test_nor_once_he_was_erased(self, tournament):
        entry = tournament.entries.first()
        registration.change_entry(entry, {"status": "withdrawn"}, by=director_of(tournament))
        erase_player(entry.players.get(), by=director_of(tournament))
        assert why_not(tournament).startswith("This has changed again since")

    def test_entries_withdrawn_together_are_restored_together(self, tournament):
        here, paused = tournament.entries.order_by("number")[:2]
        registration.change_entry(here, {"checked_in": True}, by=director_of(tournament))
        registration.change_entry(paused, {"status": "paused"}, by=director_of(tournament))
        gone = registration.withdraw_all(tournament, absent=True, by=director_of(tournament))
        assert len(gone) == tournament.entries.count() - 2
        registration.change_entry(Entry.objects.get(pk=gone[0]), {"status": "paused"}, by=director_of(tournament))
        before = tournament.ledger.count()
        assert take_back(tournament) == "entries_returned"
        assert tournament.ledger.count() == before + 1
        assert set(tournament.entries.exclude(status="active").values_list("pk", flat=True)) == {paused.pk, gone[0]}
        assert verify(tournament).findings == ()

    @pytest.mark.slow
    def test_not_once_a_round_was_drawn_without_them(self, tournament):
        registration.change_entry(tournament.entries.first(), {"checked_in": False}, by=director_of(tournament))
        keep = tournament.entries.exclude(number=1)
        registration.check_in(tournament, keep, here=True, by=director_of(tournament))
        registration.withdraw_all(tournament, absent=True, by=director_of(tournament))
        a_round(tournament, publish=False)
        assert take_back(tournament) == "draft_dropped"
        assert take_back(tournament) == "entries_returned"

    def test_nor_once_all_of_them_are_something_else(self, tournament):
        registration.withdraw_all(tournament, absent=False, by=director_of(tournament))
        for entry in tournament.entries.all():
            registration.change_entry(entry, {"status": "active"}, by=director_of(tournament))
        assert why_not(tournament).startswith("This has changed again since")

    def test_ticks_come_back_for_those_who_had_them(self, tournament):
        registration.check_in_all(tournament, here=True, by=director_of(tournament))
        registration.change_entry(tournament.entries.get(number=3), {"checked_in": False}, by=director_of(tournament))
        registration.check_in_all(tournament, here=False, by=director_of(tournament))
        assert take_back(tournament) == "entries_checked_in"
        assert tournament.entries.filter(checked_in=False).values_list("number", flat=True).get() == 3
