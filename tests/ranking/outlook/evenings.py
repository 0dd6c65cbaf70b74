"""Evenings that are broken off somewhere and played to their end by dice, again and again, by the games' own rules."""

import random
from dataclasses import replace

from scoring import registry
from scoring.reading import read_options
from scoring.table import following, judge_next, opening
from tests.games.dealing import deal
from tournaments.actions.standings.outlooks import plan_of
from tournaments.models import Tournament
from tournaments.ranking import Award, Entrant, HandResult, PenaltyPoints, Results, RoundSatOut, TableResult, rank

CASES = {
    "busca": {"ruleset": "busca-accademia", "table_hands": 3},
    "busca, one hand": {"ruleset": "busca-accademia", "table_hands": 1, "scoring": {"sit_out": "field-average"}},
    "busca by places": {"ruleset": "busca-accademia", "table_hands": 2, "scoring": {"method": "places"}},
    "busca to a limit": {"ruleset": "busca-accademia", "table_target": 6, "scoring": {"method": "places"}},
    "elimination": {"ruleset": "busca-elimination", "scoring": {"method": "places", "points": [5, 2, 1, 0]}},
    "buddha": {"ruleset": "buddha", "scoring": {"method": "places"}},
    "buddha by totals": {"ruleset": "buddha", "table_seats": 4, "uneven_tables": False},
    "brisca": {"ruleset": "brisca", "table_target": 3, "scoring": {"method": "match-points"}},
    "brisca series": {
        "ruleset": "brisca",
        "table_hands": 4,
        "scoring": {"method": "match-points", "sit_out": 1},
        "options": {"players": 2, "double_over_100": "total"},
    },
    "brisca points": {
        "ruleset": "brisca",
        "table_hands": 2,
        "scoring": {"method": "match-points", "win": 3, "draw": 1},
        "options": {"players": 4, "series": "points"},
    },
    "briscola": {"ruleset": "briscola", "table_target": 3, "scoring": {"method": "match-points"}},
    "mexican": {"ruleset": "brisca-mexican", "table_hands": 3, "scoring": {"method": "total"}},
    "mariaje": {"ruleset": "brisca-mariaje", "table_hands": 2, "scoring": {"method": "match-points"}},
    "muerte, partners change": {
        "ruleset": "brisca-muerte-al-tres",
        "table_hands": 3,
        "pairing": "individual",
        "scoring": {"method": "match-points"},
    },
    "chiamata": {"ruleset": "briscola-chiamata", "table_hands": 2},
    "rematada": {"ruleset": "brisca-rematada", "table_hands": 2, "scoring": {"method": "total", "absent": 0}},
    "buraco": {"ruleset": "buraco", "table_hands": 2, "scoring": {"method": "victory-points", "vp_table": "burraco-3"}},
    "buraco by totals": {"ruleset": "buraco", "table_hands": 2, "scoring": {"method": "total"}},
    "scopone": {"ruleset": "scopone", "table_hands": 2, "scoring": {"method": "match-points"}},
    "tressette": {"ruleset": "tressette", "table_hands": 2, "scoring": {"method": "match-points"}},
    "scopa to 11": {"ruleset": "scopa", "table_target": 11, "scoring": {"method": "total"}},
    "hearts": {"ruleset": "hearts", "table_hands": 2},
    "hearts, 26 less": {"ruleset": "hearts", "table_hands": 2, "options": {"moon": "own"}},
    "points": {"ruleset": "points", "table_hands": 2, "options": {"minimum": -5, "maximum": 30}},
    "points, fewest win": {
        "ruleset": "points",
        "table_hands": 3,
        "options": {"direction": "low", "sides": 4, "sum": 26, "maximum": 26},
    },
    "best of three": {
        "ruleset": "result",
        "table_hands": 3,
        "options": {"best_of": True},
        "scoring": {"method": "match-points"},
    },
    "places": {"ruleset": "places", "table_hands": 2},
    "burraco": {
        "ruleset": "burraco",
        "table_hands": 2,
        "scoring": {"method": "victory-points", "vp_table": "burraco-4"},
    },
    "buraco to 3000": {"ruleset": "buraco", "scoring": {"method": "victory-points", "vp_table": "burraco-3"}},
}
CASES |= {
    ruleset.slug: {"ruleset": ruleset.slug, "table_hands": 2}
    for ruleset in registry.RULESETS
    if ruleset.slug not in {plan["ruleset"] for plan in CASES.values()}
}
"""A tournament of each game, and of each way of scoring it."""


