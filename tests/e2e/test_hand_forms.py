"""A person with a phone of 360 pixels fills in a hand of every game."""

import json
from itertools import pairwise

import pytest
from django.conf import settings
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from tests.e2e import test_every_page as every
from tests.e2e.test_at_table_long_names import broken
from tests.e2e.thumb import Thumb

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


def build(served, *wanted):
    script = f"import json; from tests.e2e import games; print(json.dumps(games.build(*{wanted})))"
    return json.loads(served.run(script).splitlines()[-1])


@pytest.fixture(scope="module")
def games(served):
    """Return a table of every game, at which nobody plays."""
    return build(served)


def a_phone(site, games):
    site.sign_in(games["session"])
    site.size("phone")
    return Thumb(site, games["tables"])


@pytest.fixture
def phone(site, games):
    return a_phone(site, games)


@pytest.fixture
def at_new_table(site, served):
    """A phone that shows the first hand of a table of its own: `at_new_table(game)`."""

    def sit_down(game):
        phone = a_phone(site, build(served, game))
        phone.sit_down(game)
        return phone

    return sit_down


@pytest.fixture(params=[code for code, _name in settings.LANGUAGES])
def in_each_language(request, phone):
    phone.site.set_cookie(settings.LANGUAGE_COOKIE_NAME, request.param)


@pytest.mark.usefixtures("in_each_language")
def test_short_names_words_on_buttons_and_columns_have_room(phone):
    for game in ("briscola-chiamata", "brisca-rematada", "buddha"):
        phone.sit_down(game)
        assert phone.tall(".tally-form .who .name") == []
        if game != "buddha":
            assert all(gap >= 4 for gap in gaps_between_columns(phone))
            assert every.wider_than_the_screen(phone.site) == []
    assert broken(phone.site, ".thumb .button:not([hidden])") == []
    phone.sit_down("brisca")
    assert broken(phone.site, ".thumb .button:not([hidden])") == []


CUT_OFF = """
const pen = document.createElement("canvas").getContext("2d");
const arrow = 20;
return [...document.querySelectorAll("select")].flatMap((one) => {
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(one);
    pen.font = font;
    const room = one.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd) - arrow;
    return [...one.options].map((each) => each.text).filter((words) => pen.measureText(words).width > room);
});
"""


@pytest.mark.usefixtures("in_each_language")
def test_what_became_of_the_morto_is_read_to_its_end(phone):
    phone.sit_down("buraco")
    assert len(phone.site.all("select")) == 2
    assert phone.site.ask(CUT_OFF) == []


@pytest.mark.usefixtures("in_each_language")
def test_the_tabs_stand_on_one_line(phone):
    phone.site.open(phone.tables["busca-accademia"].partition("rounds")[0])
    assert phone.tall(".tabs ul") == []


def gaps_between_columns(phone):
    """The pixels between the words at the heads of neighbouring columns."""
    words = phone.site.ask("""
        const words = document.createRange();
        return [...document.querySelectorAll(".tally-rows thead th:not([hidden])")].map((one) => {
            words.selectNodeContents(one);
            const where = words.getBoundingClientRect();
            return [where.left, where.right];
        });
    """)
    return [after[0] - before[1] for before, after in pairwise(words)]


def test_busca_in_five_taps(at_new_table):
    phone = at_new_table("busca-accademia")
    phone.keys("8112")
    assert phone.numbers() == ["8", "11", "2", "(19)"]
    phone.told("Total 21; the remaining 19 go to Dino")
    phone.told("2 buscas, 2 in all")
    phone.save()
    phone.told("Hand 1: Dino 2 buscas.")
    assert phone.taps == 5


def test_busca_numbers_that_could_go_on_wait(at_new_table):
    phone = at_new_table("busca-accademia")
    phone.keys("1>")
    assert phone.numbers() == ["1", "", "", ""]
    phone.told("Total 1, 39 missing")
    phone.keys("1313")
    phone.save()
    phone.told("Hand 1")
    phone.told("3 buscas")


def test_busca_too_many(at_new_table):
    phone = at_new_table("busca-accademia")
    phone.keys("20209")
    phone.told("Total 49: take away 9")
    assert phone.numbers() == ["20", "20", "9", ""]


def test_brisca_the_second_number_is_worked_out(at_new_table):
    phone = at_new_table("brisca")
    phone.keys("73")
    phone.save()
    phone.told("Hand 1: Anna – Berto 1 game point.")
    assert phone.taps == 3


def test_brisca_cards_only_at_sixty_each(at_new_table):
    phone = at_new_table("brisca")
    cards = phone.site.browser.find_element(By.NAME, "line-0-cards")
    part = phone.site.browser.find_element(By.CSS_SELECTOR, "details.folded")
    assert not part.is_displayed()
    phone.keys("60")
    phone.site.wait(cards.is_displayed)
    phone.keys(">24")
    phone.told("1 game point, 1 in all")
    phone.save()
    phone.told("Hand 1: Anna – Berto 1 game point.")


