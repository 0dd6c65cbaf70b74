"""A club with its people, each with a browser of sorts, and an evening with every address."""

from decimal import Decimal

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.again import again, fixture_again
from tests.games.evenings import Case
from tests.halls import a_club, a_member, a_round, a_tournament, a_user, busca, by, director_of, play
from tests.web.addresses import WHO
from tests.web.filled_addresses import CLUBS
from tournaments.actions import sweep
from tournaments.actions.at_table import keys, seats, submissions, table_sessions
from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.hands import help_calls
from tournaments.actions.hands.tallies import HandInput
from tournaments.actions.people import decisions, penalties, registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import drafts
from tournaments.actions.screens import opening, pairing
from tournaments.actions.seasons.seasons import add_evening, create_season
from tournaments.actions.setup import memberships, signing_in
from tournaments.actions.setup.games import create_game
from tournaments.actions.setup.vp_tables import create_vp_table
from tournaments.actions.standings.ratings import rate_game
from tournaments.models import Role, Scope, Webhook, WebhookDelivery


@fixture_again
def club(db):
    return a_club("Circolo del Re", a_user("olga"))


def client_of(user=None):
    client = Client()
    if user:
        client.force_login(user)
    return client


def client_again(who, user, *arguments):
    """A client with the session of the user that this makes of the given models."""
    client = Client()
    client.cookies = again(who, lambda: client_of(user(*arguments)).cookies, *arguments)
    return client


@pytest.fixture
def anybody(db):
    return client_of()


@pytest.fixture
def stranger(db):
    return client_again("stranger", lambda: a_user("stefania"))


@pytest.fixture
def scorer(club):
    return client_again("scorer", lambda club: a_member(club, "sergio", "scorer"), club)


@pytest.fixture
def director(club):
    return client_again("director", lambda club: a_member(club, "dora", "director"), club)


@pytest.fixture
def owner(club):
    return client_again("owner", lambda club: club.memberships.get(role="owner").user, club)


@pytest.fixture
def host(db):
    return client_again("host", lambda: a_user("ospite", is_superuser=True))


@fixture_again
def table(club):
    return a_round(a_tournament(club, table={"hands": 2})).tables.get(number=1)


@pytest.fixture
def table_of(club):
    def table_of(slug, entries=4, partners=1, **plan):
        case = Case(slug, entries, (), partners=partners, **plan)
        tournament = a_tournament(club, players=0, **{**case.plan, "table": plan.get("table", {})})
        people = [
            Candidate(names=tuple(f"{'ABC'[place]}{number}" for place in range(partners)))
            for number in range(1, entries + 1)
        ]
        director = by(a_user("olga"))
        registration.register(tournament, people, by=director)
        round_ = drafts.draw_round(tournament, by=director, seed=3)
        return rounds.publish_round(round_, by=director).tables.get(number=1)

    return table_of


@pytest.fixture
def people(anybody, stranger, scorer, director, owner, host):
    return dict(zip(WHO, (anybody, stranger, scorer, director, owner, host), strict=True))


def sessions_of(club):
    """Return a session of a user of each kind; an anonymous reader has none."""
    users = {
        "stranger": a_user("stefania"),
        "scorer": a_member(club, "sergio", "scorer"),
        "director": a_member(club, "dora", "director"),
        "owner": club.memberships.get(role="owner").user,
        "host": a_user("ospite", is_superuser=True),
    }
    return {who: client_of(user).cookies[settings.SESSION_COOKIE_NAME].value for who, user in users.items()}


def people_in(sessions):
    """A client for each kind of person, in these sessions."""
    clients = {who: Client() for who in WHO}
    for who, session in sessions.items():
        clients[who].cookies[settings.SESSION_COOKIE_NAME] = session
    return clients


@fixture_again
def addresses(club):
    """The arguments of every address, in a tournament with a round in play and a draft."""
    return an_evening(club)


