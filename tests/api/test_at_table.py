"""At the table: coming in by its card, recording and agreeing there, and nowhere else."""

import logging

import pytest
from django.core.cache import cache

from tests.halls import LEVEL, a_round, a_tournament, busca, director_of, play
from tournaments.actions import keys, rounds, sittings
from tournaments.api import urls
from tournaments.models import Hand, SeatClaim, TableKey, Tournament

from .caller import Caller, codes, faults

pytestmark = pytest.mark.django_db
ROUND = "tournaments/serata/rounds/1/"
TABLE = ROUND + "tables/1/"
HANDS = TABLE + "hands/"
HAND = HANDS + "1/"
OTHER = [37, 1, 1, 1]


@pytest.fixture
def round_(tournament):
    """A published round of two tables."""
    return a_round(tournament)


@pytest.fixture
def card(round_):
    """The card on table 1."""
    return keys.cards(round_.tournament, [1])[0]


@pytest.fixture
def phone(card, anybody):
    """Come to table 1 with a device of its own and say who one is."""

    def come(seat=None, device=None):
        wanted = {"secret": card.secret, "device": device or f"phone {seat}"}
        opened = anybody.post("table-sessions/", wanted).json()
        caller = Caller(Authorization=f"Table {opened['secret']}")
        if seat is not None:
            assert caller.post(f"{TABLE}seats/{seat}/claim/").status_code == 200
        return caller

    return come


@pytest.fixture
def bare(card):
    """Whoever has the secret of the card and no session."""
    return Caller(Authorization=f"Table {card.secret}")


def pin(seat, table=1):
    at = Tournament.objects.get(slug="serata").rounds.last().tables.get(number=table)
    return keys.pin(sittings.entry_at(at, seat))


def wrong(right):
    return f"{(int(right) + 1) % 10000:04}"


def entered(points=LEVEL, seat=0, **more):
    return {**busca(points), "seat": seat, **more}


def yes(seat, version=1, **more):
    return {"seat": seat, "version": version, "accept": True, **more}


