"""clubs/{club}/players/: the people of a club, one by one, as a list, as a CSV."""

import pytest

from tests.halls import a_tournament
from tournaments.models import Entry, Player, Tournament

from .caller import codes, faults

pytestmark = pytest.mark.django_db
PLAYERS = "clubs/circolo-del-re/players/"


def names(answer):
    return [player["name"] for player in answer.json()["results"]]


def csv(caller, text, query=""):
    raw = text if isinstance(text, bytes) else text.encode()
    return caller.post(PLAYERS + query, raw=raw, type="text/csv")


class TestOne:
    def test_a_director_adds_one(self, director):
        answer = director.post(PLAYERS, {"name": " Anna  Rossi"})
        assert (answer.status_code, answer.json()["name"]) == (201, "Anna Rossi")

    def test_or_a_list(self, director):
        answer = director.post(PLAYERS, [{"name": "Anna"}, {"name": "Berto"}])
        assert [player["name"] for player in answer.json()] == ["Anna", "Berto"]

    def test_a_namesake_is_said_to_be_one(self, director):
        director.post(PLAYERS, {"name": "Nicolò"})
        assert faults(director.post(PLAYERS, {"name": "NICOLO"})) == [("/name", "duplicate_player")]
        assert director.post(PLAYERS, {"name": "Nicolo", "new": True}).status_code == 201
        twice = director.post(PLAYERS, [{"name": "Zoe"}, {"name": "zoe"}])
        assert faults(twice) == [("/1/name", "duplicate_player")]

    def test_every_fault_of_a_list_at_once_and_nothing_stored(self, director):
        wanted = [{"name": 1}, {"name": "x" * 101}, {}, "Anna", {"name": "Berto", "age": 3}, None]
        assert faults(director.post(PLAYERS, wanted)) == [
            ("/0/name", "not_a_string"),
            ("/1/name", "too_long"),
            ("/2/name", "missing_field"),
            ("/3", "wrong_type"),
            ("/4/age", "unknown_field"),
            ("/5", "missing_field"),
        ]
        assert Player.objects.count() == 0

    def test_a_list_is_neither_empty_nor_endless(self, director):
        assert faults(director.post(PLAYERS, [])) == [("", "wrong_number")]
        assert faults(director.post(PLAYERS, [{"name": "A"}] * 2001)) == [("", "wrong_number")]

    def test_a_text_in_json_is_no_csv(self, director):
        assert faults(director.post(PLAYERS, "name\nAnna")) == [("", "wrong_type")]

    def test_a_dry_run_stores_nothing(self, director):
        answer = director.post(PLAYERS + "?preview=1", [{"name": "Anna"}])
        assert answer.json() == {"new": ["Anna"], "known": [], "results": []}
        assert Player.objects.count() == 0

    def test_only_directors_add(self, anybody, scorer, stranger, club):
        assert codes(anybody.post(PLAYERS, {"name": "A"}), 401) == ["not_authenticated"]
        assert codes(scorer.post(PLAYERS, {"name": "A"}), 403) == ["forbidden"]
        assert codes(stranger.post(PLAYERS, {"name": "A"}), 403) == ["forbidden"]


class TestList:
    def test_members_see_them_by_name(self, director, scorer):
        director.post(PLAYERS, [{"name": "Zoe"}, {"name": "Anna"}])
        assert names(scorer.get(PLAYERS)) == ["Anna", "Zoe"]

    def test_and_find_them_by_a_part_of_the_name(self, director):
        director.post(PLAYERS, [{"name": "Nicolò Papa"}, {"name": "Anna"}])
        assert names(director.get(PLAYERS + "?search=COLO p")) == ["Nicolò Papa"]
        assert names(director.get(PLAYERS + "?search=%25")) == []

    def test_nobody_else_sees_the_list(self, anybody, stranger, club):
        assert codes(anybody.get(PLAYERS), 401) == ["not_authenticated"]
        assert codes(stranger.get(PLAYERS), 403) == ["forbidden"]

    def test_everybody_sees_who_plays_in_public(self, anybody, stranger, tournament):
        player = Player.objects.first()
        assert anybody.get(f"{PLAYERS}{player.pk}/").json()["name"] == player.name
        Tournament.objects.update(visibility="private")
        for caller in (anybody, stranger):
            assert codes(caller.get(f"{PLAYERS}{player.pk}/"), 404) == ["not_found"]


class TestRename:
    def test_the_name_is_put_right_wherever_it_stands(self, director, tournament):
        player = Player.objects.get(name="Player 0003")
        answer = director.patch(f"{PLAYERS}{player.pk}/", {"name": "Anna Rossi"})
        assert (answer.status_code, answer.json()["name"]) == (200, "Anna Rossi")
        assert Entry.objects.get(players=player).name == "Anna Rossi"
        assert Tournament.objects.get().ledger.last().kind == "entry_renamed"
        assert Tournament.objects.get().revision == tournament.revision + 2

    def test_rename_with_an_outdated_name_is_refused(self, director, tournament):
        address = f"{PLAYERS}{Player.objects.first().pk}/"
        director.patch(address, {"name": "Anna Rossi", "replaces": "Player 0001"})
        answer = director.patch(address, {"name": "Anna Rosi", "replaces": "Player 0001"})
        assert (codes(answer, 412), Player.objects.first().name) == (["name_changed"], "Anna Rossi")

    def test_partners_keep_their_order(self, director, club):
        brisca = a_tournament(club, players=0, ruleset="brisca", table={"target": 3})
        director.post(f"tournaments/{brisca.slug}/entries/", {"names": ["Anna", "Berto"]})
        berto = Player.objects.get(name="Berto")
        director.patch(f"{PLAYERS}{berto.pk}/", {"name": "Bruno"})
        assert Entry.objects.get().name == "Anna – Bruno"

    def test_only_directors_rename(self, anybody, scorer, stranger, tournament):
        address = f"{PLAYERS}{Player.objects.first().pk}/"
        assert codes(anybody.patch(address, {"name": "X"}), 401) == ["not_authenticated"]
        for caller in (scorer, stranger):
            assert codes(caller.patch(address, {"name": "X"}), 403) == ["forbidden"]

    def test_a_name_has_letters(self, director, tournament):
        address = f"{PLAYERS}{Player.objects.first().pk}/"
        for name in ("", " ", "\x00", "x" * 101, 3, None, "\ud800"):
            assert [place for place, _c in faults(director.patch(address, {"name": name}))] == ["/name"]


