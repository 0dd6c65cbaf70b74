"""Cards that a club prints once, and PINs that last from tournament to tournament."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.clock import stand_still
from tests.halls import a_club, a_round, a_tournament, director_of, play_out
from tournaments.actions.at_table import club_cards, codes, keys, table_sessions
from tournaments.actions.at_table.lasting_pins import give_lasting_pin, lasting_pin, remove_lasting_pin
from tournaments.actions.at_table.occupants import SeatOccupant
from tournaments.actions.at_table.table_sessions import Origin
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.players import NewPlayer, add_players
from tournaments.actions.people.registration import register
from tournaments.actions.rounds import rounds
from tournaments.actions.setup.archiving import archive_tournament
from tournaments.models import ClubTableKey, CodeTries, Entry, Round

pytestmark = pytest.mark.django_db
WRONG = "AAAAAAAA"


@pytest.fixture
def club():
    return a_club()


def card_of(club, number=1):
    return club_cards.club_cards(club, [number])[0]


def opened(what, *args, **more):
    """The tournament and table that were opened, or why none was."""
    try:
        table = what(*args, device="a phone", origin=Origin("192.0.2.7"), **more).session.table
    except Refusal as refused:
        return refused.problems[0].code
    return table.round.tournament.name, table.number


def scanned(card, **more):
    return opened(club_cards.open_by_secret, card.secret, **more)


def typed(club, code, **more):
    return opened(club_cards.open_by_club_code, club.slug, code, **more)


def close(round_):
    play_out(round_)
    rounds.close_round(round_, by=director_of(round_.tournament))


class TestCards:
    def test_the_card_of_table_2_leads_to_what_is_played_at_table_2(self, club):
        card = card_of(club, 2)
        assert scanned(card) == "no_round_in_play"
        for name in ("Monday", "Tuesday"):
            round_ = a_round(a_tournament(club, name=name, rounds=1, table={"hands": 1}))
            assert card_of(club, 2) == card
            assert (scanned(card), typed(club, card.code)) == ((name, 2), (name, 2))
            close(round_)
        assert scanned(card) == "no_round_in_play"

    def test_last_weeks_card_of_a_tournament_says_that_it_is_over(self, club):
        round_ = a_round(a_tournament(club, rounds=1, table={"hands": 1}))
        (old,) = keys.cards(round_.tournament, [1])
        close(round_)
        a_round(a_tournament(club, name="Tonight"))
        assert opened(table_sessions.open_by_secret, old.secret) == "tournament_over"

    def test_a_table_that_tonights_round_has_not(self, club):
        a_round(a_tournament(club))
        assert scanned(card_of(club, 9)) == "table_not_in_round"

    def test_where_several_are_in_play_one_is_chosen(self, club):
        for name in ("Monday", "Tuesday"):
            a_round(a_tournament(club, name=name))
        card = card_of(club)
        assert (scanned(card), typed(club, card.code)) == ("several_tournaments", "several_tournaments")
        assert scanned(card, tournament="tuesday") == ("Tuesday", 1)
        assert typed(club, card.code, tournament="monday") == ("Monday", 1)
        assert scanned(card, tournament="of-nobody") == "several_tournaments"

    def test_a_round_that_nobody_closed_last_week_does_not_ask(self, club):
        left = a_round(a_tournament(club, name="Last week"))
        Round.objects.filter(pk=left.pk).update(published_at=timezone.now() - timedelta(days=7))
        card = card_of(club)
        assert scanned(card) == ("Last week", 1)
        a_round(a_tournament(club, name="Tonight"))
        assert scanned(card) == ("Tonight", 1)
        assert scanned(card, tournament="last-week") == ("Last week", 1)

    def test_an_archived_tournament_is_not_led_to(self, club):
        left = a_round(a_tournament(club))
        archive_tournament(left.tournament, by=director_of(left.tournament))
        assert scanned(card_of(club)) == "no_round_in_play"

    def test_of_another_club_opens_nothing_here(self, club):
        other = a_club("Circolo della Regina")
        a_round(a_tournament(club))
        assert scanned(card_of(other)) == "no_round_in_play"
        assert typed(other, card_of(club).code) == "unknown_code"

    def test_a_replaced_card_opens_nothing_and_ends_what_it_opened(self, club):
        table = a_round(a_tournament(club)).tables.get(number=1)
        old = card_of(club)
        assert scanned(old) == ("Serata", 1)
        new = club_cards.replace_card(ClubTableKey.objects.get())
        assert new == card_of(club) != old
        assert (scanned(old), typed(club, old.code)) == ("unknown_key", "unknown_code")
        assert [session.ended_at is None for session in table.sessions.all()] == [False]
        assert (scanned(new), typed(club, new.code)) == (("Serata", 1), ("Serata", 1))
        assert club_cards.replace_card(ClubTableKey.objects.get(), seen=old.code) == new

    def test_only_digests_are_kept(self, club):
        card = card_of(club)
        kept = str(ClubTableKey.objects.values().get())
        assert (card.secret in kept, card.code in kept) == (False, False)

    def test_as_many_as_the_club_has_had_tables_and_ten_at_least(self, club):
        assert club_cards.usual_tables(club) == 10
        club_cards.club_cards(club, range(1, 13))
        assert club_cards.usual_tables(club) == 12


class TestGuessing:
    def test_wrong_codes_are_counted_and_a_director_opens_them_again(self, club, monkeypatch):
        stand_still(monkeypatch)
        round_ = a_round(a_tournament(club))
        assert [typed(club, WRONG) for _try in range(5)] == ["unknown_code"] * 4 + ["codes_closed"]
        right = card_of(club).code
        assert typed(club, right) == "codes_closed"
        assert keys_closed(round_) == 1
        codes.open_again(round_.tournament, by=director_of(round_.tournament))
        assert typed(club, right) == ("Serata", 1)

    def test_unknown_club_and_wrong_code_give_the_same_answer(self, club):
        known, unknown = typed(club, WRONG), opened(club_cards.open_by_club_code, "of-nobody", WRONG)
        assert known == unknown == "unknown_code"


def keys_closed(round_):
    assert CodeTries.objects.exists()
    return codes.typed_codes(round_.tournament).closed_devices


def entered(tournament, *players):
    candidate = Candidate(player_ids=tuple(player.pk for player in players))
    return register(tournament, [candidate], by=director_of(tournament))[0]


class TestLastingPins:
    @pytest.fixture
    def player(self, club):
        (player,) = add_players(club, [NewPlayer("Anna Riva")])
        return player

    def test_is_the_same_in_every_tournament(self, club, player):
        first, second = (entered(a_tournament(club, players=0, name=name), player) for name in ("Monday", "Tuesday"))
        assert keys.pin(first) != keys.pin(second)
        own = lasting_pin(give_lasting_pin(player))
        assert [keys.pin(Entry.objects.get(pk=one.pk)) for one in (first, second)] == [own, own]
        assert (keys.pin_matches(SeatOccupant(first), own), keys.pin_matches(SeatOccupant(second), own)) == (True, True)

    def test_the_tournaments_own_opens_nothing_then(self, club, player):
        entry = entered(a_tournament(club, players=0), player)
        before = keys.pin(entry)
        give_lasting_pin(player)
        assert keys.pin_matches(SeatOccupant(entry), before) is False
        remove_lasting_pin(player)
        assert keys.pin_matches(SeatOccupant(entry), before) is True

    def test_no_pin_comes_back(self, club, player):
        pins = [lasting_pin(give_lasting_pin(player)) for _time in range(3)]
        remove_lasting_pin(player)
        assert lasting_pin(remove_lasting_pin(player)) == ""
        assert lasting_pin(give_lasting_pin(player)) not in pins
        assert len(set(pins)) == 3

    def test_two_directors_who_renew_it_at_once_make_one_new_one(self, player):
        seen = lasting_pin(give_lasting_pin(player))
        new = give_lasting_pin(player, seen=seen)
        assert lasting_pin(give_lasting_pin(player, seen=seen)) == lasting_pin(new)

    def test_is_renewed_where_a_tournaments_would_be(self, club, player):
        entry = entered(a_tournament(club, players=0), player)
        own = lasting_pin(give_lasting_pin(player))
        renewed = keys.pin(keys.renew_pin(entry, by=director_of(entry.tournament)))
        player.refresh_from_db()
        assert renewed == lasting_pin(player) != own
        assert (keys.pin_matches(SeatOccupant(entry), own), keys.pin_matches(SeatOccupant(entry), renewed)) == (
            False,
            True,
        )

    def test_each_of_two_partners_may_have_one(self, club):
        one, other = add_players(club, [NewPlayer("Anna Riva"), NewPlayer("Berto Sala")])
        tournament = a_tournament(club, players=0, ruleset="buraco")
        entry = entered(tournament, one, other)
        shared, own = keys.pin(entry), lasting_pin(give_lasting_pin(one))
        assert keys.pins(Entry.objects.get(pk=entry.pk)) == [shared, own]
        assert [keys.pin_matches(SeatOccupant(entry), each) for each in (shared, own)] == [True, True]


def test_pins_and_cards_outlive_a_change_of_the_secret_key(club, settings):
    evening = a_tournament(club)
    entry = evening.entries.first()
    player = give_lasting_pin(entry.entry_players.get().player)

    def printed():
        return lasting_pin(player), keys.pins(entry), keys.cards(evening, [1]), card_of(club)

    before, first = printed(), settings.SECRET_KEY
    settings.SECRET_KEY = "another key, made later: " + "0" * 40
    assert all(new != old for new, old in zip(printed(), before, strict=True))
    settings.SECRET_KEY_FALLBACKS = ["one between the two: " + "0" * 40, first]
    assert printed() == before
