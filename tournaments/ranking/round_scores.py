"""What a round is worth to an entry that played it, sat out, was given an award or was absent."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tournaments.ranking.facts import Facts
from tournaments.ranking.results import Entrant


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A round's worth to an entry and where it comes from; without a value it is still pending."""

    round: int
    source: Literal["table", "sit-out", "award", "absent"]
    value: Fraction | None


def round_scores(facts: Facts, entrant: Entrant) -> tuple[RoundScore, ...]:
    """The rounds that count for an entry, in order.

    None of those that a stand-in did not play, nor those after the last that a withdrawn entry
    was seen in, counts for it.
    """
    scores = (_round_score(facts, entrant, number) for number in facts.rounds)
    return tuple(score for score in scores if score)


def _round_score(facts: Facts, entrant: Entrant, number: int) -> RoundScore | None:
    entry = entrant.id
    game = facts.games[entry].get(number)
    if (entry, number) in facts.awards:
        return RoundScore(number, "award", facts.awards[entry, number])
    if game:
        return RoundScore(number, "table", game.got)
    if (entry, number) in facts.waiting:
        return RoundScore(number, "table", None)
    if (entry, number) in facts.sit_outs:
        return RoundScore(number, "sit-out", _sit_out(facts, entry, number))
    if _is_absent(facts, entrant, number):
        return RoundScore(number, "absent", _absence(facts, number))
    return None


def _sit_out(facts: Facts, entry: int, number: int) -> Fraction | None:
    rule = facts.scoring.sit_out
    if isinstance(rule, Fraction):
        return rule
    if rule == "own-average" and entry in facts.means:
        return facts.means[entry]
    return facts.averages.get(number)


def _is_absent(facts: Facts, entrant: Entrant, number: int) -> bool:
    if entrant.stand_in:
        return False
    return not entrant.withdrawn or number < facts.last_seen.get(entrant.id, 0)


def _absence(facts: Facts, number: int) -> Fraction | None:
    rule = facts.scoring.absent
    return rule if isinstance(rule, Fraction) else facts.worst.get(number)
