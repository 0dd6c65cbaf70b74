"""What is printed, read back out of its PDF."""

import io
import re
from decimal import Decimal

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.halls import a_round, a_table, a_tournament, director_of, play, play_out
from tests.web.pages import text
from tournaments.actions import sweep
from tournaments.actions.at_table import keys
from tournaments.actions.people import penalties
from tournaments.actions.rounds import rounds
from tournaments.paper.breaking import broken
from tournaments.paper.printing import face, printable, style, within

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
            ("http://0.0.0.0:8000", False),
            ("http://portatile:8000", False),
            ("http://portatile.localdomain", False),
            ("http://portatile.local:8000", True),
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
        assert (f"The cards show {address}" in page) is not reached
        told = sum(each.count("No phone can open this address") for each in paper)
        assert told == (0 if reached else 6)

    def test_a_long_list_of_codes_and_pins_stands_on_pages(self, club, director):
        tournament = a_tournament(club, players=1004, name="Fiera")
        where = reverse("table-cards", args=[tournament.slug])
        page = director.get(where)
        assert ([card.number for card in page.context["cards"]][-1], len(page.context["slips"])) == (250, 250)
        assert [card.number for card in director.get(where, {"tables": 2}).context["cards"]] == [251]
        assert director.get(where, {"tables": "x", "page": "99"}).context["listed"].current == 5
        found = director.get(where, {"q": "player 1003"})
        assert [entry.name for entry, _pin in found.context["slips"]] == ["Player 1003"]
        assert "Nobody called “Xaver” is entered." in text(director.get(where, {"q": "Xaver"}))

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

    def test_letters_that_the_type_lacks_are_spelt_in_latin_ones(self, tournament, director):
        tournament.entries.filter(number=1).update(name="王小明 Bo")
        assert "WangXiaoMing Bo PIN" in pages(director.get("/tournaments/serata/slips.pdf"))[0]

    def test_a_tournament_without_players_says_so(self, club, director):
        a_tournament(club, players=0, name="Vuota")
        for paper in ("slips", "cards"):
            assert "Nobody is entered yet." in pages(director.get(f"/tournaments/vuota/{paper}.pdf"))[0]


def test_a_part_that_the_type_lacks_stands_apart_from_its_whole():
    assert [printable(figure) for figure in ("1⅓ su 3", "⅓ su 2", "2½", "C³")] == ["1 1/3 su 3", "1/3 su 2", "2½", "C³"]


def type_of(page, words):
    """The sizes of type in which these words stand on a page."""
    sizes = []
    page.extract_text(visitor_text=lambda found, _at, _line, _font, size: words in found and sizes.append(size))
    return sizes


class TestLongNames:
    LONG = "Annunziata Castiglione-Della-Rovere"

    def test_they_break_at_spaces_and_hyphens_alone(self):
        broken_in = {width: broken(self.LONG, face(), 10, width) for width in (200, 100, 70)}
        assert broken_in == {
            200: self.LONG,
            100: "Annunziata\nCastiglione-Della-\nRovere",
            70: "Annunziata\nCastiglione-\nDella-Rovere",
        }

    def test_a_part_that_is_too_wide_stands_in_smaller_type_as_long_as_it_is_read_well(self):
        sizes = [within(name, style(10), 50).style.fontSize for name in (self.LONG, "x" * 100)]
        assert (7 < sizes[0] < 10, sizes[1]) == (True, 10)

    def test_no_sheet_tears_them_apart(self, tournament, director):
        round_ = a_round(tournament)
        seated = round_.seats.select_related("entry").first().entry
        type(seated).objects.filter(pk=seated.pk).update(name=f"Maria {self.LONG}")
        for paper in (*PAPERS[1:2], *PAPERS[3:]):
            printed = " ".join(pages(director.get(f"/tournaments/serata/{paper}")))
            assert ("Castiglione-" in printed, "Rovere" in printed) == (True, True), paper

    def test_no_hyphen_is_lost_where_a_score_sheet_goes_on_overleaf(self, club, director):
        game = {"ruleset": "buraco", "options": {"players": 2}, "table": {"target": 3000}}
        tournament = a_tournament(club, players=2, name="Buraco", **game)
        tournament.entries.update(name=f"Marta De Luca – Maria Maddalena {self.LONG}")
        a_round(tournament)
        for page in pages(director.get("/tournaments/buraco/rounds/1/score-sheets.pdf")):
            assert page.count("Castiglione-Della-Rovere") == 2
            assert "Table 1, round 1 Buraco Circolo del Re · " in page