class TestComingIn:
    def test_by_the_cards_secret(self, anybody, card, round_):
        answer = anybody.post("table-sessions/", {"secret": card.secret})
        opened = answer.json()
        assert (answer.status_code, answer["Cache-Control"]) == (201, "no-store")
        assert (opened["tournament"], opened["round"], opened["table"]) == ("serata", 1, 1)
        assert opened["url"] == f"/api/v1/{TABLE}"
        assert [seat["claimed"] for seat in opened["seats"]] == [False] * 4
        session = Caller(Authorization=f"Table {opened['secret']}")
        assert session.get("table-sessions/current/").json()["url"] == opened["url"]

    def test_by_its_short_code(self, anybody, card):
        wanted = {"tournament": "serata", "code": card.code.lower()}
        assert anybody.post("table-sessions/", wanted).json()["table"] == 1

    def test_a_browser_keeps_it_out_of_the_reach_of_scripts(self, anybody, card, settings):
        for https in (False, True):
            settings.HTTPS = https
            answer = anybody.post("table-sessions/", {"secret": card.secret})
            session, device = answer.cookies["table"], answer.cookies["device"]
            assert (session.value, device.value) == (
                answer.json()["secret"],
                answer.json()["device"],
            )
            assert (session["path"], device["path"]) == ("/t/serata", "/t/")
            for cookie in (session, device):
                assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
                assert bool(cookie["secure"]) == https

    def test_what_opens_nothing_says_what_to_do(self, anybody, round_):
        assert codes(anybody.post("table-sessions/", {"secret": "x" * 22}), 403) == ["unknown_key"]
        wanted = {"tournament": "serata", "code": "AAAAAAAA"}
        answer = anybody.post("table-sessions/", wanted)
        assert faults(answer, 403) == [("/code", "unknown_code")]
        assert answer.json()["detail"] == "No table has this code: look at the card again."
        assert faults(anybody.post("table-sessions/", {})) == [
            ("/tournament", "missing_field"),
            ("/code", "missing_field"),
        ]
        wanted = {"tournament": "nowhere", "code": "AAAAAAAA"}
        assert codes(anybody.post("table-sessions/", wanted), 404) == ["not_found"]

    def test_codes_are_not_guessed(self, anybody, card):
        wanted = {"tournament": "serata", "code": "AAAAAAAA"}
        for _try in range(sittings.CODE_TRIES):
            anybody.post("table-sessions/", wanted)
        answer = anybody.post("table-sessions/", {**wanted, "code": card.code})
        assert codes(answer, 403) == ["too_many_tries"]

    def test_a_session_can_be_ended(self, phone):
        north = phone(0)
        assert north.delete("table-sessions/current/").status_code == 204
        assert codes(north.get(HAND), 401) == ["session_over"]

    def test_a_rotated_card_opens_nothing_nor_do_its_sessions(self, phone, bare, director):
        north = phone(0)
        fresh = director.post("tournaments/serata/cards/1/rotate/").json()
        assert codes(bare.get(TABLE), 401) == ["unknown_key"]
        assert codes(north.put(HAND, entered()), 401) == ["session_over"]
        again = Caller(Authorization=f"Table {fresh['secret']}")
        assert again.get(TABLE).status_code == 200

    def test_malformed(self, round_):
        for header in ("Table", "Table a b", "Table "):
            answer = Caller(Authorization=header).get(TABLE)
            assert codes(answer, 401) == ["authentication_failed"]

    def test_the_card_of_a_private_tournament_opens_it(self, phone, round_):
        Tournament.objects.update(visibility="private")
        north = phone(0)
        assert north.put(HAND, entered()).status_code == 201
        assert north.get(TABLE).json()["hands"][0]["seat"] == 0

    def test_while_no_round_is_in_play(self, anybody, director, tournament):
        a_round(tournament, publish=False)
        secret = director.get("tournaments/serata/cards/").json()["results"][0]["secret"]
        answer = anybody.post("table-sessions/", {"secret": secret})
        assert codes(answer, 409) == ["no_round_in_play"]

    def test_no_secret_is_logged(self, phone, bare, card, caplog):
        caplog.set_level(logging.DEBUG)
        north = phone(0)
        north.put(HAND, entered())
        bare.post(HAND + "confirmations/", yes(1, pin=pin(1)))
        secret = north.headers["Authorization"].split()[1]
        assert secret not in caplog.text
        assert card.secret not in caplog.text


class TestSeats:
    def test_a_seat_is_claimed_and_seen(self, phone):
        north = phone(0)
        seats = north.get(TABLE + "seats/").json()["results"]
        assert [(seat["claimed"], seat["yours"]) for seat in seats] == [
            (True, True),
            *[(False, False)] * 3,
        ]
        assert north.post(TABLE + "seats/0/claim/").status_code == 200
        assert SeatClaim.objects.count() == 1

    def test_another_device_takes_it_with_the_pin(self, phone):
        phone(0)
        other = phone(device="other")
        assert faults(other.post(TABLE + "seats/0/claim/"), 409) == [("/seat", "seat_taken")]
        answer = other.post(TABLE + "seats/0/claim/", {"pin": wrong(pin(0))})
        assert faults(answer, 403) == [("/pin", "wrong_pin")]
        answer = other.post(TABLE + "seats/0/claim/", {"pin": pin(0)})
        assert (answer.status_code, answer.json()["yours"]) == (200, True)

    def test_it_is_released_with_the_pin_or_by_the_director(self, phone, director, scorer):
        north = phone(0)
        assert codes(north.delete(TABLE + "seats/0/claim/"), 403) == ["wrong_pin"]
        assert north.delete(TABLE + "seats/0/claim/", data={"pin": pin(0)}).status_code == 204
        phone(0, device="other")
        assert codes(scorer.delete(TABLE + "seats/0/claim/"), 403) == ["forbidden"]
        assert director.delete(TABLE + "seats/0/claim/").status_code == 204
        assert SeatClaim.objects.filter(released_at=None).count() == 0

    def test_not_with_the_bare_card_nor_by_a_user(self, bare, scorer, anybody):
        assert codes(bare.post(TABLE + "seats/0/claim/"), 403) == ["session_needed"]
        assert codes(scorer.post(TABLE + "seats/0/claim/"), 403) == ["forbidden"]
        assert codes(anybody.post(TABLE + "seats/0/claim/"), 401) == ["not_authenticated"]

    def test_a_seat_that_is_not_there(self, phone):
        answer = phone().post(TABLE + "seats/4/claim/")
        assert faults(answer) == [("/seat", "out_of_range")]


