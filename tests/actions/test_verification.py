"""Verification finds every change of stored data."""

import sys
from io import StringIO
from itertools import count, pairwise

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.halls import LEVEL, a_round, a_tournament, play, play_out
from tournaments.actions.core import ledger
from tournaments.actions.core.actor import CLOCK
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import LedgerDisclosure, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = a_tournament(players=4)
    play_out(a_round(tournament))
    standings.refresh(tournament.pk)
    return Tournament.objects.get()


def behind_its_back(statement):
    """Act as somebody who can write to the database and removes its guards."""
    with connection.cursor() as cursor:
        for table in ("hand", "ledgerentry"):
            for guard in ("fixed", "kept"):
                cursor.execute(f"DROP TRIGGER IF EXISTS tournaments_{table}_{guard}")
        cursor.execute(statement)


def find_problems(tournament):
    return {(finding.kind, finding.place) for finding in verify(tournament).findings}


@pytest.mark.slow
def test_a_hall_of_more_than_a_thousand_is_looked_at(db):
    assert verify(a_tournament(players=1004)).findings == ()


def test_recorded_tournament_verifies(tournament):
    verdict = verify(tournament)
    assert verdict.holds
    assert (verdict.entries, verdict.erased) == (6, 0)
    assert verdict.head == tournament.ledger_head


def test_each_hand_of_a_long_table_is_computed_once_more():
    """Each further hand costs as much as the ones before it, so a table of a thousand hands is verified too."""
    table = a_round(a_tournament(players=4, table={"hands": 60})).tables.get()
    calls = []
    for hands in (20, 40, 60):
        for number in range(hands - 19, hands + 1):
            play(table, number, LEVEL)
        calls.append(calls_of(lambda: verify(table.round.tournament)))
    first, second = (after - before for before, after in pairwise(calls))
    assert second < 1.1 * first


def calls_of(work):
    """How many functions this calls."""
    counted = count()
    sys.setprofile(lambda _frame, event, _of: next(counted) if event == "call" else None)
    try:
        work()
    finally:
        sys.setprofile(None)
    return next(counted)


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        (
            "UPDATE tournaments_hand SET lines = replace(lines, '10', '11') WHERE number = 1",
            ("hand", "round 1 table 1 hand 1 version 1"),
        ),
        (
            "UPDATE tournaments_hand SET scores = '[0, 1, 1, 1]' WHERE number = 2",
            ("hand", "round 1 table 1 hand 2 version 1"),
        ),
        ("DELETE FROM tournaments_hand WHERE number = 2", ("hand", "round 1 table 1 hand 2 version 1")),
        ("UPDATE tournaments_ledgerentry SET kind = 'other' WHERE sequence = 3", ("digest", "ledger 3")),
        ("UPDATE tournaments_tournament SET ledger_head = ''", ("head", "ledger")),
        ("UPDATE tournaments_ledgerdisclosure SET personal = '{\"user\": 99}'", ("disclosure", "ledger 5")),
        ("UPDATE tournaments_standing SET body = CAST('{}' AS BLOB)", ("standings", "standings after round 1")),
    ],
)
def test_one_corrupted_row_is_found(tournament, statement, finding):
    behind_its_back(statement)
    assert finding in find_problems(tournament)


def test_erasing_a_person_leaves_a_chain_that_holds(tournament):
    ledger.erase_disclosures(LedgerDisclosure.objects.all(), by=CLOCK)
    verdict = verify(tournament)
    assert (verdict.holds, verdict.erased) == (True, 6)
    told = tournament.ledger.last()
    assert (told.kind, told.facts["links"]) == ("disclosures_erased", [1, 2, 3, 4, 5, 6])


def test_text_removed_without_an_erasure_is_found(tournament):
    """Somebody could do this to hide who did something, or why."""
    ledger.erase_disclosures(LedgerDisclosure.objects.filter(entry__sequence=2), by=CLOCK)
    LedgerDisclosure.objects.filter(entry__sequence=5).delete()
    assert find_problems(tournament) == {("disclosure", "ledger 5")}


def test_the_command_names_what_does_not_hold_and_fails(tournament):
    out = StringIO()
    call_command("verify_ledger", stdout=out)
    assert out.getvalue().startswith("serata: holds, 6 entries, head ")
    behind_its_back("UPDATE tournaments_ledgerentry SET kind = 'other' WHERE sequence = 3")
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_ledger", tournament.slug, stdout=out)
    assert "  ledger 3: was changed after it was written" in out.getvalue()


def test_an_unknown_tournament_is_named():
    with pytest.raises(CommandError, match="There is no tournament nowhere"):
        call_command("verify_ledger", "nowhere")
