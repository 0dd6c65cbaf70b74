"""The sheet of a table takes every game; for fingers the digits stand beside or below its rows and cover none."""

import json

import pytest
from django.conf import settings
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.e2e import games
from tests.e2e import test_every_page as every
from tests.e2e.test_every_language import broken

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
OPENED = ["buraco", *(slug for slug in games.GAMES if slug != "buraco" and games.needs_a_form(slug))]
NUMBERS = [slug for slug in games.GAMES if slug not in OPENED]
SIZES = {"phone": (360, 640), "laptop": (1366, 768)}
PLAY = """
from tests.halls import play
from tournaments.models import Table
slug = {!r}.split("/")[2].split("~")[0]
play(Table.objects.get(round__tournament__slug=slug), {}, [10, 10, 10, 10])
"""
WHERE = """
const keypad = document.querySelector("[data-keys]:not([hidden])").getBoundingClientRect();
const rows = document.querySelector(".hand-grid .with-keys > .stack").getBoundingClientRect();
const said = document.getElementById(document.activeElement.getAttribute("aria-describedby")).getBoundingClientRect();
const field = document.activeElement.getBoundingClientRect();
const [top, bottom] = [Math.max(0, rows.top) - 1, Math.min(innerHeight, rows.bottom) + 1];
const isIn = (one) => one.height === 0 || (one.top >= top && one.bottom <= bottom);
return {
    apart: rows.bottom <= keypad.top + 1 || rows.right <= keypad.left + 1,
    inView: keypad.top >= 0 && keypad.bottom <= innerHeight + 1 && isIn(field) && isIn(said),
};
"""


BROKEN = """
const texts = [...document.querySelectorAll(".hand-grid :is(caption, thead .name, thead .small)")]
    .flatMap((one) => [...one.childNodes]).filter((node) => node.nodeType === Node.TEXT_NODE);
const lines = (node, {index, 0: {length}}) => {
    const word = document.createRange();
    word.setStart(node, index);
    word.setEnd(node, index + length);
    return word.getClientRects().length;
};
return texts.flatMap((node) => [...node.data.matchAll(/\\S+/g)]
    .filter((word) => lines(node, word) > 1).map(([word]) => word));
"""
HEADED = """
return [...document.querySelectorAll(".opened thead th")].map((one) => {
    const {fontSize, paddingInlineStart, paddingBlockStart} = getComputedStyle(one);
    return [fontSize, paddingInlineStart, paddingBlockStart].join();
});
"""


@pytest.fixture(scope="module")
def built(served):
    script = "import json; from tests.e2e import games; print(json.dumps(games.build()))"
    return json.loads(served.run(script).splitlines()[-1])


@pytest.fixture
def at_sheet(site, built):
    """The sheet of a game's table on a machine of this size."""

    def open_sheet(game, size, *, touch=True, language="en"):
        width, height = SIZES[size]
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch}
        site.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        site.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch})
        site.sign_in(built["session"])
        site.set_cookie(settings.LANGUAGE_COOKIE_NAME, language)
        site.open(built["tables"][game] + "sheet/")
        site.wait(lambda: site.all("main form"))
        return site

    return open_sheet


def tap(site, key):
    site.browser.find_element(By.CSS_SELECTOR, f"[data-key='{key}']").click()


@pytest.mark.parametrize("size", ["phone", "laptop"])
@pytest.mark.parametrize("game", OPENED)
def test_a_row_stands_open_among_the_others(at_sheet, game, size):
    site = at_sheet(game, size)
    assert len(site.all("tr[data-open] form.tally-form")) == 1
    assert every.wider_than_the_screen(site) == []
    assert every.too_small_to_tap(site) == []
    assert every.without_a_label(site) == []


def test_a_hand_saved_in_its_row_opens_the_next(at_sheet):
    site = at_sheet("brisca-muerte-al-tres", "laptop", touch=False)
    first = site.browser.find_element(By.CSS_SELECTOR, "tr[data-open] .segments label:nth-child(1)")
    first.click()
    site.press("Save hand 1")
    assert [row.get_attribute("data-hand") for row in site.all("tr[data-stands]")] == ["1"]
    assert [row.get_attribute("data-hand") for row in site.all("tr[data-open]")] == ["2"]


@pytest.mark.parametrize("size", ["phone", "laptop"])
@pytest.mark.parametrize("game", NUMBERS)
def test_the_digits_cover_nothing(at_sheet, game, size):
    site = at_sheet(game, size)
    assert every.wider_than_the_screen(site) == []
    for _digit in range(4):
        assert site.ask(WHERE) == {"apart": True, "inView": True}
        tap(site, "1")
    site.ask("[...document.querySelectorAll('.hand-grid tr[data-hand] input')].at(-1).focus()")
    assert site.ask(WHERE) == {"apart": True, "inView": True}


