"""Entering players: one or many, all or none, nobody twice."""

import pytest

from tests.halls import a_club, a_round, a_tournament, by, director_of
from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.models import Entry, Player, Tournament

pytestmark = pytest.mark.django_db


def enter(tournament, *candidates):
    return registration.register(tournament, candidates, by=director_of(tournament))


def named(*names, **more):
    return Candidate(names=names, **more)


def faults(tournament, *candidates):
    with pytest.raises(Invalid) as refused:
        enter(tournament, *candidates)
    return [(problem.code, problem.pointer) for problem in refused.value.problems]


def test_entries_are_numbered_in_the_order_given():
    tournament = a_tournament(players=0)
    entries = enter(tournament, named("Nino"), named("Teresa"))
    assert [(e.number, e.name) for e in entries] == [(1, "Nino"), (2, "Teresa")]
    assert enter(tournament, named("Zeno"))[0].number == 3


def test_a_known_player_is_known_again():
    club = a_club()
    first, second = a_tournament(club, players=0), a_tournament(club, players=0)
    enter(first, named("Niccolò  Rizzo"))
    enter(second, named(" niccolo rizzo"))
    player = Player.objects.get()
    assert player.name == "Niccolò Rizzo"
    assert player.entries.count() == 2


def test_nobody_enters_twice_unless_it_is_somebody_new():
    tournament = a_tournament(players=0)
    enter(tournament, named("Anna Neri"))
    assert faults(tournament, named("anna neri")) == [("duplicate_entry", (0, "name"))]
    player = Player.objects.get()
    assert faults(tournament, Candidate(player_ids=(player.pk,))) == [("duplicate_entry", (0, "player"))]
    enter(tournament, named("Anna Neri", new=True))
    assert Player.objects.count() == 2


def test_partners_of_one_name_are_told_how_to_enter_two_people():
    club = a_club()
    enter(a_tournament(club, players=0), named("Anna Neri"))
    anna = Player.objects.get().pk
    pairs = a_tournament(club, players=0, ruleset="brisca", table={"target": 3})
    for pair in (named("Anna Neri", "anna neri"), Candidate(("Anna Neri",), (anna,)), Candidate((), (anna, anna))):
        with pytest.raises(Invalid) as refused:
            enter(pairs, pair)
        assert "named twice in this entry" in refused.value.problems[0].message
    enter(pairs, Candidate(("Anna Neri",), (anna,), new=True))
    assert Player.objects.count() == 2


def test_a_known_player_given_by_name_and_by_id_is_a_duplicate_in_either_order():
    club = a_club()
    enter(a_tournament(club, players=0), named("Anna Neri"))
    by_id = Candidate(player_ids=(Player.objects.get().pk,))
    other = a_tournament(club, players=0)
    assert faults(other, named("Anna Neri"), by_id) == [("duplicate_entry", (1, "player"))]
    assert faults(other, by_id, named("Anna Neri")) == [("duplicate_entry", (1, "name"))]


def test_a_name_that_two_players_have_must_be_chosen():
    club = a_club()
    enter(a_tournament(club, players=0), named("Anna Neri"), named("Anna Neri", new=True))
    other = a_tournament(club, players=0)
    assert faults(other, named("Anna Neri")) == [("ambiguous_name", (0, "name"))]
    chosen = Player.objects.last()
    assert enter(other, Candidate(player_ids=(chosen.pk,)))[0].players.get() == chosen


def test_registration_with_a_fault_enters_nobody_and_reports_all_faults():
    tournament = a_tournament(players=0)
    assert faults(
        tournament,
        named("Anna"),
        named("  "),
        named("x" * 10_000),
        named("ANNA"),
        Candidate(player_ids=(4711,)),
        named("Anna", "Zeno"),
        Candidate(),
    ) == [
        ("missing_field", (1, "name")),
        ("too_long", (2, "name")),
        ("duplicate_entry", (3, "name")),
        ("unknown_player", (4, "player")),
        ("wrong_number_of_players", (5, "name")),
        ("wrong_number_of_players", (6, "name")),
    ]
    assert not Entry.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", ["🂡 Anna 👩‍👩‍👧", "<script>alert(1)</script>", 'O\'Brien "Bob"', "山田"])
def test_names_are_kept_as_typed(name):
    assert enter(a_tournament(players=0), named(name))[0].name == name


def test_control_characters_do_not_enter():
    assert enter(a_tournament(players=0), named("An\x00na\u202e Neri\n"))[0].name == "An na Neri"


def test_a_player_of_another_club_is_unknown():
    stranger = a_tournament(players=1).entries.get().players.get()
    other = a_tournament(a_club("Bocciofila"), players=0)
    assert faults(other, Candidate(player_ids=(stranger.pk,))) == [("unknown_player", (0, "player"))]


def test_partners_enter_together():
    tournament = a_tournament(players=0, ruleset="brisca", table={"target": 3})
    entry = enter(tournament, named("Anna", "Zeno"))[0]
    assert entry.name == "Anna – Zeno"
    assert [p.name for p in entry.players.order_by("entry_players__position")] == ["Anna", "Zeno"]
    assert faults(tournament, named("Nino", "anna")) == [("duplicate_entry", (0, "names", 1))]


def test_late_entry_plays_from_the_next_round():
    tournament = a_tournament(players=8)
    a_round(tournament)
    assert enter(tournament, named("Late"))[0].from_round == 2


def test_withdrawing_is_said_in_the_ledger_and_checking_in_is_not_public():
    tournament = a_tournament(players=8)
    entry, director = tournament.entries.first(), director_of(tournament)
    revision = Tournament.objects.get().revision
    registration.change_entry(entry, {"checked_in": True}, by=director)
    assert Tournament.objects.get().revision == revision
    registration.change_entry(entry, {"status": "withdrawn"}, by=director)
    assert Tournament.objects.get().revision == revision + 1
    link = tournament.ledger.last()
    assert (link.kind, link.facts["status"]) == ("entry_changed", "withdrawn")


def test_an_entry_is_removed_only_before_the_first_draw():
    tournament = a_tournament(players=8)
    director = director_of(tournament)
    registration.remove_entry(tournament.entries.last(), by=director)
    assert tournament.entries.count() == 7
    a_round(tournament, publish=False)
    with pytest.raises(Conflict):
        registration.remove_entry(tournament.entries.last(), by=director)


@pytest.mark.parametrize("players", [1, 50])
def test_the_desk_asks_as_often_for_a_hundred_as_for_one(django_assert_num_queries, players):
    tournament = a_tournament(players=0)
    candidates = [named(f"Player {number}") for number in range(players)]
    director = by(director_of(tournament).user)
    with django_assert_num_queries(12 + 2):
        registration.register(tournament, candidates, by=director)
