"""Every page fits a phone in every language; which one, a reader chooses at its foot."""

import pytest
from django.conf import settings

from tests.e2e.test_every_page import PAGES, too_small_to_tap, wider_than_the_screen

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]


@pytest.fixture(params=LANGUAGES)
def reader(request, director):
    """The hall's owner at a phone, who has chosen a language at the foot of a page."""
    director.size("phone")
    director.open("/rules/")
    director.press(dict(settings.LANGUAGES)[request.param])
    yield director
    director.open("/rules/")
    director.press("English")


def test_every_page_fits_a_phone(reader, hall, request):
    language = request.node.callspec.params["reader"]
    for page, where in PAGES.items():
        reader.open(where.format(**vars(hall)))
        assert reader.ask("return document.documentElement.lang") == language, page
        assert wider_than_the_screen(reader) == [], page
        assert too_small_to_tap(reader) == [], page
