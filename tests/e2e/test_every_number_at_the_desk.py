"""Typing by keyboard on the table sheet: every number is shown, and invalid ones are reported beside the row."""

import json

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.e2e.test_sheets_of_games import NUMBERS

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
TYPED = ["0", "7", "00", "08", "10", "40", "99", "119", "130", "007", "1234"]
"""One number or more of each kind: of one to four digits, with a nought in front, at a limit and beyond."""
STATE = """
const one = document.activeElement;
const { least, most } = one.dataset;
const said = document.getElementById(one.getAttribute("aria-describedby")).textContent;
return [one.name, one.value, Number(least ?? 0), Number(most), said];
"""


@pytest.mark.parametrize("game", NUMBERS)
def test_typed_numbers_are_shown_as_typed_at_the_desk(game, site, served):
    script = f"import json; from tests.e2e import games; print(json.dumps(games.build({game!r})))"
    built = json.loads(served.run(script).splitlines()[-1])
    site.size("desk")
    site.sign_in(built["session"])
    site.open(built["tables"][game] + "sheet/")
    names = [one.get_attribute("name") for one in site.all("tr[data-hand='1'] input")]
    assert names
    for name in names:
        for typed in TYPED:
            site.ask("document.getElementsByName(arguments[0])[0].focus()", name)
            press(site, typed)
            active, value, least, most, said = site.ask(STATE)
            assert (active, value) == (name, typed)
            if int(typed) > most:
                assert said == f"{typed} is not possible: enter {least} to {most}"
            press(site, *[Keys.BACKSPACE] * len(typed))
            assert site.ask(STATE)[:2] == [name, ""]


def press(site, *keys):
    """Press keys in the field that has the focus: a row may be renewed meanwhile."""
    ActionChains(site.browser).send_keys(*keys).perform()
