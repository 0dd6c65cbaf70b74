"""Random tournaments beside an independent program: the standings after every round, at once and later.

The other program reads what the API publishes and computes from docs/standings.md; see tests/games/published.py.
"""

import os
import random

import pytest

from tests.api.caller import Caller
from tests.games.published import Published, rows_as_computed, rows_as_published
from tests.games.random_evenings import Evening
from tests.halls import a_user
from tests.parameters import slowly
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
AT_ONCE, IN_ALL = 2, int(os.environ.get("EVENINGS", "60"))


def published(evening, caller):
    address = f"tournaments/{evening.tournament.slug}/"

    def get(path):
        where = f"games/{evening.case.slug}/" if path == "/games" else f"{address}{path}"
        return caller.get(where).json()

    return Published(get)


def compare(evening, caller):
    """Compare every standings so far with those that the other program computes."""
    standings.refresh(evening.tournament.pk)
    program = published(evening, caller)
    for number in evening.tournament.rounds.published().values_list("number", flat=True):
        shown = caller.get(f"tournaments/{evening.tournament.slug}/standings/?after_round={number}").json()
        assert rows_as_published(shown) == rows_as_computed(program.standing(number)), f"after round {number}"


def direct(evening, acts):
    """Acts of the director; one that was not agreed to changes nothing that was published."""
    for _act in range(acts):
        before = evening.settled()
        if not evening.act():
            after = evening.settled()
            assert {number: after[number] for number in before} == before, evening.acts[-1:]


def play(seed, caller):
    evening = Evening(seed)
    dice = random.Random(seed)
    for _round in range(evening.case.rounds):
        if not evening.play_round():
            break
        compare(evening, caller)
        direct(evening, dice.randint(1, 4))
    direct(evening, 4)
    compare(evening, caller)
    tournament = Tournament.objects.get(pk=evening.tournament.pk)
    assert verify(tournament).findings == ()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(AT_ONCE), *slowly(*range(AT_ONCE, IN_ALL))])
def test_every_standing_is_what_another_program_computes(seed):
    play(seed, Caller(a_user("host", is_superuser=True)))
