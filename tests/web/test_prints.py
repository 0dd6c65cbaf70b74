"""What is printed, read back out of its PDF."""

import io

import pytest
from pypdf import PdfReader

from tests.halls import a_round, a_tournament, director_of, play_out
from tournaments.actions import rounds, sweep
from tournaments.actions.at_table import keys

pytestmark = pytest.mark.django_db
DRAFT = "/tournaments/serata/rounds/1/"


def pages(answer):
    """The text of each page of a PDF."""
    assert answer["Content-Type"] == "application/pdf"
    return [" ".join(page.extract_text().split()) for page in PdfReader(content(answer)).pages]


def content(answer):
    return io.BytesIO(answer.content)


@pytest.fixture
def tournament(club):
    return a_tournament(club, players=21, name="Serata")


class TestCards:
    def test_each_table_has_one_with_its_number_and_its_code(self, tournament, director, settings):
        a_round(tournament)
        printed = pages(director.get("/tournaments/serata/cards.pdf"))
        cards = keys.cards(tournament, range(1, 7))
        assert [page.count("Without a camera") for page in printed] == [4, 2]
        for card in cards:
            page = printed[(card.number - 1) // 4]
            assert f"Table {card.number} " in page
            assert f"{card.code[:4]} {card.code[4:]}" in page
        assert all(f"{settings.TAVOLO_URL}/t/serata" in page for page in printed)

    @pytest.mark.parametrize(
        ("address", "reached"),
        [
            ("http://localhost:8000", False),
            ("http://127.0.0.1:8000", False),
            ("http://[::1]:8000", False),
            ("http://192.168.1.7:8000", True),
            ("https://tavolo.example.org", True),
        ],
    )
    def test_cards_that_lead_nowhere_say_so_on_the_page_and_on_paper(
        self, tournament, director, settings, address, reached
    ):
        settings.TAVOLO_URL = address
        page = director.get("/tournaments/serata/cards/").content.decode()
        paper = pages(director.get("/tournaments/serata/cards.pdf"))
        assert (f"The cards name {address}" in page) is not reached
        told = sum(each.count("Phones cannot open this address") for each in paper)
        assert told == (0 if reached else 6)

    def test_the_secret_stands_in_the_code_to_scan_alone(self, tournament, director):
        printed = pages(director.get("/tournaments/serata/cards.pdf"))
        (card,) = keys.cards(tournament, [1])
        assert card.secret not in " ".join(printed)


class TestSlips:
    def test_each_name_stands_beside_its_pin(self, tournament, director):
        (page,) = pages(director.get("/tournaments/serata/slips.pdf"))
        for entry in tournament.entries.all():
            assert f"Serata {entry.name} PIN {keys.pin(entry)}" in page

    def test_names_of_every_alphabet_of_europe_are_printed(self, tournament, director):
        names = ["Żółć Łukasz", "Šimić Đorđe", "Иван Жуков", "Ελένη", "Nguyễn <b>", "A & B"]
        for entry, name in zip(tournament.entries.all(), names, strict=False):
            tournament.entries.filter(pk=entry.pk).update(name=name)
        (page,) = pages(director.get("/tournaments/serata/slips.pdf"))
        assert [name for name in names if name not in page] == []

    def test_a_tournament_without_players_says_so(self, club, director):
        a_tournament(club, players=0, name="Vuota")
        assert "Nobody is entered yet." in pages(director.get("/tournaments/vuota/slips.pdf"))[0]


class TestRound:
    def test_the_wall_list_finds_everybody_by_name_and_by_table(self, tournament, director):
        round_ = a_round(tournament, publish=False)
        printed = " ".join(pages(director.get(DRAFT + "wall-list.pdf")))
        for seat in round_.seats.select_related("entry", "table"):
            where = ("North", "East", "South", "West")[seat.number]
            assert f"{seat.entry.name} {seat.table.number} {where}" in printed
            assert printed.count(seat.entry.name) == 2
        (idle,) = round_.sit_outs.all()
        assert f"{idle.entry.name} – sits out" in printed

    def test_a_score_sheet_has_a_line_for_each_hand_and_a_place_to_sign(self, tournament, director):
        a_round(tournament)
        printed = " ".join(pages(director.get(DRAFT + "score-sheets.pdf")))
        assert [printed.count(words) for words in ("round 1 ", "1 2 Sum Signed")] == [5, 5]

    def test_one_button_prints_all_of_it(self, tournament, director):
        a_round(tournament)
        desk = director.get("/tournaments/serata/desk/").content.decode()
        assert f'href="{DRAFT}everything.pdf"' in desk
        printed = " ".join(pages(director.get(DRAFT + "everything.pdf")))
        assert ("By table" in printed, printed.count("Signed")) == (True, 5)


class TestStandings:
    def test_they_say_what_the_page_says(self, tournament, anybody):
        round_ = a_round(tournament)
        play_out(round_, [8, 11, 2, 19])
        rounds.close_round(round_, by=director_of(tournament))
        sweep.refresh_stale_standings()
        (page,) = pages(anybody.get("/tournaments/serata/standings.pdf"))
        document = tournament.standings.order_by("-after_round").first().document
        for row in document["rows"]:
            assert f"{row['place']} {row['name']} {row['score']} {row['hands']} " in page
        assert "Standings after round 1" in page
        assert "Fewest buscas first." in page
        assert "Every table has finished." in page
        assert "Serata · printed" in page

    def test_a_long_list_repeats_its_headings(self, club, anybody):
        tournament = a_tournament(club, players=120, name="Serata")
        a_round(tournament)
        sweep.refresh_stale_standings()
        printed = pages(anybody.get("/tournaments/serata/standings.pdf"))
        assert ["Place Player" in page for page in printed] == [True] * len(printed)
        assert "Provisional: 30 tables are still playing." in printed[0]


class TestTheSeal:
    def test_every_page_of_every_print_out_shows_on_which_results_it_rests(self, tournament, director):
        round_ = a_round(tournament)
        play_out(round_)
        sweep.refresh_stale_standings()
        tournament.refresh_from_db()
        head = tournament.ledger_head
        seal = f"Ledger: {head[:4]} {head[4:8]} {head[8:12]} {head[12:16]}"
        rounds_papers = ("wall-list", "score-sheets", "everything")
        papers = ["standings.pdf", "slips.pdf", *(f"rounds/1/{each}.pdf" for each in rounds_papers)]
        for paper in papers:
            printed = pages(director.get(f"/tournaments/serata/{paper}"))
            assert [page for page in printed if seal not in page] == []
