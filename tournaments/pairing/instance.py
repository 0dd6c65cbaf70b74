"""A draw as a mathematical problem: players are numbers, and their history is counted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations

from tournaments.pairing.shape import Shape, shape_of
from tournaments.pairing.values import BY_STANDING, MAX_SEATS, DrawRequest, EntrantId, OnProgress, Seats


@dataclass(slots=True)
class PlayHistory:
    """What players did in earlier rounds: whom they met, and how often they had each seat or sat out."""

    meetings: list[dict[int, int]]
    last: list[set[int]]
    seats: list[list[int]]
    numbers: list[dict[int, int]]
    sit_outs: list[int]
    short_tables: list[int]

    @classmethod
    def none(cls, players: int) -> "PlayHistory":
        """Return a history without rounds."""
        return cls(
            meetings=[{} for _ in range(players)],
            last=[set() for _ in range(players)],
            seats=[[0] * MAX_SEATS for _ in range(players)],
            numbers=[{} for _ in range(players)],
            sit_outs=[0] * players,
            short_tables=[0] * players,
        )

    def add(self, tables: Sequence[Sequence[int | None]], usual: int) -> None:
        """Add a played round; None is the seat of a player who is not in this draw.

        `usual` is the usual size of tables.
        """
        seated: set[int] = set()
        for met in self.last:
            met.clear()
        for number, table in enumerate(tables, 1):
            players = [player for player in table if player is not None]
            seated.update(players)
            for seat, player in enumerate(table):
                if player is not None:
                    self._seat(player, seat, number, players)
                    self.short_tables[player] += len(table) != usual
        for player in range(len(self.meetings)):
            self.sit_outs[player] += player not in seated

    def _seat(self, player: int, seat: int, number: int, players: Iterable[int]) -> None:
        self.seats[player][seat] += 1
        self.numbers[player][number] = self.numbers[player].get(number, 0) + 1
        meetings = self.meetings[player]
        for other in players:
            if other != player:
                meetings[other] = meetings.get(other, 0) + 1
                self.last[player].add(other)

    def correct(self, one: int, other: int, times: int, *, in_last_round: bool) -> None:
        """Set how often two players have met to `times`, and whether they met in the last round."""
        for player, met in ((one, other), (other, one)):
            self.meetings[player].pop(met, None)
            self.last[player].discard(met)
            if times:
                self.meetings[player][met] = times
            if in_last_round:
                self.last[player].add(met)


@dataclass(slots=True)
class Instance:
    """The players of a draw, with their history and constraints.

    Players are numbered from 0, in order of the standings if the method uses these.
    """

    ids: tuple[EntrantId, ...]
    scores: tuple[int | Fraction, ...]
    past: PlayHistory
    forbidden: list[set[int]]
    clubs: list[int]  # by player: the number of its club if clubs are kept apart, else -1
    fixed: dict[int, int]  # the index of each fixed player's table
    sizes: tuple[int, ...]
    index: Mapping[EntrantId, int] = field(default_factory=dict)
    notes: dict[str, object] = field(default_factory=dict)  # values of the method for the report
    on_progress: OnProgress = lambda _part: None
    start: Seats = field(default_factory=list)  # a round that keeps all pairs apart, set if finding one is hard

    @property
    def shape(self) -> Shape:
        """The sizes of a round's tables, and the number of sit-outs."""
        return shape_of(len(self.ids), self.sizes)

    @property
    def untouched(self) -> bool:
        """Whether only clubs distinguish the players: there is no history, no forbidden pair and no fixed table."""
        past = self.past
        return not (
            any(past.meetings) or any(past.sit_outs) or any(past.short_tables) or any(self.forbidden) or self.fixed
        )

    @property
    def alike(self) -> bool:
        """Whether any player may sit with any other: none are kept apart, so all are interchangeable."""
        return not any(self.forbidden) and len(self.members) == len(self.ids)

    @property
    def members(self) -> list[list[int]]:
        """The players in groups: those of one club, if clubs are kept apart; every other player alone."""
        clubs: dict[int, list[int]] = {}
        for player, club in enumerate(self.clubs):
            clubs.setdefault(club if club >= 0 else -player - 1, []).append(player)
        return list(clubs.values())

    def barred(self, one: int, other: int) -> bool:
        """Whether two players are barred: they may never sit together."""
        return other in self.forbidden[one] or (self.clubs[one] >= 0 and self.clubs[one] == self.clubs[other])

    def has_barred(self, tables: Seats) -> bool:
        """Whether a barred pair sits at one of these tables."""
        return any(self.barred(*pair) for table in tables for pair in combinations(table, 2))

    def part_progress(self, begin: float, end: float) -> "Instance":
        """Return the same instance for one step of a draw.

        Progress 0 to 1 of the step becomes `begin` to `end` of the draw.
        """
        whole = self.on_progress
        return replace(self, on_progress=lambda part: whole(begin + part * (end - begin)))

    def add(self, tables: Sequence[Sequence[int]]) -> None:
        """Count a newly drawn round as played."""
        self.past.add(tables, self.sizes[0])


def instance_of(request: DrawRequest) -> Instance:
    """Return the instance of a request that has passed its checks."""
    active = [entrant for entrant in request.entrants if entrant.active]
    if request.method in BY_STANDING:
        sign = 1 if request.low_wins else -1
        active.sort(key=lambda entrant: sign * entrant.score)
    index = {entrant.id: number for number, entrant in enumerate(active)}
    instance = Instance(
        ids=tuple(index),
        scores=tuple(entrant.score for entrant in active),
        past=_play_history(index, request),
        forbidden=_forbidden(index, request.forbidden),
        clubs=_clubs([entrant.club if request.avoid_same_club else "" for entrant in active]),
        fixed={index[id_]: table - 1 for id_, table in request.fixed.items() if id_ in index},
        sizes=request.sizes,
        index=index,
    )
    for player, entrant in enumerate(active):
        if entrant.sit_outs is not None:
            instance.past.sit_outs[player] = entrant.sit_outs
        if entrant.short_tables is not None:
            instance.past.short_tables[player] = entrant.short_tables
    return instance


def _play_history(index: Mapping[EntrantId, int], request: DrawRequest) -> PlayHistory:
    past = PlayHistory.none(len(index))
    for tables in request.history:
        past.add([[index.get(id_) for id_ in table] for table in tables], request.sizes[0])
    for one, other, times, _as_partners, in_last_round in request.meetings:
        if one in index and other in index:
            past.correct(index[one], index[other], times, in_last_round=in_last_round)
    return past


def _forbidden(index: Mapping[EntrantId, int], pairs: Iterable[tuple[EntrantId, EntrantId]]) -> list[set[int]]:
    forbidden: list[set[int]] = [set() for _ in index]
    for one, other in pairs:
        if one in index and other in index:
            forbidden[index[one]].add(index[other])
            forbidden[index[other]].add(index[one])
    return forbidden


def _clubs(names: Sequence[str]) -> list[int]:
    numbers: dict[str, int] = {}
    return [numbers.setdefault(name, len(numbers)) if name else -1 for name in names]