def test_king_the_last_number_follows_from_the_deal(at_new_table):
    phone = at_new_table("king")
    deal = Select(phone.site.browser.find_element(By.NAME, "hand-deal"))
    deal.select_by_value("queens")
    phone.keys("1>2>1")
    assert phone.numbers() == ["1", "2", "1", "(0)"]
    deal.select_by_value("hearts")
    assert phone.numbers() == ["1", "2", "1", "(9)"]
    deal.select_by_value("domino")
    assert phone.numbers() == ["1", "2", "1", ""]
    deal.select_by_value("last_two")
    phone.told("Total 4: take away 2")
    deal.select_by_value("queens")
    phone.save()
    phone.told("Hand 1: Anna −3 points, Berto −6 points, Carla −3 points.")


def test_mariaje_asks_whether_there_were_marriages(at_new_table):
    phone = at_new_table("brisca-mariaje")
    phone.keys("50")
    phone.tick("hand-any_marriages", "some")
    phone.tick("line-0-plain_marriages", "2")
    phone.told("1 game point, 1 in all")
    phone.save()
    phone.told("Hand 1: Anna – Berto 1 game point.")


def test_muerte_al_tres_needs_one_tap(at_new_table):
    phone = at_new_table("brisca-muerte-al-tres")
    phone.tick("hand-three_killed_by", "1")
    assert not phone.site.browser.find_element(By.NAME, "line-0-points").is_displayed()
    phone.save()
    phone.told("Hand 1: Carla – Dino 1 game point.")


def test_buddha_in_two_steps(at_new_table):
    phone = at_new_table("buddha")
    phone.keys("3405")
    phone.save()
    phone.told("The bids are locked since")
    assert [one.text for one in phone.site.all(".locked")] == ["3", "4", "0", "5"]
    phone.keys("3505")
    assert phone.numbers() == ["3", "5", "0", "5"]
    phone.told("50 points, 50 in all")
    phone.save()
    phone.told("Hand 1: Anna 50 points, Berto −10 points, Carla 120 points, Dino 70 points.")


def test_chiamata_who_calls_lets_the_last_caller_go(at_new_table):
    phone = at_new_table("briscola-chiamata")
    phone.tick("line-0-role", "caller")
    phone.tick("line-1-role", "caller")
    phone.tick("line-3-role", "partner")
    checked = phone.site.ask("return [...document.querySelectorAll('.pick :checked')].map((one) => one.name)")
    assert checked == ["line-1-role", "line-3-role"]
    phone.tick("hand-alone", "yes")
    checked = phone.site.ask("return [...document.querySelectorAll('.pick :checked')].map((one) => one.name)")
    assert checked == ["line-1-role", "hand-alone"]
    phone.tick("line-3-role", "partner")
    phone.keys("7561")
    phone.told("2 points, 2 in all")
    phone.save()
    phone.told("Hand 1: Anna −1 points, Berto 2 points")


def test_rematada(at_new_table):
    phone = at_new_table("brisca-rematada")
    phone.keys("9120")
    phone.tick("hand-declarer", "0")
    phone.tick("line-last_trick", "0")
    phone.tick("hand-any_marriages", "none")
    phone.tap(phone.site.browser.find_element(By.NAME, "hand-bid"))
    phone.keys("110")
    phone.told("55 points, 55 in all")
    phone.save()
    phone.told("Hand 1: Berto 55 points, Carla 55 points.")


def test_buraco_with_steps_for_the_canastras(at_new_table):
    phone = at_new_table("buraco")
    more = phone.site.all(".steps button:last-child")
    phone.tap(more[0])
    phone.tap(more[0])
    phone.site.ask("document.querySelector('[name=line-1-dirty]').focus()")
    phone.keys("0000000")
    phone.tick("line-went_out", "0")
    for side in "01":
        Select(phone.site.browser.find_element(By.NAME, f"line-{side}-morto")).select_by_value("taken")
    for name, number in (
        ("line-0-table_points", "185"),
        ("line-1-table_points", "105"),
        ("line-0-hand_points", "0"),
        ("line-1-hand_points", "35"),
    ):
        phone.site.browser.find_element(By.NAME, name).send_keys(number)
    phone.told("485 points, 485 in all")
    phone.save()
    phone.told("Hand 1: Anna – Berto 485 points, Carla – Dino 70 points.")


@pytest.mark.parametrize("game", ["buraco", "busca-accademia", "buddha", "briscola-chiamata"])
def test_nothing_is_wider_than_the_phone_nor_too_small_for_a_thumb(game, phone):
    phone.sit_down(game, hand=1)
    assert every.wider_than_the_screen(phone.site) == []
    assert every.without_a_label(phone.site) == []
    assert every.too_small_to_tap(phone.site) == []
    assert every.twice(phone.site) == []
    assert every.dangling(phone.site) == []
