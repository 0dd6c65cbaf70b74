"""Hands of a table pasted onto its sheet: in any shape, looked at, then stored row by row."""

import re

import pytest

from tests.web.pages import text, told
from tests.web.tallies import sides
from tests.web.test_table_sheet import EXTRA, TALLIES, rows, typed, values, where
from tests.web.test_table_sheet import opened as opened
from tests.web.test_table_sheet import table as table
from tournaments.actions.hands.tables import play_at
from tournaments.models import Hand
from tournaments.web.forms.pasted_hands import read_pasted

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "pasted",
    [
        "8\t11\t2\t19\n10\t10\t10\t10",
        "8;11;2;19;40\n10;10;10;10;40",
        "1;8;11;2;19;40\r\n\r\n2;10;10;10;10;40\r\nTot.;18;21;12;29;80",
        "Mano\t{3}\t{2}\t{1}\t{0}\n1\t19\t2\t11\t8\n2\t10\t10\t10\t10\n",
        "N;E;S;W\n8, 11, 2, 19\n10 10 10 10",
        "Mano\t{0}\t{1}\t{2}\t{3}\r\n1\t8,0\t11,00\t2\t19.0\r\n2\t10\t10\t10\t10\r\n3\t\t\t\t\r\nTot.\t18\t21\t12\t29\r\n",
        "2;10;10;10;10\n1;8;11;2;19",
        '"8";"11";"2";"19"\n"10";"10";"10";"10"',
    ],
)
def test_pasted_hands_of_any_shape_are_shown_before_saving(table, scorer, pasted):
    names = [seat.entry.name for seat in table.seats.order_by("number")]
    response = scorer.post(where(table), {"do": "paste", "pasted": pasted.format(*names)})
    assert [values(response, hand) for hand in (1, 2)] == [["8", "11", "2", "19"], ["10", "10", "10", "10"]]
    assert rows(response) == {1: "not saved yet", 2: "not saved yet", 3: ""}
    assert not Hand.objects.exists()


def test_a_number_in_front_is_no_ones_points_and_a_wrong_sum_no_number(table, scorer):
    numbered = scorer.post(where(table), {"do": "paste", "pasted": "1\t8\t11\t2\t21\n2\t10\t\t\t\n3\t\t\t\t\n"})
    assert [values(numbered, hand) for hand in (1, 2, 3)] == [["8", "11", "2", "21"], ["10", "", "", ""], [""] * 4]
    summed = scorer.post(where(table), {"do": "paste", "pasted": "8;11;2;19;40\n5;10;10;10;40"})
    assert [values(summed, hand) for hand in (1, 2)] == [["8", "11", "2", "19"], ["5", "10", "10", "10"]]


@pytest.mark.parametrize(
    "pasted",
    [
        "-5;8;0;3;6\n10;-10;5;5;10",
        "1;-5;8;0;3\n2;10;-10;5;5",
        "−5\t8\t0\t3\t6\n10\t−10\t5\t5\t10",
        "1;-5;8;0;3;6\n2;10;-10;5;5;10",
    ],
)
def test_points_below_zero_are_no_numbers_of_hands(pasted):
    read = read_pasted(pasted.replace("−", "-"), first=1, columns=4)
    assert read == {1: ["-5", "8", "0", "3"], 2: ["10", "-10", "5", "5"]}
    assert [*read_pasted(pasted, first=1, columns=4)] == [1, 2]


def test_pasted_from_a_row_on_beside_what_was_typed(table, scorer):
    sent = typed({1: (8, 11, 2, 19)}, "paste") | {"pasted": "10\t10\t10\tzehn\t\n1\t2\t3\t4\n" * 40, "at": "2"}
    response = scorer.post(where(table), sent)
    assert [values(response, hand) for hand in (1, 2)] == [["8", "11", "2", "19"], ["10", "10", "10", "zehn"]]
    assert "Enter a whole number." in rows(response)[2]


@pytest.mark.parametrize(
    "heading", ["{2} – {3}\t{0} – {1}", "{3} - {2}\t{1} / {0}", "{2}\t{0}", "{2}, {3}\t{1}", "Nr\t{3} {2}\t{0} {1}"]
)
def test_partners_are_named_as_anybody_writes_them(table_of, scorer, heading):
    table = table_of("brisca", partners=2)
    sides = play_at(table).sides
    named = heading.format(*(seat.entry.name.split(" – ")[partner] for (seat,) in sides for partner in (0, 1)))
    pasted = named + "\n" + ("1\t" if named.startswith("Nr") else "") + "50\t70"
    assert values(scorer.post(where(table), {"do": "paste", "pasted": pasted}), 1) == ["70", "50"]


