"""docs/api.md: its commands are run and print what it says; as a page it has every heading and link."""

import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest
from django.test import Client

from tests.processes import HOME
from tests.test_documents import anchors
from tournaments.serving.cache_keys import QUERIES

SOURCE = HOME / "docs" / "api.md"
GUIDE = SOURCE.read_text()
HALL = """
from tests.halls import a_club, a_round, a_tournament, a_user
from tournaments.actions.at_table import keys
club = a_club("Circolo del Tavolo", owner=a_user("guido"))
round_ = a_round(a_tournament(club, name="Due telefoni"))
print(keys.cards(round_.tournament, [1])[0].secret)
"""
TYPED = ["## Getting started", "## Errors", "## An evening", "#### A hand from two phones"]


def block(heading, language):
    return re.search(f"```{language}\n(.*?)```", GUIDE.partition(f"\n{heading}\n")[2], re.DOTALL)[1]


@pytest.mark.slow
@pytest.mark.parametrize("heading", TYPED)
def test_what_it_types_prints_what_it_says(served, heading):
    if not shutil.which("curl") or not shutil.which("jq"):
        pytest.skip("no curl and jq on PATH")
    secrets = {}
    if "$TOKEN" in block(heading, "sh"):
        secrets["TOKEN"] = served.manage("create_token", "scoreboard", "--create", "--superuser", "--scope", "manage")
    if "$CARD" in block(heading, "sh"):
        secrets["CARD"] = served.run(HALL)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block(heading, "sh")],
        check=False,
        env={"PATH": "/usr/bin:/bin", "SITE": served.address, **secrets},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == block(heading, "json").splitlines()


class Page(HTMLParser):
    """The ids of a page, its headings and its links."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.headings, self._inside = [], [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if tag == "a" else []
        if re.fullmatch("h[1-6]", tag):
            self.headings.append("")
            self._inside = tag

    def handle_endtag(self, tag):
        self._inside = None if tag == self._inside else self._inside

    def handle_data(self, data):
        if self._inside:
            self.headings[-1] += data


@pytest.mark.django_db
class TestPage:
    @pytest.fixture
    def page(self, client):
        return Page(client.get("/api/guide/").content.decode())

    def test_has_every_heading_in_order(self, page):
        written = re.findall(r"^#+ (.+)$", re.sub("```.*?```", "", GUIDE, flags=re.DOTALL), re.MULTILINE)
        title, *rest = written
        assert [heading for heading in page.headings if heading != "Contents"] == [title, *rest]

    def test_every_link_leads_somewhere(self, page, client):
        inside = [link for link in page.links if not link.startswith("http")]
        assert len(inside) > 40
        assert len(page.ids) == len({*page.ids})
        assert {link[1:] for link in inside if link.startswith("#")} - {*page.ids} == set()
        pages = {link for link in inside if not link.startswith("#")}
        assert {link: client.get(link).status_code for link in pages} == dict.fromkeys(pages, 200)

    def test_its_anchors_are_those_of_the_repository(self, page):
        assert anchors(SOURCE) >= {link[1:] for link in page.links if link.startswith("#")} - {"main"}

    def test_is_cached_as_public_pages_are(self):
        assert QUERIES["api:guide"] == ""

    def test_the_index_and_the_description_lead_to_it(self, client):
        assert client.get("/api/v1/").json()["guide"] == "/api/guide/"
        assert client.get("/api/v1/schema/").json()["info"]["description"].count("(/api/guide/)") == 1

    def test_is_read_only(self):
        assert Client().post("/api/guide/").status_code == 405
