"""Standings once more, the slow and plain way, sharing no code with the program but its inputs.

Every number is looked up again from the results each time that it is needed.
"""

import hashlib
from fractions import Fraction


def standing(results, scoring, tie_breaks, after_round, lot_seed):
    """Rows as dictionaries, in order."""
    rows = _listing(results, scoring, tie_breaks, after_round, lot_seed)
    counted = _rounds(results, after_round)
    earlier = [] if len(counted) < 2 else _listing(results, scoring, tie_breaks, counted[-2], lot_seed)
    places = {row["entry"]: row["place"] for row in earlier}
    for row in rows:
        before = places.get(row["entry"])
        row["moved"] = None if None in (before, row["place"]) else before - row["place"]
    return rows


def _rounds(results, n):
    return sorted(number for number in results.rounds if number <= n)


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


class Plain:
    def __init__(self, results, scoring, n, lot_seed):
        self.results, self.scoring, self.n, self.lot_seed = results, scoring, n, lot_seed
        self.rounds = _rounds(results, n)
        self.low = scoring.method == "total" and scoring.low_wins
        self.by_id = {e.id: e for e in results.entrants}

    # what happened

    def seat(self, entry, r):
        """The table and side of an entry in a round, or None."""
        for table in self.results.tables:
            for side, members in enumerate(table.sides):
                if table.round == r and entry in members:
                    return table, side
        return None

    def played(self, entry, r):
        if self.forfeited(entry, r):
            return False
        return r in self.rounds and self.seat(entry, r) and self.counts(self.seat(entry, r)[0])

    def has_played(self, entry):
        """Whether it took part in a counted hand, whatever that is worth to it."""
        seats = [self.seat(entry, r) for r in self.rounds if self.seat(entry, r)]
        return any(hand.scores[side] is not None for table, side in seats for hand in table.hands)

    def closing(self, table):
        """What was decided when a table or else its round was closed, None for one that is open."""
        of_round = [each for each in self.results.closed if each.round == table.round]
        return table.closed or next(iter(of_round), None)

    def finished(self, table):
        closing = self.closing(table)
        timed = closing is not None and table.table in closing.timed
        return table.hands != () and (timed or not table.outstanding)

    def counts(self, table):
        """Whether the hands of a table count for its entries."""
        closing = self.closing(table)
        if table.hands == () or closing is None or closing.unfinished == "as-played" or self.finished(table):
            return table.hands != ()
        return not any(self.finished(other) for other in self.results.tables if other.round == table.round)

    def rounds_played(self, entry):
        return [r for r in self.rounds if self.played(entry, r)]

    def awards(self, entry, r):
        decided = [a.value for a in self.results.awards if (a.entry, a.round) == (entry, r)]
        return [value for value in decided if value is not None]

    def forfeited(self, entry, r):
        return any((a.entry, a.round) == (entry, r) and a.kind != "award" for a in self.results.awards)

    def sat_out(self, entry, r):
        return any((s.entry, s.round) == (entry, r) for s in self.results.sit_outs)

    def seen(self, entry, r):
        decided = self.awards(entry, r) or self.forfeited(entry, r)
        return bool(self.seat(entry, r) or decided or self.sat_out(entry, r))

    def last_seen(self, entry):
        return max((r for r in self.rounds if self.seen(entry, r)), default=0)

    def counts_for(self, entry, r):
        e = self.by_id[entry]
        if self.seen(entry, r):
            return True
        barred = self.barred(e) and r >= e.disqualified_from
        left = self.left(e)
        return not e.stand_in and not barred and (left is None or r <= left)

    def left(self, e):
        """The last round that an entry took part in before it left, None where it is in after round n."""
        n = max(self.n, 1)
        if e.until_round is not None and n > e.until_round:
            return e.until_round
        gone = [first for first, last in e.gaps if n in range(first, last + 1)]
        return gone[0] - 1 if gone else None

    def barred(self, e):
        return e.disqualified_from is not None and max(self.n, 1) >= e.disqualified_from

    # what it is worth

    def table_worth(self, entry, r):
        table, side = self.seat(entry, r)
        s = self.scoring
        place, sharing = table.places[side], table.places.count(table.places[side])
        if s.method == "total":
            return Fraction(table.totals[side])
        if s.method == "places":
            least = min([Fraction(0), *s.points])
            owed = [s.points[p - 1] if p <= len(s.points) else least for p in range(place, place + sharing)]
            return sum(owed) / Fraction(sharing)
        if s.method == "match-points":
            if place > 1:
                return s.loss
            return s.win if sharing == 1 else s.draw
        ahead = table.totals[side] - table.totals[1 - side]
        if s.low_wins:
            ahead = -ahead
        steps = sum(1 for limit in s.vp_limits if abs(ahead) > limit)
        return Fraction(10 + steps) if ahead > 0 else Fraction(10 - steps)

    def got(self, entry, r):
        awards = self.awards(entry, r)
        return sum(awards, Fraction(0)) if awards else self.table_worth(entry, r)

    def field(self, r):
        return [self.got(e.id, r) for e in self.results.entrants if self.played(e.id, r)]

    def average(self, entry):
        played = self.rounds_played(entry)
        return sum((self.got(entry, r) for r in played), Fraction(0)) / len(played) if played else None

    def worth(self, entry, r):
        """The worth of a round, None while it is pending."""
        if self.awards(entry, r):
            return sum(self.awards(entry, r), Fraction(0))
        if self.seat(entry, r) and not self.forfeited(entry, r):
            if self.played(entry, r):
                return self.table_worth(entry, r)
            return self.unplayed(entry, r) if self.closing(self.seat(entry, r)[0]) else None
        field, s = self.field(r), self.scoring
        if self.forfeited(entry, r) or not self.sat_out(entry, r):
            return self.absent(r)
        if isinstance(s.sit_out, Fraction):
            return s.sit_out
        if s.sit_out == "own-average" and self.rounds_played(entry):
            return self.average(entry)
        return sum(field, Fraction(0)) / len(field) if field else None

    def absent(self, r):
        if self.scoring.absent != "worst":
            return self.scoring.absent
        field = self.field(r)
        return (max(field) if self.low else min(field)) if field else None

    def unplayed(self, entry, r):
        """The worth that was decided, or what the hands came to where that is worse."""
        field, decided = self.field(r), self.closing(self.seat(entry, r)[0]).unplayed
        if decided == "absent":
            decided = self.absent(r)
        elif decided == "field-average":
            decided = sum(field, Fraction(0)) / len(field) if field else None
        if decided is None or self.seat(entry, r)[0].hands == ():
            return decided
        both = decided, self.table_worth(entry, r)
        return max(both) if self.low else min(both)

    def score(self, entry):
        total = Fraction(0)
        for r in self.rounds:
            if self.counts_for(entry, r):
                total += self.worth(entry, r) or 0
        for p in self.results.penalties:
            if p.entry == entry and (p.round is None or p.round <= self.n):
                total += p.amount if self.low else -p.amount
        return total

    def hands(self, entry):
        count = 0
        for r in self.rounds_played(entry):
            table, side = self.seat(entry, r)
            count += len([hand for hand in table.hands if hand.scores[side] is not None])
        return count

    # who is ahead

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
