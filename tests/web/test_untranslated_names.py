"""No browser that translates a page translates a name on it."""

import re
from html.parser import HTMLParser

import pytest

from tests.halls import a_round, a_tournament, director_of, play_out
from tournaments.actions import rounds, sweep

pytestmark = pytest.mark.django_db
NAME = re.compile(r"Player \d{4}")
VOID = {"meta", "link", "input", "br", "hr", "img", "base"}
SPOKEN = {"title", "desc", "script", "style", "option"}
"""What is not on the page, or cannot be marked."""


class Reader(HTMLParser):
    """Takes down the names that stand alone where a browser would translate them."""

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
        if not NAME.search(data) or NAME.sub("", data).strip(" –,·\n") or SPOKEN & {tag for tag, _kept in self.open}:
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


@pytest.mark.parametrize("page", [*PAGES, "entry", "player"])
def test_every_name_is_kept(page, hall, club, anybody):
    player = club.players.first()
    entry = player.entries.get(tournament__slug="finita")
    where = {"entry": f"/tournaments/finita/players/{entry.pk}/", "player": f"/players/{player.pk}/"}.get(page, page)
    reader = Reader()
    reader.feed(anybody.get(where).content.decode())
    assert reader.seen
    assert reader.exposed == []