PLAYERS = (
    "player-year",
    "own-page",
    "player",
    "player-csv",
    "player-poster",
    "player-calendar",
    "player-rating",
    "rename-player",
    "show-player-as",
    "merge-player",
    "lasting-pin",
    "part-players",
    "part-person",
    "erase-player",
)
ENTRIES = ("registered", "substitute", "change-fee", "pay-fee", "entry", "entry-csv", "change-entry", "renew-pin")
SCREENS = ("change-screen", "hold-screen", "part-screen", "bring-screen")
WORDS = {
    "table": 1,
    "hand": 1,
    "after_round": 1,
    "ruleset": "busca-accademia",
    "language": "it",
    "what": "check-in",
    "how": "paid",
    "where": "here",
    "who": "absent",
    "verb": "pause",
    "club": "circolo-del-re",
    "season": "serata",
    "paper": "everything",
    "picture": "tables",
    "uidb64": "x",
    "token": "x",
}
"""The parts of addresses that are the same for every tournament."""


def an_evening(club):
    """Make that tournament."""
    a_user("ospite", is_superuser=True)
    tournament = a_tournament(club, name="Serata", visibility="public")
    played = a_round(tournament)
    table = played.tables.get(number=1)
    play(table)
    sweep.refresh_stale_standings()
    draft = drafts.draw_round(tournament, by=director_of(tournament), seed=8)
    keys.cards(tournament, [1])
    rate_game(club, "busca-accademia")
    season = create_season(
        club, {"name": "serata", "declaration": {"parts": [{"evenings": 2}]}}, by=director_of(tournament)
    )
    add_evening(season, tournament, {}, by=director_of(tournament))  # its slug is the tournament's
    secret = memberships.invite(club=club, role=Role.SCORER, by=director_of(tournament).user)
    pk = {**rows_at(table), **rows_of(club), **rows_decided(tournament, played)}
    return {
        **WORDS,
        "slug": dict.fromkeys(CLUBS, club.slug),
        "tournament": tournament.slug,
        "number": (played.number, draft.number),
        "vp_table": create_vp_table(club, name="Ours", limits=list(range(10))).slug,
        "base": "points",
        "game": create_game(club, {"name": "Scala 40", "base": "points", "table": {"target": 101}}).slug,
        "delivery": WebhookDelivery.objects.create(webhook=club.webhooks.get(), event="webhook.created").pk,
        "year": timezone.localtime().year,
        "secret": secret,
        "pk": pk,
    }


def rows_at(table):
    """A call, a claimed seat and a request for a correction, by the addresses that name them."""
    call = help_calls.call_director(table, seat=0, reason="question")
    said = table_sessions.open_table(table, device="phone").session
    seats.claim_seat(said, 0)
    other = HandInput(number=1, tally=busca([37, 1, 1, 1]), replaces=1, reason="Counted again")
    requested = submissions.submit(other, SeatActor(said, 0))
    return {"free-seat": 0, "accept-alike": 0, "answer-call": call.pk, "decide-correction": requested.pk}


def rows_of(club):
    """A member, an invitation, a token and a webhook."""
    token, _secret = signing_in.create_token(user=a_user("ospite"), name="t", scope=Scope.READ)
    webhook = Webhook.objects.create(club=club, address="https://example.org/news")
    return {
        **dict.fromkeys(("webhook", "switch-webhook", "delete-webhook", "send-again"), webhook.pk),
        "change-role": club.memberships.get(role="owner").pk,
        "withdraw-invitation": club.invitations.get().pk,
        "revoke-token": token.pk,
    }


def rows_decided(tournament, played):
    """An entry with its player, a penalty and a decision; and a screen."""
    by, entry = director_of(tournament), tournament.entries.first()
    penalty = penalties.penalise(entry, amount=Decimal(1), reason="late", by=by)
    decided = decisions.decide(entry, "forfeit", reason="left", by=by, round_=played)
    shown = opening.open_screen("hall").screen
    pairing.pair_screen(tournament, shown.code, by=by, language="en")
    return {
        **dict.fromkeys(PLAYERS, entry.players.get().pk),
        **dict.fromkeys(ENTRIES, entry.pk),
        **dict.fromkeys(SCREENS, shown.pk),
        "cancel-penalty": penalty.pk,
        "take-back-decision": decided.pk,
    }
