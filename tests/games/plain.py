"""Scores and ends of every game, computed again in a plain way without code of the program.

A hand is given as people write it down; the result is each side's score, None for a side that has left. A table is a
list of hands, with its state after them.
"""

from collections import defaultdict
from fractions import Fraction

HANDS_OF_BUDDHA = {3: 6, 4: 4, 5: 5, 6: 6}


def scores(slug, tally, options):
    """Return each side's score in a hand."""
    lines, facts = tally["lines"], tally.get("hand", {})
    return SCORES[slug](lines, facts, {"players": 4, **options})


def _busca(lines, level):
    points = [line["points"] for line in lines if line is not None]
    top, share = max(points), points.count(max(points))
    for_top = 1 if top < 19 else 2 if top < 23 else top - 20
    values = []
    for line in lines:
        if line is None:
            values.append(None)
        elif 0 in points:
            values.append(points.count(0) if line["points"] == 0 else 0)
        elif line["points"] < top:
            values.append(0)
        else:
            values.append(level if share == 4 else for_top * share)
    return values


def _buddha(lines, _facts, options):
    bids = [line["bid"] for line in lines]
    if options.get("highest_bid") == "fulfilled":
        bids = [line["bid"] for line in lines if line["bid"] == line["tricks"]]
    values = []
    for line in lines:
        off = abs(line["bid"] - line["tricks"])
        if off:
            values.append(-off * (10 if line["bid"] else 20))
        else:
            values.append(20 + (10 * line["bid"] or 20 * max(bids)))
    return values


def _winner(mine, theirs, lines):
    if mine != theirs:
        return 0 if mine > theirs else 1
    first, second = lines[0]["cards"], lines[1]["cards"]
    return None if first == second else (0 if first > second else 1)


def _game_points(lines, winner, options):
    if winner is None:
        return [0, 0]
    won, lost = lines[winner]["points"], lines[1 - winner]["points"]
    double = {"total": won > 100, "margin": won - lost > 100}.get(options.get("double_over_100"))
    return [(1 + bool(double)) * (side == winner) for side in (0, 1)]


def _brisca(lines, _facts, options):
    winner = _winner(lines[0]["points"], lines[1]["points"], lines)
    return _game_points(lines, winner, options)


def _mexican(lines, _facts, options):
    for side in (0, 1):
        if lines[side]["points"] <= 11:
            return [int(side == 0), int(side == 1)]
    return _brisca(lines, _facts, options)


def _mariaje(lines, _facts, options):
    mine, theirs = (line["points"] + 40 * line["trump_marriages"] + 20 * line["plain_marriages"] for line in lines)
    return _game_points(lines, _winner(mine, theirs, lines), options)


def _muerte(lines, facts, options):
    if "three_killed_by" in facts:
        return [int(facts["three_killed_by"] == side) for side in (0, 1)]
    return _brisca(lines, facts, options)


def _chiamata(lines, facts, _options):
    sign = 1 if facts["caller_points"] >= facts.get("threshold", 61) else -1
    alone = "partner" not in [line["role"] for line in lines]
    worth = {"caller": 4 if alone else 2, "partner": 1, "defender": -1}
    return [sign * worth[line["role"]] for line in lines]


def _rematada(lines, facts, options):
    declarer = facts["declarer"]
    line = lines[declarer]
    total = line["points"] + 10 * line["last_trick"]
    total += 40 * line["trump_marriages"] + 20 * line["plain_marriages"]
    award = total if options.get("award") == "counted" else facts["bid"]
    given = [0, 0, 0]
    if total >= facts["bid"]:
        given[declarer] = award
        return given
    given[(declarer + 2) % 3] = award - award // 2
    given[(declarer + 1) % 3] = award // 2
    return given


def _buraco(lines, _facts, _options):
    return [
        line["table_points"]
        - line["hand_points"]
        + 100 * line["dirty"]
        + 200 * line["clean"]
        + 500 * line["real"]
        + 1000 * line["real_ace"]
        + (100 if line["went_out"] else 0)
        - (0 if line["morto"] == "taken" else 100)
        for line in lines
    ]


def _burraco(lines, _facts, _options):
    bonuses = {"clean": 200, "semi_clean": 150, "dirty": 100}
    return [
        line["cards"]
        - line["hand"]
        + sum(bonus * line[sort] for sort, bonus in bonuses.items())
        + (100 if line["went_out"] else 0)
        - (100 if line["pozzetto"] == "not_taken" else 0)
        for line in lines
    ]


SCORES = {
    "busca-accademia": lambda lines, _facts, _options: _busca(lines, 1),
    "busca-elimination": lambda lines, _facts, _options: _busca(lines, 4),
    "buddha": _buddha,
    "brisca": _brisca,
    "brisca-mexican": _mexican,
    "brisca-mariaje": _mariaje,
    "brisca-muerte-al-tres": _muerte,
    "briscola-chiamata": _chiamata,
    "brisca-rematada": _rematada,
    "buraco": _buraco,
    "burraco": _burraco,
}

