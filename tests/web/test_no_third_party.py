"""No page, style, script or header causes a request to another site."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.halls import a_club, a_user
from tests.web.addresses import BY_CARD, READ
from tests.web.conftest import an_evening, client_of
from tests.web.filled_addresses import address
from tournaments.http import A_LONG_TIME, SCREEN
from tournaments.serving.cache_keys import PERSONAL
from tournaments.web.public_urls import public_pages
from tournaments.web.views.home import YEAR

pytestmark = pytest.mark.django_db
STATIC = Path(settings.BASE_DIR) / "tournaments" / "static" / "tavolo"
ELSEWHERE = re.compile(r"""(?:https?:|wss?:)?//[a-z0-9-]+(?:\.[a-z0-9-]+)+|(?:https?|wss?)://""", re.IGNORECASE)
NAMESPACE = re.compile(r"""http://www\.w3\.org/[\w/]+""")
LOADS = re.compile(r"""<(?:script|link|img|iframe|object|embed|source|video|audio|use|image|form)\b[^>]*>""")
OURS = {"'self'", "'none'", "data:"}


@pytest.fixture(scope="module")
def addresses(module_db):
    return an_evening(a_club("Circolo del Re", a_user("olga")))


@pytest.mark.parametrize("name", [*READ, *BY_CARD])
def test_no_page_loads_from_elsewhere_or_allows_it(name, addresses):
    for client in (client_of(), client_of(a_user("olga"))):
        answer = client.get(address(name, addresses))
        if not answer.get("Content-Type", "").startswith("text/html"):
            continue
        policy = answer["Content-Security-Policy"]
        sources = {word for part in policy.split(";") for word in part.split()[1:]}
        is_frame = name in ("club-frame", "season-frame")
        assert sources <= (OURS | {"*"} if is_frame else OURS), sources
        assert ("frame-ancestors *" in policy, "frame-ancestors 'none'" in policy) == (is_frame, not is_frame)
        assert answer.get("X-Frame-Options") == (None if is_frame else "DENY")
        page = NAMESPACE.sub("", answer.content.decode())
        page = page.replace(settings.TAVOLO_URL, "")
        assert [tag for tag in LOADS.findall(page) if ELSEWHERE.search(tag)] == []


@pytest.mark.parametrize(
    "file",
    [each for each in STATIC.rglob("*") if each.suffix in (".js", ".css", ".svg", ".json")],
    ids=lambda file: file.name,
)
def test_no_style_script_or_picture_names_another_place(file):
    assert ELSEWHERE.findall(NAMESPACE.sub("", file.read_text())) == []


@pytest.mark.parametrize("name", [each.name for each in public_pages if each.name in READ])
def test_whoever_only_reads_gets_no_cookie(name, addresses):
    assert not client_of().get(address(name, addresses)).cookies


def test_the_page_names_every_cookie_and_how_long_it_stays(db):
    page = client_of().get("/privacy/").content.decode()
    named = set(", ".join(re.findall(r"<li><div><code>(.*?)</code>", page)).split(", "))
    assert named == PERSONAL | {settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME, "theme", SCREEN}
    days = (settings.SESSION_COOKIE_AGE, settings.CSRF_COOKIE_AGE, YEAR, A_LONG_TIME)
    assert [round(each / 86400, -1 if each > 10**7 else 0) for each in days] == [14, 360, 360, 400]
