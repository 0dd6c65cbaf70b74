"""tournaments/: made, chosen, changed, put away."""

import pytest

from tests.halls import a_round, a_table, a_tournament, play
from tournaments.models import Tournament

from .caller import codes, faults

pytestmark = pytest.mark.django_db


def slugs(answer):
    return [tournament["slug"] for tournament in answer.json()["results"]]


class TestChoosing:
    def test_the_public_sees_the_public_ones(self, anybody, stranger, scorer, tournament):
        for visibility in ("link", "private"):
            a_tournament(tournament.club, players=0, name=visibility, visibility=visibility)
        assert slugs(anybody.get("tournaments/")) == ["serata"]
        assert slugs(stranger.get("tournaments/")) == ["serata"]
        assert slugs(scorer.get("tournaments/")) == ["private", "link", "serata"]

    def test_by_club_game_and_status(self, anybody, stranger, tournament):
        a_tournament(tournament.club, players=0, name="B", ruleset="brisca", table={"target": 3})
        assert slugs(anybody.get("tournaments/?club=circolo-del-re")) == ["b", "serata"]
        assert slugs(anybody.get("tournaments/?club=altro-circolo")) == []
        assert slugs(anybody.get("tournaments/?ruleset=brisca")) == ["b"]
        assert slugs(anybody.get("tournaments/?status=running")) == []
        assert slugs(anybody.get("tournaments/?status=planned&ruleset=busca-accademia")) == ["serata"]

    def test_by_day_or_moment(self, anybody, club):
        for day in (1, 2, 3):
            at = f"2026-03-0{day}T22:30:00+01:00"
            a_tournament(club, players=0, name=f"Day {day}", starts_at=at)
        assert slugs(anybody.get("tournaments/?from=2026-03-02")) == ["day-3", "day-2"]
        assert slugs(anybody.get("tournaments/?to=2026-03-02")) == ["day-2", "day-1"]
        moment = "2026-03-02T21:30:00Z"
        assert slugs(anybody.get(f"tournaments/?from={moment}&to={moment}")) == ["day-2"]

    def test_in_the_order_asked_for(self, anybody, club):
        for name, day in (("Bo", 1), ("Al", 2), ("Cy", 3)):
            at = f"2026-03-0{day}T22:30:00+01:00"
            a_tournament(club, players=0, name=name, starts_at=at)
        assert slugs(anybody.get("tournaments/?ordering=name")) == ["al", "bo", "cy"]
        assert slugs(anybody.get("tournaments/?ordering=-name")) == ["cy", "bo", "al"]
        assert slugs(anybody.get("tournaments/?ordering=starts_at")) == ["bo", "al", "cy"]
        assert slugs(anybody.get("tournaments/?ordering=-created_at")) == ["cy", "al", "bo"]

    @pytest.mark.parametrize("ordering", ["name", "-name", "starts_at", "-starts_at", "created_at"])
    def test_pages_leave_nobody_out(self, anybody, club, ordering):
        for place in range(7):
            starts = f"2026-03-0{1 + place // 3}T20:00:00Z" if place % 3 else None
            a_tournament(club, players=0, name=f"Same {place % 2}", starts_at=starts)
        whole = slugs(anybody.get(f"tournaments/?ordering={ordering}"))
        seen, path = [], f"tournaments/?ordering={ordering}&limit=2"
        while path:
            page = anybody.get(path).json()
            seen += [tournament["slug"] for tournament in page["results"]]
            path = page["next"] and page["next"].partition("/api/v1/")[2]
        assert seen == whole
        assert sorted(seen) == sorted(set(seen))
        assert len(seen) == 7

    @pytest.mark.parametrize(
        ("query", "parameter"),
        [
            ("limit=0", "limit"),
            ("limit=201", "limit"),
            ("limit=ten", "limit"),
            ("limit=%D9%A3", "limit"),
            ("ordering=slug", "ordering"),
            ("status=asleep", "status"),
            ("status=", "status"),
            ("from=yesterday", "from"),
            ("from=", "from"),
            ("to=2026-13-01", "to"),
            ("club=%00", "club"),
            ("club=", "club"),
            ("ruleset=%00", "ruleset"),
            ("ruleset=", "ruleset"),
        ],
    )
    def test_a_bad_query_is_named(self, anybody, query, parameter):
        answer = anybody.get(f"tournaments/?{query}")
        assert len(codes(answer, 400)) == 1
        assert answer.json()["errors"][0]["parameter"] == parameter

    @pytest.mark.parametrize(
        ("query", "code"),
        [
            ("cursor=", "bad_cursor"),
            ("cursor=x", "bad_cursor"),
            ("cursor=cD1ub25zZW5zZQ%3D%3D", "bad_cursor"),
            ("cursor=cD0lMDA%3D", "bad_cursor"),
            ("club=nowhere", "unknown_club"),
            ("ruleset=poker", "unknown_ruleset"),
        ],
    )
    def test_a_query_that_names_nothing_is_404(self, anybody, query, code):
        answer = anybody.get(f"tournaments/?{query}")
        assert codes(answer, 404) == [code]
        assert answer.json()["errors"][0]["parameter"] == query.partition("=")[0]

    def test_by_days_long_ago_and_far_away(self, anybody, club):
        a_tournament(club, players=0, starts_at="2026-03-01T22:30:00+01:00")
        assert slugs(anybody.get("tournaments/?from=0001-01-01&to=9999-12-31")) == ["serata"]
        assert slugs(anybody.get("tournaments/?to=0001-01-01T00:00:00%2B23:59")) == []
        assert slugs(anybody.get("tournaments/?from=9999-12-31T23:59:59-23:59")) == []