USUAL_TARGETS = {"buraco": 3000, "burraco": 2005}
"""The target of tables that agree on no end; level tables play on."""


class Table:
    """A table of one game: `target` and `hands` as agreed, and the tallies played so far."""

    def __init__(self, slug, options, sides, *, target=None, hands=None):
        self.slug, self.options, self.sides = slug, options, sides
        self.target, self.hands = target, hands
        if slug == "buddha":
            self.hands = HANDS_OF_BUDDHA[sides]
        if target is None and hands is None:
            self.target = USUAL_TARGETS.get(slug)
        self.tallies = []
        self.totals = [0] * sides
        self.left_after = [None] * sides

    def play(self, tally):
        """Play one hand; return each side's score."""
        given = scores(self.slug, tally, self.options)
        self.tallies.append(tally)
        for side, score in enumerate(given):
            self.totals[side] += score or 0
            out = self.slug == "busca-elimination" and self.totals[side] >= 31
            if out and self.left_after[side] is None:
                self.left_after[side] = len(self.tallies)
        return given

    @property
    def removed(self):
        return [side for side, hand in enumerate(self.left_after) if hand is not None]

    @property
    def over(self):
        if self.slug == "busca-elimination":
            enough = 1 if self.options.get("end") == "first-removal" else 3
            if len(self.removed) >= enough:
                return True
        if self.hands is not None and len(self.tallies) >= self.hands:
            return True
        if self.target is None or max(self.totals) < self.target:
            return False
        return not (self.slug in USUAL_TARGETS and self.totals[0] == self.totals[1])

    def points(self, side):
        lines = [tally["lines"][side] for tally in self.tallies]
        return sum(line.get("points", 0) for line in lines if line is not None)

    def key(self, side):
        """Return the sort key for a side's place, best first."""
        if self.slug == "busca-elimination":
            return (-(self.left_after[side] or 10**6), self.totals[side])
        if self.slug == "busca-accademia":
            return (self.totals[side],)
        series = self.slug in BRISCAS and self.target is None
        if series and self.options.get("series") == "points":
            return (-self.points(side),)
        if series:
            won = sum(1 for t in self.tallies if scores(self.slug, t, self.options)[side])
            return (-won, -self.points(side))
        return (-self.totals[side],)

    @property
    def places(self):
        keys = [self.key(side) for side in range(self.sides)]
        return [1 + sum(other < key for other in keys) for key in keys]


BRISCAS = {"brisca", "brisca-mexican", "brisca-mariaje", "brisca-muerte-al-tres"}


def worth(table, scoring):
    """Return each side's score of a finished table, by the tournament's scoring."""
    method = scoring["method"]
    if method == "total":
        return [Fraction(total) for total in table.totals]
    if method == "places":
        return _by_place(table.places, scoring.get("points", [4, 3, 2, 1]))
    if method == "match-points":
        shared = table.places.count(1) > 1
        best = Fraction(scoring.get("draw", 1) if shared else scoring.get("win", 2))
        return [best if p == 1 else Fraction(scoring.get("loss", 0)) for p in table.places]
    difference = table.totals[0] - table.totals[1]
    gained = sum(limit < abs(difference) for limit in scoring["vp_limits"])
    winner = 0 if difference >= 0 else 1
    return [Fraction(10 + gained if side == winner else 10 - gained) for side in (0, 1)]


def _by_place(places, points):
    padded = [*points, *[0] * len(places)]
    values = []
    for place in places:
        shared = padded[place - 1 : place - 1 + places.count(place)]
        values.append(Fraction(sum(shared), len(shared)))
    return values


VP = {
    "burraco-3": [50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500],
    "burraco-4": [100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000],
}


def reckoned_scores(scoring, played, entries):
    """Return every entry's score, the sum of its rounds.

    `played` has for each round the tables, each as its entries and the plain table. Sitting out gives the mean of the
    entry's other rounds, or of the round if it has not played yet.
    """
    scoring = {"vp_limits": VP.get(scoring.get("vp_table")), **scoring}
    got = defaultdict(list)
    fields = [[] for _round in played]
    for tables, field in zip(played, fields, strict=True):
        for seated, table in tables:
            for entry, each in zip(seated, worth(table, scoring), strict=True):
                got[entry].append(each)
                field.append(each)
    waiting = sum(Fraction(sum(field), len(field)) for field in fields)
    return {
        entry: sum(got[entry]) * Fraction(len(played), len(got[entry])) if got[entry] else waiting for entry in entries
    }


def reckoned_places(scores, played, *, low_wins):
    """The place of every entry when nothing breaks a tie; None for an entry without a counted hand."""
    with_hands = {entry for tables in played for seated, table in tables if table.tallies for entry in seated}
    keys = {entry: score if low_wins else -score for entry, score in scores.items()}
    placed = [keys[entry] for entry in with_hands]
    return {entry: 1 + sum(other < keys[entry] for other in placed) if entry in with_hands else None for entry in keys}
