"""How much a search may do, counted in its steps: a clock would end it elsewhere on another machine."""


class Budget:
    """What is left of so much work, in columns of a linear programme that could be priced in the time.

    Five millions take about a second.
    """

    def __init__(self, work: int) -> None:
        self.work = self.left = work

    @property
    def spent_part(self) -> float:
        """What part of all of it is spent, up to 1."""
        return min(1.0, 1 - self.left / self.work)

    def spend(self, work: int) -> None:
        """Take so much of it; the last step may take a little more than there is."""
        self.left -= work
