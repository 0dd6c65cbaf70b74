"""The page of a round's totals: typed or pasted, a row for each table."""

import re

import pytest
from django.test import Client

from tests.halls import a_member, a_round, a_table, a_tournament, director_of, play
from tests.web.pages import text
from tests.web.tallies import BY_SCRIPT
from tournaments.actions.hands import hands
from tournaments.actions.hands.tables import read_hall
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Hand, Round, Tournament
from tournaments.web.forms.pasted_totals import read_totals

pytestmark = pytest.mark.django_db
TOTALS = "/tournaments/serata/rounds/1/totals/"
ROUND = [[0, 1, 2, 3], [4, 5, 6, 7]]


def client_of(round_, name="sara", role="scorer"):
    client = Client()
    client.force_login(a_member(round_.tournament.club, name, role))
    return client


@pytest.fixture
def round_(db):
    """Two tables of Busca, the players 1 to 8 in their order."""
    return a_round(a_tournament(table={"hands": 8}, kept="totals"), tables=ROUND)


def shown(answer):
    """Return by table and side the values of the page's inputs."""
    inputs = [(row.number, i.name, i.typed) for row in answer.context["sheet"].rows for i in row.form.inputs]
    return {(table, int(name.split("-")[1])): typed for table, name, typed in inputs if typed}


def saved():
    found = Hand.objects.current().order_by("table__number")
    return [(hand.table.number, [line["points"] for line in hand.lines]) for hand in found]


PASTED = {
    "tables": "Table\tN\tE\tS\tW\n1\t1\t2\t3\t4\n2\t0\t5\t2\t3\n",
    "with sums, parted by spaces": "1 1 2 3 4 10\nTable 2: 0 5 2 3 10",
    "a table in words": "Tavolo 1;1;2;3;4\nTavolo 2;0;5;2;3",
    "names in any order": "0005 Player 0\n" + "".join(
        f"Player {number:04}\t{points}\n" for number, points in ((8, 3), (7, 2), (6, 5), (1, 1), (2, 2), (3, 3), (4, 4))
    ),
}  # fmt: skip


def test_the_desk_leads_there(round_):
    page = client_of(round_, "dino", "director").get("/tournaments/serata/desk/").content.decode()
    assert re.search(rf'<a class="button quiet" href="{TOTALS}">\s*Enter all totals</a>', page)


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_a_round_is_pasted_looked_at_and_saved(round_, text):
    scorer = client_of(round_)
    looked = scorer.post(TOTALS, {"do": "paste", "pasted": text})
    assert (looked.status_code, saved()) == (200, [])
    sent = {f"{table}-line-{side}-points": typed for (table, side), typed in shown(looked).items()}
    done = scorer.post(TOTALS, {**sent, "do": "save"}, follow=True)
    assert [str(message) for message in done.context["messages"]] == ["2 totals were saved."]
    assert done.redirect_chain == [("/tournaments/serata/desk/", 302)]
    assert "Every total is entered." in done.content.decode()
    assert saved() == [(1, [1, 2, 3, 4]), (2, [0, 5, 2, 3])]
    assert verify(Tournament.objects.get()).findings == ()


@pytest.mark.parametrize(
    "line", ["3 1 2 3 4", "1 1 2 3", "1 1 2 3 4 10 7", "Player 3", "Nobody 3", "1 1 2 x 4", "Player 0001 2.5"]
)
def test_a_line_that_fits_nowhere_is_shown_again(round_, line):
    pasted = read_totals(f"Table N E S W\n{line}\n2 0 5 2 3", read_hall(round_))
    assert pasted.unread == [line]
    assert pasted.cells == {(2, side): cell for side, cell in enumerate("0523")}
    looked = client_of(round_).post(TOTALS, {"do": "paste", "pasted": line})
    assert f"No table or player of this round fits this line: {line}" in looked.content.decode()


def test_a_line_without_its_total_is_told_from_a_heading(round_):
    lines = "Torneo\nTable\tTotal\n----\nPlayer 0005 0\nPlayer 0006;\n;;\nPlyer 0007 2\nSeveN;"
    looked = client_of(round_).post(TOTALS, {"pasted": lines, "do": "paste"})
    pasted = looked.context["pasted"]
    assert (pasted.headings, pasted.without_total) == (["Torneo", "Table\tTotal"], ["SeveN;"])
    assert pasted.unread == ["Player 0006;", "Plyer 0007 2"]
    assert "Taken as a heading: Torneo" in text(looked)
    assert "This line has no total: SeveN;" in text(looked)


