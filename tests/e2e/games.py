"""A club that plays every game, a table of each waiting for its first hand."""

import json

from django.utils.crypto import get_random_string

from scoring.fields import Kind
from scoring.registry import RULESETS, find
from tests.e2e.hall import session_of
from tests.games.any_game import default_options, usual_sides
from tests.halls import a_club, a_tournament, a_user, by, play
from tournaments.actions.at_table import keys
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.rounds import rounds
from tournaments.actions.rounds.draws import drafts

VARIANT_SLUGS = ("brisca-mexican", "briscola", "burraco", "scopa")
"""Games whose forms are those of another game."""
OWN = {
    "busca-accademia": (4, 1, {"table": {"hands": 3}}),
    "busca-elimination": (4, 1, {}),
    "buddha": (4, 1, {}),
    "brisca": (2, 2, {"table": {"target": 3}}),
    "brisca-mariaje": (2, 2, {"table": {"target": 3}}),
    "brisca-muerte-al-tres": (2, 2, {"table": {"target": 3}}),
    "briscola-chiamata": (5, 1, {"table": {"hands": 5}}),
    "brisca-rematada": (3, 1, {"table": {"hands": 5}}),
    "points": (4, 1, {"options": {"sum": 26, "maximum": 26}, "table": {"hands": 3}}),
    "places": (4, 1, {"table": {"hands": 3}}),
    "result": (2, 1, {"table": {"hands": 3}}),
    "buraco": (2, 2, {"table": {"hands": 3}}),
}


def usual(slug):
    """The entries, partners and plan of a table of a game that declares no others."""
    ruleset, options = find(slug), default_options(slug)
    return usual_sides(slug), ruleset.seats_per_side(options), {"table": {"hands": 3}}


OTHERS = [one.slug for one in RULESETS if one.slug not in (*OWN, *VARIANT_SLUGS)]
GAMES = {slug: usual(slug) for slug in OTHERS} | OWN


def needs_a_form(slug):
    """Whether a hand takes more than a number for each side."""
    game, options = find(slug), default_options(slug)
    lines = [field for field in game.line_fields(options, usual_sides(slug)) if field.required]
    return (
        not lines
        or any(f.kind is not Kind.INTEGER or f.choices for f in lines)
        or any(f.required for f in game.hand_fields)
    )


VARIANTS = {
    "brisca-mexican": ("brisca-mexican", 2, 2, {"table": {"target": 3}}),
    "brisca of two": ("brisca", 2, 1, {"options": {"players": 2}, "table": {"target": 3}}),
    "brisca of six": ("brisca", 2, 3, {"options": {"players": 6}, "table": {"target": 3}}),
    "mariaje of two": ("brisca-mariaje", 2, 1, {"options": {"players": 2}, "table": {"target": 3}}),
    "mariaje of six": ("brisca-mariaje", 2, 3, {"options": {"players": 6}, "table": {"target": 3}}),
    "muerte al tres of six": ("brisca-muerte-al-tres", 2, 3, {"options": {"players": 6}, "table": {"target": 3}}),
    "buddha of three": ("buddha", 3, 1, {}),
    "buddha of five": ("buddha", 5, 1, {}),
    "buddha of six": ("buddha", 6, 1, {}),
    "buraco of two": ("buraco", 2, 1, {"options": {"players": 2}, "table": {"hands": 3}}),
    "burraco": ("burraco", 2, 2, {"table": {"hands": 3}}),
    "scopa of two": ("scopa", 2, 1, {"options": {"players": 2}, "table": {"hands": 3}}),
    "points below zero": (
        "points",
        4,
        1,
        {"options": {"sum": 0, "minimum": -100, "maximum": 100}, "table": {"hands": 3}},
    ),
    "elimination of three": ("busca-elimination", 4, 1, {}),
}
"""Option sets and numbers of players that change a form: the game, its entries, partners and plan."""
PLAYED = {"elimination of three": [[1, 1, 1, 37]] * 2}
"""The points of the hands played before, where the form of the first hand is another one."""
NAMES = ["Anna", "Berto", "Carla", "Dino", "Emma", "Fabio"]
LONG_NAMES = [
    "Mariangela De Benedictis",
    "Giovanbattista Abbrescia",
    "Annamaria Castiglione-Fürst",
    "Pierfrancesco Quattrocchi",
    "Ugo",
    "Maria Addolorata Sant’Angelo",
]


def build(*wanted, called=NAMES):
    """A table of each wanted game or variant in play, of every game if none is named; and how to sign in."""
    mark = get_random_string(6, "abcdefghijk")
    olga = a_user(f"olga-{mark}", is_superuser=True)
    club = a_club(f"Circolo {mark}", olga)
    tables, cards = {}, {}
    for name in wanted or GAMES:
        slug, entries, partners, plan = VARIANTS.get(name) or (name, *GAMES[name])
        raw = {"table": {}, **plan, "name": f"{slug} {mark}", "ruleset": slug}
        tournament = a_tournament(club, players=0, **raw)
        names = [called[place : place + partners] for place in range(0, entries * partners, partners)]
        people = [Candidate(names=tuple(partnership)) for partnership in names]
        seated = [entry.pk for entry in registration.register(tournament, people, by=by(olga))]
        at = drafts.ByHand((tuple(seated),))
        round_ = drafts.draw_round(tournament, by=by(olga), by_hand=at)
        table = rounds.publish_round(round_, by=by(olga)).tables.get()
        for number, points in enumerate(PLAYED.get(name, ()), 1):
            play(table, number, points)
        tables[name] = f"/tournaments/{tournament.slug}/rounds/1/tables/1/"
        cards[name] = f"/t/{tournament.slug}#{keys.cards(tournament, [1])[0].secret}"
    return {"tables": tables, "cards": cards, "session": session_of(olga)}


if __name__ == "__main__":
    print(json.dumps(build()))
