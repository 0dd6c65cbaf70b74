"""The work that a search may do, counted in steps; a time limit would give other results on other machines."""


class Budget:
    """The work left; the unit is the pricing of one column of a linear programme.

    Five million units take about a second.
    """

    def __init__(self, work: int) -> None:
        self.work = self.left = work

    @property
    def spent_part(self) -> float:
        """The part of the work that is spent, up to 1."""
        return min(1.0, 1 - self.left / self.work)

    def spend(self, work: int) -> None:
        """Spend this work; the last step may exceed the budget a little."""
        self.left -= work
