"""Every page is accessible by WCAG 2.2 AA, as far as programs can tell."""

import pytest

from tests.e2e.barriers import AXE, barriers, prefer, prefer_nothing
from tests.e2e.test_every_page import PAGES, patrol
from tests.parameters import slowly

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
__all__ = ["patrol"]
OFTEN = ("table",)
"""What is looked at before every change; CI looks at all pages."""


@pytest.fixture(scope="module")
def walker(patrol):
    """The patrol with axe on every page from its beginning: it is sent to the browser once."""
    added = patrol.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": AXE})
    prefer(patrol.browser)
    yield patrol
    prefer_nothing(patrol.browser)
    patrol.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


@pytest.mark.parametrize("page", [*OFTEN, *slowly(*(page for page in PAGES if page not in OFTEN))])
def test_page(page, walker, hall):
    walker.open(PAGES[page].format(**vars(hall)))
    assert barriers(walker) == {}
