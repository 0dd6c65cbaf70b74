"""A hall with a screen on its wall: a tournament of so many players, a round played and one in play."""

import json

from django.utils.crypto import get_random_string

from tests.e2e.hall import session_of
from tests.halls import a_club, a_round, a_tournament, a_user, by, play_out
from tournaments.actions import sweep
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import clock, rounds
from tournaments.actions.screens import opening, pairing

GIVEN = ("Giovanni", "Maria", "Anna", "Giuseppe", "Lucia", "Francesco", "Rosa", "Antonio", "Giulia", "Salvatore")
FAMILY = (
    *("Rossi", "Bianchi", "Esposito", "Ferrari", "Colombo", "Quaranta", "Marchetti", "De Luca", "Mancini", "Barbieri"),
    *("Santoro", "D'Angelo", "Lombardi", "Castiglione", "Pellegrini", "Fumagalli", "Montanari", "Guerra", "Testa"),
    *("Valentini", "Basile", "Sorrentino", "Martinelli", "Della Valle", "Orlando", "Zanetti", "Parisi", "Villa"),
    *("Rinaldi", "Gatti", "Serra", "Coppola", "Longo", "Leone", "Giordano", "Vitale", "Lombardo", "Caruso"),
    *("Ferri", "Bellini", "Pagano"),
)
LONG = ("Maddalena" * 12)[:100]
TURNED = "\u202eרות כהן\u200f Rossi"
"""Letters from right to left, and marks that are never closed."""


def name(place):
    """One of 410 names, each once."""
    return f"{GIVEN[place % len(GIVEN)]} {FAMILY[place % len(FAMILY)]}"


def build(players, **plan):
    """The names as they are listed, the address of a screen and who directs."""
    mark = get_random_string(6, "abcdefgh")
    olga = a_user(f"olga-{mark}")
    club = a_club(f"Circolo {mark}", olga)
    tournament = a_tournament(club, players=0, name=f"Gran Premio {mark}", table={"hands": 1}, rounds=3, **plan)
    registration.register(tournament, [Candidate(names=(name(n),)) for n in range(players)], by=by(olga))
    for entry, odd in zip(tournament.entries.order_by("number"), (LONG, TURNED), strict=False):
        entry.name = odd
        entry.save()
    first = a_round(tournament)
    play_out(first, [8, 11, 2, 19])
    rounds.close_round(first, by=by(olga))
    second = a_round(tournament)
    clock.start_clock(second, by=by(olga), minutes=40)
    sweep.refresh_stale_standings()
    opened = opening.open_screen("hall")
    screen = pairing.pair_screen(tournament, opened.screen.code, by=by(olga), language="it", name="Ingresso")
    return {
        "secret": opened.secret,
        "screen": screen.pk,
        "slug": tournament.slug,
        "session": session_of(olga),
        "names": list(tournament.entries.values_list("name", flat=True)),
        "out": list(second.sit_outs.values_list("entry__name", flat=True)),
        "tables": second.tables.count(),
    }


def print_built(players, **plan):
    print(json.dumps(build(players, **plan)))
