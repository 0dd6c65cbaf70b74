"""A name is put right: from the player's own page, and from the registration."""

import pytest

from tests.halls import a_round, a_tournament, play_out
from tests.web.pages import text, told
from tournaments.actions import sweep
from tournaments.actions.people import players
from tournaments.actions.standings import standings
from tournaments.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(club):
    tournament = a_tournament(club, players=8)
    standings.refresh(tournament.pk)
    return Player.objects.get(name="Player 0001")


def rename(client, player, name, **more):
    data = {"name": name, "replaces": player.name, **more}
    return client.post(f"/players/{player.pk}/name/", data, follow=True)


def test_the_name_is_another_everywhere_at_once_in_the_middle_of_a_round(director, anybody, player):
    play_out(a_round(player.entries.get().tournament))
    answer = rename(director, player, "Ò" * 100)
    assert told(answer) == [f"The name is {'Ò' * 100} now, everywhere."]
    sweep.refresh_stale_standings()
    table = player.entries.get().seats.get().table.number
    for where in ("", "players/", "rounds/1/", f"rounds/1/tables/{table}/", f"players/{player.entries.get().pk}/"):
        shown = anybody.get(f"/tournaments/serata/{where}").content.decode()
        assert ("Player 0001" in shown, "Ò" * 100 in shown) == (False, True), where


def test_from_the_registration_and_back_to_it(director, player):
    entry = player.entries.get()
    page = director.get(f"/tournaments/serata/registration/{entry.pk}/").content.decode()
    assert f'action="/players/{player.pk}/name/"' in page
    answer = rename(director, player, "Anna Neri", tournament="serata")
    assert answer.request["PATH_INFO"] == "/tournaments/serata/registration/"
    assert "Anna Neri" in text(answer)


def test_whoever_was_slower_is_told_what_the_name_is_now(director, player):
    rename(director, player, "Anna Neri")
    answer = rename(director, player, "Anna Nerri")
    assert answer.status_code == 422
    assert "Somebody else has changed the name meanwhile: it is Anna Neri now." in text(answer)
    assert 'name="replaces" value="Anna Neri"' in answer.content.decode()


def test_a_name_has_letters_and_not_too_many(director, player):
    for name in ("", " ", "x" * 101):
        assert rename(director, player, name).status_code == 422
    assert Player.objects.get(pk=player.pk).name == "Player 0001"


def test_only_directors_rename_players(anybody, stranger, scorer, player):
    assert [rename(client, player, "X").status_code for client in (anybody, stranger, scorer)] == [403, 403, 403]


def test_the_ledger_remembers_the_name_before_until_the_person_is_erased(director, player):
    rename(director, player, "Anna Neri")
    link = player.entries.get().tournament.ledger.last()
    assert (link.kind, link.disclosure.personal["text"]) == ("entry_renamed", "Player 0001")
    players.rename_player(player, "Anna Neri", by=None)  # nothing changes, so nobody is asked
    assert player.entries.get().tournament.ledger.last() == link
