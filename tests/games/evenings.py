"""A whole tournament of any game: created, entered, drawn, played out and ranked plainly."""

import random
from dataclasses import dataclass, field, replace

from tests.games import plain
from tests.games.dealing import deal


@dataclass(frozen=True)
class Case:
    """A tournament of one game: how many entries, and the sizes of the tables that they fill."""

    slug: str
    entries: int
    sizes: tuple[int, ...]
    options: dict = field(default_factory=dict)
    table: dict = field(default_factory=dict)
    scoring: dict = field(default_factory=dict)
    partners: int = 1
    rounds: int = 2

    def __str__(self):
        more = [*self.options.values(), *self.table.values(), *map(str, self.scoring.values())]
        return "-".join([self.slug, str(self.entries), *map(str, more)])

    @property
    def plan(self):
        plan = {"name": f"Serata di {self.slug}", "ruleset": self.slug, "rounds": self.rounds}
        parts = {"options": self.options, "table": self.table, "scoring": self.scoring}
        return plan | {name: part for name, part in parts.items() if part}

    def plain_table(self, sides):
        return plain.Table(self.slug, self.options, sides, **(self.table or USUAL[self.slug]))

    def hands(self, table, seed):
        """The hands of a table, one after the other until it is over."""
        dice = random.Random(seed)
        while not table.over:
            tally = deal(self.slug, dice, sides=table.sides, options=self.options, removed=table.removed)
            given = table.play(tally)
            yield tally, given


USUAL = {
    "busca-elimination": {},
    "buddha": {},
    "brisca-mexican": {"target": 3},
    "brisca-mariaje": {"target": 3},
    "brisca-rematada": {"hands": 6},
    "buraco": {},
    "burraco": {},
}
"""What tables agree on where a tournament does not say."""

TO_31 = {"target": 31}
OWN_LIMITS = [0, 10, 20, 30, 40, 60, 80, 100, 150, 200]
CASES = [
    Case("busca-accademia", 8, (4, 4), table={"hands": 4}),
    Case("busca-accademia", 9, (4, 4), table=TO_31),
    Case("busca-accademia", 4, (4,), table={"hands": 6, "target": 12}, scoring={"method": "total"}),
    Case("busca-elimination", 8, (4, 4)),
    Case("busca-elimination", 4, (4,), options={"end": "first-removal"}),
    Case("busca-elimination", 4, (4,), table={"hands": 3}, scoring={"method": "total"}),
    Case("buddha", 3, (3,)),
    Case("buddha", 4, (4,), table={"hands": 4}),
    Case("buddha", 5, (5,), options={"highest_bid": "fulfilled"}),
    Case("buddha", 6, (6,), table={"hands": 6}, scoring={"method": "total"}),
    Case("buddha", 7, (3, 4)),
    Case("buddha", 10, (5, 5)),
    Case("buddha", 11, (5, 6)),
    Case("buddha", 10, (5, 5), table={"hands": 5}),
    Case("brisca", 4, (2, 2), options={"players": 2}, table={"target": 5}),
    Case("brisca", 5, (2, 2), partners=2, table={"target": 3}),
    Case("brisca", 4, (2, 2), options={"players": 6}, table={"hands": 4}, partners=3),
    Case(
        "brisca",
        4,
        (2, 2),
        options={"series": "points", "double_over_100": "margin"},
        table={"hands": 4},
        scoring={"method": "total"},
        partners=2,
    ),
    Case("brisca-mexican", 4, (2, 2), partners=2, scoring={"method": "places", "points": [3, 1]}),
    Case("brisca-mariaje", 4, (2, 2), options={"double_over_100": "total"}, partners=2),
    Case("brisca-muerte-al-tres", 4, (2, 2), options={"players": 2}, table={"hands": 5}),
    Case("briscola-chiamata", 10, (5, 5), table={"hands": 5}),
    Case("briscola-chiamata", 6, (5,), table={"target": 5}),
    Case("brisca-rematada", 6, (3, 3), options={"award": "counted"}),
    Case("brisca-rematada", 7, (3, 3), table={"target": 500}),
    Case("buraco", 4, (2, 2), partners=2, table={"hands": 3}),
    Case("buraco", 4, (2, 2), options={"players": 2}, scoring={"vp_table": "burraco-4"}),
    Case(
        "buraco",
        6,
        (2, 2, 2),
        partners=2,
        table={"hands": 2},
        scoring={"method": "victory-points", "vp_limits": OWN_LIMITS},
    ),
    Case("buraco", 4, (2, 2), partners=2, table={"hands": 2}, scoring={"method": "match-points"}),
    Case("burraco", 4, (2, 2), partners=2, rounds=1),
    Case("burraco", 4, (2, 2), partners=2, table={"hands": 3}, scoring={"vp_table": "burraco-3"}, rounds=1),
]

SHORT = {
    "busca-accademia": Case("busca-accademia", 4, (4,), table={"hands": 3}),
    "busca-elimination": Case("busca-elimination", 4, (4,)),
    "buddha": Case("buddha", 6, (6,)),
    "brisca": Case("brisca", 2, (2,), table={"target": 3}, partners=2),
    "brisca-mexican": Case("brisca-mexican", 2, (2,), options={"players": 2}),
    "brisca-mariaje": Case("brisca-mariaje", 2, (2,), options={"players": 6}, partners=3),
    "brisca-muerte-al-tres": Case("brisca-muerte-al-tres", 2, (2,), {"players": 2}, {"hands": 3}),
    "briscola-chiamata": Case("briscola-chiamata", 5, (5,), table={"hands": 5}),
    "brisca-rematada": Case("brisca-rematada", 3, (3,)),
    "buraco": Case("buraco", 2, (2,), table={"hands": 3}, partners=2),
    "burraco": Case("burraco", 2, (2,), table={"hands": 2}, partners=2),
}
"""One table of each game."""

METHODS = [
    {"method": "total"},
    {"method": "places", "points": [5, 3, 2, 1]},
    {"method": "match-points", "win": 3, "draw": 1, "loss": 0},
    {"method": "victory-points", "vp_limits": OWN_LIMITS},
]
EACH_METHOD = [
    replace(case, scoring=scoring, rounds=1)
    for case in SHORT.values()
    for scoring in METHODS
    if scoring["method"] != "victory-points" or case.sizes == (2,)
]
"""Every game by every way of scoring a tournament that it can have."""
