"""tournaments/{slug}/entries/: who plays."""

import pytest

from tests.halls import a_round, a_table, a_tournament, director_of, play_out
from tournaments.actions.rounds.rounds import close_round
from tournaments.models import Entry, Player, Tournament

from .caller import Caller, codes, faults

pytestmark = pytest.mark.django_db
ENTRIES = "tournaments/serata/entries/"


@pytest.fixture
def empty(club):
    """A tournament without entries."""
    return a_tournament(club, players=0)


def entry_address(number=1):
    return f"{ENTRIES}{Entry.objects.get(number=number).pk}/"


def a_closed_round(tournament):
    round_ = a_round(tournament)
    play_out(round_)
    return close_round(round_, by=director_of(tournament))


def names(answer):
    return [entry["name"] for entry in answer.json()["results"]]


class TestEntering:
    def test_one_by_name(self, director, empty):
        answer = director.post(ENTRIES, {"name": " Anna  Rossi "})
        made = answer.json()
        player = Player.objects.get()
        assert answer.status_code == 201
        assert answer["Location"] == f"/api/v1/{ENTRIES}{made['id']}/"
        assert made == {
            "id": Entry.objects.get().pk,
            "number": 1,
            "name": "Anna Rossi",
            "player": player.pk,
            "players": [player.pk],
            "team": None,
            "status": "active",
            "from_round": 1,
            "until_round": None,
            "gaps": [],
            "checked_in": False,
            "seed": None,
            "stand_in": False,
            "card_number": "",
            "home_club": "",
        }

    def test_a_list_is_answered_with_a_list(self, director, empty):
        answer = director.post(ENTRIES, [{"name": "Anna"}, {"name": "Berto"}])
        assert answer.status_code == 201
        assert [(entry["number"], entry["name"]) for entry in answer.json()] == [(1, "Anna"), (2, "Berto")]
        assert len(director.post(ENTRIES, [{"name": "Zoe"}]).json()) == 1

    def test_a_name_means_the_player_who_has_it(self, director, empty):
        known = director.post("clubs/circolo-del-re/players/", {"name": "Nicolò"}).json()
        assert director.post(ENTRIES, {"name": "nicolo"}).json()["player"] == known["id"]
        assert Player.objects.count() == 1

    def test_or_a_player_is_named_by_id(self, director, empty):
        known = director.post("clubs/circolo-del-re/players/", {"name": "Nicolò"}).json()
        entry = director.post(ENTRIES, {"player": known["id"], "seed": 3, "stand_in": True}).json()
        assert (entry["name"], entry["seed"], entry["stand_in"]) == ("Nicolò", 3, True)

    def test_partners_enter_together(self, director, club):
        brisca = a_tournament(club, 0, name="B", ruleset="brisca", table={"target": 3})
        address = f"tournaments/{brisca.slug}/entries/"
        made = director.post(address, {"names": ["Anna", "Berto"]}).json()
        assert (made["name"], made["player"], len(made["players"])) == ("Anna – Berto", None, 2)
        again = director.post(address, {"players": made["players"]})
        assert faults(again) == [("/players/0", "duplicate_entry"), ("/players/1", "duplicate_entry")]
        assert faults(director.post(address, {"name": "Zoe"})) == [("/players", "wrong_number_of_players")]

    def test_nobody_is_entered_twice(self, director, empty):
        director.post(ENTRIES, {"name": "Anna"})
        assert faults(director.post(ENTRIES, {"name": "ANNA"})) == [("/name", "duplicate_entry")]
        assert director.post(ENTRIES, {"name": "Anna", "new": True}).status_code == 201
        assert [entry.name for entry in Entry.objects.all()] == ["Anna", "Anna"]

    def test_every_fault_of_a_list_at_once_and_nothing_stored(self, director, empty, stranger):
        other = a_tournament(name="Altra", club=None, players=1)
        elsewhere = Player.objects.get(club=other.club).pk
        wanted = [
            {"name": 1},
            {"name": "x" * 10_000},
            {"name": "Anna"},
            {"name": "anna"},
            {"player": elsewhere},
            {"player": True},
            {"player": 10**30, "seed": 0, "stand_in": 1, "card_number": "x" * 41},
            {},
            "Anna",
            {"name": "Zoe", "colour": "red"},
        ]
        assert faults(director.post(ENTRIES, wanted)) == [
            ("/0/name", "not_a_string"),
            ("/1/name", "too_long"),
            ("/3/name", "duplicate_entry"),
            ("/4/player", "unknown_player"),
            ("/5/player", "not_an_integer"),
            ("/6/player", "out_of_range"),
            ("/6/seed", "out_of_range"),
            ("/6/stand_in", "not_a_boolean"),
            ("/6/card_number", "too_long"),
            ("/7/name", "wrong_number_of_players"),
            ("/8", "wrong_type"),
            ("/9/colour", "unknown_field"),
        ]
        assert Entry.objects.filter(tournament=empty).count() == 0
        assert Player.objects.filter(club=empty.club).count() == 0

    def test_names_are_kept_as_they_are_written(self, director, empty):
        written = ["<script>alert(1)</script>", "=1+1", "Zoë 🃏", "O'Hara \u202eannA", "李"]
        made = director.post(ENTRIES, [{"name": name} for name in written]).json()
        assert [entry["name"] for entry in made] == [*written[:3], "O'Hara annA", "李"]

    @pytest.mark.parametrize("name", ["", "  ", "\x00", "\ud800", None, [], {}, 0, True])
    def test_a_name_has_letters(self, director, empty, name):
        places = [place for place, _code in faults(director.post(ENTRIES, {"name": name}))]
        assert places == ["/name"]

    def test_only_directors_enter(self, anybody, scorer, stranger, empty):
        assert codes(anybody.post(ENTRIES, {"name": "A"}), 401) == ["not_authenticated"]
        assert codes(scorer.post(ENTRIES, {"name": "A"}), 403) == ["forbidden"]
        assert codes(stranger.post(ENTRIES, {"name": "A"}), 403) == ["forbidden"]
        Tournament.objects.update(visibility="private")
        assert codes(stranger.post(ENTRIES, {"name": "A"}), 404) == ["not_found"]

    def test_not_even_with_a_token_for_results(self, empty):
        caller = Caller(empty.club.memberships.get().user, scope="results")
        assert codes(caller.post(ENTRIES, {"name": "A"}), 403) == ["forbidden"]


