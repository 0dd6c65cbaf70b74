"""Every picture, whatever it is given: well-formed, inside its box, its figures beside it."""

import itertools
import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tournaments.actions.standings.figures import MeetingRecord
from tournaments.actions.standings.trees import TreePlayer, TreeRound, TreeTable
from tournaments.web.pictures.distribution import distribution_picture
from tournaments.web.pictures.drawing import LETTER, WIDTH, apart, breadth, shortened, wrapped
from tournaments.web.pictures.lines import SeasonResult, totals_picture, years_picture
from tournaments.web.pictures.meetings import meetings_picture
from tournaments.web.pictures.places import PlaceHistory, places_picture
from tournaments.web.pictures.podium import MOST_STEPS, PodiumPlace, podium
from tournaments.web.pictures.ratings import RatedEvening, rating_picture
from tournaments.web.pictures.tables_progress import MOST_TABLES, tables_picture
from tournaments.web.pictures.tree import tree_pages, tree_picture

SPACE = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "desc", "text", "line", "polyline", "polygon", "circle", "rect"}
ACROSS, DOWN = ("x", "x1", "x2", "cx"), ("y", "y1", "y2", "cy")

names = st.one_of(
    st.text(max_size=100), st.sampled_from(["<script>alert(1)</script>", "\x00\x1b", "]]>&\"'", "🂡" * 50, "\u202eabc"])
)
places = st.one_of(st.none(), st.integers(1, 400))
FIRST_AND_LAST = {
    "en": ["last", "first"],
    "it": ["ultimo", "primo"],
    "es": ["último", "primero"],
    "pt": ["último", "primeiro"],
    "nl": ["laatste", "eerste"],
}


@st.composite
def fields(draw):
    """Ways of some entries over the same rounds."""
    rounds = draw(st.integers(2, 30))
    ways = draw(st.lists(st.tuples(names, st.lists(places, min_size=rounds, max_size=rounds)), min_size=1, max_size=9))
    marked = draw(st.integers(0, 9))
    return [PlaceHistory(name, found, at == marked) for at, (name, found) in enumerate(ways)], [*range(1, rounds + 1)]


def parsed(svg):
    """The elements of a picture, each allowed and inside the box."""
    root = ElementTree.fromstring(str(svg))
    _x, _y, width, height = map(float, root.get("viewBox").split())
    for element in root.iter():
        assert element.tag.removeprefix(SPACE) in ALLOWED
        points = [tuple(map(float, pair.split(","))) for pair in element.get("points", "").split()]
        xs = [float(element.get(name)) for name in ACROSS if element.get(name)] + [x for x, _y in points]
        ys = [float(element.get(name)) for name in DOWN if element.get(name)] + [y for _x, y in points]
        xs += [xs[0] + float(element.get("width"))] if element.tag == f"{SPACE}rect" else []
        ys += [ys[0] + float(element.get("height"))] if element.tag == f"{SPACE}rect" else []
        xs += ends(element) if element.tag == f"{SPACE}text" else []
        assert all(-0.2 <= x <= width + 0.2 for x in xs), element.text
        assert all(0 <= y <= height + 0.2 for y in ys)
    title, desc = root.get("aria-labelledby"), root.get("aria-describedby")
    assert [root[0].get("id"), root[1].get("id")] == [title, desc]
    assert root[0].text
    return root


def ends(text):
    """Where a text begins and ends across, by the broadest letters that there are."""
    start, broad = float(text.get("x")), breadth(text.text or "")
    anchor = (text.get("class") or "").split()
    before = broad if "end" in anchor else broad / 2 if "middle" in anchor else 0
    return [start - before, start - before + broad]


def texts(svg):
    return [element.text for element in parsed(svg).iter(f"{SPACE}text")]


@pytest.mark.slow
@given(fields(), st.integers(1, 400))
def test_places(drawn, field):
    picture = places_picture(*drawn, field)
    parsed(picture.svg)
    assert [row[0] for row in picture.rows] == [way.name for way in drawn[0]]
    assert {len(row) for row in picture.rows} == {len(picture.columns)}


@pytest.mark.slow
@given(st.lists(st.fractions(-10_000, 10_000), min_size=1, max_size=400), st.data())
def test_distribution(scores, data):
    own = data.draw(st.one_of(st.none(), st.sampled_from(scores)))
    picture = distribution_picture(scores, "Points", own)
    parsed(picture.svg)
    assert sum(int(row[1]) for row in picture.rows) == len(scores)
    assert len(picture.rows) <= 11
    assert str(picture.svg).count('class="bar marked"') == (own is not None)


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(1, 3), names, names), min_size=1, max_size=MOST_STEPS))
def test_podium(first):
    parsed(podium([PodiumPlace(*each) for each in first], "p"))


def test_partners_stand_on_their_step_whole_and_in_a_line_each():
    pairs = ["Marco Donati – Wanda Zorzi", "Wanda Urbani – Pia Neri", "Vera Fermi – Zeno Donati"]
    told = parsed(podium([PodiumPlace(place, name, "9") for place, name in enumerate(pairs, 1)], "p"))
    written = [text.text for text in told.iter(f"{SPACE}text")]
    assert sorted(written) == sorted(["1", "2", "3", *(one for pair in pairs for one in pair.split(" – "))])


