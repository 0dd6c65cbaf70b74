"""A running server inserts the public part into pages of signed-in users, and caches nothing of theirs."""

import json
import re
import time
import urllib.request

import pytest

EVENING = """
import json
from django.test import Client
from tests.halls import a_club, a_member, a_round, a_tournament, a_user, play_out
from tournaments.actions.standings import standings
from tournaments.models import Club
club = a_club("Parts", owner=a_user("parts-owner"))
tournament = a_tournament(club, players=8, name="Parts", visibility="public")
play_out(a_round(tournament), [8, 11, 2, 19])
standings.refresh(tournament.pk)
def session(user):
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value
people = {"ada": a_user("ada"), "bruno": a_user("bruno"), "dora": a_member(club, "parts-dora", "director")}
print(json.dumps({name: session(user) for name, user in people.items()}))
"""
HIDE = """
from tests.halls import director_of
from tournaments.actions.standings import standings
from tournaments.models import Tournament
tournament = Tournament.objects.get(name="Parts")
standings.hide_standings(tournament, by=director_of(tournament), after_round=0)
"""
PAGE, A_RESULT = "/tournaments/parts/", "Player 0008"


@pytest.fixture(scope="module")
def ask(served):
    sessions = json.loads(served.run(EVENING))

    def answer(who, query="", language="en"):
        """Return a page as a reader gets it, without the parts that differ in every response."""
        headers = {"Accept-Language": language, **({"Cookie": f"sessionid={sessions[who]}"} if who else {})}
        with urllib.request.urlopen(urllib.request.Request(served.address + PAGE + query, headers=headers)) as got:
            page = got.read().decode()
        page = re.sub(r'\?(anew=1|&amp;|part=live)*"', '"', page)
        return re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', r"\1", page).split()

    return answer


def words(page):
    return set(re.findall(r"[\w-]+", " ".join(page)))


def test_each_reader_gets_an_own_page_until_it_is_hidden(ask, served):
    for language in ("en", "it"):
        for who in ("ada", "dora", "bruno") * 2:
            assert ask(who, "", language) == ask(who, "?anew=1", language)  # for which nothing is kept
    assert "bruno" in words(ask("bruno"))
    assert not {"ada", "bruno", "parts-dora"} & words(ask(None) + ask(None, "?part=live"))
    served.run(HIDE)
    time.sleep(1)
    for who in ("ada", "bruno", None):
        assert A_RESULT not in " ".join(ask(who) + ask(who, "?part=live"))
    assert A_RESULT in " ".join(ask("dora"))
