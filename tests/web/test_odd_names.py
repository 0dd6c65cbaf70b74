"""Names with markup, marks of direction, formulas and a hundred characters: text wherever they are shown."""

import csv
import io
import re

import pytest
from django.utils import timezone
from icalendar import Calendar

from tests.halls import a_club, a_user
from tests.web.addresses import BY_CARD, READ
from tests.web.conftest import an_evening, client_of
from tests.web.filled_addresses import address
from tournaments.actions import sweep
from tournaments.models import Club, Entry, Player, Tournament

pytestmark = pytest.mark.django_db
NAMES = (
    "<script>alert(1)</script>",
    "\u202eרות כהן\u200f Rossi",
    "'\"><img src=x onerror=alert(1)>",
    "]]></text><script>",
    "=HYPERLINK(1)",
    "Maddalena" * 11,
)
LIVE = re.compile(rb"<script>alert|<img src=x|</text><script>")


@pytest.fixture(scope="module")
def odd(module_db):
    addresses = an_evening(a_club("Circolo del Re", a_user("olga")))
    for model in (Player, Entry):
        for at, each in enumerate(model.objects.order_by("pk")):
            model.objects.filter(pk=each.pk).update(name=f"{NAMES[at % len(NAMES)]} {each.pk}"[:100])
    Tournament.objects.update(name=NAMES[0], starts_at=timezone.now())
    Club.objects.update(name=NAMES[2])
    Tournament.objects.update(revision=99)
    sweep.refresh_stale_standings()
    return addresses


@pytest.mark.parametrize("name", [*READ, *BY_CARD])
def test_odd_names_are_escaped_on_every_page_feed_csv_and_picture(name, odd):
    for client in (client_of(), client_of(a_user("olga"))):
        answer = client.get(address(name, odd))
        assert answer.status_code < 500
        kind = answer.get("Content-Type", "")
        if kind.startswith(("text/html", "image/svg")):
            assert LIVE.findall(answer.content) == []
        elif kind.startswith("text/calendar"):
            assert Calendar.from_ical(answer.content).walk("VEVENT")
        elif kind.startswith("text/csv"):
            cells = [cell for row in csv.reader(io.StringIO(answer.content.decode())) for cell in row]
            assert [cell for cell in cells if cell.startswith("=")] == []