def test_figures_are_nobodys_names():
    assert read_pasted("2\t1\n", first=1, columns=2, names=["Team 1", "Team 2"]) == {1: ["2", "1"]}
    assert read_pasted("team 2\tTEAM 1\n2\t1", first=1, columns=2, names=["Team 1", "Team 2"]) == {1: ["1", "2"]}


def test_a_number_that_is_not_whole_is_a_fault_and_no_heading(table, scorer):
    pasted = "8,5\t11,5\t2,5\t17,5\n10\t10\t10\t10"
    response = scorer.post(where(table), {"do": "paste", "pasted": pasted})
    assert [values(response, hand) for hand in (1, 2)] == [["8,5", "11,5", "2,5", "17,5"], ["10"] * 4]
    assert "Enter a whole number." in rows(response)[1]


@pytest.mark.parametrize(
    ("pasted", "there"),
    [
        ("51\t69\n", ["51", "", "", "69", "", ""]),
        ("1;51;69;120\n", ["51", "", "", "69", "", ""]),
        ("51\t1\t0\t69\t0\t2\n", ["51", "1", "0", "69", "0", "2"]),
        ("1\t51\t1\t\t69\t\t2\n", ["51", "1", "", "69", "", "2"]),
    ],
)
def test_marriages_are_pasted_or_left_out(table_of, scorer, pasted, there):
    table = table_of("brisca-mariaje", partners=2)
    response = scorer.post(where(table), {"do": "paste", "pasted": pasted})
    assert values(response, 1) == there
    assert not Hand.objects.exists()


MUERTE = "brisca-muerte-al-tres"


PLANS = {**EXTRA, MUERTE: {"partners": 2}}


PASTED = {
    "buraco": [
        "0\t0\t0\t0\t185\t0\tTaken\t0\t0\t0\t0\t105\t35\tTaken\t{0}",
        "1\t\t0\t\t0\t185\t0\tt\t0\t\t0\t0\t105\t35\ttaken\t1\nSum\t0\t0\t0\t0\t185",
    ],
    "briscola-chiamata": [
        "Hand;{0};{1};{2};{3};{4};Points;Called\n1;;caller;;partner;;75;61\nTot.;;;;;;75;",
        "defender,Caller,d,PARTNER,def,75,61",
    ],
    "brisca-rematada": ["91;20;9;{0};1;110", "1;91;20;9;1;{0};110;120", "91;0;0;20;0;0;9;0;0;1;{0};110"],
    MUERTE: ["70\t50", "1\t70\t50\t\n", "Hand\t1\t2\tKilled\n1\t70\t50"],
}


def cells(response, hand):
    """Return the row of a pasted hand: what was typed, and the values that are chosen."""
    row = response.content.decode().partition(f'data-cells="{hand}"')[2].partition("</tr>")[0]
    typed = re.findall(rf'<input [^>]*name="{hand}-([\w-]+)" value="([^"]*)"', row)
    chosen = re.findall(rf'<select [^>]*name="({hand})-([\w-]+)"(.*?)</select>', row, re.S)
    picked = {name: re.findall(r'value="([^"]*)" selected', options) for _hand, name, options in chosen}
    return dict(typed) | {name: values[0] if values else "" for name, values in picked.items()}


@pytest.mark.parametrize(("game", "pasted"), [(game, text) for game, texts in PASTED.items() for text in texts])
def test_what_needs_a_whole_form_is_pasted_as_well(table_of, scorer, game, pasted):
    plan = PLANS[game]
    table = table_of(game, table={"hands": 3}, **{**plan, "entries": 2 * plan.get("entries", 2)})
    names = [seat.entry.name for seat in table.seats.order_by("number")]
    looked_at = scorer.post(where(table), {"do": "paste", "pasted": pasted.format(*names)})
    assert not Hand.objects.exists()
    sent = {f"1-{name}": value for name, value in cells(looked_at, 1).items()}
    saved = scorer.post(where(table), {**sent, "do": "save-rows"}, follow=True)
    assert told(saved) == ["1 hand was saved."], text(saved)
    by_form = table.round.tables.get(number=2)
    scorer.post(where(by_form) + "?hand=1", {**TALLIES.get(game, sides("points", 70, 50)), "do": "save"})
    hands = Hand.objects.current().order_by("table__number")
    assert [(hand.lines, hand.facts) for hand in hands] == [(hands[0].lines, hands[0].facts)] * 2


@pytest.mark.parametrize("word", ["Nobody", "nob"])
def test_nobody_went_out_is_pasted_in_the_words_of_the_form(table_of, scorer, word):
    table = table_of("buraco", partners=2, table={"hands": 3})
    pasted = f"0\t0\t0\t0\t185\t25\tTaken\t0\t0\t0\t0\t105\t35\tTaken\t{word}"
    looked_at = scorer.post(where(table), {"do": "paste", "pasted": pasted})
    assert (cells(looked_at, 1)["line-went_out"], faults_beside(looked_at)) == ("nobody", {})


