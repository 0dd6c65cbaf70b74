"""Scores of entries once more, the slow and plain way."""

from fractions import Fraction


def rounds_until(results, n):
    return sorted(number for number in results.rounds if number <= n)


class PlainScores:
    """The results of each entry, and which of them count."""

    def __init__(self, results, scoring, n, lot_seed):
        self.results, self.scoring, self.n, self.lot_seed = results, scoring, n, lot_seed
        self.rounds = rounds_until(results, n)
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
        """Return whether it took part in a counted hand, whatever its score."""
        seats = [self.seat(entry, r) for r in self.rounds if self.seat(entry, r)]
        return any(hand.scores[side] is not None for table, side in seats for hand in table.hands)

    def closing(self, table):
        """Return the decision when a table or its round was closed, None for an open one."""
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
        """Return the score that was decided, or the hands' result if that is worse."""
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
            if not table.total_only:
                count += len([hand for hand in table.hands if hand.scores[side] is not None])
        return count
