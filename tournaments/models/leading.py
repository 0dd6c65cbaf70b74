"""Which of the published standings lead: those after the last round that is over, whatever is being played."""

from dataclasses import dataclass

from .standing import Standing
from .tournament import Tournament


@dataclass(frozen=True, slots=True)
class Leading:
    """The standing after the last full round, None before there is one; and that of the round in play beside it.

    A round is full once it is closed or each of its tables has finished: until then it moves nobody, so that nobody is
    ahead by having played fewer hands.
    """

    standing: Standing | None
    in_play: Standing | None

    @property
    def latest(self) -> Standing | None:
        """The one that was published last."""
        return self.in_play or self.standing

    @property
    def after_round(self) -> int:
        """The number of the last full round, 0 before there is one."""
        return self.standing.after_round if self.standing else 0


def leading(tournament: Tournament, hidden_after: int | None = None) -> Leading:
    """The standings that lead, none after a round where what follows is hidden; the tournament is `with_last_round`."""
    first_open = tournament.first_open
    published = tournament.standings.order_by("after_round")
    if hidden_after is not None:
        published = published.filter(after_round__lte=hidden_after)
    if first_open is None:
        return Leading(published.last(), None)
    before = first_open - 1 if hidden_after is None else min(first_open - 1, hidden_after)
    standings = list(published.filter(after_round__gte=before))
    full = None
    for standing in standings:
        if standing.after_round >= first_open and standing.is_in_play:
            break
        full = standing
    latest = standings[-1] if standings else None
    return Leading(full, None if latest is full else latest)
