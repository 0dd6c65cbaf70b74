"""Every refusal is a problem document."""

import json

import pytest
from django.db import IntegrityError, OperationalError

from tests.concurrency import at_once
from tests.halls import a_round, a_tournament, a_user, busca
from tests.season_evenings import DECLARATION, a_season
from tournaments.api.kinds import KINDS
from tournaments.api.resource import Resource
from tournaments.models import Hand

from .caller import PROBLEM, Caller, codes, faults

pytestmark = pytest.mark.django_db
ENTRIES = "tournaments/serata/entries/"


class TestTheDocument:
    def test_it_says_what_is_wrong_where_and_how_to_mend_it(self, director, tournament):
        answer = director.post(ENTRIES, {"name": 7})
        assert answer["Content-Type"] == PROBLEM
        assert answer.json() == {
            "type": "/api/v1/problems/cannot-be/",
            "title": "Invalid content",
            "status": 422,
            "detail": "Write this as text.",
            "errors": [{"pointer": "/name", "code": "not_a_string", "message": "Write this as text."}],
        }

    def test_its_type_is_an_address(self, anybody):
        for status, kind in KINDS.items():
            body = anybody.get(f"problems/{kind.name}/").json()
            assert (body["type"], body["status"]) == (f"/api/v1/problems/{kind.name}/", status)
        assert codes(anybody.get("problems/unheard-of/"), 404) == ["not_found"]

    def test_the_root_leads_to_everything(self, director, anybody):
        found = anybody.get("").json()
        assert set(found) == {
            "clubs",
            "games",
            "tournaments",
            "tokens",
            "table-sessions",
            "problem-kinds",
            "schema",
            "docs",
            "guide",
        }
        for name, address in found.items():
            if name != "table-sessions":
                assert director.client.get(address, headers=director.headers).status_code == 200

    def test_its_texts_are_in_the_readers_language_and_its_codes_are_not(self, director, club):
        english = director.post("clubs/circolo-del-re/players/", {"name": ["x"]})
        italian = director.post("clubs/circolo-del-re/players/", {}, headers={"Accept-Language": "it-CH, it;q=0.9"})
        assert english["Content-Language"] == "en"
        assert italian["Content-Language"] == "it"
        assert italian.json()["errors"][0]["code"] == "missing_field"
        assert italian.json()["errors"][0]["message"] == "Campo obbligatorio."

    def test_a_pointer_is_a_json_pointer(self, director, tournament):
        answer = director.post(ENTRIES, {"name": "Anna", "a/b~c": 1})
        assert faults(answer) == [("/a~1b~0c", "unknown_field")]

    def test_of_ten_thousand_faults_a_thousand_are_looked_for(self, director, tournament):
        answer = director.post(ENTRIES, [{f"x{n}": 1 for n in range(10)}] * 1000)
        assert len(faults(answer)) == 1000
        assert answer.json()["detail"] == "1010 things to fix."