class TestRecording:
    def test_what_a_seat_enters_waits_for_another(self, phone):
        answer = phone(0).put(HAND, entered())
        hand = answer.json()
        assert (answer.status_code, hand["status"], hand["seat"]) == (201, "submitted", 0)
        assert hand["source"] == "table"

    def test_the_same_again_changes_nothing(self, phone):
        north = phone(0)
        first = north.put(HAND, entered())
        again = north.put(HAND, entered())
        assert (again.status_code, again.json()) == (200, first.json())
        assert Hand.objects.count() == 1

    def test_a_key_answers_as_the_first_time_whatever_happened_since(self, phone):
        north, east = phone(0), phone(1)
        key = {"Idempotency-Key": "tally-1"}
        first = north.put(HAND, entered(), headers=key)
        tally = busca(OTHER)
        east.post(HAND + "confirmations/", {"seat": 1, "version": 1, "accept": False, **tally})
        again = north.put(HAND, entered(), headers=key)
        assert (again.status_code, again.json()) == (201, first.json())
        assert again["Idempotency-Replayed"] == "true"
        assert Hand.objects.count() == 2
        answer = north.put(HAND, entered(OTHER), headers=key)
        assert codes(answer, 422) == ["idempotency_key_reused"]
        assert east.put(HANDS + "1/", entered(OTHER, 1), headers=key).status_code == 200

    def test_a_dispute_answers_with_both_and_keeps_both(self, phone):
        north, east = phone(0), phone(1)
        north.put(HAND, entered())
        answers = [
            east.put(HAND, entered(OTHER, 1), headers={"Idempotency-Key": "mine"}) for _i in "ab"
        ]
        for answer in answers:
            assert codes(answer, 409) == ["hand_disputed"]
            said = answer.json()
            assert (said["current"]["version"], said["current"]["status"]) == (1, "disputed")
            assert (said["entered"]["version"], said["entered"]["seat"]) == (2, 1)
        assert answers[1]["Idempotency-Replayed"] == "true"
        assert list(Hand.objects.values_list("state", "is_current")) == [
            ("disputed", True),
            ("disputed", False),
        ]

    def test_ones_own_is_replaced_by_naming_it(self, phone):
        north = phone(0)
        etag = north.put(HAND, entered())["ETag"]
        answer = north.put(HAND, entered(OTHER))
        assert codes(answer, 428) == ["hand_stands"]
        assert answer.json()["current_etag"] == etag
        assert answer.json()["current"]["version"] == 1
        answer = north.put(HAND, entered(OTHER), headers={"If-Match": '"stale"'})
        assert codes(answer, 412) == ["hand_changed"]
        assert answer.json()["current"]["version"] == 1
        answer = north.put(HAND, entered(OTHER), headers={"If-Match": etag})
        assert (answer.status_code, answer.json()["version"]) == (200, 2)

    def test_after_the_close_it_is_kept_as_a_claim(self, phone, round_):
        north = phone(0)
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        answers = [north.put(HAND, entered()) for _i in "ab"]
        assert [(a.status_code, a.json()["status"]) for a in answers] == [(202, "claim")] * 2
        assert Hand.objects.get().is_current is False
        answer = north.post(TABLE + "seats/1/claim/")
        assert codes(answer, 409) == ["round_closed"]

    def test_and_no_more_once_another_round_is_in_play(self, phone, round_):
        north = phone(0)
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        a_round(round_.tournament)
        answer = north.put(HAND, entered())
        assert codes(answer, 401) == ["session_over"]
        message = "This session has ended with its round: scan the card on the table again."
        assert answer.json()["detail"] == message

    def test_the_bare_card_records_for_a_named_seat(self, bare, phone):
        assert bare.put(HAND, entered(seat=2)).json()["seat"] == 2
        phone(3)
        answer = bare.put(HANDS + "2/", entered(seat=3))
        assert faults(answer, 403) == [("/seat", "seat_taken")]
        assert bare.put(HANDS + "2/", entered(seat=3, pin=pin(3))).status_code == 201

    def test_every_fault_at_once_and_nothing_stored(self, phone):
        north = phone(0)
        tally = {**busca([41, "x", True, -1]), "seat": 9, "reason": 3, "colour": "red"}
        assert sorted(faults(north.put(HAND, tally))) == [
            ("/colour", "unknown_field"),
            ("/lines/0/points", "out_of_range"),
            ("/lines/1/points", "not_an_integer"),
            ("/lines/2/points", "not_an_integer"),
            ("/lines/3/points", "out_of_range"),
            ("/reason", "not_a_string"),
            ("/seat", "not_a_choice"),
        ]
        assert ("/seat", "not_a_choice") in faults(north.put(HAND, busca(LEVEL)))
        for document in ([], "x", None, 7):
            assert north.put(HAND, document).status_code == 422
        assert not Hand.objects.exists()

    def test_a_hand_that_is_skipped_names_the_next(self, phone):
        answer = phone(0).put(HANDS + "2/", entered())
        assert codes(answer, 409) == ["hand_skipped"]
        assert answer.json()["detail"] == "Enter hand 1 first."

    def test_what_it_costs(self, phone, counted_queries):
        north = phone(0)
        with counted_queries() as queries:
            assert north.put(HAND, entered()).status_code == 201
        asked = [query for query in queries if "tournaments_tablesession" not in query]
        assert len(asked) <= 15


