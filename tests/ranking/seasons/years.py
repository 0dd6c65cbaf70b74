"""Years of a club by chance: evenings with absences, late withdrawals and ties, of pairs or of single players."""

from fractions import Fraction
from random import Random

from tournaments.ranking.seasons import EveningResult, PlayedRound, RankedEvening

CODES = ["head_to_head", "difference", "scores", "wins", "best_results", "last_evening", "attended"]
CLUBS = ["Alfa", "Beta", "Gamma"]


def a_declaration(chance: Random):
    """A declaration without contradictions, often with parts, with few results that count, and with every tie-break."""
    counts = chance.choice(["points", "points", "score", "share", "rounds"])
    parts = [{"evenings": chance.randint(1, 4)} for _ in range(chance.choice([1, 1, 2, 3]))]
    each = chance.randint(1, 3)
    raw = {"counts": counts, "parts": parts, "coming": chance.choice([0, 0, 1, "1/2"])}
    if counts == "points":
        raw["points"] = chance.choice(["field", [25, 20, 16, 13, 11], [3, 3, "1/2"], [1]])
    if counts == "rounds":
        raw["rounds_each"] = each
    if counts in ("score", "rounds") and chance.random() < 0.4:
        raw |= {"better": "low", "coming": 0}
    times = each if counts == "rounds" else 1
    for part in parts:
        if chance.random() < 0.6:
            part["best"] = chance.randint(1, part["evenings"] * times)
    evenings = sum(part["evenings"] for part in parts)
    if chance.random() < 0.4:
        raw["best"] = chance.randint(1, evenings * times)
    raw["minimum"] = chance.choice([0, 0, chance.randint(0, evenings)])
    raw["listed"] = chance.choice(["all", "all", "members", "category"])
    raw["competitors"] = chance.choice(["entries", "entries", "players", "clubs"])
    if raw["competitors"] == "clubs" and raw.get("better") == "low":
        raw["competitors"] = "players"
    codes = ["best_results", "last_evening", "attended"] if raw["competitors"] == "clubs" else CODES
    raw["tie_breaks"] = [*chance.sample(codes, chance.randint(0, len(codes))), *chance.choice([["lot"], []])]
    if raw["competitors"] == "clubs":
        raw["of_each_club"] = chance.randint(1, 4)
    return raw, each


def a_year(chance: Random, players: int):
    """A declaration with the evenings of its year as documents."""
    raw, each = a_declaration(chance)
    if raw["listed"] == "category":
        raw["category"] = {"name": "Women", "players": chance.sample(range(1, players + 1), players // 2)}
    return raw, the_evenings(chance, raw, chance.choice([1, 2]), each, players)


def the_evenings(chance, raw, size, each, players):
    """The evenings of a year, with `each` rounds, of entries of so many players; some leave during the year."""
    people = list(range(1, players + 1))
    chance.shuffle(people)
    entries = [tuple(sorted(people[at : at + size])) for at in range(0, players - size + 1, size)]
    clubs = {who: chance.choice(CLUBS) for who in entries}
    leaves = {who: chance.randint(1, 12) for who in entries}
    evenings = []
    parts = [number for number, part in enumerate(raw["parts"]) for _ in range(part["evenings"])]
    if chance.random() < 0.3:
        chance.shuffle(parts)
    for number in parts:
        here = [who for who in entries if leaves[who] > len(evenings) and chance.random() < 0.8]
        evenings.append(an_evening(chance, raw, number, here, clubs, each))
    return evenings


def an_evening(chance, raw, part, here, clubs, rounds):
    low = raw.get("better") == "low" if raw["counts"] in ("score", "rounds") else chance.random() < 0.3
    played = {who: [] for who in here}
    sitting_out = chance.choice([len(here) % 2, len(here) % 2 + 2])
    for number in range(1, rounds + 1):
        chance.shuffle(here)
        for at, who in enumerate(here):
            table = 0 if at >= len(here) - sitting_out else at // 2 + 1
            played[who].append((number, table, str(Fraction(chance.randint(0, 5), chance.choice([1, 1, 2, 3])))))
    apart = {who: chance.choice(["0", "0", "0", "1" if low else "-1"]) for who in here}
    scores = {who: sum((Fraction(value) for *_, value in played[who]), Fraction(apart[who])) for who in here}
    rows = [
        {
            "who": who,
            "club": clubs[who],
            "place": 1 + sum(other < scores[who] if low else other > scores[who] for other in scores.values()),
            "score": str(scores[who]),
            "apart": apart[who],
            "difference": chance.choice([None, str(chance.randint(-9, 9))]),
            "rounds": played[who],
            "guest": clubs[who] == CLUBS[0],
        }
        for who in here
    ]
    factor = chance.choice([Fraction(1), Fraction(1), Fraction(2), Fraction(3, 2)])
    return {"part": part, "factor": factor, "low": low, "most": Fraction(5 * rounds), "rows": rows}


def corrected(chance, evening):
    """The same evening with the places of two turned round, as a correction does."""
    if len(evening["rows"]) < 2:
        return evening
    rows = [dict(row) for row in evening["rows"]]
    one, other = chance.sample(rows, 2)
    for name in ("place", "score", "difference", "rounds", "apart"):
        one[name], other[name] = other[name], one[name]
    return {**evening, "rows": rows}


def renamed(evenings, record, other):
    """The evenings with the other record of a player in place of this one."""
    return [
        {
            **evening,
            "rows": [
                {**row, "who": tuple(sorted(other if player == record else player for player in row["who"]))}
                for row in evening["rows"]
            ],
        }
        for evening in evenings
    ]


def as_evenings(evenings):
    """The documents as the program takes them."""
    return [
        RankedEvening(
            key=at,
            part=evening["part"],
            results=[
                EveningResult(**{name: value for name, value in row.items() if name != "rounds"})
                for row in evening["rows"]
            ],
            factor=evening["factor"],
            low_wins=evening["low"],
            most=evening["most"],
            read_rounds=lambda rows=evening["rows"]: [[PlayedRound(*each) for each in row["rounds"]] for row in rows],
        )
        for at, evening in enumerate(evenings)
    ]
