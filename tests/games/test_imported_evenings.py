"""Random tournaments of all games, exported and imported: the same standings to the byte, and a file that holds."""

import json
import os
import random

import pytest

from scoring.registry import RULESETS, find
from tests.actions.forged_exports import SCHEMA, check
from tests.games.any_game import default_options, usual_sides
from tests.games.evenings import CASES, Case
from tests.games.random_evenings import Evening
from tests.halls import a_club, a_user, by
from tests.parameters import slowly
from tournaments.actions.exchange.exporting import export
from tournaments.actions.exchange.importing import import_tournament
from tournaments.actions.setup.games import create_game
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import BASES, Tournament

pytestmark = pytest.mark.django_db
AT_ONCE, IN_ALL = 2, int(os.environ.get("EVENINGS", "20"))
HANDS = {"hands": 2}
POINTS = {"minimum": -10, "step": 5}
CHOSEN = [
    *CASES,
    *(Case("points", 9, (3, 3, 3), {"direction": way, "sides": 3, **POINTS}, HANDS) for way in ("low", "high")),
    *(Case("places", 10, (size, size), {"sides": size}, HANDS) for size in (4, 5)),
    *(Case("result", 5, (2, 2), {"players": 2, "best_of": best}, {"hands": 3}, partners=2) for best in (True, False)),
]


def usual(slug):
    """Two tables of a game as it is usually played, and one entry more."""
    sides = usual_sides(slug)
    return Case(
        slug, 2 * sides + 1, (sides, sides), table=HANDS, partners=find(slug).seats_per_side(default_options(slug))
    )


GAMES = [*CHOSEN, *map(usual, sorted({ruleset.slug for ruleset in RULESETS} - {case.slug for case in CHOSEN}))]


class PlayedHere(Evening):
    """A random tournament; of a game that a club can define, every other time of the club's own."""

    def _made(self, plan):
        base = plan["ruleset"]
        if base in BASES and self.dice.random() < 0.5:
            game = create_game(self.club, {"name": "Our own", "base": base, "options": plan.pop("options")})
            plan["ruleset"] = game.slug
        return super()._made(plan)


def played(seed):
    """A random tournament with everything that directors do in between."""
    evening = PlayedHere(seed, GAMES)
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
    """Return the file of a tournament, and the tournament that another club imports from it."""
    document = written(tournament)
    owner = a_user(f"other {seed}")
    made = import_tournament(document, club=a_club(f"Other {seed}", owner=owner), by=by(owner)).tournament
    return document, written(Tournament.objects.get(pk=made.pk)), Tournament.objects.get(pk=made.pk)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(AT_ONCE), *slowly(*range(AT_ONCE, IN_ALL))])
def test_an_imported_tournament_is_the_same_to_the_byte(seed):
    before, after, made = come_back(played(seed), seed)
    assert after["standings"] == before["standings"]
    assert after["ledger"][:-1] == before["ledger"]
    assert holds(before)
    assert holds(after)
    assert verify(made).findings == ()
