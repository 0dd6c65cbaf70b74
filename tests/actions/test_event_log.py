"""The log: every kind has a sentence, and readers see only what they may see."""

from decimal import Decimal
from typing import get_args

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import translation

from tests.halls import a_member, a_round, a_tournament, director_of, play
from tests.table_sessions import a_phone, enter, say, seat_actors
from tournaments.actions.erasing.people import erase_player, erase_user
from tournaments.actions.event_log.reading import read_log
from tournaments.actions.event_log.selecting import LogFilter
from tournaments.actions.hands import hands
from tournaments.actions.ledger_kinds import GROUPS, LedgerKind
from tournaments.actions.people import decisions, fees, penalties, registration
from tournaments.actions.round_repair import repairs
from tournaments.actions.rounds import rounds
from tournaments.actions.setup import memberships
from tournaments.actions.standings import standings
from tournaments.models import Role

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


def read(tournament, user=NOBODY, *, size=50, before=None, **wanted):
    page = read_log(tournament, user, LogFilter(**wanted), before=before, size=size)
    return [line.plain for line in page.lines]


def told(tournament, user=NOBODY, **wanted):
    return [plain(line) for line in read(tournament, user, **wanted)]


def plain(line):
    return line.sentence.replace("\u00a0", " ")


def kinds():
    """Every kind that the code may write: the type checker refuses any other."""
    return {kind for group in get_args(LedgerKind) for kind in (get_args(group) or (group,))}


def test_every_kind_is_declared_once():
    declared = [kind for group in GROUPS.values() for kind in group]
    assert sorted(declared) == sorted(kinds())


@pytest.fixture
def evening(db):
    tournament = a_tournament(players=8)
    round_ = a_round(tournament)
    play(round_.tables.get(number=1), reason="Read out loud")
    play(round_.tables.get(number=2))
    penalties.penalise(tournament.entries.first(), amount=Decimal(1), reason="Late", by=director_of(tournament))
    rounds.close_round(round_, by=director_of(tournament), anyway=True)
    return tournament


def test_directors_read_who_did_what_and_why_newest_first(evening):
    owner = director_of(evening).user
    lines = read(evening, owner)
    assert [plain(line) for line in lines] == [
        "Round 1 was closed with results missing at 2 tables.",
        "Player 0001 got a penalty of 1.",
        "Round 1, table 2: hand 1 was entered: 1 · 1 · 1 · 1.",
        "Round 1, table 1: hand 1 was entered: 1 · 1 · 1 · 1.",
        "Round 1 was published.",
        "Round 1 was drawn: 2 tables.",
        "8 were entered: Player 0001, Player 0002, Player 0003, Player 0004, Player 0005 …",
        "The tournament was created.",
    ]
    assert {line.who for line in lines} == {owner.username}
    assert [line.reason for line in lines if line.reason] == ["Late", "Read out loud"]


def test_a_correction_tells_what_stood_before(evening):
    table = evening.rounds.get().tables.get(number=1)
    play(table, 1, [37, 1, 1, 1], replaces=1, reason="Counted again")
    assert told(evening)[0] == "Round 1, table 1: hand 1 was corrected: 1 · 1 · 1 · 1 → 17 · 0 · 0 · 0."
    play(table, 1, [37, 1, 1, 1], replaces=2, reason="Twice the same")
    assert len(told(evening)) == 9


def test_readers_without_a_role_see_roles_but_no_reasons(evening):
    scorer = a_member(evening.club, "sergio", "scorer")
    hand = evening.rounds.get().tables.get(number=1).hands.get()
    hands.dispute(hand, by=type(director_of(evening))(user=scorer, source="web"), reason="He is wrong")
    for reader in (NOBODY, scorer):
        lines = read(evening, reader)
        assert [line.who for line in lines][:2] == ["Scorer", "Director"]
        assert {line.reason for line in lines} == {""}


