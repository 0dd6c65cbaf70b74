"""Inputs of the second computation of standings, read from what the API publishes of a tournament.

It shares no code with the program: tables of victory points and rules of games come from the API too.
"""

from fractions import Fraction
from functools import cached_property
from types import SimpleNamespace as Thing

from tests.ranking import plain

POINTS = {"busca-accademia": "points", "brisca": "points"}
"""The field of a tally whose points count as card points, in games that have one."""


class Published:
    """A tournament as everybody can read it; `get` answers for an address below it."""

    def __init__(self, get):
        self.get = get
        self.plan = get("")
        self.low = get("/games")["direction"] == "low"

    def pages(self, path):
        """The rows of all pages of a list."""
        answer = self.get(path)
        assert answer["next"] is None, path
        return answer["results"]

    @cached_property
    def lot_seed(self):
        return self.get("ledger/")["results"][0]["facts"]["lot_seed"]

    @cached_property
    def scoring(self):
        said = self.plan["scoring"]
        return Thing(
            method=said["method"],
            low_wins=self.low,
            points=[Fraction(each) for each in said.get("points", [4, 3, 2, 1])],
            win=Fraction(said.get("win", 2)),
            draw=Fraction(said.get("draw", 1)),
            loss=Fraction(said.get("loss", 0)),
            vp_limits=said.get("vp_limits", []),
            sit_out=_rule(said.get("sit_out", "own-average")),
            absent=_rule(said.get("absent", "worst")),
        )

    @cached_property
    def results(self):
        rounds = [each for each in self.pages("rounds/") if each["state"] in ("published", "closed")]
        decided = [each for each in self.pages("decisions/") if each["cancelled_at"] is None]
        barred = {each["entry"]: each["round"] for each in decided if each["kind"] == "disqualified"}
        return Thing(
            entrants=[self.entrant(each, barred) for each in self.pages("entries/?limit=200")],
            rounds=[each["number"] for each in rounds],
            closed=[_closing(each) for each in rounds if each.get("closing")],
            tables=[table for each in rounds for table in self.tables(each["number"])],
            sit_outs=[Thing(round=each["number"], entry=entry) for each in rounds for entry in each["sit_out"]],
            awards=[_award(each) for each in decided if each["kind"] != "disqualified"],
            penalties=[
                Thing(entry=each["entry"], amount=Fraction(each["amount"]), round=each["round"])
                for each in self.pages("penalties/")
                if each["cancelled_at"] is None
            ],
        )

    def entrant(self, entry, barred):
        names = ("id", "number", "stand_in", "from_round", "until_round", "gaps")
        return Thing(**{name: entry[name] for name in names}, disqualified_from=barred.get(entry["id"]))

    def tables(self, number):
        for table in self.pages(f"rounds/{number}/tables/"):
            sides = {}
            for seat in table["seats"]:
                sides.setdefault(seat["side"], []).append(seat["entry"])
            counted = [hand for hand in table["hands"] if hand["status"] == "confirmed"]
            yield Thing(
                round=number,
                table=table["number"],
                sides=[sides[side] for side in sorted(sides)],
                totals=table["totals"],
                places=table["places"],
                hands=tuple(self.hand(hand) for hand in counted),
                outstanding=table["outstanding"],
                total_only=False,  # these evenings are kept hand by hand
                closed=table["closing"] and _closing({**table, "number": number}),
            )

    def hand(self, hand):
        field = POINTS.get(self.plan["ruleset"])
        points = [line and line.get(field) for line in hand["lines"]] if field else []
        return Thing(scores=hand["scores"], card_points=points)

    def standing(self, number):
        """The rows of the standing after a round, computed plainly."""
        return plain.standing(self.results, self.scoring, self.plan["tie_breaks"], number, self.lot_seed)


def _rule(said):
    return said if said in ("own-average", "field-average", "worst") else Fraction(said)


def _closing(round_):
    """Return the decision when a round was closed on tables that had not finished; no minutes were left to play."""
    said = round_["closing"]
    unplayed = said["unplayed"] if said["amount"] is None else Fraction(said["amount"])
    return Thing(round=round_["number"], unplayed=unplayed, unfinished=said["unfinished"], timed=())


def _award(decision):
    amount = decision["amount"]
    value = None if amount is None else Fraction(amount)
    return Thing(round=decision["round"], entry=decision["entry"], value=value, kind=decision["kind"])


def rows_as_published(document):
    """The same figures of a published standing."""
    return [
        {
            "place": row["place"],
            "entry": row["entry"],
            "score": Fraction(row["score_exact"]),
            "hands": row["hands"],
            "rounds": [(each["round"], _exact(each)) for each in row["rounds"]],
            "moved": row["moved"],
            "tie_breaks": row["tie_breaks"],
        }
        for row in document["rows"]
    ]


def rows_as_computed(rows):
    """Those of the plain computation, its tie-breaks shown as the API shows them."""
    return [{**row, "tie_breaks": {c: _shown(value) for c, value in row["tie_breaks"].items()}} for row in rows]


def _exact(each):
    shown = each.get("exact", each["score"])
    return None if shown is None else Fraction(shown)


def _shown(value):
    """A decimal with at most two places, half a unit of the last away from zero."""
    if value is None:
        return None
    hundredths = int(abs(value) * 100 + Fraction(1, 2))
    text = f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and hundredths else text