class TestSubstitutes:
    def test_with_the_points_or_a_new_entry(self, director, tournament):
        answer = director.post(f"{entry_address()}substitute/", {"name": "Zita"})
        assert (answer.status_code, answer.json()["number"], answer.json()["name"]) == (200, 1, "Zita")
        answer = director.post(f"{entry_address()}substitute/", {"name": "Zoe", "points": "fresh"})
        assert (answer.json()["number"], answer.json()["name"]) == (9, "Zoe")
        assert codes(director.post(f"{entry_address()}substitute/", {"name": "Ugo"}), 409) == ["not_playing"]

    def test_partners_are_replaced_together_by_a_new_entry(self, director, club):
        pair = a_tournament(club, players=0, ruleset="scopa", table={"target": 11})
        for number in range(4):
            director.post(ENTRIES, {"names": [f"A {number}", f"B {number}"]})
        table = a_table(a_round(pair, tables=[[0, 1], [2, 3]]))
        address = f"{entry_address()}substitute/"
        assert faults(director.post(address, {"name": "Zita", "points": "fresh"})) == [
            ("/players", "wrong_number_of_players")
        ]
        answer = director.post(address, {"names": ["Zita", "Zoe"], "points": "fresh"})
        assert (answer.status_code, answer.json()["number"], answer.json()["name"]) == (200, 5, "Zita – Zoe")
        assert director.get(entry_address()).json()["status"] == "withdrawn"
        assert table.seats.get(number=0).entry_id == answer.json()["id"]
        both = director.post(f"{entry_address(2)}substitute/", {"names": ["Zora", "Zelda"]})
        assert faults(both) == [("/names", "unknown_field")]

    def test_who_may_not_and_who_does_not_leave(self, director, scorer, anybody, tournament):
        address = f"{entry_address()}substitute/"
        assert faults(director.post(address, {"name": "Zita", "leaves": 10**9})) == [("/leaves", "unknown_player")]
        assert codes(scorer.post(address, {"name": "Zita"}), 403) == ["forbidden"]
        assert codes(anybody.post(address, {"name": "Zita"}), 401) == ["not_authenticated"]


class TestLooking:
    def test_everybody_sees_who_plays(self, anybody, tournament):
        assert names(anybody.get(ENTRIES)) == [f"Player 000{n}" for n in range(1, 9)]
        assert names(anybody.get(ENTRIES + "?limit=3")) == [f"Player 000{n}" for n in (1, 2, 3)]
        assert names(anybody.get(ENTRIES + "?search=0007")) == ["Player 0007"]
        assert anybody.get(entry_address(2)).json()["name"] == "Player 0002"

    def test_only_members_see_cards_and_who_is_here(self, anybody, stranger, scorer, tournament):
        for caller, seen in ((anybody, False), (stranger, False), (scorer, True)):
            listed, one = caller.get(ENTRIES).json()["results"][0], caller.get(entry_address())
            for entry in (listed, one.json()):
                assert ("card_number" in entry, "checked_in" in entry) == (seen, seen)

    def test_a_private_one_is_not_there(self, anybody, stranger, tournament):
        address = entry_address()
        Tournament.objects.update(visibility="private")
        for caller in (anybody, stranger):
            assert codes(caller.get(ENTRIES), 404) == ["not_found"]
            assert codes(caller.get(address), 404) == ["not_found"]

    def test_an_entry_of_another_tournament_is_not_here(self, director, tournament):
        other = a_tournament(tournament.club, players=1, name="Altra")
        address = f"{ENTRIES}{other.entries.get().pk}/"
        for method, data in (("GET", None), ("PATCH", {"seed": 1}), ("DELETE", None)):
            assert codes(director(method, address, data), 404) == ["not_found"]


