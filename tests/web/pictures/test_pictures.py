"""Every picture for any input: well-formed, inside its box, with its figures."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.pictures.svg import SPACE, parsed, texts
from tournaments.actions.standings.figures import MeetingRecord
from tournaments.actions.standings.trees import TreePlayer, TreeRound, TreeTable
from tournaments.web.pictures.distribution import distribution_picture
from tournaments.web.pictures.drawing import LETTER, apart, breadth, shortened, wrapped
from tournaments.web.pictures.lines import SeasonResult, totals_picture, years_picture
from tournaments.web.pictures.meetings import meetings_picture
from tournaments.web.pictures.places import PlaceHistory, places_picture
from tournaments.web.pictures.podium import MOST_STEPS, PodiumPlace, podium
from tournaments.web.pictures.ratings import RatedEvening, rating_picture
from tournaments.web.pictures.tables_progress import MOST_TABLES, tables_picture
from tournaments.web.pictures.tree import tree_pages

names = st.one_of(
    st.text(max_size=100), st.sampled_from(["<script>alert(1)</script>", "\x00\x1b", "]]>&\"'", "🂡" * 50, "\u202eabc"])
)
places = st.one_of(st.none(), st.integers(1, 400))


@st.composite
def fields(draw):
    """Ways of some entries over the same rounds."""
    rounds = draw(st.integers(2, 30))
    ways = draw(st.lists(st.tuples(names, st.lists(places, min_size=rounds, max_size=rounds)), min_size=1, max_size=9))
    marked = draw(st.integers(0, 9))
    return [PlaceHistory(name, found, at == marked) for at, (name, found) in enumerate(ways)], [*range(1, rounds + 1)]


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


@pytest.mark.slow
@given(st.lists(st.integers(1000, 2000), min_size=2, max_size=12))
def test_the_last_day_of_a_rating_is_written_whole(ratings):
    days = [f"{day:02}/10/2026" for day in range(1, len(ratings) + 1)]
    picture = rating_picture("Anna", [RatedEvening("Serata", *each) for each in zip(days, ratings, strict=True)])
    assert set(texts(picture.svg)) & set(days)