class TestWhatCannotBeRead:
    @pytest.mark.parametrize(
        "raw",
        [
            b"{",
            b"\xff\xfe",
            b"[1, NaN]",
            b'{"a": Infinity}',
            b'{"name": "a", "name": "b"}',
            b"[" * 100_000 + b"]" * 100_000,
            b"1" * 5000,
            b"[1e999]",
            b"[" * 51 + b"]" * 51,
            b'{"a":' * 51 + b"1" + b"}" * 51,
            b'{"a": "' + b"\x00" + b'"}',
            "{}".encode("utf-16"),
        ],
    )
    def test_json_that_is_none(self, director, anybody, tournament, raw):
        for address in (ENTRIES, "games/busca-accademia/score/", "tournaments/"):
            assert codes(director.post(address, raw=raw), 400) == ["bad_json"]
        assert codes(anybody.post(ENTRIES, raw=raw), 401) == ["not_authenticated"]

    def test_a_byte_order_mark_is_read(self, director, tournament):
        answer = director.post(ENTRIES, raw='\ufeff{"name": "Anna"}'.encode())
        assert (answer.status_code, answer.json()["name"]) == (201, "Anna")

    @pytest.mark.parametrize("character", ["\0", "\ud800"])
    def test_names_have_neither_nuls_nor_halves_of_characters(self, director, tournament, character):
        name = f"A{character}B"
        game, season = {"name": name, "base": "places"}, {"name": name, "declaration": DECLARATION}
        evening = {"club": "circolo-del-re", "name": name, "ruleset": "buddha"}
        paper = {"name": name, "ruleset": "buddha", "players": [name], "rounds": []}
        club = "clubs/circolo-del-re"
        for path, body in (("tournaments/", evening), (f"{club}/games/", game), (f"{club}/seasons/", season)):
            assert faults(director.post(path, body)) == [("/name", "bad_characters")]
        found = faults(director.post(f"{club}/imports/", paper))
        assert {("/name", "bad_characters"), ("/players/0", "bad_characters")} <= {*found}
        assert faults(director.post(ENTRIES, {"name": name})) == [("/name", "bad_characters")]

    def test_nor_where_nobody_looks_at_it(self, director, tournament):
        address = f"{ENTRIES.removesuffix('entries/')}archive/"
        assert codes(director.post(address, raw=b"{"), 400) == ["bad_json"]
        answer = director.post(address, raw=b"x", type="text/plain")
        assert codes(answer, 415) == ["unsupported_media_type"]

    def test_an_object_with_a_great_many_names(self, director, tournament):
        names = {f"k{number}": 1 for number in range(501)}
        for address in (ENTRIES, "games/busca-accademia/score/", "table-sessions/"):
            for document in (names, [names], {"options": names}):
                assert codes(director.post(address, document), 400) == ["too_many_fields"]

    def test_other_media_types(self, director, tournament):
        for media_type in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
            answer = director.post(ENTRIES, raw=b"name=Anna", type=media_type)
            assert codes(answer, 415) == ["unsupported_media_type"]

    def test_more_than_a_megabyte(self, director, tournament):
        answer = director.post(ENTRIES, {"name": "x" * (1 << 20)})
        assert codes(answer, 413) == ["too_large"]

    def test_an_accept_that_is_not_answered(self, director, tournament):
        answer = director.get(ENTRIES, headers={"Accept": "application/xml"})
        assert codes(answer, 406) == ["not_acceptable"]

    def test_a_method_that_there_is_not(self, director, anybody, tournament):
        assert codes(anybody("PROPFIND", ENTRIES), 405) == ["method_not_allowed"]
        answer = director.put(ENTRIES, {})
        assert codes(answer, 405) == ["method_not_allowed"]
        assert answer["Allow"] == "GET, HEAD, OPTIONS, POST"

    def test_the_methods_of_an_address(self, director, anybody, tournament):
        answer = anybody("OPTIONS", ENTRIES)
        assert (answer.status_code, answer.content, answer["Allow"]) == (204, b"", "GET, HEAD, OPTIONS, POST")
        assert codes(anybody("OPTIONS", "nothing/"), 404) == ["not_found"]

    @pytest.mark.parametrize("method", ["PATCH", "TRACE"])
    def test_a_method_that_there_is_not_whatever_else_it_says(self, director, method):
        said = {"headers": {"If-Match": "*", "Agreed": "0" * 3_000}}
        assert codes(director(method, "clubs/?nonsense=1", {}, **said), 405) == ["method_not_allowed"]
        assert codes(director(method, "table-sessions/current/push/", {}, **said), 405) == ["method_not_allowed"]

    def test_a_format_that_there_is_not(self, anybody):
        assert anybody("OPTIONS", "problems/conflict/?format=html").status_code == 204
        for unknown in ("pdf", ""):
            assert codes(anybody.get(f"problems/?format={unknown}"), 406) == ["not_acceptable"]

    def test_an_agreement_longer_than_any_can_be(self, director, tournament):
        answer = director.post(ENTRIES, {"name": "Anna"}, headers={"Agreed-Reason": "0" * 2_001})
        assert (codes(answer, 400), answer.json()["errors"][0]["header"]) == (["too_long"], "Agreed-Reason")

    @pytest.mark.parametrize(
        ("address", "code"),
        [
            ("tournaments/?to=", "not_a_time"),
            ("tournaments/serata/standings/?separator=tab", "not_a_choice"),
            ("tournaments/serata/ledger/?after=1000000001", "out_of_range"),
        ],
    )
    def test_values_that_are_not_described(self, anybody, tournament, address, code):
        assert codes(anybody.get(address), 400) == [code]

    def test_unknown_query_parameters_are_refused_by_name(self, director, anybody, tournament):
        answer = anybody.get("tournaments/?limit=1&rulset=busca&x=1")
        assert codes(answer, 400) == ["unknown_parameter", "unknown_parameter"]
        assert [error["parameter"] for error in answer.json()["errors"]] == ["rulset", "x"]
        refused = director.post(f"{ENTRIES}?preview=1", {"name": "Anna"})
        assert codes(refused, 400) == ["unknown_parameter"]
        assert tournament.entries.count() == 8

    def test_an_address_that_there_is_not(self, anybody, director):
        for address in ("x/", "tournaments/a/b/c/", "games/%00/", "games/%0A/", "../admin/", "%ff/"):
            for method in ("GET", "POST", "DELETE"):
                assert director(method, address, {}).status_code == 404
                assert director(method, address, {})["Content-Type"] == PROBLEM

    def test_an_address_without_its_slash(self, director, tournament):
        answer = director.post(ENTRIES.rstrip("/") + "?a=1", {"name": "Anna"})
        assert answer.status_code == 308
        assert answer["Location"] == f"/api/v1/{ENTRIES}?a=1"


