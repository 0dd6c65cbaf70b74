"""Clubs, tournaments and halls to play in, made through the actions like any other."""

from dataclasses import replace

from django.db import transaction

from tests.again import made_again
from tournaments.actions.core.actor import Actor
from tournaments.actions.core.refusals import AgreementNeeded, ChangesPublished
from tournaments.actions.hands import hands
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import constraints, drafts
from tournaments.actions.rounds.draws.requests import ByHand
from tournaments.actions.setup import clubs, tournaments
from tournaments.models import Membership, Role, User

LEVEL = [10, 10, 10, 10]
"""A Busca hand in which each takes one busca."""


def a_user(name="dora", **more):
    user, _created = User.objects.get_or_create(username=name, defaults=more)
    return user


def a_member(club, name, role):
    user = a_user(name)
    Membership.objects.update_or_create(club=club, user=user, defaults={"role": Role(role)})
    return user


def by(user):
    return Actor(user=user, source="web")


@made_again
def a_club(name="Circolo del Re", owner=None):
    return clubs.create_club(owner=owner or a_user(), name=name)


@made_again
def a_tournament(club=None, players=8, **plan):
    club = club or a_club()
    raw = {"name": "Serata", "ruleset": "busca-accademia", "table": {"hands": 2}, **plan}
    director = by(club.memberships.get(role="owner").user)
    dated = raw.get("starts_at") is not None
    tournament = tournaments.create_tournament(club=club, raw=raw, by=director, dated=dated)
    names = [Candidate(names=(f"Player {number:04}",)) for number in range(1, players + 1)]
    if names:
        registration.register(tournament, names, by=director)
    return tournament


def a_long_draw(club=None, name="S"):
    """A tournament of sixteen whose draw is left to a worker, though it takes no time."""
    tournament = a_tournament(club, players=16, name=name, pairing="schedule", rounds=5)
    first = tournament.entries.first()
    constraints.change_constraints(
        tournament, lambda constraints: constraints.fixed_at(first.pk, 2), by=director_of(tournament)
    )
    return tournament


def director_of(tournament):
    return by(tournament.club.memberships.get(role="owner").user)


@made_again
def a_round(tournament=None, publish=True, seed=7, tables=None, **plan):
    """The next round; `tables` as places in the list of entries, from 0."""
    tournament = tournament or a_tournament(**plan)
    director = director_of(tournament)
    entries = list(tournament.entries.order_by("number").values_list("pk", flat=True))
    by_hand = None
    if tables is not None:
        by_hand = ByHand(tuple(tuple(entries[p] for p in table) for table in tables))
    round_ = drafts.draw_round(tournament, by=director, seed=seed, by_hand=by_hand)
    return rounds.publish_round(round_, by=director) if publish else round_


def a_table(round_=None, number=1):
    return (round_ or a_round()).tables.get(number=number)


def busca(points, **facts):
    tally = {"lines": [{"points": each} for each in points]}
    return {**tally, "hand": facts} if facts else tally


def play(table, number=1, points=LEVEL, **entered):
    """Record a hand as the club's owner; a correction has a reason."""
    if "replaces" in entered:
        entered.setdefault("reason", "Misread")
    director = director_of(table.round.tournament)
    return hands.record(table, HandInput(number=number, tally=busca(points), **entered), by=director)


def play_out(round_, points=LEVEL):
    """Record every hand of a round with the same points."""
    for table in round_.tables.order_by("number"):
        for number in range(1, (round_.tournament.table_hands or 1) + 1):
            play(table, number, points)


def agreed(by, act):
    """Return the result of an action whose changes to published standings the director confirms."""
    while True:
        try:
            with transaction.atomic():
                return act(by)
        except (AgreementNeeded, ChangesPublished) as asked:
            by = replace(by, agreed=asked.agreement, reason="Agreed to")