@pytest.mark.parametrize("game", ["buddha", "brisca-mariaje"])
def test_what_its_fields_hold_is_read_in_whole_words(at_sheet, game):
    for language, _name in settings.LANGUAGES:
        site = at_sheet(game, "phone", language=language)
        assert site.ask(BROKEN) == []


APART = """
const names = [...document.querySelectorAll(".grid > thead .name")];
["Willem Visser", "Nives Urbani", "Sanne Bakker"].forEach((name, place) => (names[place].textContent = name));
const places = names.map((one) => {
    const written = document.createRange();
    written.selectNodeContents(one);
    return written.getBoundingClientRect();
});
return places.slice(1).map(({left}, place) => left - places[place].right >= 6);
"""


def test_names_side_by_side_do_not_run_into_each_other(at_sheet):
    assert at_sheet("brisca-rematada", "phone").ask(APART) == [True, True]


def test_the_sides_of_an_open_row_are_headed_alike(at_sheet):
    site = at_sheet("buraco", "phone")
    assert len(set(site.ask(HEADED))) == 1


def test_digits_go_on_and_store_a_row(at_sheet, built, served):
    site = at_sheet("busca-accademia", "phone")
    for key in "8", "next", "1", "1", "2", "next":
        tap(site, key)
    site.wait(lambda: site.all("tr[data-hand='1'][data-stands]"))
    assert site.ask("return document.activeElement.name") == "2-line-0-points"
    tap(site, "7")
    served.run(PLAY.format(built["tables"]["busca-accademia"], 2))
    served.run(PLAY.format(built["tables"]["busca-accademia"], 3))
    site.wait(lambda: site.all("tr[data-hand='3'][data-stands]"))
    assert site.ask("return document.getElementById('2-line-0-points').value") == "7"


def test_marriages_are_passed_by_enter_and_a_row_is_saved_at_its_end(at_sheet):
    site = at_sheet("brisca-mariaje", "laptop", touch=False)

    def enter(*texts):
        for text in texts:
            site.browser.switch_to.active_element.send_keys(text, Keys.ENTER)

    enter("51", "1", "", "", "")
    assert site.ask("return document.activeElement.name") == "1-line-1-plain_marriages"
    assert site.all("tr[data-stands]") == []
    enter("2")
    site.wait(lambda: [row.get_attribute("data-hand") for row in site.all("tr[data-stands]")] == ["1"])
    worth = [one.text for one in site.all("tr[data-stands] .was")]
    assert worth == ["51", "1", "0", "69", "0", "2"]


EIGHT = """
import json
from tests.e2e import games
from tests.halls import play
from tournaments.models import Table
options = {"sides": 8, "minimum": -9999, "maximum": 9999}
games.VARIANTS["eight"] = ("points", 8, 1, {"options": options, "table": {"hands": 3}})
called = ["Anna Bianchi", "Emma Santoro", "Gina Moretti", "Fabio Greco", "Carla De Luca", "Ugo Rey", "Ada Lo", "Dino"]
built = games.build("eight", called=called)
play(Table.objects.get(round__tournament__slug=built["tables"]["eight"].split("/")[2]), 1, [-1234] * 7 + [9876])
print(json.dumps(built))
"""


@pytest.mark.parametrize("size", SIZES)
def test_long_numbers_of_eight_sides_are_read_whole(at_sheet, built, served, size):
    built["tables"] |= json.loads(served.run(EIGHT).splitlines()[-1])["tables"]
    site = at_sheet("eight", size, touch=size == "phone")
    broken_words = []
    for _page in ("the sheet", "the table"):
        assert every.wider_than_the_screen(site) == []
        assert every.too_small_to_tap(site) == []
        broken_words += broken(site)
        site.open(built["tables"]["eight"])
    assert broken_words == []


PASTED = {
    "buraco": "0;1;0;0;185;0;Taken;0;0;0;0;105;35;zzz;1\n1;1;1;0;500;10;n;0;0;0;0;105;35;T;2",
    "briscola-chiamata": "caller;;partner;;;75\ncaller;mate;;;;x",
    "brisca-rematada": "91;1;0;20;0;0;9;0;0;1;1;110\n91;20;9;1;1;99",
    "brisca-muerte-al-tres": "70;50\n70;51",
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", PASTED)
def test_pasted_hands_are_corrected_in_their_cells(at_sheet, game, size):
    site = at_sheet(game, size)
    site.ask("document.querySelector('details:has(#pasted)').open = true; pasted.value = arguments[0]", PASTED[game])
    standing = len(site.all("tr[data-stands]"))
    site.press("Put it into the rows")
    assert [int(row.get_attribute("data-cells")) for row in site.all("tr[data-cells]")] == [standing + 1, standing + 2]
    assert every.wider_than_the_screen(site) == []
    assert every.too_small_to_tap(site) == []
    assert every.without_a_label(site) == []
    assert every.twice(site) == []
    assert every.dangling(site) == []
