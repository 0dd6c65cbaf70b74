"""A club with an evening in every state, made in a running Tavolo; prints where things are."""

import json
from datetime import timedelta
from decimal import Decimal

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from django.utils.crypto import get_random_string

from tests.halls import a_club, a_member, a_round, a_tournament, a_user, agreed, play, play_out
from tests.season_evenings import DECLARATION, a_season
from tournaments.actions import sweep
from tournaments.actions.core.actor import Actor
from tournaments.actions.hands import hands
from tournaments.actions.people import penalties
from tournaments.actions.rounds import clock, rounds
from tournaments.actions.screens import opening, pairing
from tournaments.actions.standings.ratings import rate_game, refresh_ratings
from tournaments.models import Webhook, WebhookDelivery

BACKEND = "django.contrib.auth.backends.ModelBackend"
LONG = "Maddalena" * 11
LONG_WORDS = ("Maria Maddalena Annunziata " + "Castiglione-Della-Rovere " * 3)[:100]


def session_of(user):
    """The cookie of somebody signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return session.session_key


def build():
    """A hall with one tournament in play, one drafted, one empty and one finished."""
    mark = get_random_string(6, "abcdefghijk")
    olga = a_user(f"olga-{mark}", is_superuser=True)
    club = a_club(f"Circolo {mark}", olga)
    a_member(club, f"sergio-{mark}", "scorer")
    by = Actor(user=olga, source="web")
    playing = in_play(club, f"Serata {mark}", by)
    drafted = a_tournament(club, players=17, name=f"Coppa {mark}", ruleset="busca-elimination", table={})
    a_round(drafted, publish=False)
    empty = a_tournament(club, players=0, name=f"Vuota {mark}")
    over = finished(club, by)
    sweep.refresh_stale_standings()
    refresh_ratings(rate_game(club, over.ruleset).pk)
    longest = playing.entries.first()
    season = a_season(club, over, declaration={**DECLARATION, "final": {"first": 2}})
    screen = pairing.pair_screen(playing, opening.open_screen("hall").screen.code, by=by, language="en")
    return {
        "club": club.slug,
        "playing": playing.slug,
        "drafted": drafted.slug,
        "empty": empty.slug,
        "over": over.slug,
        "season": season.slug,
        "of_season": over.entries.first().players.first().pk,
        "entry": longest.pk,
        "player": longest.players.get().pk,
        "screen": screen.pk,
        "webhook": a_webhook(club),
        "session": session_of(olga),
    }


def a_webhook(club):
    """A webhook of the club with a message that waits."""
    webhook = Webhook.objects.create(club=club, address="https://example.org/news", events=["round.published"])
    tries = [{"at": "2026-01-12T21:00:00+00:00", "status": 503, "fault": "", "took": 0.1}]
    about = {"event": "webhook.created", "due_at": timezone.now() + timedelta(days=1)}
    WebhookDelivery.objects.create(webhook=webhook, message=f"msg_{webhook.pk}", answers=tries, tries=1, **about)
    return webhook.pk


def in_play(club, name, by):
    """A tournament in its second round, with long names, a dispute, a correction and a penalty."""
    playing = a_tournament(club, players=9, name=name, rounds=3)
    longest = playing.entries.first()
    for entry, long in zip(playing.entries.order_by("number"), (LONG[:100], LONG_WORDS), strict=False):
        entry.name = long
        entry.save()
    first = a_round(playing)
    play_out(first, [8, 11, 2, 19])
    rounds.close_round(first, by=by)
    second = a_round(playing)
    clock.start_clock(second, by=by, minutes=600)
    hand = play(second.tables.get(number=1), 1, [0, 0, 10, 30])
    hands.dispute(hand, by=by)
    play(second.tables.get(number=2), 1, [10, 10, 10, 10])
    play(second.tables.get(number=2), 1, [8, 11, 2, 19], replaces=1, reason="misread")
    agreed(by, lambda by: penalties.penalise(longest, amount=Decimal(1), reason="late", by=by))
    return playing


def finished(club, by):
    """A tournament that is over, with long names."""
    over = a_tournament(club, players=8, name="x" * 100, rounds=1)
    last = a_round(over)
    over.entries.update(name=LONG_WORDS)
    play_out(last, [37, 1, 1, 1])
    rounds.close_round(last, by=by)
    return over


if __name__ == "__main__":
    print(json.dumps(build()))
