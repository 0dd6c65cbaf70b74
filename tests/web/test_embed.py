"""The frame for a club's own site: its content, and that only it may be framed."""

import re

import pytest

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play, play_out
from tests.web.pages import text
from tournaments.actions import sweep
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.models import Tournament
from tournaments.serving.cache_keys import public_address

pytestmark = pytest.mark.django_db


@fixture_again
def evening(club):
    tournament = a_tournament(club, players=12, name="Serata", rounds=3)
    first = a_round(tournament)
    play_out(first, [20, 10, 6, 4])
    rounds.close_round(first, by=director_of(tournament))
    sweep.refresh_stale_standings()
    return Tournament.objects.get()


def frame_of(club):
    return f"/embed/clubs/{club.slug}/"


def names(page):
    return re.findall(r'<th scope="row" translate="no">(.*?)</th>', page.content.decode())


def test_frame_shows_coming_tournaments_and_the_first_ten(club, evening, anybody):
    a_tournament(club, players=0, name="Altra", starts_at="2099-12-18T20:00:00Z")
    page = anybody.get(frame_of(club), headers={"Accept-Language": "nl"})
    rows = evening.standings.get(after_round=1).document["rows"]
    assert names(page) == [row["name"] for row in rows[:10]]
    said = text(page)
    assert ("In programma Altra" in said.replace("18 dic 2099 ", ""), "12 giocatori" in said) == (True, True)
    assert '<html lang="it">' in page.content.decode()
    assert re.findall(r'<th scope="col"><span>(.*?)</span>', page.content.decode()) == [
        "Posizione",
        "Giocatore",
        "Busche",
    ]
    assert not page.cookies


def test_frame_is_updated_by_its_part_and_publicly_cached(club, evening, anybody):
    page = anybody.get(frame_of(club)).content.decode()
    assert f'data-part="{frame_of(club)}?part=live"' in page
    part = anybody.get(f"{frame_of(club)}?part=live").content.decode()
    assert ("<html" in part, 'id="live"' in part) == (False, True)
    queries = ("", "part=live", "theme=dark", "theme=pink", "x=1")
    assert [public_address(frame_of(club), query) is not None for query in queries] == [True, True, True, False, False]


def test_a_director_sees_in_it_what_everybody_sees(club, evening, anybody, director):
    hidden = a_tournament(club, players=4, name="Nascosta", visibility="private")
    standings.hide_standings(evening, by=director_of(evening), after_round=0)
    for client in (anybody, director):
        page = client.get(frame_of(club))
        assert names(page) == []
        assert hidden.name not in text(page)
        assert "La classifica è nascosta fino alla premiazione." in text(page)


def test_before_a_full_round_it_shows_what_each_has_so_far(club, anybody):
    round_ = a_round(a_tournament(club, players=8, name="Serata", rounds=3))
    play(round_.tables.get(number=1), 1, [8, 11, 2, 19])
    sweep.refresh_stale_standings()
    page = anybody.get(frame_of(club)).content.decode()
    columns = re.findall(r'<th scope="col"><span>(.*?)</span>', page)
    cells = re.findall(r"<td>([^<]*)</td></tr>", page)
    assert (columns[-1], sorted(cells)) == (
        "Turno\u00a01 finora",
        ["0 in 1 mano", "0 in 1 mano", "0 in 1 mano", "2 in 1 mano", "–", "–", "–", "–"],
    )


def test_nothing_yet_is_said(club, anybody):
    assert text(anybody.get(frame_of(club))).endswith("Questo circolo non ha ancora aperto un torneo.")
    assert anybody.get("/embed/clubs/nirgends/").status_code == 404


@pytest.mark.parametrize("theme", ["", "dark", "pink"])
def test_the_line_to_paste_names_the_frame_and_shows_it(theme, club, director):
    club.name = "Circolo <b>&"
    club.save()
    page = director.get(f"/clubs/{club.slug}/site/?theme={theme}").content.decode()
    where = frame_of(club) + ("?theme=dark" if theme == "dark" else "")
    assert f'&lt;iframe src="http://localhost:8000{where}" title="Circolo &amp;lt;b&amp;gt;&amp;amp;"' in page
    assert f'class="preview" src="{where}"' in page
