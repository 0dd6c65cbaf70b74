"""A comparison of the Swiss draws of two clones of Tavolo, this one and another, for the same positions.

Run it as `python -m benchmarks.pairing_revisions CLONE`, with a number from which the positions are made, and the
number of positions of each kind. Both clones draw the same requests with `manage.py pair`. The positions have 100 or
400 players after two to nine rounds in which stronger players score more. Scores are continuous or have only few
values.
"""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from statistics import fmean, median

from benchmarks.pairing_swiss import Tables, greedy, meetings

KINDS = [(players, continuous) for players in (100, 400) for continuous in (True, False)]
POSITIONS = 25  # positions of each kind


@dataclass(frozen=True)
class Answer:
    """The quality of a draw, and its duration."""

    repeats: int
    spread: Fraction
    seconds: float


def main(clone: str, seed: int, positions: int) -> None:
    """Print a line for each kind of position."""
    print(f"Positions by {seed}: spread to the other clone's, positions with more repeats, CPU seconds of both")
    rng = Random(seed)
    for players, continuous in KINDS:
        pairs = []
        for _position in range(positions):
            request = json.dumps(position(players, rng, continuous=continuous))
            pairs.append((drawn(".", request), drawn(clone, request)))
        name = f"{players} players, {'continuous' if continuous else 'few'} scores"
        print_line(name, [now for now, _ in pairs], [before for _, before in pairs])


def position(players: int, rng: Random, *, continuous: bool) -> Mapping[str, object]:
    """Return a draw request after some rounds.

    In these, each table took the next players who had not met its players.
    """
    skill = [rng.gauss(0, 1) for _ in range(players)]
    scores, history = [0] * players, list[Tables]()
    for _round in range(rng.randrange(2, 10)):
        order = sorted(range(players), key=lambda player: -scores[player])
        history.append(greedy(order, meetings(history), [4] * (players // 4)))
        for table in history[-1]:
            for place, player in enumerate(sorted(table, key=lambda player: skill[player] + rng.gauss(0, 1))):
                scores[player] += round(10_000 * place + rng.gauss(0, 12_000)) if continuous else place
    entrants = [{"id": player, "score": score} for player, score in enumerate(scores)]
    return {"method": "swiss", "seed": rng.getrandbits(31), "entrants": entrants, "history": history}


def drawn(clone: str, request: str) -> Answer:
    """Return the draw of a clone; its duration includes the start of the process."""
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "manage.py", "pair"],
        cwd=clone,
        env=os.environ | {"MANAGE_NO_BOOTSTRAP": "1"},
        input=request,
        capture_output=True,
        text=True,
        check=True,
    )
    after = getrusage(RUSAGE_CHILDREN)
    report = json.loads(done.stdout)["report"]
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Answer(report["repeats"], Fraction(str(report["spread"])), seconds)


def print_line(name: str, now: list[Answer], before: list[Answer]) -> None:
    """Print the results for positions of one kind."""
    pairs = list(zip(now, before, strict=True))
    ratios = [float(new.spread / old.spread) for new, old in pairs if old.spread]
    more = sum(new.repeats > old.repeats for new, old in pairs)
    seconds, seconds_before = [[answer.seconds for answer in answers] for answers in (now, before)]
    print(
        f"{name:<32}{fmean(ratios) - 1:>+8.2%} mean{max(ratios) - 1:>+8.2%} worst{more:>4} more repeats"
        f"{median(seconds):>7.2f} median{max(seconds):>7.2f} most"
        f"   before{median(seconds_before):>7.2f} median{max(seconds_before):>7.2f} most",
        flush=True,
    )


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[2:]]
    main(sys.argv[1], numbers[0] if numbers else secrets.randbits(31), numbers[1] if len(numbers) > 1 else POSITIONS)
