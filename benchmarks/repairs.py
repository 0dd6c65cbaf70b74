"""The duration of repairs and the number of players they move, compared with a new draw.

Run it as `python -m benchmarks.repairs`. The fourth round of a Swiss evening is published. Some players have left, some
have joined, a third of the tables has begun, and some pairs are kept apart. The tables have four seats, or three to
five. In further cases a player is kept apart from everybody, or scores were wrong.
"""

from dataclasses import replace
from random import Random
from time import process_time

from benchmarks.measuring import QUICK, add_figure, cpu
from tournaments.pairing import DrawRequest, Participant, draw
from tournaments.pairing.repair import RepairRequest, repair

SIZES = (17, 40) if QUICK else (17, 40, 100, 400)
KINDS = {"tables of four": (4,), "tables of three to five": (4, 3, 5)}
MOST_SECONDS = 2.0
WRONG = 8


def main() -> None:
    """Add the figures for each number of players."""
    for players in SIZES:
        worst = shunned(wrong_round(players, (4,), Random(players)))
        took = cpu(lambda wanted=worst: repair(wanted))
        add_figure("repair, one with whom nobody may sit", took, "s", size=players, at_most=MOST_SECONDS)
        wrong = wrong_scores(worst, Random(players))
        took = cpu(lambda wanted=wrong: repair(wanted))
        add_figure("repair, eight scores were wrong", took, "s", size=players, at_most=MOST_SECONDS)
        add_figure("people moved, eight scores were wrong", len(repair(wrong).moved), "", size=players)
        for kind, sizes in KINDS.items():
            wanted = wrong_round(players, sizes, Random(players))
            begin = process_time()
            repaired = repair(wanted)
            took = process_time() - begin
            redrawn, redraw_took = moved_by_a_new_draw(wanted)
            compared = {"size": players, "of": "draw again"}
            asked = {"at_most": MOST_SECONDS}
            add_figure(f"repair, {kind}", took, "s", baseline=redraw_took, **compared, **asked)
            add_figure(f"people moved, {kind}", len(repaired.moved), "", baseline=redrawn, **compared)


def wrong_round(players: int, sizes: tuple[int, ...], rng: Random) -> RepairRequest:
    """Return a repair of a fourth round after which a twelfth of the players have left, and a fortieth have joined."""
    request = DrawRequest(method="swiss", seed=1, entrants=tuple(map(Participant, range(players))), sizes=sizes)
    for _round in range(4):
        entrants = tuple(replace(each, score=each.score + rng.randrange(12)) for each in request.entrants)
        drawn = draw(replace(request, entrants=entrants))
        request = replace(request, entrants=entrants, history=(*request.history, drawn.tables))
    gone = set(rng.sample(range(players), max(1, players // 12)))
    stay = tuple(replace(each, active=each.id not in gone) for each in request.entrants)
    come = tuple(Participant(players + number) for number in range(max(1, players // 40)))
    apart = tuple((rng.randrange(players), players) for _pair in range(players // 10))
    tables = dict(enumerate(drawn.tables, 1))
    return RepairRequest(
        draw=replace(request, entrants=stay + come, history=request.history[:-1], forbidden=apart),
        tables=tables,
        sit_out=drawn.sit_out,
        frozen=frozenset(number for number in tables if rng.random() < 1 / 3),
    )


def shunned(wanted: RepairRequest) -> RepairRequest:
    """Return the request with a new player who is kept apart from everybody; this search takes longest."""
    ids = [each.id for each in wanted.draw.entrants]
    return replace(wanted, draw=replace(wanted.draw, forbidden=tuple((id_, ids[-1]) for id_ in ids[:-1])))


def wrong_scores(wanted: RepairRequest, rng: Random) -> RepairRequest:
    """Return the request with all players present; the scores by which eight of them were seated have changed."""
    seated_by = {each.id: each.score for each in wanted.draw.entrants}
    wrong = set(rng.sample(sorted(seated_by), WRONG))
    entrants = tuple(
        replace(each, active=True, score=each.score + rng.randrange(-20, 20) if each.id in wrong else each.score)
        for each in wanted.draw.entrants
    )
    return replace(wanted, draw=replace(wanted.draw, entrants=entrants, forbidden=()), drawn_scores=seated_by)


def moved_by_a_new_draw(wanted: RepairRequest) -> tuple[int, float]:
    """Return how many players move in a new draw of the tables that have not begun, and the seconds that it takes."""
    frozen = {id_ for number in wanted.frozen for id_ in wanted.tables[number]}
    home = {id_: number for number, table in wanted.tables.items() for id_ in table} | dict.fromkeys(wanted.sit_out, 0)
    free = tuple(replace(each, active=each.active and each.id not in frozen) for each in wanted.draw.entrants)
    begin = process_time()
    drawn = draw(replace(wanted.draw, entrants=free))
    took = process_time() - begin
    numbers = [number for number in wanted.tables if number not in wanted.frozen]
    numbers += range(len(wanted.tables) + 1, len(wanted.tables) + len(drawn.tables) + 1)
    placed = {id_: number for number, table in zip(numbers, drawn.tables, strict=False) for id_ in table}
    placed |= dict.fromkeys(drawn.sit_out, 0)
    return sum(home.get(id_, number) != number for id_, number in placed.items()), took


if __name__ == "__main__":
    main()
