"""The demonstration club: one tournament finished, one in play, one still to come."""

import random
from datetime import datetime, timedelta
from itertools import islice, product

from django.db import transaction
from django.utils import timezone

from tournaments.models import Club, Round, Table, Tournament

from .core.actor import Actor
from .hands.hands import record
from .hands.tallies import HandInput
from .people.candidates import Candidate
from .people.registration import register
from .rounds.draws.drafts import draw_round
from .rounds.rounds import close_round, publish_round
from .setup.clubs import create_club
from .setup.tournaments import create_tournament

SLUG = "circolo-del-fante"
FIRST_NAMES = ("Ada", "Bruno", "Carla", "Dino", "Elsa", "Furio", "Gina", "Ivo")
FAMILY_NAMES = ("Bassi", "Corti", "Donati", "Elmi", "Fermi", "Galli")
BY = Actor(user=None, source="command")
SEED = 40
HANDS = 6


def load_demo() -> Club | None:
    """Create the demonstration club with its three tournaments; return None if it exists already.

    The club has no member and no account: the first owner of the installation becomes its owner.
    """
    if Club.objects.filter(slug=SLUG).exists():
        return None
    with transaction.atomic():
        club = create_club(owner=None, name="Circolo del Fante", slug=SLUG, city="Treviso", by_family_name=True)
        dice = random.Random(SEED)  # noqa: S311 - the same evening everywhere, no secret
        now = timezone.now().replace(second=0, microsecond=0)
        _create_finished(club, now - timedelta(days=7), dice)
        _create_in_play(club, now - timedelta(hours=1), dice)
        _create_tournament(club, "Memorial del Cavallo", now + timedelta(days=7), players=12, rounds=4)
    return club


def _create_finished(club: Club, starts_at: datetime, dice: random.Random) -> None:
    tournament = _create_tournament(club, "Serata di Busca", starts_at, players=24, rounds=4)
    for _number in range(tournament.rounds_planned):
        _play_and_close(_publish_next(tournament, dice), dice)


def _create_in_play(club: Club, starts_at: datetime, dice: random.Random) -> None:
    tournament = _create_tournament(club, "Torneo d’autunno", starts_at, players=33, rounds=3, pairing="swiss")
    _play_and_close(_publish_next(tournament, dice), dice)
    for table in _publish_next(tournament, dice).tables.order_by("number"):
        _play(table, dice.randint(2, HANDS), dice)


def _publish_next(tournament: Tournament, dice: random.Random) -> Round:
    return publish_round(draw_round(tournament, by=BY, seed=dice.randrange(1000)), by=BY)


def _play_and_close(round_: Round, dice: random.Random) -> None:
    for table in round_.tables.order_by("number"):
        _play(table, HANDS, dice)
    close_round(round_, by=BY)


def _create_tournament(
    club: Club, name: str, starts_at: datetime, *, players: int, rounds: int, pairing: str = "random"
) -> Tournament:
    raw = {
        "name": name,
        "ruleset": "busca-accademia",
        "table": {"hands": HANDS},
        "rounds": rounds,
        "pairing": pairing,
        "starts_at": starts_at,
    }
    tournament = create_tournament(club=club, raw=raw, by=BY)
    names = (f"{first} {family}" for family, first in product(FAMILY_NAMES, FIRST_NAMES))
    register(tournament, [Candidate(names=(name,)) for name in islice(names, players)], by=BY)
    return tournament


def _play(table: Table, hands: int, dice: random.Random) -> None:
    for number in range(1, hands + 1):
        lines = [{"points": points} for points in _deal(dice)]
        record(table, HandInput(number=number, tally={"lines": lines}), by=BY)


def _deal(dice: random.Random) -> list[int]:
    """Return the four sides' points in a random hand, from the cards with points and the last trick."""
    points = [0, 0, 0, 0]
    for value in (8, 3, 3, 3, 3, *[1] * 20):
        points[dice.randrange(4)] += value
    return points
