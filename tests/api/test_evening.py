"""A whole evening of Busca through the API, its standings compared with a plain computation.

The computation below knows nothing of the program. It follows the Accademia Italiana Gioco
Carte's Regolamento Busca: who covers nothing takes as many buscas as players cover nothing; else
the highest total takes 1 up to 18 points, 2 up to 22, beyond that the points above 20, times the
players who share it, and 10-10-10-10 is one each. Fewest buscas win; then the means per round of
tables won (a shared one counts in part), of hands without a busca, and of points taken.
"""

import json
from fractions import Fraction
from itertools import chain
from pathlib import Path

import pytest

from tests.halls import busca
from tournaments.actions.standings import standings
from tournaments.models import Tournament

from .caller import Caller

pytestmark = pytest.mark.django_db
EVENING = json.loads((Path(__file__).parent.parent / "data" / "busca-evening.json").read_bytes())


def buscas(points):
    not_covering = points.count(0)
    if not_covering:
        return [not_covering if mine == 0 else 0 for mine in points]
    highest = max(points)
    sharing = points.count(highest)
    if highest <= 18:
        each = 1
    elif highest <= 22:
        each = 2
    else:
        each = highest - 20
    times = 1 if sharing == 4 else sharing
    return [each * times if mine == highest else 0 for mine in points]


def plain_standings(rounds):
    """(place, name, buscas, tables won, clean hands, points) in order; the last three means."""
    lines = {}
    for table in chain.from_iterable(round_["tables"] for round_ in rounds):
        scores = [buscas(points) for points in table["hands"]]
        totals = [sum(hand[seat] for hand in scores) for seat in range(4)]
        for seat, name in enumerate(table["seats"]):
            line = lines.setdefault(name, [0, Fraction(0), 0, 0])
            line[0] += totals[seat]
            if totals[seat] == min(totals):
                line[1] += Fraction(1, totals.count(min(totals)))
            line[2] += sum(hand[seat] == 0 for hand in scores)
            line[3] += sum(points[seat] for points in table["hands"])
    played = len(rounds)
    keys = {
        name: (total, -won / played, -Fraction(clean, played), Fraction(points, played))
        for name, (total, won, clean, points) in lines.items()
    }
    return {name: (1 + sum(other < key for other in keys.values()), key) for name, key in keys.items()}


def shown(number):
    """A number with at most two decimals, a half of the last one rounded up."""
    hundredths = int(number * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")


def in_short(document):
    return {row["name"]: (row["place"], row["score"], row["tie_breaks"]) for row in document["rows"]}


def expected(rounds):
    return {
        name: (
            place,
            shown(total),
            {"table_wins": shown(-won), "clean_hands": shown(-clean), "card_points": shown(points)},
        )
        for name, (place, (total, won, clean, points)) in plain_standings(rounds).items()
    }


def play(scorer, address, round_):
    for table in round_["tables"]:
        for number, points in enumerate(table["hands"], start=1):
            answer = scorer.put(f"{address}tables/{table['table']}/hands/{number}/", busca(points))
            assert (answer.status_code, answer.json()["scores"]) == (201, buscas(points))


def test_the_standings_are_right_after_every_round(host, anybody):
    host.post("clubs/", {"name": "Circolo", "slug": "circolo"})
    plan = {
        "club": "circolo",
        "name": "Lunedì",
        "ruleset": EVENING["ruleset"],
        "table": EVENING["table"],
        "rounds": 4,
        "pairing": "scripted",
    }
    address = host.post("tournaments/", plan)["Location"].removeprefix("/api/v1/")
    names = [{"name": name} for name in EVENING["players"]]
    entries = {e["name"]: e["id"] for e in host.post(f"{address}entries/", names).json()}
    for number, round_ in enumerate(EVENING["rounds"], start=1):
        tables = [[entries[name] for name in table["seats"]] for table in round_["tables"]]
        drawn = host.post(f"{address}rounds/", {"tables": tables})
        assert (drawn.status_code, drawn.json()["tables"]) == (201, tables)
        here = f"{address}rounds/{number}/"
        assert host.post(f"{here}publish/").status_code == 200
        play(host, here, round_)
        assert host.post(f"{here}close/").status_code == 200
        assert standings.refresh(Tournament.objects.get().pk)
        document = anybody.get(f"{address}standings/").json()
        assert (document["after_round"], document["provisional"]) == (number, False)
        assert in_short(document) == expected(EVENING["rounds"][:number])
    assert in_short(anybody.get(f"{address}standings/?after_round=2").json()) == expected(EVENING["rounds"][:2])
    assert host.get(address).json()["status"] == "finished"


def test_the_same_evening_imported_has_the_same_standings(host, anybody):
    host.post("clubs/", {"name": "Circolo", "slug": "circolo"})
    address = host.post("clubs/circolo/imports/", EVENING)["Location"].removeprefix("/api/v1/")
    standings.refresh(Tournament.objects.get().pk)
    assert in_short(Caller().get(f"{address}standings/").json()) == expected(EVENING["rounds"])