def test_log_shows_the_role_at_that_time(evening):
    club, owner = evening.club, director_of(evening).user
    sergio = a_member(club, "sergio", "scorer")
    membership = club.memberships.get(user=sergio)
    by = type(director_of(evening))(user=sergio, source="web")
    table = evening.rounds.get().tables.get(number=1)
    hands.dispute(table.hands.current().get(), by=by, reason="He is wrong")
    memberships.change_role(membership, Role.DIRECTOR)
    hands.confirm(table.hands.current().get(), by=by)
    memberships.change_role(membership, None)
    assert [line.who for line in read(evening)][:2] == ["Director", "Scorer"]
    assert [line.who for line in read(evening, owner)][:2] == ["sergio", "sergio"]


@pytest.mark.slow
def test_log_names_actors_at_a_table_to_directors(evening):
    round_ = a_round(evening)
    enter(a_phone(round_.tables.get(number=1), 2))
    name = round_.tables.get(number=1).seats.get(number=2).entry.name
    assert read(evening, director_of(evening).user)[0].who == name
    assert read(evening)[0].who == "at the table"


def test_log_names_the_player_who_disputes_a_hand(db):
    north, east, *_others = seat_actors()
    table = north.session.table
    enter(north)
    say(east, accept=False)
    who = [line.who for line in read(table.round.tournament, director_of(table.round.tournament).user)[:2]]
    assert who == [table.seats.get(number=seat).entry.name for seat in (1, 0)]


def test_removed_entries_are_named_as_such(db):
    tournament = a_tournament(players=8)
    owner = director_of(tournament)
    first, *others = tournament.entries.order_by("number")
    registration.remove_entry(first, by=owner)
    entered = "Player 0002, Player 0003, Player 0004, Player 0005, an entry that was removed …"
    assert told(tournament)[1] == f"8 were entered: {entered}"
    assert told(tournament)[0] == "An entry was removed from the list."
    assert told(tournament, owner.user)[0] == "Player 0001 was removed from the list."
    for entry in others:
        registration.remove_entry(entry, by=owner)
    assert told(tournament)[-2] == "8 were entered: 5 entries that were removed …"
    with translation.override("it"):
        assert told(tournament)[-2] == "Iscritti 8 giocatori: 5 iscrizioni tolte dall’elenco …"


def test_drafts_stay_with_directors(evening):
    a_round(evening, publish=False)
    assert told(evening)[0] == "Something about a round that is not public yet."
    assert told(evening, director_of(evening).user)[0] == "Round 2 was drawn: 2 tables."
    assert told(evening, round=2) == []
    assert told(evening, director_of(evening).user, round=2) == ["Round 2 was drawn: 2 tables."]


def test_log_of_hidden_standings_has_no_figures(evening):
    standings.hide_standings(evening, by=director_of(evening), after_round=0)
    evening.refresh_from_db()
    lines = told(evening)
    assert lines[0] == "The standings were hidden."
    assert "Round 1, table 1: hand 1 was entered." in lines
    assert "Player 0001 got a penalty." in lines
    scorer = a_member(evening.club, "sergio", "scorer")
    assert "Round 1, table 1: hand 1 was entered: 1 · 1 · 1 · 1." in told(evening, scorer)


def test_log_is_filtered_by_kind_table_and_player(evening):
    owner = director_of(evening).user
    assert told(evening, owner, kind="penalties") == ["Player 0001 got a penalty of 1."]
    assert told(evening, table=2) == ["Round 1, table 2: hand 1 was entered: 1 · 1 · 1 · 1."]
    assert told(evening, round=1, kind="hands", table=3) == []
    entry = evening.entries.get(name="Player 0001")
    table = evening.rounds.get().seats.get(entry=entry).table.number
    assert told(evening, player="player 0001") == [
        "Player 0001 got a penalty of 1.",
        f"Round 1, table {table}: hand 1 was entered: 1 · 1 · 1 · 1.",
        "8 were entered: Player 0001, Player 0002, Player 0003, Player 0004, Player 0005 …",
    ]
    assert told(evening, player="nobody of this name") == []


