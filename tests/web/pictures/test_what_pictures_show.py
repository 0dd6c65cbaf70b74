"""The names, numbers and lines that pictures show."""

import itertools
import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from django.utils import translation

from tests.web.pictures.svg import SPACE, parsed, texts
from tournaments.actions.standings.trees import TreePlayer, TreeRound, TreeTable
from tournaments.web.pictures.distribution import distribution_picture
from tournaments.web.pictures.drawing import WIDTH
from tournaments.web.pictures.lines import SeasonResult, totals_picture, years_picture
from tournaments.web.pictures.places import PlaceHistory, places_picture
from tournaments.web.pictures.tree import tree_pages, tree_picture

FIRST_AND_LAST = {
    "en": ["last", "first"],
    "it": ["ultimo", "primo"],
    "es": ["último", "primero"],
    "pt": ["último", "primeiro"],
    "nl": ["laatste", "eerste"],
}


def a_round(number, tables, byes=(), on=()):
    """A round of a tree with these entries at its tables."""
    players = [[TreePlayer(each, f"P{each}", None, each in on) for each in entries] for entries in (*tables, byes)]
    return TreeRound(number, [TreeTable(at, own) for at, own in enumerate(players[:-1], 1)], players[-1])


def test_a_name_with_markup_is_text():
    ways = [PlaceHistory("<b>Ada</b>", [1, 2]), PlaceHistory("Bo", [2, 1])]
    svg = places_picture(ways, [1, 2], 2).svg
    assert "<b>" not in svg
    assert texts(svg)[-4:] == ["1", "Bo", "2", "<b>Ada</b>"]


def test_partners_have_a_line_each_and_are_read_whole():
    ways = [PlaceHistory("Maddalena Ori – Bartolo Pellegrini", [1, 2]), PlaceHistory("Bo – Al", [2, 1])]
    drawn = places_picture(ways, [1, 2], 2).svg
    assert texts(drawn)[-5:] == ["1", "Bo – Al", "2", "Bartolo Pellegrini", "Maddalena Ori –"]
    totals = totals_picture([way.name for way in ways], [[1, 2]]).svg
    assert texts(totals)[-3:] == ["Bo – Al", "Bartolo Pellegr…", "Maddalena Ori –"]
    assert [title.text for title in parsed(totals).iter(f"{SPACE}title")][1:] == [ways[0].name] * 2


def test_names_in_a_tree_are_whole():
    names = ["Francesco Esposito della Rovere Montenegro", "Massimiliana Barbagelata – Anna Fumagalli"]
    players = [TreePlayer(entry, name, None, None) for entry, name in enumerate(names)]
    rounds = [TreeRound(number, [TreeTable(1, players)], []) for number in (1, 2, 3)]
    picture = tree_picture(rounds)
    for drawn in (picture.svg, picture.large):
        pages = [texts(svg) for svg in re.findall("<svg.*?</svg>", str(drawn))]
        written = "".join(text for page in pages for text in page if text != "1")
        assert sorted(written.replace(" ", "")) == sorted("".join(names * 3).replace(" ", ""))


def test_every_player_of_a_large_field_is_in_the_pages_of_a_screen():
    """With 37 players: eight tables of four, one of three and two byes; two go on from each table."""
    first = [[*range(4 * at, 4 * at + 4)] for at in range(8)] + [[32, 33, 34]]
    on = [entry for table in first for entry in table[:2]] + [35, 36]
    second = [on[at::5] for at in range(5)]
    rounds = [a_round(1, first, byes=[35, 36], on=on), a_round(2, second)]
    pages = tree_pages(rounds, 228, 133.9)
    assert [page.title for page in pages] == ["Round 1"] * 5 + ["Round 2"] * 3
    assert all(float(ElementTree.fromstring(str(page.svg)).get("viewBox").split()[3]) <= 133.9 for page in pages)
    written = [[text for text in texts(page.svg) if text.startswith("P")] for page in pages]
    assert sorted(itertools.chain(*written[:5])) == sorted(f"P{entry}" for entry in range(37))
    assert sorted(itertools.chain(*written[5:])) == sorted(f"P{entry}" for entry in on)
    next_tables = {entry: str(at) for at, table in enumerate(second, 1) for entry in table}
    assert texts(pages[0].svg) == [
        *["1", "P0", "P1", "P2", "P3", "2", "P4", "P5", "P6", "P7"],
        *[next_tables[entry] for entry in (0, 1, 4, 5)],
    ]


def test_lines_lead_to_the_names_of_a_final_on_the_same_page():
    rounds = [a_round(1, [[1, 2, 3, 4], [5, 6, 7, 8]], on=[1, 2, 5, 6]), a_round(2, [[1, 5, 2, 6]])]
    [page] = tree_pages(rounds, 600, 300)
    assert (page.title, str(page.svg).count("<polyline"), texts(page.svg).count("1")) == ("Round 1 → Round 2", 4, 2)
    description = parsed(page.svg).find(f"{SPACE}desc").text
    assert description == (
        "Round 1. Table 1: P1 → 1, P2 → 1, P3, P4. Table 2: P5 → 1, P6 → 1, P7, P8. Round 2. Table 1: P1, P5, P2, P6."
    )


def test_first_and_last_over_the_years_are_whole_words():
    results = [SeasonResult("Serata", "1.", "2026", place, 9) for place in (1, 9)]
    for language, words in FIRST_AND_LAST.items():
        with translation.override(language):
            assert texts(years_picture("Ada", results).svg)[:2] == words


def test_every_place_over_the_years_stands_below_its_mark_where_there_is_room():
    results = [SeasonResult("Serata", "1.", "2025" if at < 4 else "2026", at + 1, 9) for at in range(9)]
    assert texts(years_picture("Ada", results).svg)[2:] == [*"123456789", "2025", "2026"]
    many = [SeasonResult("Serata", "1.", "2026", 10, 40)] * 30
    drawn = texts(years_picture("Ada", many).svg)[2:]
    assert drawn == ["10"] * 12 + ["2026"]


def test_no_two_lines_look_alike():
    ways = [PlaceHistory(str(n), [n, n + 1]) for n in range(1, 9)]
    svg = str(places_picture(ways, [1, 2], 8).svg)
    strokes = re.findall(r'<polyline points="[^"]+" class="line (s\d)"', svg)
    marks = re.findall(r'<(circle|polygon) [^>]*class="(mark(?: full)?)"', svg)[::2]
    assert len(set(zip(strokes, marks, strict=True))) == 8


def test_picture_says_what_it_omits():
    ways = [PlaceHistory(str(n), [n] * 20) for n in range(1, 9)]
    reading = places_picture(ways, [*range(1, 21)], 400).reading
    assert reading.endswith("It shows 8 of 400. It begins with round 9.")


def test_a_score_between_two_numbers_has_its_range():
    rows = distribution_picture([Fraction(1), Fraction(31, 16), Fraction(3)], "Buscas").rows
    assert [*map(tuple, rows)] == [("1 … <2", "2"), ("2 … <3", "0"), ("3 … <4", "1")]


@pytest.mark.parametrize("players", [8, 40, 100, 400])
def test_picture_is_small_for_any_field(players):
    ways = [PlaceHistory(f"Player {n}", [(n * 7 + r) % players + 1 for r in range(9)]) for n in range(8)]
    assert len(places_picture(ways, [*range(1, 10)], players).svg.encode()) < 13_000
    assert len(distribution_picture([Fraction(n) for n in range(players)], "Points").svg.encode()) < 4_000
    assert WIDTH == 340
