"""No form of a hand preselects a fact that decides a score."""

import re
from html.parser import HTMLParser

import pytest
from django.urls import reverse

from .at_table import a_phone, path
from .test_deciding_words import CASES, ENDS
from .test_own_side_first import lock, send
from .test_table_sheet import where as sheet_of

pytestmark = pytest.mark.django_db
OF_A_HAND = re.compile(r"(\d+-)?(line|hand)-")


class Chosen(HTMLParser):
    """The fields of a hand on a page, and those that say something before anybody has filled them in."""

    def __init__(self, response):
        super().__init__()
        self.fields, self.chosen, self.inside = set(), [], ""
        self.feed(response.content.decode())

    def handle_starttag(self, tag, attributes):
        at = dict(attributes)
        if tag in ("input", "select"):
            self.inside = at.get("name", "") if OF_A_HAND.match(at.get("name") or "") else ""
            self.fields |= {self.inside} - {""}
        if not self.inside or tag not in ("input", "option"):
            return
        is_choice = tag == "option" or at.get("type") in ("radio", "checkbox")
        if at.get("value") and (not is_choice or "checked" in at or "selected" in at):
            self.chosen.append(self.inside)

    def handle_endtag(self, tag):
        if tag == "select":
            self.inside = ""


@pytest.fixture(params=CASES)
def table(request, table_of):
    slug, entries, partners, options = CASES[request.param]
    return table_of(slug, entries, partners, options=options, table=ENDS.get(slug, {}))


def test_a_form_says_nothing_by_itself(table, scorer):
    phone = a_phone(table, 0)
    at_desk = reverse("enter-hand", args=[table.round.tournament.slug, 1, table.number, 1])
    for page in (phone.get(path(table)), scorer.get(at_desk), scorer.get(sheet_of(table))):
        read = Chosen(page)
        assert read.fields
        assert read.chosen == []


def test_second_hand_has_no_preselected_values(table, scorer):
    """Neither values of the hand before nor locked values are taken over."""
    phone = a_phone(table, 0)
    lock(phone, table)
    send(phone, table, 1)
    at_desk = reverse("enter-hand", args=[table.round.tournament.slug, 1, table.number, 2])
    for page in (phone.get(path(table, "table-hand", 2)), scorer.get(at_desk)):
        read = Chosen(page)
        assert read.fields
        assert read.chosen == []