class TestWhatGoesWrongInside:
    """Server errors, which no request can cause, are caused by a view of this test."""

    @pytest.mark.parametrize(
        ("fault", "status", "code"),
        [
            (RuntimeError("boom"), 500, "fault"),
            (OperationalError("database is locked"), 503, "busy"),
            (IntegrityError("CHECK constraint failed"), 422, "refused_by_database"),
        ],
    )
    def test_internal_error_is_a_problem_without_traceback(self, fault, status, code, rf):
        class Broken(Resource):
            def retrieve(self, _request):
                raise fault

        answer = Broken.as_view({"get": "retrieve"})(rf.get("/"))
        answer.json = lambda: json.loads(answer.content)
        assert codes(answer, status) == [code]
        assert str(fault).encode() not in answer.content
        assert ("Retry-After" in answer) == (status == 503)


@pytest.mark.postgres
class TestRaces:
    """Two at the same moment, on a real PostgreSQL."""

    def test_two_draws_make_one_round(self, postgres):
        hall = a_tournament()
        callers = [Caller(hall.club.memberships.get().user) for _ in range(4)]
        address = f"tournaments/{hall.slug}/rounds/"
        answers = at_once([lambda c=c: c.post(address) for c in callers])
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses == [201, 409, 409, 409]
        assert hall.rounds.count() == 1

    def test_two_clubs_get_two_addresses(self, postgres):
        host = a_user("host", is_superuser=True)
        callers = [Caller(host) for _ in range(4)]
        answers = at_once([lambda c=c: c.post("clubs/", {"name": "Circolo"}) for c in callers])
        made = [answer for answer in answers if answer.status_code == 201]
        refused = [answer for answer in answers if answer.status_code != 201]
        assert len({answer.json()["slug"] for answer in made}) == len(made) >= 1
        assert all(codes(answer, 409) == ["exists_already"] for answer in refused)

    def test_one_hand_from_many_is_one_hand(self, postgres):
        hall = a_tournament()
        a_round(hall)
        callers = [Caller(hall.club.memberships.get().user) for _ in range(6)]
        address = f"tournaments/{hall.slug}/rounds/1/tables/1/hands/1/"
        tallies = [busca([10, 10, 10, 10]), busca([37, 1, 1, 1])]
        answers = at_once([lambda n=n, c=c: c.put(address, tallies[n % 2]) for n, c in enumerate(callers)])
        statuses = [answer.status_code for answer in answers]
        assert statuses.count(201) == 1
        assert set(statuses) == {200, 201, 428}
        assert Hand.objects.count() == 1

    @pytest.mark.slow
    @pytest.mark.parametrize("name", ["Anna\x00", "\ud800", "x" * 101, "🃏" * 100])
    def test_characters_that_postgresql_cannot_store_are_refused(self, postgres, name):
        hall = a_tournament(players=0)
        caller = Caller(hall.club.memberships.get().user)
        addresses = [
            (f"tournaments/{hall.slug}/entries/", {"name": name, "card_number": name}),
            (f"tournaments/{hall.slug}/", {"name": name}),
            ("clubs/", {"name": name, "city": name, "slug": name, "time_zone": name}),
            ("tournaments/", {"club": name, "name": name, "ruleset": name, "slug": name}),
            ("tokens/", {"name": name, "scope": name}),
            ("invitations/accept/", {"secret": name}),
            ("clubs/circolo-del-re/invitations/", {"role": "scorer", "note": name}),
            ("clubs/circolo-del-re/players/", {"name": name}),
        ]
        for address, data in addresses:
            method = "PATCH" if address == f"tournaments/{hall.slug}/" else "POST"
            answer = caller(method, address, data)
            assert answer.status_code in (200, 201, 409, 422), answer.content
        season = a_season(hall.club)
        assert caller.get(f"seasons/{season.slug}/final/?tournament=%00").status_code == 404
        added = caller.post(f"seasons/{season.slug}/evenings/", {"tournament": "\0"})
        assert codes(added, 422) == ["unknown_tournament"]
        for query in ("club=%00", "ruleset=%00", "search=%00", "cursor=cD0lMDA%3D", "from=%00"):
            for address in ("tournaments/", "clubs/circolo-del-re/players/"):
                assert caller.get(f"{address}?{query}").status_code in (200, 400, 404)
