"""Random tournaments of all games, exported and imported: the same standings to the byte, and a file that holds."""

import json
import os

import pytest

from tests.actions.forged_exports import SCHEMA, check
from tests.games.eventful_evenings import played
from tests.halls import a_club, a_user, by
from tests.parameters import slowly
from tournaments.actions.exchange.exporting import export
from tournaments.actions.exchange.importing import import_tournament
from tournaments.actions.verification import verify
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
AT_ONCE, IN_ALL = 2, int(os.environ.get("EVENINGS", "20"))


def written(tournament):
    return json.loads(b"".join(export(tournament, in_full=True)))


def holds(document):
    found = [each for each in check.schema_faults(document, SCHEMA) if each[2]] or check.Check(document).faults()
    return found == []


def moved(document, club, owner):
    """What a club makes of the file of a tournament, and the file of that."""
    made = import_tournament(document, club=club, by=by(owner), again=True).tournament
    made = Tournament.objects.get(pk=made.pk)
    return made, written(made)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(AT_ONCE), *slowly(*range(AT_ONCE, IN_ALL))])
def test_an_imported_tournament_is_the_same_to_the_byte(seed):
    tournament, owner = played(seed), a_user(f"other {seed}")
    before = written(tournament)
    there, after = moved(before, a_club(f"Other {seed}", owner=owner), owner)
    home, back = moved(after, tournament.club, owner)
    assert before["standings"] == after["standings"] == back["standings"]
    assert before["ledger"] == after["ledger"][:-1] == back["ledger"][:-2]
    assert [holds(each) for each in (before, after, back)] == [True, True, True]
    assert verify(there).findings == verify(home).findings == ()
