"""Conflicts: players who cannot all be kept apart, and a minimal conflict among them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NoReturn

from scoring.problems import Problem, Refusal
from scoring.problems import gettext_noop as _
from tournaments.pairing.instance import Instance
from tournaments.pairing.values import EntrantId, Rounds

Pair = tuple[int, int]
CLIQUE_STARTS = 100  # players from which the search for a clique starts
MAX_PAIRED_CLIQUE = 100  # up to this size, the pairs of a clique are named; above it, only the players
MAX_NAMED_PAIRS = 12  # pairs named in the message; the problem's data has all pairs


def refuse_large_cliques(instance: Instance) -> None:
    """Raise Refusal if more players are mutually kept apart than there are tables and sit-outs.

    Raise it also if no player sits out, and a player has too few others with whom a table could be filled.
    """
    if problems := list(_clique_problems(instance)) or list(_isolation_problems(instance)):
        raise Refusal(problems)


def _clique_problems(instance: Instance) -> Iterator[Problem]:
    room = len(instance.shape.sizes) + instance.shape.sit_outs
    for club in instance.members:
        if len(club) > room:
            yield _clique_problem(instance, club[: room + 1])
    if any(instance.forbidden):
        clique = _largest_clique(instance.forbidden, room)
        if len(clique) > room:
            yield _clique_problem(instance, sorted(clique))


def _largest_clique(forbidden: Sequence[set[int]], room: int) -> list[int]:
    """Return a clique of players who are mutually kept apart, found greedily, of at most `room` + 1 players."""
    by_degree = sorted(range(len(forbidden)), key=lambda player: -len(forbidden[player]))
    largest: list[int] = []
    for start in by_degree[:CLIQUE_STARTS]:
        clique = [start]
        for player in sorted(forbidden[start], key=lambda p: -len(forbidden[p])):
            if len(clique) <= room and forbidden[player].issuperset(clique):
                clique.append(player)
        largest = max(largest, clique, key=len)
    return largest


def _clique_problem(instance: Instance, clique: Sequence[int]) -> Problem:
    ids = tuple(instance.ids[player] for player in clique)
    pairs = tuple(combinations(ids, 2)) if len(ids) <= MAX_PAIRED_CLIQUE else ()
    message = _("%(count)s players are all kept apart from one another: too many for %(tables)s tables.")
    params = {"count": len(ids), "tables": len(instance.shape.sizes), "entrants": ids, "pairs": pairs}
    return Problem("impossible_constraints", message, params, ("forbidden",))


def _isolation_problems(instance: Instance) -> Iterator[Problem]:
    """Yield a problem for each player who has too few possible companions for a table, if no player sits out."""
    least = min(instance.shape.sizes)
    for player, barred in enumerate(instance.forbidden):
        if len(barred) <= len(instance.ids) - least or instance.shape.sit_outs:
            continue
        id_ = instance.ids[player]
        pairs = tuple((id_, instance.ids[other]) for other in sorted(barred)[: len(instance.ids) - least + 1])
        message = _("%(entrant)s is kept apart from %(count)s players: too few are left for a table.")
        params = {"entrant": id_, "count": len(pairs), "entrants": (id_,), "pairs": pairs}
        yield Problem("impossible_constraints", message, params, ("forbidden",))


def refuse_barred_tables(instance: Instance, rounds: Rounds) -> None:
    """Raise Refusal if two players who are kept apart sit together in these rounds."""
    if any(map(instance.has_barred, rounds)):
        message = _(
            "No draw that keeps all these players apart was found in the time allowed. That does not "
            "prove that there is none."
        )
        raise Refusal(Problem("no_draw_found", message, {}, ("forbidden",)))


def refuse_conflict(instance: Instance, pairs: Sequence[Pair]) -> NoReturn:
    """Raise Refusal that names these pairs, which are proved impossible to keep apart all at once."""
    ids = tuple((instance.ids[one], instance.ids[other]) for one, other in pairs)
    message = _("These cannot all be kept apart at the available tables: %(listed)s.")
    entrants = tuple(dict.fromkeys(chain.from_iterable(ids)))
    params = {"listed": join_pairs(ids, {}), "entrants": entrants, "pairs": ids}
    raise Refusal(Problem("impossible_constraints", message, params, ("forbidden",)))


def minimal_conflict(pairs: Sequence[Pair], is_impossible: Callable[[list[Pair]], bool | None]) -> list[Pair]:
    """Return a small subset of these pairs that is also proved impossible to keep apart.

    It is minimal, unless the limit of checks is reached; then `is_impossible` returns None. Halves of the pairs are
    tried (U. Junker, QuickXplain, AAAI 2004).
    """

    def narrowed(needed: list[Pair], added: list[Pair], pairs: list[Pair]) -> list[Pair]:
        proved = is_impossible(needed) if added else False
        if proved or proved is None or len(pairs) == 1:
            return [] if proved else pairs
        half = len(pairs) // 2
        second = narrowed(needed + pairs[:half], pairs[:half], pairs[half:])
        first = narrowed(needed + second, second, pairs[:half])
        return first + second

    return narrowed([], [], list(pairs))


def pairs_apart(instance: Instance) -> list[Pair]:
    """Return all pairs kept apart: the forbidden pairs, and those of one club."""
    named = {(one, other) for one, barred in enumerate(instance.forbidden) for other in barred}
    clubs = (pair for club in instance.members for pair in combinations(club, 2))
    return sorted({(min(pair), max(pair)) for pair in chain(named, clubs)})


def join_pairs(pairs: Sequence[tuple[EntrantId, EntrantId]], names: Mapping[EntrantId, str]) -> str:
    """Return the first `MAX_NAMED_PAIRS` pairs as text, with names, or ids of players without a name."""
    first = pairs[:MAX_NAMED_PAIRS]
    joined = [f"{names.get(one, one)} – {names.get(other, other)}" for one, other in first]
    return ", ".join([*joined, "…"] if len(pairs) > MAX_NAMED_PAIRS else joined)
