"""No browser that translates a page translates a name on it."""

import re
from html.parser import HTMLParser

import pytest

from scoring.bidi import plain
from tests.halls import a_club, a_round, a_tournament, a_user, director_of, play_out
from tests.web.addresses import READ
from tests.web.at_table import a_phone, answer, enter, path
from tests.web.conftest import an_evening, client_of
from tests.web.filled_addresses import address
from tournaments.actions import sweep
from tournaments.actions.rounds import rounds
from tournaments.models import User
from tournaments.wording.names import as_name, filled, with_names

pytestmark = pytest.mark.django_db
NAME = re.compile(r"Player \d{4}")
VOID = {"meta", "link", "input", "br", "hr", "img", "base"}
SPOKEN = {"title", "desc", "script", "style", "option"}
"""What is not on the page, or cannot be marked."""


class Reader(HTMLParser):
    """Collects the names that a browser would translate."""

    def __init__(self):
        super().__init__()
        self.open, self.exposed, self.seen = [], [], 0

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append((tag, dict(attrs).get("translate") == "no"))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not NAME.search(data) or SPOKEN & {tag for tag, _kept in self.open}:
            return
        self.seen += 1
        if not any(is_kept for _tag, is_kept in self.open):
            self.exposed.append((" ".join(tag for tag, _kept in self.open[-3:]), data.strip()))


@pytest.fixture
def hall(club):
    """A tournament with somebody who sits out, over after two rounds, and one in play."""
    for name, number in (("Finita", 2), ("Aperta", 3)):
        tournament = a_tournament(club, players=9, name=name, rounds=number)
        for _round in range(2):
            round_ = a_round(tournament)
            play_out(round_, [20, 10, 9, 1])
            rounds.close_round(round_, by=director_of(tournament))
    sweep.refresh_stale_standings()


PAGES = [
    "/",
    "/clubs/circolo-del-re/",
    "/clubs/circolo-del-re/champions/",
    "/embed/clubs/circolo-del-re/",
    *("/tournaments/finita/" + tail for tail in ("", "players/", "pictures/", "rounds/2/", "rounds/2/tables/1/")),
]


@pytest.mark.slow
@pytest.mark.parametrize("page", [*PAGES, "entry", "player"])
def test_every_name_is_kept(page, hall, club, anybody):
    player = club.players.first()
    entry = player.entries.get(tournament__slug="finita")
    where = {"entry": f"/tournaments/finita/players/{entry.pk}/", "player": f"/players/{player.pk}/"}.get(page, page)
    reader = Reader()
    reader.feed(anybody.get(where).content.decode())
    assert reader.seen
    assert reader.exposed == []


@pytest.fixture(scope="module")
def evening(module_db):
    return an_evening(a_club("Circolo della Regina", a_user("olivia")))


@pytest.mark.slow
def test_every_name_is_kept_inside_sentences_as_well(evening, db):
    """This covers every page of the club, read by its owner, who sees everything."""
    owner, seen = client_of(User.objects.get(username="olivia")), 0
    for name in READ:
        page = owner.get(address(name, evening))
        if page.headers.get("Content-Type", "").startswith("text/html"):
            reader = Reader()
            reader.feed(page.content.decode())
            assert (name, reader.exposed) == (name, [])
            seen += reader.seen
    assert seen > 200


def test_a_name_with_markup_is_kept_as_it_is_written():
    assert as_name("<i>Ann & Bo") == '<bdi translate="no">&lt;i&gt;Ann &amp; Bo</bdi>'
    said = filled("%(name)s has <b>hand</b> %(hand)d.", {"name": "<i>Ann", "hand": 3})
    assert with_names(said) == '<bdi translate="no">&lt;i&gt;Ann</bdi> has &lt;b&gt;hand&lt;/b&gt; 3.'
    assert plain(said) == "<i>Ann has <b>hand</b> 3."


@pytest.mark.slow
def test_what_was_done_is_told_with_the_name_kept(hall, director):
    entered = director.post("/tournaments/aperta/registration/", {"name": "Rosa Bianca"}, follow=True)
    assert '<bdi translate="no">Rosa Bianca</bdi> is entered.' in entered.content.decode()


@pytest.mark.slow
def test_programs_read_the_log_without_marks(hall, director):
    lines = director.get("/api/v1/tournaments/finita/log/").json()["results"]
    assert [line for line in lines if "\u2068" in line["sentence"] + line["who"]] == []
    assert any(NAME.search(line["sentence"]) for line in lines)


@pytest.mark.slow
def test_every_name_is_kept_on_a_phone_at_the_table(club):
    table = a_round(a_tournament(club, name="Serata", table={"hands": 2})).tables.get(number=1)
    one, two = a_phone(table, 0), a_phone(table, 1)
    pages = [one.get(path(table)), enter(one, table), two.get(path(table))]
    pages += [
        answer(two, table),
        enter(two, table, hand=2),
        one.get(path(table)),
        one.get(path(table, "table-hand", 1)),
    ]
    seen = 0
    for page in pages:
        reader = Reader()
        reader.feed(page.content.decode())
        assert reader.exposed == []
        seen += reader.seen
    assert seen > 30
