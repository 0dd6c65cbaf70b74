"""Random tournaments of all games, exported and imported: the same standings to the byte, and a file that holds."""

import json
import os
import random

import pytest

from tests.actions.forged_exports import SCHEMA, check
from tests.games.evenings import CASES
from tests.games.random_evenings import Evening
from tests.halls import a_club, a_user, by
from tests.parameters import slowly
from tournaments.actions.exchange.exporting import export
from tournaments.actions.exchange.importing import import_tournament
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
AT_ONCE, IN_ALL = 2, int(os.environ.get("EVENINGS", "20"))


def played(seed):
    """A random tournament with everything that directors do in between."""
    evening = Evening(seed, CASES)
    dice = random.Random(seed)
    for _round in range(evening.case.rounds):
        if not evening.play_round():
            break
        for _act in range(dice.randint(1, 4)):
            evening.act()
    standings.refresh(evening.tournament.pk)
    return Tournament.objects.get(pk=evening.tournament.pk)


def written(tournament):
    return json.loads(b"".join(export(tournament, in_full=True)))


def holds(document):
    found = [each for each in check.schema_faults(document, SCHEMA) if each[2]] or check.Check(document).faults()
    return found == []


def come_back(tournament, seed):
    """The file of a tournament, and of what another club makes of it."""
    document = written(tournament)
    owner = a_user(f"other {seed}")
    made = import_tournament(document, club=a_club(f"Other {seed}", owner=owner), by=by(owner)).tournament
    return document, written(Tournament.objects.get(pk=made.pk)), Tournament.objects.get(pk=made.pk)


@pytest.mark.parametrize("seed", [*range(AT_ONCE), *slowly(*range(AT_ONCE, IN_ALL))])
def test_an_imported_tournament_is_the_same_to_the_byte(seed):
    before, after, made = come_back(played(seed), seed)
    assert after["standings"] == before["standings"]
    assert after["ledger"][:-1] == before["ledger"]
    assert holds(before)
    assert holds(after)
    assert verify(made).findings == ()
