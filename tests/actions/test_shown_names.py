"""Showing a player by full name, initials or code name on every page."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.actions.corrupting import places
from tests.halls import a_round, a_tournament, director_of, play_out
from tournaments.actions.core.names import initials
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.erasing.people import erase_player
from tournaments.actions.people import players, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.standings import standings
from tournaments.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = a_tournament(players=4)
    play_out(a_round(tournament))
    standings.refresh(tournament.pk)
    return tournament


@pytest.fixture
def player(tournament):
    return Player.objects.get(name="Player 0001")


def show(player, *how):
    return show_player_as(player, *how, by=director_of(player.club.tournaments.first()))


def names_in(tournament):
    """The name of the first entry in its row and in each of the standings."""
    entry = tournament.entries.get(number=1)
    return {entry.name, *(each.row_of(entry.pk)["name"] for each in tournament.standings.all())}


def test_shown_name_changes_in_the_entry_and_in_published_standings(tournament, player):
    for how, name in ((("initials",), "P. 0."), (("code", 'Fox "é'), 'Fox "é'), (("full",), "Player 0001")):
        show(player, *how)
        assert names_in(tournament) == {name}
        assert (player.club.players.get(pk=player.pk).shown_name, player.name) == (name, "Player 0001")


def test_the_standings_are_then_the_bytes_that_a_refresh_makes(tournament, player):
    show(player, "initials")
    mended = {each.after_round: each.digest for each in tournament.standings.all()}
    assert standings.refresh(tournament.pk, without_cache=True)
    made = {each.after_round: each for each in tournament.standings.all()}
    assert mended.keys() == made.keys()
    assert all(made[number].digest == digest for number, digest in mended.items())


def test_the_ledger_says_that_it_happened_and_no_name(tournament, player):
    show(player, "code", "Fox")
    link = tournament.ledger.last()
    assert (link.kind, link.facts["shown_as"]) == ("name_shown", "code")
    told = json.dumps([link.facts, link.disclosure.personal])
    assert ("Player" in told, "Fox" in told) == (False, False)
    assert places(tournament) == []


def test_the_same_again_changes_nothing(tournament, player):
    show(player, "initials")
    length = tournament.ledger.count()
    show(player, "initials")
    assert tournament.ledger.count() == length


def test_initials_follow_a_name_that_is_put_right(tournament, player):
    show(player, "initials")
    players.rename_player(player, "Anna Maria Neri", by=director_of(tournament))
    assert names_in(tournament) == {"A. M. N."}


def test_later_entry_has_the_shown_name(tournament, player):
    show(player, "code", "Fox")
    other = a_tournament(player.club, players=0, name="Another")
    registration.register(other, [Candidate(player_ids=(player.pk,))], by=director_of(other))
    assert other.entries.get().name == "Fox"


def test_erasing_takes_the_code_name_too(tournament, player):
    show(player, "code", "Fox")
    round_ = tournament.rounds.get()
    round_.state = "closed"
    round_.save()
    erase_player(player, by=director_of(tournament))
    player = Player.objects.get(pk=player.pk)
    assert (player.shown_as, player.alias, player.shown_name) == ("full", "", player.name)
    assert names_in(tournament) == {player.name}
    with pytest.raises(Conflict):
        show(player, "initials")


@pytest.mark.parametrize(
    ("code_name", "code"),
    [
        ("", "missing_field"),
        ("Fo", "too_short"),
        ("x" * 101, "too_long"),
        ("plàyer 0002", "name_taken"),
        ("VOLPE", "name_taken"),
    ],
)
def test_a_code_name_that_cannot_stand(tournament, player, code_name, code):
    show(Player.objects.get(name="Player 0003"), "code", "Volpe")
    with pytest.raises(Invalid) as refused:
        show(player, "code", code_name)
    assert refused.value.codes == [code]


@pytest.mark.slow
@given(st.lists(st.text(st.characters(categories=["L", "N", "P"]), min_size=1), min_size=1))
def test_initials_are_as_many_as_words_and_tell_nothing_else(words):
    made = initials(" ".join(words)).split()
    assert [len(each) for each in made] == [2] * len(" ".join(words).split())