class TestChanging:
    def test_entry_is_checked_in_with_card_number_and_seed(self, director, tournament):
        changes = {"checked_in": True, "card_number": "AB 12", "seed": 4}
        answer = director.patch(entry_address(), changes)
        assert answer.status_code == 200
        assert {name: answer.json()[name] for name in changes} == changes

    def test_all_are_here_at_once(self, director, scorer, tournament):
        answer = director.post(f"{ENTRIES}check-in/", {})
        assert (answer.status_code, answer.json()) == (200, {"changed": 8})
        assert director.post(f"{ENTRIES}check-in/", {"checked_in": False}).json() == {"changed": 8}
        assert codes(scorer.post(f"{ENTRIES}check-in/", {}), 403) == ["forbidden"]

    def test_everybody_withdraws_at_once(self, director, scorer, tournament):
        first = tournament.entries.first()
        director.patch(f"{ENTRIES}{first.pk}/", {"checked_in": True})
        where = f"{ENTRIES}withdraw/"
        assert codes(director.post(where, {}), 422) == ["missing_field"]
        assert director.post(where, {"absent": True}).json() == {"changed": 7}
        assert director.post(where, {"absent": True}).json() == {"changed": 0}
        assert director.post(where, {"absent": False}).json() == {"changed": 1}
        assert tournament.ledger.filter(kind="entries_withdrawn").count() == 2
        assert codes(scorer.post(where, {"absent": True}), 403) == ["forbidden"]

    def test_somebody_pauses_withdraws_and_comes_back(self, director, tournament):
        for status in ("paused", "withdrawn", "active"):
            answer = director.patch(entry_address(), {"status": status, "from_round": 3})
            assert (answer.json()["status"], answer.json()["from_round"]) == (status, 3)
        kinds = Tournament.objects.get().ledger.values_list("kind", flat=True)
        assert list(kinds).count("entry_changed") == 3

    @pytest.mark.slow
    def test_leaving_has_a_last_round(self, director, tournament):
        first = a_closed_round(tournament)
        director.patch(entry_address(), {"status": "paused"})
        a_closed_round(tournament)
        left = director.patch(entry_address(), {"status": "withdrawn"}).json()
        assert (first.number, left["until_round"], left["gaps"]) == (1, 2, [])
        assert director.patch(entry_address(), {"until_round": 1}).json()["until_round"] == 1
        for wrong in (0, 3, None):
            assert codes(director.patch(entry_address(), {"until_round": wrong}), 422) == ["out_of_range"]
        back = director.patch(entry_address(), {"status": "active"}).json()
        assert (back["status"], back["until_round"], back["gaps"]) == ("active", None, [[2, 2]])
        assert codes(director.patch(entry_address(), {"until_round": 2}), 422) == ["has_not_left"]

    def test_every_fault_at_once(self, director, tournament):
        changes = {
            "status": "gone",
            "from_round": 10**20,
            "checked_in": "yes",
            "seed": "1",
            "stand_in": None,
            "card_number": 7,
            "name": "X",
        }
        assert faults(director.patch(entry_address(), changes)) == [
            ("/status", "not_a_choice"),
            ("/from_round", "out_of_range"),
            ("/checked_in", "not_a_boolean"),
            ("/seed", "not_an_integer"),
            ("/stand_in", "missing_field"),
            ("/card_number", "not_a_string"),
            ("/name", "unknown_field"),
        ]

    def test_an_entry_is_taken_off_before_the_first_draw(self, director, tournament):
        assert director.delete(entry_address(8)).status_code == 204
        assert Entry.objects.count() == 7

    def test_and_withdraws_afterwards(self, director, tournament):
        a_round(tournament, publish=False)
        assert codes(director.delete(entry_address(8)), 409) == ["already_drawn"]

    def test_only_directors_change_and_delete(self, anybody, scorer, stranger, tournament):
        for method, data in (("PATCH", {"seed": 1}), ("DELETE", None)):
            assert codes(anybody(method, entry_address(), data), 401) == ["not_authenticated"]
            assert codes(scorer(method, entry_address(), data), 403) == ["forbidden"]
            assert codes(stranger(method, entry_address(), data), 403) == ["forbidden"]
        assert Entry.objects.count() == 8
