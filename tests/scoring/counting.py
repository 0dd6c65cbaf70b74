"""Piles to count, and the packs that they come from."""

from scoring.counter import answer
from scoring.registry import RULESETS
from scoring.ruleset import RuleSet

COUNTED = [ruleset.slug for ruleset in RULESETS if type(ruleset).pack is not RuleSet.pack]
SUITS = ("coins", "cups", "swords", "batons")
LATIN = [f"{rank}-{suit}" for rank in ("ace", *"234567", "jack", "knight", "king") for suit in SUITS]


def count(ruleset, *piles, **more):
    return answer({"ruleset": ruleset, "piles": list(piles), **more})


def named(*cards):
    return {"cards": list(cards)}


def of_kinds(**kinds):
    return {"kinds": kinds}


def points(result):
    return [pile["points"] for pile in result["piles"]]
