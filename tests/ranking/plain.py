"""Standings once more, the slow and plain way, sharing no code with the program but its inputs.

Every number is looked up again from the results each time that it is needed.
"""

import hashlib
from fractions import Fraction

from tests.ranking.plain_scores import PlainScores, rounds_until


def standing(results, scoring, tie_breaks, after_round, lot_seed):
    """Rows as dictionaries, in order."""
    rows = _listing(results, scoring, tie_breaks, after_round, lot_seed)
    counted = rounds_until(results, after_round)
    earlier = [] if len(counted) < 2 else _listing(results, scoring, tie_breaks, counted[-2], lot_seed)
    places = {row["entry"]: row["place"] for row in earlier}
    for row in rows:
        before = places.get(row["entry"])
        row["moved"] = None if None in (before, row["place"]) else before - row["place"]
    return rows


def _listing(results, scoring, tie_breaks, n, lot_seed):
    plain = Plain(results, scoring, n, lot_seed)
    listed = [e for e in results.entrants if e.from_round <= max(n, 1) or plain.last_seen(e.id)]
    plain.listed = listed
    rows, next_place = [], 1
    classes = {"in": [], "withdrawn": [], "no hand": [], "withdrawn, no hand": [], "stand-in": [], "disqualified": []}
    for e in listed:
        kind = "in" if plain.left(e) is None else "withdrawn"
        if not plain.has_played(e.id):
            kind = "no hand" if kind == "in" else "withdrawn, no hand"
        kind = "stand-in" if e.stand_in else kind
        classes["disqualified" if plain.barred(e) else kind].append(e)
    for kind, members in classes.items():
        fields = {}
        for group in plain.groups(members, list(tie_breaks), fields):
            for e in sorted(group, key=lambda e: e.number):
                values = {c: fields.get((e.id, c), plain.value(c, e.id, [e.id])) for c in tie_breaks}
                rows.append(
                    {
                        "place": next_place if kind in ("in", "withdrawn") else None,
                        "entry": e.id,
                        "score": plain.score(e.id),
                        "hands": plain.hands(e.id),
                        "tie_breaks": {c: v[0] if v else None for c, v in values.items()},
                        "rounds": [(r, plain.worth(e.id, r)) for r in plain.rounds if plain.counts_for(e.id, r)],
                    }
                )
            next_place += len(group)
    return rows


class Plain(PlainScores):
    """Computes who is ahead."""

    def groups(self, members, tie_breaks, values):
        """The groups that share a place, best first."""
        groups = []
        for e in members:
            alike = [g for g in groups if self.score(g[0].id) == self.score(e.id)]
            alike[0].append(e) if alike else groups.append([e])
        groups.sort(key=lambda g: self.score(g[0].id), reverse=not self.low)
        for code in tie_breaks:
            groups = [part for group in groups for part in self.part(group, code, values)]
        return groups

    def part(self, group, code, values):
        if len(group) == 1:
            return [group]
        ids = [e.id for e in group]
        for e in group:
            values[e.id, code] = self.value(code, e.id, ids)
        parts = []
        left = list(group)
        while left:
            best = [e for e in left if not any(self.ahead(code, values[o.id, code], values[e.id, code]) for o in left)]
            parts.append(best)
            left = [e for e in left if e not in best]
        return parts

    def ahead(self, code, mine, yours):
        method = self.low
        game = self.scoring.low_wins
        low = {
            "table_wins": False,
            "clean_hands": False,
            "card_points": game,
            "head_to_head": method,
            "opponents": method,
            "difference": game,
            "last_round": method,
            "lot": True,
        }[code]
        for a, b in zip(mine, yours, strict=True):
            if a == b:
                continue
            if None in (a, b):
                return b is None
            return a < b if low else a > b
        return False

    def value(self, code, entry, tied):
        return getattr(self, code)(entry, tied)

    def per_round(self, entry, count):
        counts = [count(*self.seat(entry, r)) for r in self.rounds_played(entry)]
        known = [Fraction(c) for c in counts if c is not None]
        return [sum(known, Fraction(0)) / len(counts) if known else None]

    def table_wins(self, entry, tied):
        def count(table, side):
            return Fraction(1, table.places.count(1)) if table.places[side] == 1 else 0

        return self.per_round(entry, count)

    def clean_hands(self, entry, tied):
        return self.per_round(entry, lambda table, side: len([h for h in table.hands if h.scores[side] == 0]))

    def card_points(self, entry, tied):
        def count(table, side):
            points = [h.card_points[side] for h in table.hands if h.card_points]
            points = [p for p in points if p is not None]
            return sum(points) if points else None

        return self.per_round(entry, count)

    def head_to_head(self, entry, tied):
        total, met = Fraction(0), False
        for r in self.rounds_played(entry):
            table, _ = self.seat(entry, r)
            present = {member for side in table.sides for member in side if self.played(member, r)}
            if len(tied) > 1 and set(tied) <= present:
                met = True
                total += self.table_worth(entry, r)
        return [total if met else None]

    def opponents(self, entry, tied):
        rounds = []
        for r in self.rounds_played(entry):
            table, side = self.seat(entry, r)
            others = [e for s, side_ in enumerate(table.sides) if s != side for e in side_]
            known = [mean for o in others if (mean := self.average(o)) is not None]
            rounds += [sum(known, Fraction(0)) / len(known)] if known else []
        return [sum(rounds, Fraction(0)) / len(rounds) if rounds else None]

    def difference(self, entry, tied):
        margins = []
        for r in self.rounds_played(entry):
            table, side = self.seat(entry, r)
            if len(table.totals) == 2:
                margins.append(2 * table.totals[side] - sum(table.totals))
        return [Fraction(sum(margins)) if margins else None]

    def last_round(self, entry, tied):
        return [self.worth(entry, r) if self.counts_for(entry, r) else None for r in reversed(self.rounds)]

    def lot(self, entry, tied):
        def ticket(e):
            return hashlib.sha256(b"%d:%d" % (self.lot_seed, e.number)).hexdigest()

        mine = ticket(self.by_id[entry])
        return [Fraction(1 + len([e for e in self.listed if ticket(e) < mine]))]
