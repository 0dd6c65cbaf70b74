"""Everybody sees the shown name; members of the club find the full name where they need it."""

import pytest

from tests.halls import a_round, a_tournament, play_out
from tests.web.pages import text, told
from tournaments.actions.standings import standings
from tournaments.models import Player, Standing

pytestmark = pytest.mark.django_db
FULL = "Zeno Quagliarella"


@pytest.fixture
def player(club):
    tournament = a_tournament(club, players=8)
    player = Player.objects.get(name="Player 0001")
    player.name, player.name_key = FULL, FULL.casefold()
    player.save()
    tournament.entries.filter(players=player).update(name=FULL)
    play_out(a_round(tournament))
    standings.refresh(tournament.pk)
    return player


def show(client, player, **how):
    return client.post(f"/players/{player.pk}/shown/", how, follow=True)


def public_pages(player):
    entry = player.entries.get()
    table = entry.seats.get().table.number
    opponent = entry.seats.get().table.seats.exclude(entry=entry).first().entry.players.get()
    tails = (
        "",
        "players/",
        "rounds/1/",
        f"rounds/1/tables/{table}/",
        f"players/{entry.pk}/",
        "ledger/",
        "standings/1/",
        "standings.csv",
        "players.csv",
        f"players/{entry.pk}.csv",
        "rounds/1.csv",
        f"rounds/1/tables/{table}.csv",
    )
    yield from (f"/tournaments/serata/{tail}" for tail in tails)
    yield from (f"/players/{player.pk}/", f"/players/{opponent.pk}/")


def api(player):
    entry = player.entries.get()
    table = entry.seats.get().table.number
    tails = (
        "",
        "entries/",
        f"entries/{entry.pk}/",
        "entries/?search=quagliarella",
        "rounds/1/",
        f"rounds/1/tables/{table}/",
        f"rounds/1/tables/{table}/hands/",
        "standings/",
        "standings/?format=csv",
        f"standings/{entry.pk}/",
        "log/",
        "ledger/",
    )
    yield from (f"/api/v1/tournaments/serata/{tail}" for tail in tails)
    yield f"/api/v1/clubs/{player.club.slug}/players/{player.pk}/"


@pytest.mark.slow
def test_the_full_name_is_nowhere_that_everybody_reads(director, anybody, stranger, player):
    answer = show(director, player, shown_as="initials", code_name="")
    assert told(answer) == ["The name is now shown as Z. Q., to everybody and everywhere."]
    for where in [*public_pages(player), *api(player)]:
        for reader in (anybody, stranger):
            page = reader.get(where)
            said = page.content.decode()
            assert page.status_code == 200, where
            assert ("Quagliarella" in said, "Zeno" in said) == (False, False), where
    for where in ("/tournaments/serata/", "/tournaments/serata/players/", f"/players/{player.pk}/"):
        assert "Z. Q." in anybody.get(where).content.decode(), where
    assert not Standing.objects.filter(body__contains=b"Quagliarella").exists()


def test_a_search_by_the_full_name_finds_it_for_members_alone(director, anybody, player):
    where = "/api/v1/tournaments/serata/entries/?search="
    show(director, player, shown_as="code", code_name="La Volpe")
    for reader, wanted, found in (
        (anybody, "quag", 0),
        (director, "quag", 1),
        (anybody, "volpe", 1),
        (director, "volpe", 1),
    ):
        assert len(reader.get(where + wanted).json()["results"]) == found, wanted


def test_the_clubs_people_find_the_full_name_where_they_need_it(director, anybody, player):
    show(director, player, shown_as="code", code_name="La Volpe")
    entry = player.entries.get()
    for where in (
        "/tournaments/serata/registration/?q=quagl",
        f"/tournaments/serata/registration/{entry.pk}/",
        f"/players/{player.pk}/",
    ):
        said = text(director.get(where))
        assert ("La Volpe" in said, FULL in said) == (True, True), where
    found = director.get(f"/api/v1/clubs/{player.club.slug}/players/{player.pk}/").json()
    assert (found["name"], found["shown_name"], found["shown_as"]) == (FULL, "La Volpe", "code")
    found = anybody.get(f"/api/v1/clubs/{player.club.slug}/players/{player.pk}/").json()
    assert (found["name"], found["shown_name"]) == ("La Volpe", "La Volpe")


def test_a_director_finds_the_full_name_among_cards_constraints_and_decisions(director, player):
    show(director, player, shown_as="code", code_name="La Volpe")
    entry = player.entries.get()
    for where in ("/tournaments/serata/cards/", "/tournaments/serata/constraints/"):
        assert [one.pk for one in director.get(where, {"q": "quagl"}).context["listed"].entries] == [entry.pk], where
    for where in ("/tournaments/serata/constraints/", "/tournaments/serata/decisions/"):
        assert f'<option value="{entry.pk}">La Volpe ({FULL})</option>' in director.get(where).content.decode(), where


def test_where_many_play_the_full_name_may_be_typed(club, director):
    made = a_tournament(club, players=201, name="Fiera")
    entry = made.entries.get(name="Player 0007")
    Player.objects.filter(name="Player 0007").update(name=FULL, shown_as="code", alias="La Volpe")
    made.entries.filter(pk=entry.pk).update(name="La Volpe")
    a_round(made)
    sent = {"kind": "penalty", "entry": "quagliarella", "amount": "1", "reason": "Late"}
    director.post("/tournaments/fiera/decisions/", sent)
    assert [penalty.entry_id for penalty in made.penalties.all()] == [entry.pk]


def test_a_code_name_that_cannot_stand_is_told_beside_its_field(director, player):
    answer = show(director, player, shown_as="code", code_name="x")
    assert answer.status_code == 422
    assert "A code name has at least 3 characters." in text(answer)


def test_only_directors_change_shown_names(anybody, stranger, scorer, player):
    assert [show(client, player, shown_as="full").status_code for client in (anybody, stranger, scorer)] == [403] * 3
