"""The rules of every game on a phone of 360 pixels, in every language."""

import pytest
from django.conf import settings

from scoring.registry import RULESETS

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
PAGES = [*sorted({ruleset.page for ruleset in RULESETS} - {"busca"}), "busca-accademia"]


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_table_can_be_read_without_scrolling_it(language, site):
    site.size("phone")
    for page in PAGES:
        site.open(f"/rules/{page}/{language}/")
        cut = site.ask("""
            return [...document.querySelectorAll(".wide")]
                .filter((one) => one.scrollWidth > one.clientWidth)
                .map((one) => one.textContent.trim().slice(0, 80));
        """)
        assert cut == [], page