class TestRound:
    def test_who_sits_at_each_table_is_read_from_afar_too(self, tournament, director):
        a_round(tournament)
        by_table = PdfReader(content(director.get(DRAFT + "wall-list.pdf"))).pages[-1]
        sizes = type_of(by_table, "Player")
        assert (len(sizes) >= 20, min(sizes) >= 18) == (True, True)

    def test_no_few_names_stand_alone_on_a_last_sheet(self, club, director):
        a_round(a_tournament(club, players=108, name="Serata"))
        *by_name, _by_table = pages(director.get(DRAFT + "wall-list.pdf"))
        assert [page.count("Player 0") > 20 for page in by_name] == [True] * len(by_name)

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
        round_ = a_round(tournament)
        printed = " ".join(pages(director.get(DRAFT + "score-sheets.pdf")))
        assert [printed.count(words) for words in ("round 1 ", "Tricks Buscas", "1 2 Sum Signed")] == [5, 20, 5]
        assert f"North {a_table(round_).seats.get(number=0).entry.name}" in printed

    def test_where_a_game_writes_much_down_each_figure_has_its_line(self, club, director):
        game = {"ruleset": "buraco", "options": {"players": 2}, "table": {"hands": 3}}
        a_round(a_tournament(club, players=4, name="Buraco", **game))
        printed = " ".join(pages(director.get("/tournaments/buraco/rounds/1/score-sheets.pdf")))
        assert [printed.count(words) for words in ("On the table", "Morto", "Went out Points", "Signed")] == [
            6,
            6,
            6,
            2,
        ]

    @pytest.mark.parametrize("game", ["brisca", "brisca-mariaje"])
    def test_a_series_of_brisca_names_the_trumps_of_each_hand(self, club, director, game):
        plan = {"ruleset": game, "options": {"players": 2}, "table": {"hands": 4}}
        a_round(a_tournament(club, players=2, name="Serie", **plan))
        printed = " ".join(pages(director.get("/tournaments/serie/rounds/1/score-sheets.pdf")))
        assert re.findall(r"(\d) (Coins|Cups|Swords|Batons)", printed) == [
            ("1", "Coins"), ("2", "Cups"), ("3", "Swords"), ("4", "Batons"),
        ]  # fmt: skip

    def test_one_button_prints_all_of_it(self, tournament, director):
        a_round(tournament)
        desk = director.get("/tournaments/serata/desk/").content.decode()
        assert f'href="{DRAFT}everything.pdf"' in desk
        printed = " ".join(pages(director.get(DRAFT + "everything.pdf")))
        assert (", by table" in printed, printed.count("Signed")) == (True, 5)

    def test_a_long_wall_list_stands_in_columns_and_is_read_from_afar(self, club, director):
        a_round(a_tournament(club, players=120, name="Serata"))
        wall = PdfReader(content(director.get(DRAFT + "wall-list.pdf"))).pages[0]
        sizes, starts = set(), set()

        def note(words, column, at, _font, size):
            if words.startswith("Player "):
                sizes.add(size)
                starts.add(column[4] + at[4])

        wall.extract_text(visitor_text=note)
        assert (min(sizes) >= 14, len(starts)) == (True, 2)