class TestConfirming:
    CONFIRM = HAND + "confirmations/"

    def test_another_seat_says_yes(self, phone):
        north, east = phone(0), phone(1)
        north.put(HAND, entered())
        answers = [east.post(self.CONFIRM, yes(1)) for _i in "ab"]
        assert [(a.status_code, a.json()["status"]) for a in answers] == [(200, "confirmed")] * 2
        assert answers[0].json()["confirmed_seat"] == 1

    def test_not_the_seat_nor_the_device_that_entered_it(self, phone):
        north = phone(0)
        north.post(TABLE + "seats/1/claim/")
        north.put(HAND, entered())
        assert codes(north.post(self.CONFIRM, yes(0)), 403) == ["own_hand"]
        assert codes(north.post(self.CONFIRM, yes(1)), 403) == ["own_device"]
        assert north.post(self.CONFIRM, yes(1, pin=pin(1))).json()["status"] == "confirmed"

    def test_a_wrong_pin_is_counted_also_with_a_key(self, bare):
        bare.put(HAND, entered())
        right, no = pin(1), wrong(pin(1))
        said = [
            bare.post(self.CONFIRM, yes(1, pin=no), headers={"Idempotency-Key": f"try-{number}"})
            for number in range(5)
        ]
        assert [codes(answer, 403) for answer in said] == [["wrong_pin"]] * 4 + [["too_many_tries"]]
        assert codes(bare.post(self.CONFIRM, yes(1, pin=right)), 403) == ["too_many_tries"]
        assert Hand.objects.get().state == "submitted"

    def test_the_bare_card_needs_the_pin(self, bare):
        bare.put(HAND, entered())
        assert faults(bare.post(self.CONFIRM, yes(1)), 403) == [("/pin", "pin_needed")]
        assert bare.post(self.CONFIRM, yes(1, pin=pin(1))).json()["status"] == "confirmed"

    def test_not_a_version_that_no_longer_stands(self, phone):
        north, east = phone(0), phone(1)
        etag = north.put(HAND, entered())["ETag"]
        north.put(HAND, entered(OTHER), headers={"If-Match": etag})
        answer = east.post(self.CONFIRM, yes(1, version=1))
        assert codes(answer, 412) == ["hand_changed"]
        assert answer.json()["current"]["version"] == 2

    def test_a_no_may_carry_a_tally_of_its_own(self, phone):
        north, east = phone(0), phone(1)
        north.put(HAND, entered())
        no = {"seat": 1, "version": 1, "accept": False, **busca(OTHER), "reason": "My buscas"}
        countered = east.post(self.CONFIRM, no).json()
        assert (countered["version"], countered["seat"]) == (2, 1)
        assert north.post(self.CONFIRM, yes(0, version=2)).json()["scores"] == [17, 0, 0, 0]

    def test_a_yes_carries_none(self, phone):
        answer = phone(1).post(self.CONFIRM, yes(1))
        assert codes(answer, 404) == ["not_found"]
        phone(0).put(HAND, entered())
        answer = phone(1).post(self.CONFIRM, yes(1, **busca(OTHER)))
        assert faults(answer) == [("/lines", "contradiction")]

    def test_every_fault_at_once(self, phone):
        north = phone(0)
        north.put(HAND, entered())
        said = {"seat": "1", "version": 0, "accept": "yes", "pin": 7, "colour": 1}
        assert sorted(faults(north.post(self.CONFIRM, said))) == [
            ("/accept", "not_a_boolean"),
            ("/colour", "unknown_field"),
            ("/pin", "not_a_string"),
            ("/seat", "not_an_integer"),
            ("/version", "out_of_range"),
        ]

    def test_the_closed_round_says_whom_to_ask(self, phone, round_):
        north, east = phone(0), phone(1)
        north.put(HAND, entered())
        rounds.close_round(round_, by=director_of(round_.tournament), anyway=True)
        answer = east.post(self.CONFIRM, yes(1))
        assert codes(answer, 409) == ["round_closed"]
        assert answer.json()["detail"] == "Round 1 is closed: ask the director."


