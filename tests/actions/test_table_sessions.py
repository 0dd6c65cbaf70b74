"""Cards, seats and PINs: who is let in, and who is not."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.halls import a_round, a_table, a_tournament, director_of
from tests.table_sessions import a_phone
from tournaments.actions.at_table import keys, seats, table_sessions
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.rounds import rounds
from tournaments.models import Entry, Round, SeatClaim, TableKey, TableSession

pytestmark = pytest.mark.django_db


def refused(action, *args, **kwargs):
    with pytest.raises((Conflict, Invalid)) as caught:
        action(*args, **kwargs)
    return [problem.code for problem in caught.value.problems]


def card_of(table):
    return keys.cards(table.round.tournament, [table.number])[0]


class TestCards:
    def test_the_same_card_is_printed_again(self):
        table = a_table()
        assert card_of(table) == card_of(table)

    def test_only_digests_are_kept(self):
        card = card_of(a_table())
        kept = str(TableKey.objects.values().get())
        assert card.secret not in kept
        assert card.code not in kept

    def test_its_secret_has_128_bits_and_its_code_eight_letters(self):
        card = card_of(a_table())
        assert len(card.secret) == 22
        assert len(card.code) == 8

    def test_each_table_has_its_own(self):
        printed = keys.cards(a_tournament(), range(1, 41))
        assert len({card.secret for card in printed}) == len({c.code for c in printed}) == 40

    def test_a_rotated_card_is_worthless(self):
        table = a_table()
        old = card_of(table)
        new = keys.rotate(TableKey.objects.get(), by=director_of(table.round.tournament))
        assert refused(table_sessions.open_by_secret, old.secret, device="x") == ["card_replaced"]
        assert table_sessions.open_by_secret(new.secret, device="x").session.table == table


class TestOpening:
    def test_the_card_opens_its_table_of_the_round_in_play(self):
        tournament = a_tournament()
        first = a_round(tournament)
        card = card_of(first.tables.get(number=2))
        rounds.close_round(first, by=director_of(tournament), anyway=True)
        second = a_round(tournament)
        opened = table_sessions.open_by_secret(card.secret, device="x")
        assert opened.session.table == second.tables.get(number=2)
        assert table_sessions.find_session(opened.secret) == opened.session

    def test_not_while_no_round_is_in_play(self):
        round_ = a_round(publish=False)
        card = card_of(round_.tables.get(number=1))
        assert refused(table_sessions.open_by_secret, card.secret, device="x") == ["no_round_in_play"]

    def test_the_session_ends_with_the_round(self):
        table = a_table()
        opened = table_sessions.open_by_secret(card_of(table).secret, device="x")
        rounds.close_round(table.round, by=director_of(table.round.tournament), anyway=True)
        late = table_sessions.find_session(opened.secret)
        assert refused(seats.claim_seat, late, 0) == ["round_closed"]
        Round.objects.update(closed_at=timezone.now() - timedelta(hours=25))
        assert table_sessions.find_session(opened.secret) is None

    def test_its_secret_is_not_kept(self):
        opened = table_sessions.open_by_secret(card_of(a_table()).secret, device="my phone")
        kept = str(TableSession.objects.values().get())
        assert opened.secret not in kept
        assert "my phone" not in kept


class TestSeats:
    def test_a_seat_is_bound_to_the_phone_that_claims_it(self):
        table = a_table()
        first, second = a_phone(table, 0), a_phone(table, device="other")
        assert refused(seats.claim_seat, second.session, 0) == ["seat_taken"]
        assert seats.claim_seat(first.session, 0) == SeatClaim.objects.get()

    def test_the_pin_takes_it_over(self):
        table = a_table()
        first, second = a_phone(table, 0), a_phone(table, device="other")
        entry = seats.entry_at(table, 0)
        seats.claim_seat(second.session, 0, given_pin=keys.pin(entry))
        response = SeatClaim.objects.get(released_at=None)
        assert (response.session, first.session.claims.get().released_at) != (first.session, None)

    def test_five_wrong_pins_and_it_is_the_directors(self):
        table = a_table()
        a_phone(table, 0)
        other = a_phone(table, device="other").session
        entry = seats.entry_at(table, 0)
        wrong = f"{(int(keys.pin(entry)) + 1) % 10000:04}"
        codes = [refused(seats.claim_seat, other, 0, given_pin=wrong) for _try in range(5)]
        assert codes == [["wrong_pin"]] * 4 + [["too_many_tries"]]
        right = keys.pin(entry)
        assert refused(seats.claim_seat, other, 0, given_pin=right) == ["too_many_tries"]
        renewed = keys.pin(keys.renew_pin(Entry.objects.get(pk=entry.pk), by=director_of(entry.tournament)))
        assert seats.claim_seat(other, 0, given_pin=renewed).session == other

    def test_no_seat_that_is_not_there(self):
        assert refused(seats.claim_seat, a_phone(a_table()).session, 4) == ["out_of_range"]

    def test_a_released_seat_is_free(self):
        table = a_table()
        a_phone(table, 0)
        seats.release_seat(SeatClaim.objects.get())
        assert a_phone(table, 0, device="other").seat == 0