def test_a_name_alone_is_no_heading(db):
    names = ("Rossi Ada", "Bianchi Ugo", "Verdi Leo", "Neri Eva")
    tournament = a_tournament(players=0, table={"hands": 8}, kept="totals")
    registration.register(tournament, [Candidate(names=(name,)) for name in names], by=director_of(tournament))
    pasted = read_totals("Rossi;\nVerdi 12", read_hall(a_round(tournament)))
    assert (pasted.headings, pasted.without_total) == ([], ["Rossi;"])
    assert list(pasted.cells.values()) == ["12"]


def test_a_line_that_contradicts_an_earlier_one_is_named_and_left_out(round_):
    lines = "1 1 2 3 4\nPlayer 0002 20\nPlayer 0003 3\n1 1 2 3 5"
    looked = client_of(round_).post(TOTALS, {"pasted": lines, "do": "paste"})
    assert shown(looked) == {(1, 0): "1", (1, 1): "2", (1, 2): "3", (1, 3): "4"}
    assert looked.context["pasted"].contrary == ["Player 0002 20", "1 1 2 3 5"]
    assert text(looked).count("An earlier line has another total, so this one was left out:") == 2


def test_faults_stand_beside_their_table_and_the_others_are_saved(round_):
    sent = {f"1-line-{side}-points": cell for side, cell in enumerate("1200")}
    sent |= {f"2-line-{side}-points": cell for side, cell in enumerate("0523")}
    refused = client_of(round_).post(TOTALS, {**sent, "do": "save"})
    assert (refused.status_code, saved()) == (422, [(2, [0, 5, 2, 3])])
    rows = {row.number: (row.is_stored, row.faults) for row in refused.context["sheet"].rows}
    assert rows == {1: (False, ["Total 3: add 5"]), 2: (True, [])}


def test_a_total_that_somebody_else_saved_stays(round_):
    scorer = client_of(round_)
    first = {f"1-line-{side}-points": cell for side, cell in enumerate("1234")}
    scorer.post(TOTALS, {**first, "do": "save"})
    scorer.post(TOTALS, {**first, "1-line-0-points": "9", "do": "save"})
    assert saved() == [(1, [1, 2, 3, 4])]


def test_a_typed_total_that_differs_from_the_saved_one_is_named(round_):
    scorer = client_of(round_)
    first = {f"1-line-{side}-points": cell for side, cell in enumerate("1234")}
    scorer.post(TOTALS, {**first, "do": "save"})
    second = {f"2-line-{side}-points": cell for side, cell in enumerate("0523")}
    refused = scorer.post(TOTALS, {**first, **second, "1-line-0-points": "9", "do": "save"})
    message = "A different total is already entered for this table. You typed 9 · 2 · 3 · 4."
    assert (refused.status_code, saved()) == (422, [(1, [1, 2, 3, 4]), (2, [0, 5, 2, 3])])
    assert message in text(refused)
    assert message in text(scorer.post(TOTALS, {"do": "paste", "pasted": "1 9 2 3 4"}))
    assert message not in text(scorer.post(TOTALS, {"do": "paste", "pasted": "1 1 2 3 4"}))


def test_a_director_chooses_what_is_written_down_until_something_is(round_):
    director = client_of(round_, "dino", "director")
    keep = TOTALS.replace("totals/", "kept/")
    director.post(keep, {"kept": "hands"})
    assert Round.objects.get().kept == "hands"
    director.post(keep, {"kept": "totals"})
    assert Round.objects.get().kept == "totals"
    play(a_table(Round.objects.get()), points=[1, 2, 3, 4])
    refused = director.post(keep, {"kept": "hands"}, follow=True)
    said = [str(message) for message in refused.context["messages"]][-1:]
    assert (Round.objects.get().kept, said) == (
        "totals", ["Something has already been entered at table 1, so the way of scoring round 1 cannot change."]
    )  # fmt: skip


def test_a_draft_is_kept_by_totals_from_its_own_page(db):
    draft = a_round(a_tournament(tie_breaks=["table_wins"]), publish=False)
    director, where = client_of(draft, "dino", "director"), "/tournaments/serata/rounds/1/draft/"
    assert "Write down only the total of each table" in director.get(where).content.decode()
    kept = director.post(TOTALS.replace("totals/", "kept/"), {"kept": "totals"}, follow=True)
    assert kept.redirect_chain == [(where, 302)]
    assert "Write down every hand" in kept.content.decode()