class TestTheTablesEnd:
    def test_all_hands_in_one_go(self, director, phone, round_):
        plan = {"confirmation": "table-end"}
        assert director.patch("tournaments/serata/", plan).json()["confirmation"] == "table-end"
        north, east = phone(0), phone(1)
        north.put(HAND, entered())
        answer = east.post(HAND + "confirmations/", yes(1))
        assert codes(answer, 403) == ["table_end_confirms"]
        said = {"seat": 1, "hands": [{"hand": 1, "version": 1}, {"hand": 2, "version": 1}]}
        assert codes(east.post(TABLE + "confirmations/", said), 409) == ["table_not_over"]
        north.put(HANDS + "2/", entered())
        stale = {"seat": 1, "hands": [{"hand": 1, "version": 1}]}
        answer = east.post(TABLE + "confirmations/", stale)
        assert codes(answer, 412) == ["hand_changed"]
        assert len(answer.json()["current"]["hands"]) == 2
        agreed = east.post(TABLE + "confirmations/", said).json()["results"]
        assert [hand["status"] for hand in agreed] == ["confirmed", "confirmed"]


class TestHelp:
    def test_a_table_calls_and_somebody_answers(self, phone, scorer):
        north = phone(0)
        assert codes(north.get(TABLE + "help/"), 404) == ["not_found"]
        called = north.post(TABLE + "help/", {"seat": 0, "reason": "rules"}).json()
        assert (called["table"], called["seat"], called["reason"]) == (1, 0, "rules")
        assert north.post(TABLE + "help/").json() == called
        assert scorer.get("tournaments/serata/help/").json()["results"] == [called]
        assert codes(north.delete(TABLE + "help/"), 403) == ["forbidden"]
        assert scorer.delete(TABLE + "help/").json()["answered_at"] is not None
        assert scorer.get("tournaments/serata/help/").json()["results"] == []

    def test_who_may_not(self, anybody, stranger, phone):
        assert codes(anybody.post(TABLE + "help/"), 401) == ["not_authenticated"]
        assert codes(stranger.post(TABLE + "help/"), 403) == ["forbidden"]
        assert codes(stranger.get(TABLE + "help/"), 403) == ["forbidden"]
        assert faults(phone(0).post(TABLE + "help/", {"seat": 7})) == [("/seat", "out_of_range")]