class TestOne:
    def test_who_may_look(self, anybody, stranger, scorer, host, tournament):
        key = tournament.link_key
        for visibility, seen in (("public", "11"), ("link", "01"), ("private", "00")):
            Tournament.objects.update(visibility=visibility)
            assert scorer.get("tournaments/serata/").status_code == 200
            assert host.get("tournaments/serata/").status_code == 200
            for caller in (anybody, stranger):
                answers = [caller.get(f"tournaments/serata{k}/") for k in ("", f"~{key}")]
                assert [a.status_code for a in answers] == [404 if s == "0" else 200 for s in seen]
                nowhere = caller.get("tournaments/nowhere/")
                assert {a.content for a in answers if a.status_code == 404} <= {nowhere.content}

    def test_by_its_link_everything_is_read_that_is_public(self, anybody, round_):
        tournament = round_.tournament
        Tournament.objects.update(visibility="link")
        tournament.refresh_from_db()
        read = ["", "live/", "standings/", "standings/?format=csv", "rounds/1/tables/1/", "ledger/"]
        told = {
            address: [anybody.get(f"tournaments/{address}/{tail}").status_code for tail in read]
            for address in (tournament.address, "serata", f"serata~{'x' * 22}", "serata~")
        }
        assert told.pop(tournament.address) == [200] * len(read)
        assert set(map(tuple, told.values())) == {(404,) * len(read)}
        assert anybody.get(f"tournaments/{tournament.address}/").json()["slug"] == "serata"

    def test_a_director_makes_a_new_link(self, director, scorer, stranger, anybody, tournament):
        Tournament.objects.update(visibility="link")
        old = director.get("tournaments/serata/").json()["address"]
        assert old.startswith("serata~")
        assert len(old) == len("serata~") + 22
        for caller, status in ((anybody, 401), (stranger, 403), (scorer, 403)):
            assert caller.post(f"tournaments/{old}/link/").status_code == status
        new = director.post("tournaments/serata/link/").json()["address"]
        assert [anybody.get(f"tournaments/{a}/").status_code for a in (old, new)] == [404, 200]
        assert tournament.ledger.latest("pk").kind == "link_renewed"

    def test_a_director_changes_it(self, director, tournament):
        changes = {"name": "Sera", "rounds": 6, "table": {"target": 31}, "starts_at": None}
        answer = director.patch("tournaments/serata/", changes)
        assert answer.status_code == 200
        body = answer.json()
        assert {name: body[name] for name in changes} == changes
        assert (body["slug"], body["scoring"]) == ("serata", {"method": "total"})

    def test_its_address_and_club_stay(self, director, tournament):
        answer = director.patch("tournaments/serata/", {"slug": "other"})
        assert faults(answer, 409) == [("/slug", "fixed")]
        answer = director.patch("tournaments/serata/", {"club": "other"})
        assert faults(answer) == [("/club", "unknown_field")]

    def test_the_game_stays_once_it_is_played(self, director, tournament):
        play(a_table(a_round(tournament)))
        answer = director.patch("tournaments/serata/", {"table": {"hands": 3}})
        assert codes(answer, 409) == ["already_played"]
        assert director.patch("tournaments/serata/", {"name": "Sera"}).status_code == 200

    def test_it_is_deleted_before_its_first_hand(self, director, tournament):
        a_round(tournament)
        assert director.delete("tournaments/serata/").status_code == 204
        assert Tournament.objects.count() == 0

    def test_and_archived_afterwards(self, director, tournament):
        play(a_table(a_round(tournament)))
        assert codes(director.delete("tournaments/serata/"), 409) == ["already_played"]
        answer = director.post("tournaments/serata/archive/")
        assert (answer.status_code, answer.json()["status"]) == (200, "archived")
        assert codes(director.post("tournaments/serata/rounds/"), 409) == ["archived"]

    @pytest.mark.parametrize("visibility", ["public", "private"])
    def test_nobody_else_changes_deletes_or_archives_it(self, anybody, scorer, stranger, tournament, visibility):
        Tournament.objects.update(visibility=visibility)
        calls = [
            ("PATCH", "tournaments/serata/", {"name": "X"}),
            ("DELETE", "tournaments/serata/", None),
            ("POST", "tournaments/serata/archive/", None),
        ]
        for call in calls:
            assert codes(anybody(*call), 401) == ["not_authenticated"]
            assert codes(scorer(*call), 403) == ["forbidden"]
            outside = (403, "forbidden") if visibility == "public" else (404, "not_found")
            assert codes(stranger(*call), outside[0]) == [outside[1]]
        assert Tournament.objects.get().status == "planned"