class Evening:
    """A tournament that nothing is stored of: its field, its rounds drawn by dice, its tables played by the rules."""

    def __init__(self, plan, dice, *, entries, rounds, decides=True):
        plan = {"options": {}, "scoring": {}, **plan}
        plan["options"] = read_options(registry.find(plan["ruleset"]), plan["options"])
        self.tournament = Tournament(outlook=True, rounds_planned=rounds, status="running", **plan)
        self.dice, self.decides = dice, decides
        low = self.tournament.rules.low_wins
        self.tie_breaks = ("table_wins", "card_points" if low and self.tournament.rules.card_points else "last_round")
        self.entrants = tuple(
            Entrant(id=100 + n, number=n, stand_in=decides and n == 2, away=decides and n == entries)
            for n in range(1, entries + 1)
        )
        self.results = Results(self.entrants, ())

    @property
    def plan(self):
        return plan_of(self.tournament, self.results)

    def standing(self):
        number = max(self.results.rounds, default=0)
        settings = {"after_round": number, "lot_seed": 1}
        return rank(self.results, self.tournament.ranking_scoring, self.tie_breaks, plan=self.plan, **settings)

    def broken_off(self, *, after, hands):
        """Play so many rounds, and of one more so many hands at each table, or draw none where there are to be none."""
        for number in range(1, after + 1):
            self.play_round(number)
            if self.decides:
                self._decide(number)
        if hands is not None:
            self.play_round(after + 1, most=hands)
        return self

    def leaves(self, number):
        """Let the entry with this number withdraw after the present last round."""
        last = max(self.results.rounds, default=0)
        self.entrants = tuple(replace(e, until_round=last) if e.number == number else e for e in self.entrants)
        self.results = replace(self.results, entrants=self.entrants)

    def ended(self, dice):
        """The same evening played to its end."""
        other = Evening.__new__(Evening)
        other.__dict__ = {**self.__dict__, "dice": dice}
        tables = tuple(other._played(t) if t.outstanding else t for t in self.results.tables)
        other.results = replace(self.results, tables=tables)
        for number in range(len(self.results.rounds) + 1, self.tournament.rounds_planned + 1):
            other.play_round(number)
        return other

    def play_round(self, number, most=None):
        here = [e for e in self.entrants if e.until_round is None or e.until_round >= number]
        playing = [e.id for e in here if not e.away or self.dice.random() < 0.3]
        self.dice.shuffle(playing)
        sizes = self._sizes(len(playing))
        tables = []
        for place, size in enumerate(sizes, start=1):
            here = [playing.pop() for _seat in range(size)]
            partners = self.plan.partners
            sides = tuple(tuple(here[n : n + partners]) for n in range(0, size, partners))
            tables.append(self._played(TableResult(number, place, sides, outstanding=True), most))
        self.results = replace(
            self.results,
            rounds=(*self.results.rounds, number),
            tables=(*self.results.tables, *tables),
            sit_outs=(*self.results.sit_outs, *(RoundSatOut(number, entry) for entry in playing)),
        )

    def _sizes(self, entries):
        """The sizes of tables that leave the fewest without a seat."""
        best = {0: []}
        for number in range(1, entries + 1):
            ways = [[*best[number - size], size] for size in self.tournament.table_sizes if number - size in best]
            if ways:
                best[number] = min(ways, key=len)
        return best[max(best)]

    def _played(self, table, most=None):
        """A table with its hands, by the rules, until it is over or has played so many more."""
        tournament = self.tournament
        ruleset, options, sides = tournament.rules, tournament.options, len(table.sides)
        state = opening(ruleset, options, tournament.table_rules(sides=sides))
        hands = []
        for hand in self._earlier(table):
            state = following(ruleset, state, hand)
            hands.append(hand)
        while not state.over and (most is None or len(hands) < most):
            removed = [side for side, left in enumerate(state.removed) if left is not None]
            hand = judge_next(ruleset, state, self._tally(sides, removed))
            state = following(ruleset, state, hand)
            hands.append(hand)
        self.kept[table.sides, table.round] = hands
        results = tuple(HandResult(hand.scores, tuple(ruleset.points_of(hand.tally))) for hand in hands)
        totals, places = (state.totals, state.places) if hands else ((), ())
        return replace(table, totals=totals, places=places, hands=results, outstanding=not state.over)

    @property
    def kept(self):
        return self.__dict__.setdefault("_kept", {})

    def _earlier(self, table):
        return self.kept.get((table.sides, table.round), [])[: len(table.hands)]

    def _tally(self, sides, removed):
        """A tally as they are dealt, or in one of three the most uneven that there is."""
        slug, options = self.tournament.ruleset, self.tournament.options
        if slug.startswith("busca") and self.dice.random() < 0.4:
            playing = [side for side in range(sides) if side not in removed]
            points = [1] * (len(playing) - 1) + [41 - len(playing)] if self.dice.random() < 0.5 else None
            points = points or [40] + [0] * (len(playing) - 1)
            self.dice.shuffle(points)
            shares = dict(zip(playing, points, strict=True))
            return {"lines": [{"points": shares[s]} if s in shares else None for s in range(sides)]}
        if slug == "buddha" and self.dice.random() < 0.4:
            return self._uneven_bids(sides)
        return deal(slug, self.dice, sides=sides, options=options, removed=removed)

    def _uneven_bids(self, sides):
        cards = {3: 15, 4: 14, 5: 14, 6: 11}[sides]
        takes, bids = self.dice.randrange(sides), self.dice.randrange(sides)
        lines = [{"bid": cards if n == bids else 0, "tricks": cards - 1 if n == takes else 0} for n in range(sides)]
        return {"lines": lines, "hand": {"all_yin_tricks": 0}}

    def _decide(self, number):
        """Now and then the director gives something."""
        entry = self.dice.choice(self.entrants).id
        kinds = self.dice.random()
        if kinds < 0.2:
            self.results = replace(self.results, penalties=(*self.results.penalties, PenaltyPoints(entry, 2, number)))
        elif kinds < 0.4:
            given = Award(number, entry, None, self.dice.choice(["forfeit", "absent"]))
            self.results = replace(self.results, awards=(*self.results.awards, given))
        elif kinds < 0.5:
            self.results = replace(self.results, awards=(*self.results.awards, Award(number, entry, 3)))


def dice(*seed):
    return random.Random(repr(seed))
