"""Cards and slips on paper, and names that are long or of many alphabets, read back out of their PDF."""

import pytest
from django.urls import reverse

from tests.halls import a_round, a_tournament
from tests.web.pages import text
from tests.web.papers import PAPERS, pages
from tournaments.actions.at_table import keys
from tournaments.paper.breaking import broken
from tournaments.paper.printing import face, printable, style, within

pytestmark = pytest.mark.django_db


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

    @pytest.mark.slow
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

    def test_players_of_one_name_are_told_apart_by_their_numbers(self, tournament, director):
        one, other, *_others = tournament.entries.order_by("number")
        tournament.entries.filter(pk__in=[one.pk, other.pk]).update(name="Maria Rossi")
        (slips,) = pages(director.get("/tournaments/serata/slips.pdf"))
        listed = text(director.get(reverse("table-cards", args=[tournament.slug])))
        for entry in (one, other):
            assert f"Serata {entry.number} Maria Rossi PIN {keys.pin(entry)}" in slips
            assert f"{entry.number} Maria Rossi {keys.pin(entry)}" in listed

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

    @pytest.mark.slow
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
