"""The keypad shows what is tapped: every number in every kind of field and form, with and without Next."""

import json
from pathlib import Path

import pytest

from scoring.fields import Kind
from scoring.reading import read_options
from scoring.registry import find
from tests.e2e import games
from tests.e2e.phone import Phone

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]

EVERY_NUMBER = Path(__file__).with_name("every_number.js").read_text()
FIELDS = """
for (const part of document.querySelectorAll("form.tally-form details")) {
    Object.assign(part, { hidden: false, open: true });
}
return [...document.querySelectorAll("form.tally-form input[data-most]")].map((one) => one.name.split("-").pop());
"""
WITHOUT_STYLES = "for (const sheet of document.styleSheets) sheet.disabled = true;"
STATE = """
const line = document.querySelector("[data-range]");
return [document.querySelector("[data-send]").disabled, line.checkVisibility() ? line.textContent : ""];
"""


@pytest.fixture
def sit_down_to(new_browser, served):
    """A phone at a new table of a game: `sit_down_to(form)`."""

    def sit_down(form):
        script = f"import json; from tests.e2e import games; print(json.dumps(games.build({form!r})))"
        card = json.loads(served.run(script).splitlines()[-1])["cards"][form]
        phone = Phone(new_browser(), served.address, {})
        phone.open(card)
        phone.tap(".seat-button[value='0']")
        phone.wait(lambda: phone.all("form.tally-form"))
        return phone

    return sit_down


def test_third_digit_is_shown_and_announced(sit_down_to):
    phone = sit_down_to("brisca")
    phone.keys("1", "3", "0")
    assert phone.typed() == ["130", ""]
    assert phone.ask(STATE) == [True, "130 is not possible: enter 0 to 120"]
    phone.keys("back")
    assert phone.typed() == ["13", "(107)"]
    assert phone.ask(STATE) == [False, ""]


def test_next_after_an_automatic_step_does_nothing(sit_down_to):
    phone = sit_down_to("busca-accademia")
    phone.keys("7", "next", "1", "3", "next", "2", "0")
    assert phone.typed() == ["7", "13", "20", "(0)"]


def test_next_leaves_no_empty_field(sit_down_to):
    phone = sit_down_to("busca-accademia")
    phone.keys("next", "next", "1", "next", "next", "2", "next")
    assert phone.typed() == ["1", "2", "", ""]
    assert phone.ask("return document.activeElement.name") == "line-2-points"


def test_a_number_below_the_least_goes_on_to_nothing(sit_down_to):
    phone = sit_down_to("brisca-rematada")
    phone.tap("[name=hand-bid]")
    phone.tap("[name=hand-bid]")
    phone.keys("2", "4")
    assert phone.ask("return [document.activeElement.name, document.activeElement.value]") == ["hand-bid", "24"]
    assert phone.ask(STATE) == [True, "24 is not possible: enter 100 to 230"]


def test_a_key_turns_a_number_below_zero_and_back(sit_down_to):
    phone = sit_down_to("points below zero")
    phone.keys("sign", "1", "2", "next", "5", "sign", "sign", "next", "3", "sign")
    assert phone.typed() == ["-12", "5", "-3", "(10)"]
    assert phone.ask(STATE) == [False, ""]


def test_below_zero_the_least_is_the_end(sit_down_to):
    phone = sit_down_to("points below zero")
    phone.keys("sign", "1", "0", "1", "next")
    assert phone.typed()[0] == "-101"
    assert phone.ask(STATE) == [True, "-101 is not possible: enter -100 to 100"]


def test_a_tap_beside_the_fields_loses_no_digit(sit_down_to):
    phone = sit_down_to("busca-accademia")
    phone.keys("1")
    phone.ask("document.activeElement.blur()")
    phone.keys("3")
    assert phone.typed()[0] == "13"