class TestMerging:
    @pytest.fixture
    def records(self, director, tournament):
        pk = director.post(PLAYERS, {"name": "Anna"}).json()["id"]
        return f"{PLAYERS}{pk}/merged/", Player.objects.get(name="Player 0001")

    def test_another_record_is_put_together_with_this_one_and_parted(self, director, scorer, records):
        address, other = records
        answer = director.post(address, {"player": other.pk})
        assert (answer.status_code, answer.json()["name"]) == (201, "Anna")
        assert names(scorer.get(address)) == ["Player 0001"]
        assert Entry.objects.get(number=1).name == "Anna"
        assert codes(director.post(address, {"player": other.pk}), 409) == ["merged"]
        assert director.delete(f"{address}{other.pk}/").status_code == 204
        assert Entry.objects.get(number=1).name == "Player 0001"
        assert codes(director.delete(f"{address}{other.pk}/"), 404) == ["not_found"]

    def test_merging_needs_a_director_and_existing_players(self, anybody, scorer, stranger, director, records):
        address, other = records
        assert codes(anybody.post(address, {"player": other.pk}), 401) == ["not_authenticated"]
        for caller in (scorer, stranger):
            assert codes(caller.post(address, {"player": other.pk}), 403) == ["forbidden"]
        assert faults(director.post(address, {"player": 10**9})) == [("/player", "unknown_player")]


class TestCsv:
    def test_a_list_is_imported(self, director):
        director.post(PLAYERS, {"name": "Anna"})
        answer = csv(director, "id;Name\n1;anna\n2;Berto\n\n3;Zoe\n4;BERTO\n")
        assert answer.status_code == 201
        assert (answer.json()["new"], answer.json()["known"]) == (["Berto", "Zoe"], ["anna"])
        assert names(director.get(PLAYERS)) == ["Anna", "Berto", "Zoe"]

    def test_a_dry_run_stores_nothing(self, director):
        answer = csv(director, b"\xef\xbb\xbfnome\r\nAnna\r\n", "?preview=1")
        assert (answer.status_code, answer.json()["new"]) == (200, ["Anna"])
        assert Player.objects.count() == 0

    def test_every_bad_line_is_named(self, director):
        answer = csv(director, f'name,x\n"",1\nAnna,1\n{"x" * 101},2\n')
        assert codes(answer, 422) == ["missing_field", "too_long"]
        messages = [error["message"] for error in answer.json()["errors"]]
        assert [message.partition(":")[0] for message in messages] == ["Line 2", "Line 4"]

    @pytest.mark.parametrize(
        ("text", "status", "code"),
        [
            ("Anna\nBerto\n", 422, "missing_column"),
            (b"name\n\xff\xfe\n", 400, "bad_encoding"),
            ('name\n"' + "x" * 200_000 + '"\n', 422, "bad_csv"),
            ("name\n" + "a\n" * 10_001, 422, "too_long"),
            ("name\n" + "a" * (1 << 20), 413, "too_large"),
        ],
    )
    def test_unreadable_player_list_is_refused(self, director, text, status, code):
        assert codes(csv(director, text), status) == [code]

    def test_a_dry_run_is_asked_for_in_one_way(self, director):
        answer = csv(director, "name\nAnna\n", "?preview=yes")
        assert answer.json()["errors"][0]["parameter"] == "preview"
        assert (answer.status_code, Player.objects.count()) == (400, 0)

    def test_only_directors_import(self, anybody, scorer, stranger, club):
        assert csv(anybody, "name\nAnna\n").status_code == 401
        assert csv(scorer, "name\nAnna\n").status_code == 403
        assert csv(stranger, "name\nAnna\n").status_code == 403


def test_a_stored_answer_forgets_the_card_and_club_of_an_erased_player(director, club):
    entries = f"tournaments/{a_tournament(club, players=0).slug}/entries/"
    wanted = [
        {"name": "Mario Rossi", "card_number": "C77", "home_club": "Volpe"},
        {"name": "Zoe", "card_number": "C78", "home_club": "Volpe"},
    ]
    once = {"Idempotency-Key": "both"}
    assert director.post(entries, wanted, headers=once).status_code == 201
    assert director.delete(f"{PLAYERS}{Player.objects.get(name='Mario Rossi').pk}/").status_code == 204
    again = director.post(entries, wanted, headers=once).json()
    assert [(each["card_number"], each["home_club"]) for each in again] == [("", ""), ("C78", "Volpe")]