def test_log_shows_decisions_with_round_and_worth(evening):
    director, entries, round_ = director_of(evening), evening.entries.order_by("number"), evening.rounds.get()
    penalties.penalise(entries[0], amount=Decimal("1.50"), reason="Late", by=director, round_=round_)
    decisions.decide(entries[1], "award", amount=Decimal(2), reason="Alone", by=director, round_=round_)
    decisions.decide(entries[2], "forfeit", reason="Left", by=director, round_=round_)
    decision = decisions.decide(entries[3], "absent", amount=Decimal(4), reason="Late", by=director, round_=round_)
    decisions.take_back(decision, by=director)
    assert told(evening)[:5] == [
        "Taken back: Player 0004 was absent in round 1, which counts 4.",
        "Player 0004 was absent in round 1, which counts 4.",
        "Player 0003 forfeited round 1.",
        "Player 0002 got an award of 2 for round 1.",
        "Player 0001 got a penalty of 1.5 in round 1.",
    ]
    standings.hide_standings(evening, by=director, after_round=0)
    evening.refresh_from_db()
    assert told(evening)[4:6] == ["Player 0002 got an award for round 1.", "Player 0001 got a penalty."]


@pytest.mark.slow
def test_log_names_and_finds_exchanged_players(evening):
    round_ = a_round(evening)
    one, other = (seat.entry for seat in round_.seats.order_by("table__number", "number")[2:5:2])
    repairs.exchange(round_, one.pk, other.pk, by=director_of(evening), reason="Wrong seats")
    names = ", ".join(entry.name for entry in sorted((one, other), key=lambda entry: entry.pk))
    assert told(evening, player=one.name, kind="rounds") == [f"Round 2, changed places: {names}."]


def test_pages_follow_on_each_other(evening):
    first = read_log(evening, NOBODY, LogFilter(), before=None, size=5)
    second = read_log(evening, NOBODY, LogFilter(), before=first.older, size=5)
    assert [line.sequence for line in (*first.lines, *second.lines)] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert second.older is None


def test_log_does_not_name_an_erased_player(evening):
    owner = director_of(evening).user
    player = evening.entries.get(name="Player 0001").players.get()
    erase_player(player, by=director_of(evening))
    assert "0001" not in " ".join(f"{line.sentence} {line.reason}" for line in read(evening, owner))
    gone = a_member(evening.club, "gina", "director")
    rounds.reopen_round(evening.rounds.get(), by=type(director_of(evening))(user=gone, source="web"))
    erase_user(gone)
    line = next(line for line in read(evening, owner) if "reopened" in line.sentence)
    assert line.who == "erased"


def test_log_names_a_removed_entry_to_directors_only(db):
    tournament = a_tournament(players=4)
    registration.remove_entry(tournament.entries.get(number=3), by=director_of(tournament))
    assert told(tournament, director_of(tournament).user)[0] == "Player 0003 was removed from the list."
    assert "0003" not in told(tournament)[0]


def test_log_is_in_the_readers_language(evening):
    with translation.override("it"):
        lines = told(evening)
    assert lines[0] == "Il turno 1 è stato chiuso con risultati mancanti a 2 tavoli."
    assert not set(lines) & set(told(evening))


def test_log_shows_the_kind_of_an_unknown_entry(evening):
    evening.ledger.create(sequence=99, kind="from_the_future", at=evening.created_at, facts={}, digest="x")
    assert told(evening)[0] == "An event of another version of the program: from_the_future."


def test_a_name_from_right_to_left_leaves_what_stands_beside_it_where_it_is(evening):
    evening.entries.filter(number=1).update(name="דן כהן")
    assert told(evening, kind="players") == [
        "8 were entered: \u2068דן כהן\u2069, Player 0002, Player 0003, Player 0004, Player 0005 …"
    ]


def test_only_directors_find_the_fee_of_a_player(evening):
    entry, owner = evening.entries.get(number=3), director_of(evening)
    fees.change_fee(entry, {"paid": Decimal(12)}, by=owner)
    assert told(evening)[0] == "A fee was noted."
    assert "A fee was noted." not in told(evening, player=entry.name)
    assert told(evening, owner.user, player=entry.name)[0] == f"{entry.name}: paid 12."


def test_only_directors_read_the_fee_in_figures_of_their_language(evening):
    owner = director_of(evening)
    fees.set_fee(evening, Decimal("12.50"), by=owner)
    assert told(evening)[0] == "A fee was noted."
    with translation.override("it"):
        assert told(evening, owner.user)[0] == "La quota è stata fissata a 12,50."