def test_a_round_by_hands_takes_no_totals(db):
    round_ = a_round(a_tournament())
    sent = {f"1-line-{side}-points": cell for side, cell in enumerate("1234")}
    page = client_of(round_).post(TOTALS, {**sent, "do": "save"})
    assert (page.status_code, saved()) == (200, [])
    assert "Round 1 is scored hand by hand." in page.content.decode()


def test_totals_are_offered_until_a_hand_is_entered(db):
    round_ = a_round(a_tournament())
    director, offer = client_of(round_, "dino", "director"), "Write down only the total of each table"
    assert offer in director.get(TOTALS).content.decode()
    play(a_table(round_), points=[20, 10, 10, 0])
    assert offer not in director.get(TOTALS).content.decode()


def test_a_disputed_total_is_called_that_at_the_desk(round_):
    table = a_table(round_)
    play(table, points=[1, 2, 3, 4])
    hands.dispute(table.hands.get(), by=director_of(round_.tournament))
    director = client_of(round_, "dino", "director")
    (matter,) = director.get("/tournaments/serata/desk/news/").json()["matters"]
    assert matter["words"] == "Table 1 does not agree on the total"
    page = director.get("/tournaments/serata/desk/").content.decode()
    assert "Table 1 does not agree on the total" in page
    assert "1 busca" in page
    assert "1&nbsp;· 1" not in page


def test_spreadsheets_and_standings_count_a_total_as_no_hand(round_):
    for table in round_.tables.all():
        play(table, points=[1, 2, 3, 4])
    rounds.close_round(round_, by=director_of(round_.tournament))
    anybody, there = Client(), "/tournaments/serata/rounds/1/"
    sheet = anybody.get(f"{there}tables/1.csv").content.decode("utf-8-sig").splitlines()
    assert [line.split(";")[0] for line in sheet] == ["", "Total"]
    standings.refresh(round_.tournament_id)
    page = anybody.get("/tournaments/serata/").content.decode()
    assert '<th scope="col">Hands</th>' not in page
    titles = [
        anybody.get(where).content.decode("utf-8-sig").splitlines()[0].split(";")
        for where in ("/tournaments/serata/standings.csv", "/tournaments/serata/rounds/1.csv")
    ]
    assert titles == [
        ["Place", "Player", "Buscas", "Tables won", "Last round", "Penalties", "Remark"],
        ["Table", "Seat", "Player", "Points at the table", "Decided by the director"],
    ]


@pytest.mark.parametrize(("kept", "state"), [("totals", "confermato"), ("hands", "confermata")])
def test_a_total_has_its_own_gender(kept, state):
    table = a_table(a_round(a_tournament(players=4, kept=kept, tie_breaks=["table_wins"])))
    play(table, points=[1, 2, 3, 4] if kept == "totals" else [10, 10, 10, 10])
    sheet = Client().get("/tournaments/serata/rounds/1/tables/1.csv", headers={"accept-language": "it"})
    assert sheet.content.decode().splitlines()[1].split(";")[-1] == state


def test_a_total_that_is_typed_is_told_alone(round_):
    where = "/tournaments/serata/rounds/1/tables/1/hands/1/"
    typed = {f"line-{side}-points": cell for side, cell in enumerate("1234")}
    preview = client_of(round_).post(where, {**typed, "do": "preview"}, headers=BY_SCRIPT).json()
    assert (preview["rows"], preview["over"]) == (["1 busca", "2 buscas", "3 buscas", "4 buscas"], False)


@pytest.mark.slow
def test_a_total_is_called_that_wherever_the_director_settles_it(round_):
    table, director = a_table(round_), client_of(round_, "dino", "director")
    play(table, points=[1, 2, 3, 4])
    one = "/tournaments/serata/rounds/1/tables/1/hands/1/"

    def pages(*done):
        found = [director.get(f"/tournaments/serata/{page}") for page in ("desk/", "ledger/", "rounds/1/tables/1/")]
        told = [str(message) for answer in done for message in answer.context["messages"]]
        return told, " ".join(text(page) for page in found)

    hands.dispute(table.hands.get(), by=director_of(round_.tournament))
    settled = [
        director.post(f"{one}decide/", {"shown": 1, "version": 1}, follow=True),
        director.post(f"{one}undo/", {"version": 1}, follow=True),
        director.post(f"{one}void/", {"reason": "Misread"}, follow=True),
    ]
    told, said = pages(*settled)
    assert told == ["Table 1, the total was decided.", "Table 1, the total is disputed again.", "The total is void."]
    assert "the decision on the total was taken back" in said
    assert "Close it with totals missing" in said
    assert "hand 1" not in said.lower()
