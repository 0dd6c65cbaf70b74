"""tournaments/: made."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from tournaments.models import Tournament

from .caller import Caller, codes, faults

pytestmark = pytest.mark.django_db


WANTED = {"club": "circolo-del-re", "name": "Torneo di Natale", "ruleset": "busca-accademia"}


class TestMaking:
    def test_three_words_are_enough(self, director):
        answer = director.post("tournaments/", WANTED)
        address = "/api/v1/tournaments/torneo-di-natale/"
        assert (answer.status_code, answer["Location"]) == (201, address)
        made = answer.json()
        del made["created_at"], made["starts_at"]
        assert made == {
            "slug": "torneo-di-natale",
            "club": "circolo-del-re",
            "name": "Torneo di Natale",
            "status": "planned",
            "ruleset": "busca-accademia",
            "options": {},
            "table": {"hands": 8},
            "rounds": 4,
            "pairing": "random",
            "going_on": None,
            "cut_ties": "lot",
            "scoring": {"method": "total"},
            "tie_breaks": ["table_wins", "clean_hands", "card_points"],
            "round_minutes": None,
            "draw_at": None,
            "draw_after_minutes": None,
            "publish_drawn": False,
            "clock_warning": None,
            "kept": "hands",
            "visibility": "public",
            "confirmation": "every-hand",
            "pins": "none",
            "address": "torneo-di-natale",
            "game": None,
            "outlook": False,
            "standings_hidden_after": None,
        }

    @pytest.mark.parametrize("start", [{}, {"starts_at": None}])
    def test_without_a_start_it_starts_today(self, director, start):
        made = director.post("tournaments/", WANTED | start).json()["starts_at"]
        assert timezone.now() - timedelta(minutes=3) < datetime.fromisoformat(made) <= timezone.now()
        emptied = director.patch("tournaments/torneo-di-natale/", {"starts_at": None}).json()["starts_at"]
        assert emptied[:10] == made[:10]

    def test_everything_may_be_said(self, director):
        plan = {
            **WANTED,
            "slug": "natale",
            "ruleset": "brisca",
            "options": {"players": 2},
            "table": {"target": 5, "minutes": 50},
            "rounds": 6,
            "pairing": "scripted",
            "scoring": {"method": "match-points", "win": 3, "draw": 1, "loss": 0},
            "tie_breaks": ["difference", "lot"],
            "starts_at": "2026-12-20T20:30:00+01:00",
            "round_minutes": 60,
            "draw_after_minutes": 5,
            "visibility": "link",
            "confirmation": "director",
        }
        made = director.post("tournaments/", plan).json()
        told = {name: made[name] for name in plan if name not in ("options", "starts_at")}
        assert told == {n: v for n, v in plan.items() if n not in ("options", "starts_at")}
        assert made["options"]["players"] == 2
        assert made["starts_at"] == "2026-12-20T19:30:00Z"

    def test_only_directors_of_the_club_make_one(self, anybody, scorer, stranger, club):
        assert codes(anybody.post("tournaments/", WANTED), 401) == ["not_authenticated"]
        assert codes(scorer.post("tournaments/", WANTED), 403) == ["forbidden"]
        assert codes(stranger.post("tournaments/", WANTED), 403) == ["forbidden"]
        assert Tournament.objects.count() == 0

    def test_a_token_for_results_makes_none(self, club):
        caller = Caller(club.memberships.get().user, scope="results")
        assert codes(caller.post("tournaments/", WANTED), 403) == ["forbidden"]

    def test_every_fault_at_once(self, director):
        plan = {
            "club": "nowhere",
            "name": "",
            "ruleset": "busca-accademia",
            "table": {"hands": 0},
            "rounds": "4",
            "pairing": ["swiss"],
            "starts_at": "0001-01-01T00:00:00+14:00",
            "visibility": None,
            "colour": "red",
        }
        assert sorted(faults(director.post("tournaments/", plan))) == [
            ("/club", "unknown_club"),
            ("/colour", "unknown_field"),
            ("/name", "missing_field"),
            ("/pairing", "not_a_choice"),
            ("/rounds", "not_an_integer"),
            ("/starts_at", "not_a_time"),
            ("/table/hands", "out_of_range"),
            ("/visibility", "not_a_choice"),
        ]

    @pytest.mark.parametrize("given", [7, None, "", "\x00", "\ud800", ["circolo-del-re"], {}])
    def test_a_club_is_named_by_its_address(self, director, given):
        places = [place for place, _c in faults(director.post("tournaments/", WANTED | {"club": given}))]
        assert places == ["/club"]

    @pytest.mark.parametrize(
        "change",
        [
            {"options": []},
            {"options": {"x": 1}},
            {"table": 8},
            {"scoring": "total"},
            {"scoring": {"method": "places", "points": [1e300]}},
            {"tie_breaks": {"a": 1}},
            {"tie_breaks": [["lot"], "lot", "lot"]},
            {"slug": 0},
            {"slug": "x" * 81},
            {"slug": "\x00"},
            {"rounds": 10**400},
            {"name": "x" * 10_000},
            {"name": {"a": 1}},
            {"ruleset": ["busca-accademia"]},
        ],
    )
    def test_values_of_a_wrong_kind(self, director, change):
        answer = director.post("tournaments/", WANTED | change)
        [field] = change
        assert {place.split("/")[1] for place, _code in faults(answer)} == {field}

    def test_a_name_may_hold_markup_and_pictures(self, director):
        name = "<b>Natale</b> 🎄 Ōkami"
        made = director.post("tournaments/", WANTED | {"name": name}).json()
        assert (made["name"], made["slug"]) == (name, "bnataleb-okami")

    @pytest.mark.parametrize("document", [[], [WANTED], "x", 3, True])
    def test_an_object_is_sent(self, director, document):
        assert faults(director.post("tournaments/", document)) == [("", "wrong_type")]
