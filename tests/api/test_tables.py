"""…/rounds/{n}/tables/: seats and results."""

import pytest

from tests.halls import a_round, a_table, a_tournament, play
from tournaments.actions.core.actor import Actor
from tournaments.actions.rounds import rounds
from tournaments.models import Entry, Round, Seat

from .caller import codes, faults

pytestmark = pytest.mark.django_db
TABLES = "tournaments/serata/rounds/1/tables/"


def ids(*numbers):
    by_number = dict(Entry.objects.values_list("number", "pk"))
    return [by_number[number] for number in numbers]


def seated(caller, table):
    return [seat["entry"] for seat in caller.get(f"{TABLES}{table}/").json()["seats"]]


class TestLooking:
    def test_before_the_first_hand(self, anybody, tournament):
        a_round(tournament, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
        lead = tournament.rounds.get().tables.get(number=1).first_lead
        assert anybody.get(TABLES + "1/").json() == {
            "number": 1,
            "round": 1,
            "state": "waiting",
            "ended": None,
            "outstanding": True,
            "closing": None,
            "unconfirmed": [],
            "disputed": [],
            "seats": [
                {"seat": seat, "side": seat, "entry": entry, "name": f"Player 000{seat + 1}", "turns": []}
                for seat, entry in enumerate(ids(1, 2, 3, 4))
            ],
            "totals": [0, 0, 0, 0],
            "places": [1, 1, 1, 1],
            "next_hand": 1,
            "next_lead": lead,
            "next_dealer": None,
            "lead_note": "",
            "other_pack": False,
            "hands": [],
        }

    def test_after_a_hand_and_after_the_last(self, anybody, tournament):
        round_ = a_round(tournament)
        play(a_table(round_), 1, [37, 1, 1, 1])
        table = anybody.get(TABLES + "1/").json()
        assert (table["state"], table["totals"], table["places"]) == ("playing", [17, 0, 0, 0], [4, 1, 1, 1])
        assert (table["next_hand"], table["next_lead"]) == (2, 3)
        assert [hand["scores"] for hand in table["hands"]] == [[17, 0, 0, 0]]
        play(a_table(round_), 2, [10, 10, 10, 10])
        table = anybody.get(TABLES + "1/").json()
        assert (table["state"], table["ended"], table["outstanding"]) == ("over", "hands", False)
        assert (table["next_hand"], table["next_lead"]) == (None, None)

    def test_leader_is_unknown_after_several_took_buscas(self, anybody, tournament):
        play(a_table(a_round(tournament)), 1, [20, 20, 0, 0])
        table = anybody.get(TABLES + "1/").json()
        assert (table["next_lead"], bool(table["lead_note"])) == (None, True)

    def test_all_tables_by_number(self, anybody, tournament):
        a_round(tournament)
        tables = anybody.get(TABLES).json()["results"]
        assert [table["number"] for table in tables] == [1, 2]
        assert tables == [anybody.get(f"{TABLES}{n}/").json() for n in (1, 2)]

    def test_a_list_costs_the_same_at_two_tables_and_at_twenty(self, club, anybody, django_assert_num_queries):
        for name, players in (("Small", 8), ("Large", 80)):
            hall = a_tournament(club, players=players, name=name)
            play(a_table(a_round(hall)))
            with django_assert_num_queries(5):
                anybody.get(f"tournaments/{hall.slug}/rounds/1/tables/")

    def test_missing_tables_are_404(self, anybody, tournament):
        a_round(tournament)
        for address in ("3/", "0/", "99999999999/", "-1/", "x/"):
            assert codes(anybody.get(TABLES + address), 404) == ["not_found"]


class TestSeating:
    def test_two_change_places(self, director, tournament):
        a_round(tournament, publish=False, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
        answer = director.patch(TABLES + "1/", {"seats": ids(5, 2, 3, 4)})
        assert answer.status_code == 200
        assert [seat["entry"] for seat in answer.json()["seats"]] == ids(5, 2, 3, 4)
        assert seated(director, 2) == ids(1, 6, 7, 8)

    def test_or_sit_in_another_order(self, director, tournament):
        a_round(tournament, publish=False, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
        director.patch(TABLES + "1/", {"seats": ids(4, 8, 2, 7)})
        assert (seated(director, 1), seated(director, 2)) == (ids(4, 8, 2, 7), ids(5, 6, 3, 1))

    def test_a_public_table_is_seated_anew_before_its_first_hand(self, director, tournament):
        round_ = a_round(tournament)
        play(a_table(round_, 2))
        first = seated(director, 1)
        assert director.patch(TABLES + "1/", {"seats": first[::-1]}).status_code == 200
        assert seated(director, 1) == first[::-1]

    def test_but_not_after_a_hand_at_either_table(self, director, tournament):
        round_ = a_round(tournament, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
        play(a_table(round_, 2))
        answer = director.patch(TABLES + "1/", {"seats": ids(5, 2, 3, 4)})
        assert codes(answer, 409) == ["already_played"]
        assert seated(director, 1) == ids(1, 2, 3, 4)

    def test_nor_in_a_closed_round(self, director, tournament):
        round_ = a_round(tournament, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
        rounds.close_round(round_, by=Actor(None, "clock"), anyway=True)
        answer = director.patch(TABLES + "1/", {"seats": ids(5, 2, 3, 4)})
        assert codes(answer, 409) == ["round_is_closed"]

    def test_every_fault_at_once(self, director, tournament):
        a_round(tournament, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
        one, two = ids(1, 2)
        answer = director.patch(TABLES + "1/", {"seats": [one, two, two, 10**6, 3]})
        assert set(faults(answer)) >= {
            ("/seats", "wrong_table_size"),
            ("/seats/1", "seated_twice"),
            ("/seats/2", "seated_twice"),
            ("/seats/3", "not_in_round"),
        }
        for seats in (None, "x", [1, "2"], [[1]], {"0": 1}, [10**30]):
            answer = director.patch(TABLES + "1/", {"seats": seats})
            assert {place[:6] for place, _code in faults(answer)} == {"/seats"}
        assert Seat.objects.filter(table__number=1).count() == 4

    def test_only_directors_seat(self, anybody, scorer, stranger, tournament):
        a_round(tournament)
        assert codes(anybody.patch(TABLES + "1/", {}), 401) == ["not_authenticated"]
        assert codes(scorer.patch(TABLES + "1/", {}), 403) == ["forbidden"]
        assert codes(stranger.patch(TABLES + "1/", {}), 403) == ["forbidden"]

    def test_it_is_entered_in_the_ledger(self, director, tournament):
        a_round(tournament, tables=[(0, 1, 2, 3), (4, 5, 6, 7)])
        director.patch(TABLES + "1/", {"seats": ids(1, 2, 4, 3)})
        link = Round.objects.get().tournament.ledger.last()
        assert (link.kind, link.facts["tables"][0]) == ("round_reseated", ids(1, 2, 4, 3))
        director.patch(TABLES + "1/", {"seats": ids(1, 2, 4, 3)})
        assert Round.objects.get().tournament.ledger.last() == link


def test_directors_record_another_pack(tournament, director, scorer, anybody):
    here = f"tournaments/{a_round(tournament).tournament.slug}/rounds/1/tables/1/"
    assert anybody.get(here).json()["other_pack"] is False
    assert director.patch(here, {"other_pack": True}).json()["other_pack"] is True
    assert anybody.get(here).json()["other_pack"] is True
    assert scorer.patch(here, {"other_pack": False}).status_code == 403
    assert faults(director.patch(here, {"other_pack": "perhaps"}))[0][0] == "/other_pack"
