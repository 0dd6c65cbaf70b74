"""Whose turn it is to sit out or at an unusual table, and who may take it over."""

from tournaments.pairing.instance import Instance
from tournaments.pairing.values import Seats

USUAL, UNUSUAL, OUT = 0, 1, 2  # where somebody may be in a round


class Turns:
    """The turns taken in the past and in the rounds that are being made.

    They are fair as long as nobody has a turn a second time before everybody had one, a third time before a second, and
    so on; a turn is only handed on if that stays true.
    """

    def __init__(self, instance: Instance) -> None:
        players = len(instance.ids)
        self.usual = instance.sizes[0]
        self.before = [[0] * players, instance.past.short_tables, instance.past.sit_outs]
        self.taken: list[list[set[int]]] = [[set() for _ in range(players)] for _ in range(3)]
        self.kinds: list[list[int]] = []  # of each round's tables; the last is none, number -1

    def times(self, kind: int) -> list[int]:
        """How often each player has had a turn of this kind."""
        taken = zip(self.before[kind], self.taken[kind], strict=True)
        return [before + len(rounds) for before, rounds in taken]

    def add(self, tables: Seats) -> None:
        """Count one more round."""
        self.kinds.append([])
        self._record(len(self.kinds) - 1, tables)

    def change(self, number: int, tables: Seats) -> None:
        """Count a round as it is now, no longer as it was."""
        for kind in (UNUSUAL, OUT):
            for rounds in self.taken[kind]:
                rounds.discard(number)
        self._record(number, tables)

    def _kind(self, table: list[int]) -> int:
        return USUAL if len(table) == self.usual else UNUSUAL

    def _record(self, number: int, tables: Seats) -> None:
        self.kinds[number] = [self._kind(table) for table in tables] + [OUT]
        out = set(range(len(self.taken[OUT])))
        for table in tables:
            out.difference_update(table)
            if self._kind(table) == UNUSUAL:
                for player in table:
                    self.taken[UNUSUAL][player].add(number)
        for player in out:
            self.taken[OUT][player].add(number)

    def may_trade(self, number: int, one: int, here: int, other: int, there: int) -> bool:
        """Whether two players, at the tables `here` and `there`, may trade places in a round."""
        kind, kind_2 = self.kinds[number][here], self.kinds[number][there]
        return kind == kind_2 or (
            self._may_hand(kind, number, one, other) and self._may_hand(kind_2, number, other, one)
        )

    def _may_hand(self, kind: int, number: int, giver: int, taker: int) -> bool:
        """Whether this turn is the giver's last, and the taker has had exactly one less."""
        if kind == USUAL:
            return True
        before, taken = self.before[kind], self.taken[kind]
        times = before[giver] + len(taken[giver])
        return times == before[taker] + len(taken[taker]) + 1 and max(taken[giver]) == number

    def trade(self, number: int, one: int, here: int, other: int, there: int) -> None:
        """Note that the two have traded places."""
        kind, kind_2 = self.kinds[number][here], self.kinds[number][there]
        if kind != kind_2:
            self._hand(kind, number, one, other)
            self._hand(kind_2, number, other, one)

    def _hand(self, kind: int, number: int, giver: int, taker: int) -> None:
        if kind != USUAL:
            self.taken[kind][giver].remove(number)
            self.taken[kind][taker].add(number)


class FixedTurns(Turns):
    """Turns that nobody hands on: only those trade places whose turn is the same."""

    def _may_hand(self, kind: int, number: int, giver: int, taker: int) -> bool:  # noqa: ARG002
        return False