def test_two_thumbs_lose_no_digit(sit_down_to):
    """The second finger touches its key while the first one is still down: no click comes of that."""
    phone = sit_down_to("busca-accademia")
    fingers = [phone.ask(POINT, key, number) for number, key in enumerate("13")]
    for touching in (fingers[:1], fingers, fingers[1:], []):
        kind = "touchStart" if touching in (fingers[:1], fingers) else "touchEnd"
        phone.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touching})
    assert phone.typed()[0] == "13"


POINT = """
const { x, y } = document.querySelector(`[data-key='${arguments[0]}']`).getBoundingClientRect();
return { x: x + 9, y: y + 9, id: arguments[1] };
"""


def shape(form):
    """The fields for numbers in a form, as they are declared: their bounds, whether needed, whether of a known sum."""
    slug, sides, _partners, plan = games.VARIANTS.get(form) or (form, *games.GAMES[form])
    options = read_options(find(slug), plan.get("options", {}))
    game = find(slug).configured(options)
    fields = [*game.line_fields(options, sides), *game.hand_fields]
    return sides, {
        each.name: (each.minimum, each.maximum, each.multiple_of, each.required, each.name in game.sums(options, sides))
        for each in fields
        if each.kind is Kind.INTEGER and not each.choices
    }


def unlike_forms():
    """Each form that is unlike those before, with the names of its fields that are unlike theirs."""
    shapes, kinds, forms = [], set(), {}
    for form in (*games.GAMES, *games.VARIANTS):
        sides, fields = shape(form)
        if (like := (sides, list(fields.values()), games.PLAYED.get(form))) not in shapes:
            shapes.append(like)
            forms[form] = {name for name, kind in fields.items() if kind not in kinds and not kinds.add(kind)}
    return forms


FORMS = unlike_forms()


@pytest.mark.parametrize(
    ("form", "wide", "begins"),
    [
        ("busca-accademia", (), "14"),
        ("brisca-rematada", (), "1"),
        *((form, wide, "0123456789") for form, wide in FORMS.items()),
    ],
    ids=["busca", "rematada", *(f"all of {form}" for form in FORMS)],
)
def test_every_number_is_shown_as_it_is_tapped(sit_down_to, form, wide, begins):
    """Numbers of none to four digits on every field, each with Next after it and without."""
    phone = sit_down_to(form)
    assert tapped_otherwise(phone, begins, wide=wide) == []
    if phone.all("[data-send][value=lock]"):
        lock_bids(phone)
        assert tapped_otherwise(phone, begins, wide=wide) == []


def tapped_otherwise(phone, begins, *, wide):
    """Return the numbers that were tapped and shown differently.

    They have three digits in the first of the fields named in `wide`, two in the first of every other name, and one, or
    sometimes more, in repeated fields.
    """
    names = phone.ask(FIELDS)
    phone.ask(WITHOUT_STYLES)  # they cost nine tenths of the time
    faults = []
    for place, name in enumerate(names):
        reach = 1 if names.index(name) != place else 3 if name in wide else 2
        for first in begins if reach == 3 else [begins]:  # a driver waits two minutes for a script
            done = phone.ask(EVERY_NUMBER, place, reach, first)
            assert done["taps"] > 2
            faults += done["faults"]
    return faults


def lock_bids(phone):
    for place in range(len(phone.ask(FIELDS))):
        phone.ask("document.querySelectorAll('input[data-most]')[arguments[0]].value = '2'", place)
    phone.ask("document.querySelector('[data-send]').disabled = false; document.querySelector('[data-send]').click()")
    phone.wait(lambda: phone.all(".locked"))


def test_the_best_cards_are_entered_instead_of_who_has_the_primiera(sit_down_to):
    phone = sit_down_to("scopone")
    phone.keys("2", "3", "6", "1", "next", "2", "next")
    phone.ask("document.querySelector('[name=line-settebello]').click()")
    assert phone.ask(STATE) == [True, "Still missing: Primiera"]
    phone.ask("document.querySelector('form.tally-form details').open = true")
    phone.tap("[name=line-0-best_coins]")
    phone.keys("7")
    assert phone.ask("return document.activeElement.name") == "line-0-best_cups"
    assert phone.ask(STATE) == [False, ""]