MISSING = "This is missing: fill it in."


def test_an_empty_cell_decides_nothing(table_of, scorer):
    """An empty cell says neither that nobody went out nor that a morto was taken: 100 points each."""
    table = table_of("buraco", partners=2, table={"hands": 3})
    looked_at = scorer.post(where(table), {"do": "paste", "pasted": "\t\t\t\t185\t25\t\t\t\t\t\t105\t35\t–\t"})
    unsaid = ("line-0-morto", "line-1-morto", "line-went_out")
    assert [cells(looked_at, 1)[name] for name in unsaid] == [""] * 3
    assert faults_beside(looked_at) == {f"1-{name}": MISSING for name in unsaid}
    sent = {f"1-{name}": value for name, value in cells(looked_at, 1).items()}
    assert scorer.post(where(table), {**sent, "do": "save-rows"}).status_code == 422
    assert not Hand.objects.exists()


def test_pasted_hand_without_the_threshold_is_refused(table_of, scorer):
    table = table_of("briscola-chiamata", entries=5, table={"hands": 3})
    looked_at = scorer.post(where(table), {"do": "paste", "pasted": "caller;;partner;;;75;"})
    assert faults_beside(looked_at) == {"1-hand-threshold": MISSING}


def test_pasted_hand_without_a_partner_is_refused(table_of, scorer):
    table = table_of("briscola-chiamata", entries=5, table={"hands": 3})
    looked_at = scorer.post(where(table), {"do": "paste", "pasted": "caller;;;;;75;61"})
    assert faults_beside(looked_at) == {"1-hand-alone": "Say who plays with the caller, or that nobody does"}
    sent = {f"1-{name}": value for name, value in cells(looked_at, 1).items()}
    assert scorer.post(where(table), {**sent, "do": "save-rows"}).status_code == 422
    assert not Hand.objects.exists()
    scorer.post(where(table), {**sent, "1-hand-alone": "yes", "do": "save-rows"})
    assert Hand.objects.get().scores == [4, -1, -1, -1, -1]


def test_pasted_faults_are_beside_their_cells_and_other_rows_are_saved(table_of, scorer):
    table = table_of("briscola-chiamata", entries=5, table={"hands": 3})
    pasted = "caller;;partner;;;75;61\ncaller;mate;;;;x;61\n;;;;caller;121;61"
    looked_at = scorer.post(where(table), {"do": "paste", "pasted": pasted})
    sent = {f"{hand}-{name}": value for hand in (1, 2, 3) for name, value in cells(looked_at, hand).items()}
    response = scorer.post(where(table), {**sent, "do": "save-rows"})
    assert (response.status_code, Hand.objects.count()) == (422, 1)
    assert faults_beside(response) == {
        "2-line-1-role": "There is no “mate” here. Choose one of: Caller, Partner, Defender.",
        "2-hand-caller_points": "Enter a whole number.",
        "3-hand-caller_points": "Enter a number from 0 to 120.",
        "3-hand-alone": "Say who plays with the caller, or that nobody does",
    }
    assert cells(response, 2)["line-1-role"] == "mate"


def faults_beside(response):
    found = re.findall(r'id="([\w-]+)-fault">([^<]*)<', response.content.decode())
    return {name: re.sub("[\u2066-\u2069]", "", said) for name, said in found}


def test_a_pasted_hand_that_stands_otherwise_is_told_of_and_stays(table_of, scorer):
    table = table_of(MUERTE, partners=2, table={"hands": 3})
    scorer.post(where(table) + "?hand=1", {**sides("points", 70, 50), "do": "save"})
    sent = {"1-line-0-points": "60", "1-line-1-points": "60", "2-hand-three_killed_by": "0", "do": "save-rows"}
    response = scorer.post(where(table), sent)
    assert "Somebody else has entered hand 1 differently. You typed 60 · 60 · –." in text(response)
    assert [hand.facts for hand in Hand.objects.order_by("number")] == [{}, {"three_killed_by": 0}]


def test_nothing_that_is_a_hand_says_so_and_the_page_names_the_columns(opened, scorer):
    table, _tally = opened
    response = scorer.post(where(table), {"do": "paste", "pasted": "a;b;c;d;e;f;g;h;i;j;k;l;m;n;o;p;q;r;s"})
    assert "No hand was found in what was pasted." in text(response)
    names = [" – ".join(seat.entry.name for seat in side) for side in play_at(table).sides]
    told_of = re.findall(r'<li><b translate="no">([^<]*)</b>', response.content.decode())
    assert told_of == names


def test_whoever_may_not_score_pastes_nothing(opened, stranger, anybody):
    table, _tally = opened
    answers = [
        who.post(where(table), {"do": do}).status_code for who in (stranger, anybody) for do in ("paste", "save-rows")
    ]
    assert answers == [403] * 4
