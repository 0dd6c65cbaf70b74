"""Players who are kept apart where that cannot be, and the smallest set of them to blame."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NoReturn

from tournaments.pairing.core import EntrantId, Problem, Refusal, _
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.rebuilding import Rebuilding
from tournaments.pairing.shape import Rounds

Pair = tuple[int, int]
STARTS = 100  # players from whom a crowd that is kept apart is looked for
TRADES = 150  # tried before a set of pairs counts as one that cannot be kept apart
CHECKS = 5_000  # of smaller sets, over players: a refusal comes at once
TOLD = 12  # pairs that the message names; the problem holds them all


def refuse_crowds(hall: Hall) -> None:
    """Raise Refusal if more players are kept apart from one another than there are tables.

    Also if somebody is kept apart from so many that nobody is left to fill a table.
    """
    found = list(_crowds(hall)) or list(_hermits(hall))
    if found:
        raise Refusal(found)


def _crowds(hall: Hall) -> Iterator[Problem]:
    room = len(hall.shape.sizes) + hall.shape.sit_outs
    for club in hall.members:
        if len(club) > room:
            yield _too_many(hall, club[: room + 1])
    if any(hall.forbidden):
        crowd = _largest_crowd(hall.forbidden, room)
        if len(crowd) > room:
            yield _too_many(hall, sorted(crowd))


def _largest_crowd(forbidden: Sequence[set[int]], room: int) -> list[int]:
    """Players of whom no two may meet, gathered greedily, up to one more than there is room for."""
    by_degree = sorted(range(len(forbidden)), key=lambda player: -len(forbidden[player]))
    largest: list[int] = []
    for start in by_degree[:STARTS]:
        crowd = [start]
        for player in sorted(forbidden[start], key=lambda p: -len(forbidden[p])):
            if len(crowd) <= room and forbidden[player].issuperset(crowd):
                crowd.append(player)
        largest = max(largest, crowd, key=len)
    return largest


def _too_many(hall: Hall, crowd: Sequence[int]) -> Problem:
    ids = tuple(hall.ids[player] for player in crowd)
    return Problem(
        "impossible_constraints",
        _("%(count)s players are all kept apart from one another: too many for %(tables)s tables."),
        {"count": len(ids), "tables": len(hall.shape.sizes)},
        "forbidden",
        ids,
        tuple(combinations(ids, 2)),
    )


def _hermits(hall: Hall) -> Iterator[Problem]:
    """Who would have to sit with somebody kept apart, whoever else sits there."""
    least = min(hall.shape.sizes)
    for player, barred in enumerate(hall.forbidden):
        if len(barred) <= len(hall.ids) - least or hall.shape.sit_outs:
            continue
        enough = len(hall.ids) - least + 1
        others = tuple(hall.ids[other] for other in sorted(barred)[:enough])
        yield Problem(
            "impossible_constraints",
            _("%(entrant)s is kept apart from %(count)s players: too few are left for a table."),
            {"entrant": hall.ids[player], "count": len(others)},
            "forbidden",
            (hall.ids[player],),
            tuple((hall.ids[player], other) for other in others),
        )


def refuse_barred(hall: Hall, rounds: Rounds, can_be: Callable[[Hall], bool] | None = None) -> None:
    """Raise Refusal if two who are kept apart sit together, since then no better was found.

    `can_be` tells whether a hall in which fewer are kept apart can be drawn; left out, whether
    one round of it can.
    """
    if any(map(hall.has_barred, rounds)):
        refuse_for(hall, can_be or has_round)


def refuse_for(hall: Hall, can_be: Callable[[Hall], bool]) -> NoReturn:
    """Raise Refusal with the pairs to blame, where a hall in which fewer are apart `can_be`."""
    pairs = tuple((hall.ids[one], hall.ids[other]) for one, other in _to_blame(hall, can_be))
    raise Refusal(
        [
            Problem(
                "impossible_constraints",
                _("No draw was found that keeps all of these apart: %(pairs)s."),
                {"pairs": _listed(pairs)},
                "forbidden",
                _together(pairs),
                pairs,
            )
        ]
    )


def _listed(pairs: Sequence[tuple[EntrantId, EntrantId]]) -> str:
    told = [f"{one} – {other}" for one, other in pairs[:TOLD]]
    return ", ".join([*told, "…"] if len(pairs) > TOLD else told)


def _together(pairs: Sequence[tuple[EntrantId, EntrantId]]) -> tuple[EntrantId, ...]:
    return tuple(dict.fromkeys(id_ for pair in pairs for id_ in pair))


def _to_blame(hall: Hall, can_be: Callable[[Hall], bool]) -> list[Pair]:
    """Few pairs that cannot all be kept apart: without any one of them, a draw was found.

    They are narrowed down by halves (U. Junker, QuickXplain, AAAI 2004), for a while.
    """
    everybody = range(len(hall.ids))
    pairs = [pair for pair in combinations(everybody, 2) if hall.barred(*pair)]
    checks = iter(range(CHECKS // len(hall.ids)))

    def narrowed(known: list[Pair], added: list[Pair], pairs: list[Pair]) -> list[Pair]:
        if added and next(checks, None) is None:
            return pairs
        if added and not can_be(_with_only(hall, known)):
            return []
        if len(pairs) == 1:
            return pairs
        half = len(pairs) // 2
        second = narrowed(known + pairs[:half], pairs[:half], pairs[half:])
        first = narrowed(known + second, second, pairs[:half])
        return first + second

    return narrowed([], [], pairs)


def _with_only(hall: Hall, pairs: Sequence[Pair]) -> Hall:
    """The hall if these pairs, and only these, were kept apart."""
    forbidden: list[set[int]] = [set() for _ in hall.ids]
    for one, other in pairs:
        forbidden[one].add(other)
        forbidden[other].add(one)
    return replace(hall, forbidden=forbidden, clubs=[-1] * len(hall.ids))


def has_round(hall: Hall) -> bool:
    """Whether a round is found at which nobody sits with those kept apart."""
    rebuilding = Rebuilding(hall, Dice(0))
    rebuilding.add(TRADES)
    return not rebuilding.is_barred
