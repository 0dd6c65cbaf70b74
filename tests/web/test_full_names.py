"""No address outside the club reveals the full name of a player shown by initials or a code name.

Each address that somebody outside may ask is read twice, the full name being another the second time: nothing of what
is answered may depend on it, no order, no number, no picture.
"""

import re
from collections import Counter
from io import BytesIO
from itertools import chain

import pytest
from django.core.cache import cache
from pypdf import PdfReader

from tests.again import fixture_again
from tests.halls import a_club, a_member, a_round, a_tournament, a_user, by, director_of, play_out
from tests.web.at_table import a_phone, path
from tests.web.conftest import client_of
from tests.web.test_hidden_standings import NO_RESULTS, addresses
from tournaments.actions import sweep
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.rounds import rounds
from tournaments.actions.screens import opening, pairing
from tournaments.api.urls import version_1
from tournaments.models import Player
from tournaments.web.public_urls import public_pages

pytestmark = pytest.mark.django_db
FULL, OTHER = "Zeno Quagliarella", "Aurelio Bevilacqua"
WORDS = re.compile("zeno|quagl|aurelio|bevilacqua", re.IGNORECASE)
OF_THE_MOMENT = re.compile(
    r'(csrfmiddlewaretoken" value|nonce)="[^"]*"|\d\d:\d\d(:\d\d)?(\.\d+)?|DTSTAMP:\w+|retry: \d+'
)
SEARCHES = ("rounds/1/?q=", "rounds/2/?q=", "players/?q=")


@fixture_again
def evening(club):
    """Return an evening with a finished round and one in play, whose first player has a display name."""
    tournament = a_tournament(club, players=7, name="Serata", rounds=3, outlook=True)
    (entry,) = registration.register(tournament, [Candidate(names=(FULL,))], by=director_of(tournament))
    show_player_as(entry.players.get(), "code", "La Volpe", by=director_of(tournament))
    tables = [[0, 1, 2, 7], [3, 4, 5, 6]]
    for _number in range(2):
        played = a_round(tournament, tables=tables)
        play_out(played, [8, 11, 2, 19])
        rounds.close_round(played, by=director_of(tournament))
    a_round(tournament, tables=tables)
    sweep.refresh_stale_standings()
    return entry


def seen_from_outside(entry):
    """Every public page, feed, sheet, paper and picture, and every address of the API, with this player's numbers."""
    tournament, player = entry.tournament, entry.players.get()
    known = {
        "slug": (tournament.slug, tournament.club.slug),
        "club": (tournament.club.slug,),
        "pk": (entry.pk, player.pk, tournament.entries.first().pk),
        "number": (1, 3),
        "table": (1,),
        "hand": (1,),
        "seat": (0,),
        "version": (1,),
        "after_round": (1, 2),
        "year": (tournament.created_at.year,),
        "picture": ("places", "distribution", "meetings", "tables"),
    }
    named = ((each.name, each) for each in public_pages), ((f"api:{each.name}", each) for each in version_1)
    found = (where for name, each in chain(*named) for where in addresses(name, each, known))
    yield from (where for where in found if not where.startswith(NO_RESULTS))
    here = f"/tournaments/{tournament.slug}/"
    yield from (f"{here}{tail}{typed}" for tail in SEARCHES for typed in ("quag", "bevi", "z"))
    api = f"/api/v1/tournaments/{tournament.slug}/"
    yield from (f"{api}{tail}" for tail in ("entries/?search=quag", "standings/?format=csv", "ledger/?format=ndjson"))
    yield from (f"/api/v1/clubs/{tournament.club.slug}/players/{tail}" for tail in ("", "?search=quag"))


def answered(client, where):
    """Return the status and the text, without the parts that differ in every response."""
    answer = client.get(where, headers={"Accept-Encoding": "identity"})
    kind = answer.get("Content-Type", "")
    assert answer.status_code < 500, where
    if kind == "image/png":
        return answer.status_code, answer.content.hex()
    said = answer.getvalue().decode(errors="replace")
    if kind == "application/pdf":
        said = "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    return answer.status_code, OF_THE_MOMENT.sub("", said)


def told_twice(client, where, player):
    """Yield the responses of these addresses, once with each of the player's full names."""
    for name in (FULL, OTHER):
        Player.objects.filter(pk=player).update(name=name, name_key=name.casefold())
        cache.clear()
        yield {each: answered(client, each) for each in where}


def dependent(first, second):
    """Return the addresses whose responses have the full name, or change with it."""
    named = [each for told in (first, second) for each, (_status, said) in told.items() if WORDS.search(said)]
    return named + [each for each in first if first[each] != second[each]]


def outside(who, club):
    if who == "director elsewhere":
        return client_of(a_member(a_club("Amici delle Carte", a_user("ada")), "dino", "director"))
    return client_of(a_user("stefania") if who == "stranger" else None)


@pytest.mark.parametrize(
    ("who", "shown"), [("anybody", "La Volpe"), ("stranger", "Z. Q."), ("director elsewhere", "La Volpe")]
)
@pytest.mark.slow
def test_nothing_outside_depends_on_the_full_name(who, shown, evening, club, settings):
    settings.API_CHECKS_PER_MINUTE = 1000
    player = evening.players.get()
    if shown == "Z. Q.":
        show_player_as(player, "initials", by=director_of(evening.tournament))
    first, second = told_twice(outside(who, club), [*seen_from_outside(evening)], player.pk)
    statuses = Counter(status for status, _said in first.values())
    assert (statuses[200] > 80, statuses[429]) == (True, 0)
    assert len([said for _status, said in first.values() if shown in said]) > 30
    assert dependent(first, second) == []


@pytest.mark.slow
def test_full_name_is_not_at_the_table_nor_on_a_screen(evening):
    tournament, player = evening.tournament, evening.players.get()
    table = tournament.rounds.get(number=3).tables.get(number=1)
    screen = opening.open_screen("hall")
    pairing.pair_screen(tournament, screen.screen.code, by=by(a_user("olga")), language="en")
    at_table = [path(table), path(table, "table-hand", 1), path(table, "table-news"), path(table, "table-manifest")]
    on_the_wall = [f"/tv/{screen.secret}/", f"/tv/{screen.secret}/news/"]
    phone = a_phone(table, 1)
    first, second = told_twice(phone, [*at_table, *on_the_wall], player.pk)
    assert [where for where, (_status, said) in first.items() if "La Volpe" in said] == [*at_table[:2], on_the_wall[1]]
    assert dependent(first, second) == []