class TestClaims:
    @pytest.fixture
    def claim(self, phone, round_, scorer):
        play(round_.tables.get(number=1))
        etag = scorer.get(HAND)["ETag"]
        asked = entered(OTHER, reason="Miscounted")
        answer = phone(0).put(HAND, asked, headers={"If-Match": etag})
        assert answer.status_code == 202
        return scorer.get("tournaments/serata/claims/").json()["results"][0]

    def test_one_is_accepted(self, claim, scorer, round_):
        assert (claim["round"], claim["table"], claim["number"]) == (1, 1, 1)
        address = f"tournaments/serata/claims/{claim['id']}/"
        hand = scorer.post(address + "accept/").json()
        assert (hand["status"], hand["reason"], hand["scores"]) == (
            "confirmed",
            "Miscounted",
            [17, 0, 0, 0],
        )
        assert scorer.get("tournaments/serata/claims/").json()["results"] == []
        assert codes(scorer.post(address + "decline/", {"reason": "x"}), 409) == ["already_decided"]

    def test_or_declined_with_a_reason(self, claim, scorer):
        address = f"tournaments/serata/claims/{claim['id']}/"
        assert faults(scorer.post(address + "decline/")) == [("/reason", "missing_field")]
        declined = scorer.post(address + "decline/", {"reason": "It was right"})
        assert declined.json()["status"] == "claim"
        assert scorer.get(HAND).json()["version"] == 1

    def test_who_may_not(self, claim, anybody, stranger, phone):
        address = f"tournaments/serata/claims/{claim['id']}/"
        for caller, status in ((anybody, 401), (stranger, 403), (phone(1), 403)):
            assert caller.get("tournaments/serata/claims/").status_code == status
            assert caller.post(address + "accept/").status_code == status
            assert caller.post(address + "decline/").status_code == status


class TestSecrets:
    ADDRESSES = ("tournaments/serata/cards/", "tournaments/serata/pins/")

    def test_directors_see_what_is_printed(self, director, card, round_):
        answer = director.get("tournaments/serata/cards/")
        assert answer["Cache-Control"] == "no-store"
        cards = answer.json()["results"]
        assert [each["table"] for each in cards] == [1, 2]
        assert (cards[0]["secret"], cards[0]["code"]) == (card.secret, card.code)
        assert cards[0]["link"] == f"http://testserver/t/serata#{card.secret}"
        pins = director.get("tournaments/serata/pins/").json()["results"]
        assert len(pins) == 8
        assert director.get(f"tournaments/serata/entries/{pins[0]['entry']}/pin/").json() == pins[0]

    def test_a_pin_is_renewed(self, director, round_):
        before = director.get("tournaments/serata/pins/").json()["results"][0]
        after = director.post(f"tournaments/serata/entries/{before['entry']}/pin/").json()
        assert (after["entry"], after["failures"]) == (before["entry"], 0)
        assert director.get("tournaments/serata/pins/").json()["results"][0] == after

    def test_nobody_else_does(self, anybody, scorer, stranger, club, round_, phone):
        reader = Caller(club.memberships.get(role="owner").user, scope="read")
        entry = round_.tournament.entries.first().pk
        addresses = (*self.ADDRESSES, f"tournaments/serata/entries/{entry}/pin/")
        for caller, status in (
            (anybody, 401),
            (scorer, 403),
            (stranger, 403),
            (reader, 403),
            (phone(0), 403),
        ):
            assert {caller.get(address).status_code for address in addresses} == {status}
            assert caller.post(addresses[2]).status_code == status
            assert caller.post("tournaments/serata/cards/1/rotate/").status_code == status
        assert TableKey.objects.get(number=1).generation == 1

    def test_no_card_for_a_table_that_is_not_there(self, director, round_):
        answer = director.post("tournaments/serata/cards/3/rotate/")
        assert codes(answer, 404) == ["not_found"]


