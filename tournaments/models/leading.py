"""Which of the published standings lead: those after the last round that is over, whatever is being played."""

from dataclasses import dataclass

from .prepared import Param, Prepared
from .standing import Standing
from .tournament import Tournament

NOTHING_HIDDEN = 2**31 - 1
PUBLISHED = Prepared(
    lambda: Standing.objects.filter(
        tournament=Param("tournament"), after_round__gte=Param("first"), after_round__lte=Param("last")
    ).order_by("after_round")
)
LAST = Prepared(
    lambda: Standing.objects.filter(tournament=Param("tournament"), after_round__lte=Param("last")).order_by(
        "-after_round"
    )[:1]
)


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
    last = NOTHING_HIDDEN if hidden_after is None else hidden_after
    if first_open is None:
        return Leading(LAST.first(tournament=tournament.pk, last=last), None)
    standings = PUBLISHED.all(tournament=tournament.pk, first=min(first_open - 1, last), last=last)
    full = None
    for standing in standings:
        if standing.after_round >= first_open and standing.is_in_play:
            break
        full = standing
    latest = standings[-1] if standings else None
    return Leading(full, None if latest is full else latest)