@pytest.mark.slow
@given(st.dictionaries(st.integers(1, 200), st.integers(0, 40), min_size=1, max_size=100), st.sampled_from([None, 40]))
def test_tables(hands, whole):
    picture = tables_picture(hands, whole, 3)
    parsed(picture.svg)
    assert len(picture.rows) == min(len(hands), MOST_TABLES)
    assert (f"{len(hands) - MOST_TABLES} " in picture.reading) is (len(hands) > MOST_TABLES)


@pytest.mark.slow
@given(st.lists(names, min_size=1, max_size=40), st.data())
def test_meetings(field, data):
    at = st.integers(0, len(field) - 1)
    few = st.integers(0, 5)
    met = data.draw(st.dictionaries(st.tuples(at, at), st.builds(MeetingRecord, few, few, few), max_size=60))
    picture = meetings_picture(field, met)
    parsed(picture.svg)
    assert [row[1] for row in picture.rows] == field


@pytest.mark.parametrize(
    ("field", "beside", "above"),
    [
        (14, range(1, 15), range(1, 15)),
        (17, range(1, 18), [1, 5, 10, 15]),
        (24, [1, *range(5, 24, 5)], [1, *range(5, 24, 5)]),
    ],
)
def test_numbers_of_the_square_stand_apart(field, beside, above):
    told = parsed(meetings_picture(["Ada"] * field, {}).svg)
    written = [(text.get("class"), int(text.text)) for text in told.iter(f"{SPACE}text")]
    assert [number for kind, number in written if kind == "soft end"] == list(beside)
    assert [number for kind, number in written if kind == "soft middle"] == list(above)


@pytest.mark.slow
@given(st.integers(1, 6), st.data())
def test_totals(sides, data):
    score = st.one_of(st.none(), st.integers(-5000, 5000))
    hands = data.draw(st.lists(st.lists(score, min_size=sides, max_size=sides), min_size=1, max_size=60))
    picture = totals_picture(data.draw(st.lists(names, min_size=sides, max_size=sides)), hands)
    parsed(picture.svg)
    assert len(picture.rows) == len(hands)


@pytest.mark.slow
@given(
    st.lists(
        st.builds(
            SeasonResult,
            names,
            names,
            st.sampled_from(["", *map(str, range(2020, 2027))]),
            st.integers(1, 400),
            st.just(400),
        ),
        min_size=1,
        max_size=60,
    )
)
def test_years(results):
    parsed(years_picture("Ada", results).svg)


@given(st.lists(st.floats(0, 200), max_size=9))
def test_heights_are_kept_apart_in_their_order(heights):
    moved = apart(sorted(heights), 200)
    assert all(below - above >= 15.99 for above, below in itertools.pairwise(moved))
    assert all(0 <= height <= 200 for height in moved)


@given(st.text(max_size=60), st.floats(0, 300))
def test_shortened_name_keeps_its_beginning(words, room):
    short = shortened(words, room)
    assert short == words or words.startswith(short.removesuffix("…"))
    assert len(short) <= max(room / (0.4 * LETTER) + 1, 1)


@given(st.text(max_size=60), st.floats(0, 300))
def test_wrapped_name_is_whole(words, room):
    lines = wrapped(words, room)
    assert "".join("".join(lines).split()) == "".join(words.split())
    assert all(breadth(line) <= room or len(line) < 2 for line in lines)


@pytest.mark.slow
@given(st.lists(names, min_size=1, max_size=4), st.sampled_from([(340, 640), (600, 660), (304.2, 133.9), (65, 65)]))
def test_tree(field, size):
    players = [TreePlayer(entry, name, None, True) for entry, name in enumerate(field)]
    rounds = [TreeRound(number, [TreeTable(1, players)], players) for number in (1, 2, 3)]
    for page in tree_pages(rounds, *size):
        parsed(page.svg)


def a_round(number, tables, byes=(), on=()):
    """A round of a tree with these entries at its tables."""
    players = [[TreePlayer(each, f"P{each}", None, each in on) for each in entries] for entries in (*tables, byes)]
    return TreeRound(number, [TreeTable(at, own) for at, own in enumerate(players[:-1], 1)], players[-1])


