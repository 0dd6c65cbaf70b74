"""Players who are kept apart where that cannot be, and a smallest set of them to blame."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from typing import NoReturn

from tournaments.pairing.core import EntrantId, Problem, Refusal, _
from tournaments.pairing.hall import Hall
from tournaments.pairing.shape import Rounds

Pair = tuple[int, int]
STARTS = 100  # players from whom a crowd that is kept apart is looked for
PAIRED = 100  # of a larger crowd the players are named, but no pairs
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
        tuple(combinations(ids, 2)) if len(ids) <= PAIRED else (),
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


def refuse_barred(hall: Hall, rounds: Rounds) -> None:
    """Raise Refusal if two who are kept apart sit together, since then no better was found."""
    if any(map(hall.has_barred, rounds)):
        message = _(
            "No draw was found in the time there is that keeps all apart who are to be. "
            "That does not prove that there is none."
        )
        raise Refusal([Problem("no_draw_found", message, {}, "forbidden")])


def refuse_pairs(hall: Hall, pairs: Sequence[Pair]) -> NoReturn:
    """Raise Refusal with pairs of whom it is proved that they cannot all be kept apart."""
    told = tuple((hall.ids[one], hall.ids[other]) for one, other in pairs)
    message = _("These cannot all be kept apart at the tables there are: %(pairs)s.")
    params = {"pairs": _listed(told)}
    raise Refusal(
        [Problem("impossible_constraints", message, params, "forbidden", _together(told), told)]
    )


def smallest(
    pairs: Sequence[Pair], is_impossible: Callable[[list[Pair]], bool | None]
) -> list[Pair]:
    """Few of these pairs, which cannot all be kept apart, of which the same is proved.

    Without any one of them it is not, unless the answer is None, when there is no more time: they
    are narrowed down by halves (U. Junker, QuickXplain, AAAI 2004).
    """

    def narrowed(known: list[Pair], added: list[Pair], pairs: list[Pair]) -> list[Pair]:
        proved = is_impossible(known) if added else False
        if proved or proved is None or len(pairs) == 1:
            return [] if proved else pairs
        half = len(pairs) // 2
        second = narrowed(known + pairs[:half], pairs[:half], pairs[half:])
        first = narrowed(known + second, second, pairs[:half])
        return first + second

    return narrowed([], [], list(pairs))


def pairs_apart(hall: Hall) -> list[Pair]:
    """All who are kept apart from one another."""
    named = {(one, other) for one, barred in enumerate(hall.forbidden) for other in barred}
    clubs = (pair for club in hall.members for pair in combinations(club, 2))
    return sorted({(min(pair), max(pair)) for pair in chain(named, clubs)})


def _listed(pairs: Sequence[tuple[EntrantId, EntrantId]]) -> str:
    told = [f"{one} – {other}" for one, other in pairs[:TOLD]]
    return ", ".join([*told, "…"] if len(pairs) > TOLD else told)


def _together(pairs: Sequence[tuple[EntrantId, EntrantId]]) -> tuple[EntrantId, ...]:
    return tuple(dict.fromkeys(id_ for pair in pairs for id_ in pair))