class TestStandings:
    def test_they_say_what_the_page_says(self, tournament, anybody):
        round_ = a_round(tournament)
        play_out(round_, [8, 11, 2, 19])
        rounds.close_round(round_, by=director_of(tournament))
        sweep.refresh_stale_standings()
        (page,) = pages(anybody.get("/tournaments/serata/standings.pdf"))
        document = tournament.standings.order_by("-after_round").first().document
        for row in document["rows"]:
            name = f"{row['name']} (has not played)" if row.get("not_played") else row["name"]
            assert f"{row['place'] or '–'} {name} {row['score']} {row['hands']} " in page
        assert "Standings after round 1" in page
        assert "Fewest buscas first." in page
        assert "After round 1." in page
        assert "Serata Circolo del Re · " in page

    def test_they_are_final_once_the_evening_is_over(self, club, anybody):
        tournament = a_tournament(club, players=8, name="Serata", rounds=1)
        round_ = a_round(tournament)
        play_out(round_, [8, 11, 2, 19])
        rounds.close_round(round_, by=director_of(tournament))
        sweep.refresh_stale_standings()
        (page,) = pages(anybody.get("/tournaments/serata/standings.pdf"))
        assert ("Final standings" in page, "Standings after round" in page) == (True, False)

    def test_the_reasons_and_the_round_in_play_stand_beside_them(self, tournament, anybody):
        round_, director = a_round(tournament), director_of(tournament)
        play_out(round_, [8, 11, 2, 19])
        rounds.close_round(round_, by=director)
        entry = tournament.entries.get(number=1)
        penalties.penalise(entry, amount=Decimal("1.5"), reason="Telefono <b>acceso</b>", by=director)
        play(a_round(tournament).tables.get(number=1), 1, [37, 1, 1, 1])
        sweep.refresh_stale_standings()
        (page,) = pages(anybody.get("/tournaments/serata/standings.pdf"))
        assert "Standings after round 1" in page
        assert "Penalty: 1.5 · Telefono <b>acceso</b>" in page
        assert "tables are still playing. The places are those after round 1." in page
        assert ("Round 2 so far" in page, "17 in 1 hand" in page) == (True, True)

    def test_a_long_list_repeats_its_headings(self, club, anybody):
        tournament = a_tournament(club, players=120, name="Serata")
        rounds.close_round(a_round(tournament), by=director_of(tournament), anyway=True)
        sweep.refresh_stale_standings()
        printed = pages(anybody.get("/tournaments/serata/standings.pdf"))
        assert ["Place Player" in page for page in printed] == [True] * len(printed)
        assert "After round 1." in printed[0]


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


PAPERS = ("standings.pdf", "slips.pdf", "cards.pdf", "rounds/1/wall-list.pdf", "rounds/1/score-sheets.pdf")


class TestEveryFile:
    @pytest.mark.parametrize("paper", PAPERS)
    def test_says_what_it_is_and_in_what_language(self, paper, tournament, director):
        play_out(a_round(tournament))
        sweep.refresh_stale_standings()
        file = PdfReader(content(director.get(f"/tournaments/serata/{paper}", headers={"accept-language": "it"})))
        told = file.metadata
        assert (told.author, told.creator, told.subject) == ("Tavolo", "Tavolo", "Circolo del Re")
        assert (told.title.endswith(" · Serata"), file.trailer["/Root"]["/Lang"]) == (True, "it")


class TestEverySheet:
    def test_says_whose_it_is(self, tournament, director):
        a_round(tournament)
        sweep.refresh_stale_standings()
        for paper in PAPERS:
            about = ["Serata", "Circolo del Re", *(["ound 1"] if "rounds" in paper or "standings" in paper else [])]
            for page in pages(director.get(f"/tournaments/serata/{paper}")):
                assert [words for words in about if words not in page] == []

    def test_has_the_size_of_the_clubs_paper(self, tournament, director, owner):
        a_round(tournament)
        sweep.refresh_stale_standings()
        data = {"name": "Circolo", "language": "en", "time_zone": "Europe/Rome", "paper_size": "letter"}
        assert owner.post("/clubs/circolo-del-re/details/", data).status_code == 302
        for paper in PAPERS:
            sheets = PdfReader(content(director.get(f"/tournaments/serata/{paper}"))).pages
            assert {(sheet.mediabox.width, sheet.mediabox.height) for sheet in sheets} == {(612, 792)}

    def test_has_long_names_whole(self, club, director):
        name, other = "Massimiliano della Rovere " * 3 + "di Montefeltro e Urbino", "W" * 100
        tournament = a_tournament(club, players=8, name="Serata")
        for number, each in enumerate((name, other), start=1):
            tournament.entries.filter(number=number).update(name=each)
        a_round(tournament)
        sweep.refresh_stale_standings()
        for paper in PAPERS[:2] + PAPERS[3:]:
            printed = "".join("".join(pages(director.get(f"/tournaments/serata/{paper}"))).split())
            assert (paper, name.replace(" ", "") in printed, other in printed) == (paper, True, True)