class TestWhatIsShown:
    def test_a_name_with_markup_is_text(self):
        ways = [PlaceHistory("<b>Ada</b>", [1, 2]), PlaceHistory("Bo", [2, 1])]
        svg = places_picture(ways, [1, 2], 2).svg
        assert "<b>" not in svg
        assert texts(svg)[-4:] == ["1", "Bo", "2", "<b>Ada</b>"]

    def test_partners_have_a_line_each_and_are_read_whole(self):
        ways = [PlaceHistory("Maddalena Ori – Bartolo Pellegrini", [1, 2]), PlaceHistory("Bo – Al", [2, 1])]
        drawn = places_picture(ways, [1, 2], 2).svg
        assert texts(drawn)[-5:] == ["1", "Bo – Al", "2", "Bartolo Pellegrini", "Maddalena Ori –"]
        totals = totals_picture([way.name for way in ways], [[1, 2]]).svg
        assert texts(totals)[-3:] == ["Bo – Al", "Bartolo Pellegr…", "Maddalena Ori –"]
        assert [title.text for title in parsed(totals).iter(f"{SPACE}title")][1:] == [ways[0].name] * 2

    def test_names_in_a_tree_are_whole(self):
        names = ["Francesco Esposito della Rovere Montenegro", "Massimiliana Barbagelata – Anna Fumagalli"]
        players = [TreePlayer(entry, name, None, None) for entry, name in enumerate(names)]
        rounds = [TreeRound(number, [TreeTable(1, players)], []) for number in (1, 2, 3)]
        picture = tree_picture(rounds)
        for drawn in (picture.svg, picture.large):
            pages = [texts(svg) for svg in re.findall("<svg.*?</svg>", str(drawn))]
            written = "".join(text for page in pages for text in page if text != "1")
            assert sorted(written.replace(" ", "")) == sorted("".join(names * 3).replace(" ", ""))

    def test_every_player_of_a_large_field_is_in_the_pages_of_a_screen(self):
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

    def test_lines_lead_to_the_names_of_a_final_on_the_same_page(self):
        rounds = [a_round(1, [[1, 2, 3, 4], [5, 6, 7, 8]], on=[1, 2, 5, 6]), a_round(2, [[1, 5, 2, 6]])]
        [page] = tree_pages(rounds, 600, 300)
        assert (page.title, str(page.svg).count("<polyline"), texts(page.svg).count("1")) == ("Round 1 → Round 2", 4, 2)
        description = parsed(page.svg).find(f"{SPACE}desc").text
        assert description == (
            "Round 1. Table 1: P1 → 1, P2 → 1, P3, P4. Table 2: P5 → 1, P6 → 1, P7, P8. "
            "Round 2. Table 1: P1, P5, P2, P6."
        )

    def test_first_and_last_over_the_years_are_whole_words(self):
        results = [SeasonResult("Serata", "1.", "2026", place, 9) for place in (1, 9)]
        for language, words in FIRST_AND_LAST.items():
            with translation.override(language):
                assert texts(years_picture("Ada", results).svg)[:2] == words

    def test_every_place_over_the_years_stands_below_its_mark_where_there_is_room(self):
        results = [SeasonResult("Serata", "1.", "2025" if at < 4 else "2026", at + 1, 9) for at in range(9)]
        assert texts(years_picture("Ada", results).svg)[2:] == [*"123456789", "2025", "2026"]
        many = [SeasonResult("Serata", "1.", "2026", 10, 40)] * 30
        drawn = texts(years_picture("Ada", many).svg)[2:]
        assert drawn == ["10"] * 12 + ["2026"]

    def test_no_two_lines_look_alike(self):
        ways = [PlaceHistory(str(n), [n, n + 1]) for n in range(1, 9)]
        svg = str(places_picture(ways, [1, 2], 8).svg)
        strokes = re.findall(r'<polyline points="[^"]+" class="line (s\d)"', svg)
        marks = re.findall(r'<(circle|polygon) [^>]*class="(mark(?: full)?)"', svg)[::2]
        assert len(set(zip(strokes, marks, strict=True))) == 8

    def test_picture_says_what_it_omits(self):
        ways = [PlaceHistory(str(n), [n] * 20) for n in range(1, 9)]
        reading = places_picture(ways, [*range(1, 21)], 400).reading
        assert reading.endswith("It shows 8 of 400. It begins with round 9.")

    def test_a_score_between_two_numbers_has_its_range(self):
        rows = distribution_picture([Fraction(1), Fraction(31, 16), Fraction(3)], "Buscas").rows
        assert [*map(tuple, rows)] == [("1 … <2", "2"), ("2 … <3", "0"), ("3 … <4", "1")]

    @pytest.mark.parametrize("players", [8, 40, 100, 400])
    def test_picture_is_small_for_any_field(self, players):
        ways = [PlaceHistory(f"Player {n}", [(n * 7 + r) % players + 1 for r in range(9)]) for n in range(8)]
        assert len(places_picture(ways, [*range(1, 10)], players).svg.encode()) < 13_000
        assert len(distribution_picture([Fraction(n) for n in range(players)], "Points").svg.encode()) < 4_000
        assert WIDTH == 340


@pytest.mark.slow
@given(st.lists(st.integers(1000, 2000), min_size=2, max_size=12))
def test_the_last_day_of_a_rating_is_written_whole(ratings):
    days = [f"{day:02}/10/2026" for day in range(1, len(ratings) + 1)]
    picture = rating_picture("Anna", [RatedEvening("Serata", *each) for each in zip(days, ratings, strict=True)])
    assert set(texts(picture.svg)) & set(days)
