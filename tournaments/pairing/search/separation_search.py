"""A search for a round that keeps all pairs apart. It finds one or proves that there is none, with bounded work.

For the player with the fewest possible companions every table is tried; interchangeable players are added only in their
order. A branch is cut if the remaining players form components that cannot fill the remaining tables, if more players
are mutually kept apart than there are tables, or if the same players remained before.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.requirements.feasibility import bits_of, can_fill, components_of
from tournaments.pairing.shape import Shape
from tournaments.pairing.values import Seats

MAX_PLAYERS = 300  # with more players, only the immediate proofs are tried


@dataclass(frozen=True, slots=True)
class Separation:
    """The result of a search: a round that keeps all pairs apart, or None, and whether there is proved to be none."""

    tables: Seats | None
    impossible: bool
    spent: int  # how much of the work was used


@dataclass(frozen=True, slots=True)
class _State:
    """The players without a place as a bit mask, how many of them sit out, and the sizes of their tables."""

    players: int
    out: int
    sizes: tuple[int, ...]


class _WorkExceededError(Exception):
    """Raised if the search needs more work than it may use."""


def search_separation(apart: Sequence[int], shape: Shape, fixed: Mapping[int, int], work: int) -> Separation:
    """Search for a round that keeps all pairs apart.

    `apart` has a bit mask for each player: the players from whom it must be kept apart. Players who are fixed at
    one table sit together unless they sit out.
    """
    search = _SeparationSearch(apart, fixed, work)
    everybody = (1 << len(apart)) - 1
    state = _State(everybody, shape.sit_outs, tuple(sorted(shape.sizes)))
    try:
        is_seated = not search.is_impossible(state) and search.seat_all(state)
    except _WorkExceededError:
        return Separation(None, impossible=False, spent=search.spent)
    return Separation(search.taken if is_seated else None, impossible=not is_seated, spent=search.spent)


class _SeparationSearch:
    """The tables chosen so far, and the states from which no solution was found."""

    def __init__(self, apart: Sequence[int], fixed: Mapping[int, int], work: int) -> None:
        self.fixed, self.work, self.spent = fixed, work, 0
        self.groups: dict[int, int] = {}
        for player, table in fixed.items():
            self.groups[table] = self.groups.get(table, 0) | 1 << player
        everybody = (1 << len(apart)) - 1
        self.compatible = [
            everybody & ~(barred | self._fixed_elsewhere(player) | 1 << player) for player, barred in enumerate(apart)
        ]
        self.equivalent = self._equivalent_players()
        self.taken: Seats = []
        self.failed: set[_State] = set()

    def _fixed_elsewhere(self, player: int) -> int:
        """Return the players who are fixed at a table other than this player's, as a bit mask."""
        if player not in self.fixed:
            return 0
        return sum(group for table, group in self.groups.items() if table != self.fixed[player])

    def _equivalent_players(self) -> list[int]:
        """Return, by player, the players who have the same possible companions, itself included, as a bit mask.

        Either all of these can sit together, or no two of them can.
        """
        kinds: dict[int, int] = {}
        for player, compatible in enumerate(self.compatible):
            if player not in self.fixed:
                for kind in (compatible, compatible | 1 << player):
                    kinds[kind] = kinds.get(kind, 0) | 1 << player
        return [
            1 << player if player in self.fixed else kinds[compatible] | kinds[compatible | 1 << player]
            for player, compatible in enumerate(self.compatible)
        ]

    def is_impossible(self, state: _State) -> bool:
        """Whether it is clear without a search that these players cannot have these places."""
        self._spend(state.players.bit_count())
        parts = components_of(state.players, self.compatible)
        if len(parts) > 1:
            counts = [part.bit_count() for part in parts]
            if not can_fill(counts, state.sizes, state.out):
                return True
        return self._clique_size(state.players) > len(state.sizes) + state.out

    def _clique_size(self, players: int) -> int:
        """Return the size of a clique of these players, found greedily, all of whom are kept apart from each other."""
        clique, left = 0, players
        for player in sorted(bits_of(players), key=lambda p: self._choice_count(p, players)):
            if left >> player & 1:
                clique += 1
                left &= ~(self.compatible[player] | 1 << player)
        return clique

    def _choice_count(self, player: int, players: int) -> int:
        return (self.compatible[player] & players).bit_count()

    def seat_all(self, state: _State) -> bool:
        """Return whether these players can have these places; if so, `taken` has the tables."""
        if not state.sizes:
            return True
        if len(self.compatible) > MAX_PLAYERS:
            raise _WorkExceededError
        first = min(bits_of(state.players), key=lambda p: self._choice_count(p, state.players))
        for table, rest in self._tables_of(first, state):
            if rest not in self.failed and not self.is_impossible(rest):
                self.taken += [table] if table else []
                if self.seat_all(rest):
                    return True
                del self.taken[len(self.taken) - bool(table) :]
            self.failed.add(rest)
        return False

    def _spend(self, work: int) -> None:
        self.spent += work
        if self.spent > self.work:
            raise _WorkExceededError

    def _tables_of(self, first: int, state: _State) -> Iterator[tuple[list[int], _State]]:
        """Yield each possible table of this player, [] for sitting out, with the state that remains."""
        for size in dict.fromkeys(state.sizes):
            place = state.sizes.index(size)
            sizes = state.sizes[:place] + state.sizes[place + 1 :]
            near = self.compatible[first] & state.players
            for table in self._extend_table(1 << first, near, size - 1, state.players):
                missing = self._forced_out(table, state.players)
                out = state.out - missing.bit_count()
                if out >= 0:
                    rest = state.players & ~(table | missing)
                    yield [*bits_of(table)], _State(rest, out, sizes)
        if state.out:
            yield [], _State(state.players & ~(1 << first), state.out - 1, state.sizes)

    def _forced_out(self, table: int, players: int) -> int:
        """Return the players who are fixed at this table but not seated at it; they have to sit out."""
        groups = [group for group in self.groups.values() if group & table]
        return sum(group & players & ~table for group in groups)

    def _extend_table(self, table: int, near: int, more: int, players: int) -> Iterator[int]:
        """Yield the table with `more` players added, in each possible way.

        Interchangeable players are added in order.
        """
        if not more:
            yield table
            return
        while near.bit_count() >= more:
            lowest = near & -near
            near ^= lowest
            self._spend(1)
            player = lowest.bit_length() - 1
            if not self.equivalent[player] & players & ~table & (lowest - 1):
                yield from self._extend_table(table | lowest, near & self.compatible[player], more - 1, players)
