"""entries/list/: a list as somebody has it, looked at and entered."""

from io import BytesIO

import pytest
from openpyxl import Workbook

from tests.halls import a_tournament
from tournaments.api.views.entry_lists import XLSX
from tournaments.models import Entry, Player

from .caller import codes, faults

pytestmark = pytest.mark.django_db
LIST = "tournaments/serata/entries/list/"


@pytest.fixture
def empty(club):
    for name in ("Anna Riva", "Berto Sala"):
        Player.objects.create(club=club, name=name, name_key=name.lower())
    return a_tournament(club, players=0, name="Serata")


def send(caller, text, query="", kind="text/plain"):
    return caller.post(LIST + query, raw=text if isinstance(text, bytes) else text.encode(), type=kind)


def entered():
    return list(Entry.objects.order_by("number").values_list("name", "home_club"))


def test_a_preview_says_how_each_line_is_read_and_stores_nothing(director, empty):
    answer = send(director, "1. Anna Riva (Bocciofila)\n2. Berto Salà\n3. Berto Sale\n4. Zoe\n5. Zoe\n", "?preview=1")
    first, known, near, new, again = answer.json()["lines"]
    anna, berto = (player.pk for player in Player.objects.order_by("pk"))
    assert (answer.status_code, first["names"], first["home_club"]) == (200, ["Anna Riva"], "Bocciofila")
    assert [line["players"] for line in (first, known, near, new)] == [[anna], [berto], [None], [None]]
    assert near["asked"] == [
        {
            "name": "Berto Sale",
            "code": "alike",
            "why": "similar to a player of the club",
            "players": [{"id": berto, "name": "Berto Sala"}],
        }
    ]
    assert [line["left_out"] for line in (first, near, new, again)] == [False, False, False, True]
    assert (answer.json()["entries"], entered()) == ([], [])


def test_list_enters_clear_names_and_skips_entered_ones(director, empty):
    answer = send(director, "Nome;Circolo\nAnna Riva;Bocciofila\nZoe;\n", kind="text/csv")
    assert (answer.status_code, [entry["name"] for entry in answer.json()["entries"]]) == (201, ["Anna Riva", "Zoe"])
    again = send(director, "Anna Riva\nUgo".encode("utf-16"))
    assert [line["left_out"] for line in again.json()["lines"]] == [True, False]
    assert entered() == [("Anna Riva", "Bocciofila"), ("Zoe", ""), ("Ugo", "")]


@pytest.mark.parametrize("kind", [XLSX, "application/octet-stream"])
def test_a_workbook(director, empty, kind):
    book, file = Workbook(), BytesIO()
    book.active.append(["Cognome", "Nome"])
    book.active.append(["Riva", "Anna"])
    book.save(file)
    assert send(director, file.getvalue(), kind=kind).status_code == 201
    assert entered() == [("Anna Riva", "")]


def test_the_same_list_sent_again_is_entered_once(director, empty):
    key = {"Idempotency-Key": "k"}
    once, again = (director.post(LIST, raw="Zoe\nNicolò".encode(), type="text/plain", headers=key) for _ in range(2))
    assert (once.status_code, again.status_code, once.json() == again.json()) == (201, 201, True)
    assert entered() == [("Zoe", ""), ("Nicolò", "")]


def test_doubtful_lines_and_all_faults_are_reported(director, empty):
    answer = send(director, f"Zoe\nBerto Sale\n{'x' * 101}\n")
    assert faults(answer) == [("/1", "unclear_name"), ("/2", "too_long")]
    assert entered() == []


@pytest.mark.parametrize(
    ("raw", "kind", "status", "code"),
    [
        (b"", "text/plain", 422, "missing_field"),
        (b"1\n2\n", "text/csv", 422, "missing_field"),
        (b"PK\x03\x04 broken", XLSX, 422, "unreadable"),
        (b"{}", "application/json", 415, "unsupported_media_type"),
    ],
)
def test_unreadable_list_is_refused(director, empty, raw, kind, status, code):
    assert codes(send(director, raw, kind=kind), status) == [code]


def test_only_directors(anybody, stranger, scorer, empty):
    assert [send(caller, "Ugo").status_code for caller in (anybody, stranger, scorer)] == [401, 403, 403]
    assert entered() == []
