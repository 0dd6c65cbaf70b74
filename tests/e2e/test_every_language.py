"""Every page in every language, from the narrowest phone to the widest desk, with all that can be opened open."""

import pytest
from django.conf import settings

from tests.e2e.phone import Phone, a_table
from tests.e2e.test_every_page import PAGES, too_small_to_tap, touching, uneven, wider_than_the_screen
from tests.e2e.test_every_page import wider_than_their_column as over_the_next_column

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]
LANGUAGES = [code for code, _name in settings.LANGUAGES]
WIDTHS = (360, 768, 1366, 1920)
SCHEMES = ("light", "dark")
WORD = 24
"""Nobody expects a longer one to stay whole."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_its_widths(language, director, hall):
    """Each page is seen on a phone and at one wider width, light or dark; over the languages at all of them."""
    director.set_cookie(settings.LANGUAGE_COOKIE_NAME, language)
    for place, (page, where) in enumerate(PAGES.items(), LANGUAGES.index(language)):
        prefer(director, SCHEMES[place % 2])
        widths = WIDTHS[0], WIDTHS[1 + place % 3]
        widen(director, widths[0])
        director.open(where.format(**vars(hall)))
        director.ask("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert director.ask("return document.documentElement.lang") == language, page
        for width in widths:
            widen(director, width)
            assert faults(director) == {}, (page, width)
    prefer(director, "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phones_way_through_a_disputed_hand_fits(language, new_browser, served):
    table = a_table(served)
    north, west = (Phone(new_browser(), served.address, table) for _phone in range(2))
    for phone, seat in ((north, 0), (west, 3)):
        phone.set_cookie(settings.LANGUAGE_COOKIE_NAME, language)
        phone.open(table["card"])
        come_to(phone, f".seat-button[value='{seat}']")
        phone.tap(f".seat-button[value='{seat}']")
    come_to(north, "[data-key='9']")
    north.keys("9", "9", "9")
    north.tap("[data-send]")
    come_to(north, ".pass [name=pin]")
    come_to(west, ".yes-no a")
    west.tap(".yes-no a")
    come_to(west, ".put-right")


def come_to(phone, part):
    """Wait until the page has this part, and check that the page fits the phone and a tablet."""
    phone.taken_up_until(lambda: phone.all(part))
    phone.ask("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    for width in WIDTHS[1::-1]:
        widen(phone, width)
        assert faults(phone) == {}, (part, width)


def prefer(site, scheme):
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def widen(site, width):
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width == WIDTHS[0]}
    site.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


class Questions:
    """Collects questions to a page, to ask them all at once."""

    def __init__(self):
        self.scripts, self.arguments = [], []

    def ask(self, script, *arguments):
        self.scripts.append(f"(function () {{{script}}}).apply(null, arguments[{len(self.scripts)}])")
        self.arguments.append(arguments)

    def answers(self, site):
        return site.ask(f"return [{', '.join(self.scripts)}]", *self.arguments)


def faults(site):
    """Return what is wrong with a page at this width, by the name of the check."""
    seekers = (wider_than_the_screen, cut_off, broken, too_small_to_tap, touching, uneven, over_the_next_column)
    questions = Questions()
    for seeker in seekers:
        seeker(questions)
    answers = zip(seekers, questions.answers(site), strict=True)
    return {seeker.__name__: found for seeker, found in answers if found}


def cut_off(site):
    """Return words that leave their box, or that it hides."""
    return site.ask("""
        const hides = (one) => /hidden|clip/.test(getComputedStyle(one).overflowX) || one.matches("button, .button");
        return [...document.querySelectorAll("main *, header *, footer *")]
            .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 3 && one.clientHeight > 3)
            .filter((one) => one.checkVisibility() && !one.closest("svg, input, select") && hides(one))
            .map((one) => one.outerHTML.slice(0, 80));
    """)


def broken(site):
    """Words that go on in the next line; one that is longer than any may."""
    return site.ask(
        """
        const found = [], range = document.createRange();
        const read = (one) => one && one.offsetWidth > 2 && one.checkVisibility()
            && !one.closest("svg, script, style, option");
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT,
            (text) => read(text.parentElement) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
        while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[^\\s\\-\\/–·…]+/g)) {
            if (word[0].length > arguments[0]) continue;
            range.setStart(texts.currentNode, word.index);
            range.setEnd(texts.currentNode, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].filter((one) => one.width > 2).map((one) => one.top));
            if (lines.size > 1) found.push(word[0]);
        }
        return found;
        """,
        WORD,
    )