def addresses():
    """Every address of the API, filled in for a hall with a second table and tournament."""
    known = {"slug": "serata", "number": 1, "table": 2, "hand": 1, "seat": 0, "pk": 1}
    known |= {"club": "circolo-del-re", "ruleset": "busca-accademia", "kind": "conflict"}
    for pattern in urls.version_1:
        route = str(pattern.pattern)
        for name, value in known.items():
            for kind in ("number", "slug", "id", "seat"):
                route = route.replace(f"<{kind}:{name}>", str(value))
        assert "<" not in route
        yield route


STATELESS = {"games/busca-accademia/score/", "table-sessions/"}
OWN = {"table-sessions/current/"}


class TestNowhereElse:
    @pytest.mark.parametrize("address", [a for a in addresses() if a not in STATELESS | OWN])
    def test_no_address_lets_a_table_in_elsewhere(self, address, phone, bare, round_):
        for caller in (phone(0), bare):
            for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
                data = None if method == "GET" else entered()
                status = caller(method, address, data).status_code
                assert status in (403, 404), (method, address, status)
        assert not Hand.objects.exists()

    def test_nor_in_another_round_or_tournament(self, phone, round_, club):
        other = a_tournament(club, name="Altra")
        a_round(other)
        north = phone(0)
        for address in (
            HAND.replace("rounds/1", "rounds/2"),
            HAND.replace("serata", other.slug),
            HAND.replace("tables/1", "tables/2"),
        ):
            assert codes(north.get(address), 404) == ["not_found"]
            assert codes(north.put(address, entered()), 404) == ["not_found"]

    def test_nor_does_it_strike_out_or_seat(self, phone, round_):
        play(round_.tables.get(number=1))
        north = phone(0)
        assert codes(north.post(HAND + "void/", {"reason": "x"}), 403) == ["forbidden"]
        assert codes(north.patch(TABLE, {"seats": [1, 2, 3, 4]}), 403) == ["forbidden"]

    def test_it_reads_its_own(self, phone, bare):
        for caller in (phone(0), bare):
            caller.put(HAND, entered(seat=0 if caller is not bare else 1))
            for address in (TABLE, HANDS, HAND, HAND + "versions/", TABLE + "seats/"):
                assert caller.get(address).status_code == 200


class TestHowOften:
    def test_each_session_has_a_count_of_its_own(self, phone, settings):
        limits = {"address": 10_000, "token": 10_000, "table": 3}
        settings.API_REQUESTS_PER_MINUTE = limits
        first, second = phone(), phone()
        cache.clear()
        assert [first.get(TABLE).status_code for _i in range(4)] == [200, 200, 200, 429]
        assert second.get(TABLE).status_code == 200


class TestVerification:
    def test_it_holds(self, anybody, director, round_):
        play(round_.tables.get(number=1))
        verdict = anybody.get("tournaments/serata/ledger/verification/").json()
        tournament = Tournament.objects.get()
        assert verdict == {
            "holds": True,
            "entries": tournament.ledger_length,
            "head": tournament.ledger_head,
            "erased": 0,
            "findings": [],
        }

    def test_what_does_not_hold_is_told_in_full_to_directors_alone(self, anybody, director, round_):
        Tournament.objects.update(ledger_head="")
        address = "tournaments/serata/ledger/verification/"
        assert anybody.get(address).json()["findings"] == [{"kind": "head"}]
        found = director.get(address).json()
        assert (found["holds"], found["findings"][0]["place"]) == (False, "ledger")
