"""The text of print-outs, read from their PDF."""

import io
import json
import re
from decimal import Decimal

import pytest
from pypdf import PdfReader

from tests.halls import a_round, a_table, a_tournament, director_of, play, play_out
from tests.web.papers import PAPERS, content, pages, type_of
from tournaments.actions import sweep
from tournaments.actions.people import penalties
from tournaments.actions.rounds import rounds
from tournaments.models import Entry, ShownStandings, Standing, Tournament
from tournaments.paper.why import why_paper

pytestmark = pytest.mark.django_db
DRAFT = "/tournaments/serata/rounds/1/"


@pytest.fixture
def tournament(club):
    return a_tournament(club, players=21, name="Serata")


class TestRound:
    def test_who_sits_at_each_table_is_read_from_afar_too(self, tournament, director):
        a_round(tournament)
        by_table = PdfReader(content(director.get(DRAFT + "wall-list.pdf"))).pages[-1]
        sizes = type_of(by_table, "Player")
        assert (len(sizes) >= 20, min(sizes) >= 18) == (True, True)

    @pytest.mark.slow
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

    @pytest.mark.slow
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

    @pytest.mark.slow
    def test_a_long_list_repeats_its_headings(self, club, anybody):
        tournament = a_tournament(club, players=120, name="Serata")
        rounds.close_round(a_round(tournament), by=director_of(tournament), anyway=True)
        sweep.refresh_stale_standings()
        printed = pages(anybody.get("/tournaments/serata/standings.pdf"))
        assert ["Place Player" in page for page in printed] == [True] * len(printed)
        assert "After round 1." in printed[0]


class TestTheSeal:
    @pytest.mark.slow
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
    @pytest.mark.slow
    def test_says_whose_it_is(self, tournament, director):
        a_round(tournament)
        sweep.refresh_stale_standings()
        for paper in PAPERS:
            about = ["Serata", "Circolo del Re", *(["ound 1"] if "rounds" in paper or "standings" in paper else [])]
            for page in pages(director.get(f"/tournaments/serata/{paper}")):
                assert [words for words in about if words not in page] == []

    @pytest.mark.slow
    def test_has_the_size_of_the_clubs_paper(self, tournament, director, owner):
        a_round(tournament)
        sweep.refresh_stale_standings()
        data = {"name": "Circolo", "language": "en", "time_zone": "Europe/Rome", "paper_size": "letter"}
        assert owner.post("/clubs/circolo-del-re/details/", data).status_code == 302
        for paper in PAPERS:
            sheets = PdfReader(content(director.get(f"/tournaments/serata/{paper}"))).pages
            assert {(sheet.mediabox.width, sheet.mediabox.height) for sheet in sheets} == {(612, 792)}

    @pytest.mark.slow
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


class TestTheExplanationOfScores:
    def test_rounds_that_do_not_fit_side_by_side_are_one_below_another(self, club):
        tournament = a_tournament(club, players=8, name="Serata")
        play_out(a_round(tournament))
        sweep.refresh_stale_standings()
        document = tournament.standings.get(after_round=1).document
        for row in document["rows"]:
            row["rounds"] = [{**row["rounds"][0], "round": number} for number in range(1, 61)]
        standing = Standing(body=json.dumps({**document, "after_round": 60}).encode())
        made = why_paper(ShownStandings(standing, None), Tournament.objects.get(), note="")
        printed = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages)
        lines = printed.split()
        assert (lines.count("Place") >= 4, lines.count("Sum")) == (True, 1)
        assert [number for number in range(17, 61) if str(number) not in lines] == []


class TestTheTeams:
    def test_a_team_whose_players_fill_more_than_a_page_is_printed(self, club, anybody):
        tournament = a_tournament(club, players=240, name="Serata")
        names = [f"Massimiliano della Rovere {number} – Giovanna Marchesini" for number in range(1, 241)]
        for entry, name in zip(tournament.entries.order_by("number"), names, strict=True):
            Entry.objects.filter(pk=entry.pk).update(name=name)
        entries = list(tournament.entries.order_by("number").values_list("pk", flat=True))
        teams = [{"name": "Reds", "entries": entries[:160]}, {"name": "Blues", "entries": entries[160:]}]
        Tournament.objects.update(teams={"teams": teams})
        printed = pages(anybody.get("/tournaments/serata/teams.pdf"))
        assert (len(printed) > 1, "".join(printed).count("Marchesini")) == (True, 240)
