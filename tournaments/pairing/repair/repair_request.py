"""A request for a repair, and its result."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.pairing.values import DrawRequest, EntrantId, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairRequest:
    """A published round, and the participants who are to play in it.

    `draw` has the participants, with the history and the scores before the round. The `frozen` tables, by number, do
    not change. Players in `spared` get a seat, players in `benched` sit out. Players whose score differs from
    `drawn_scores`, by which the round was seated, move to their group; without `drawn_scores` no player moves for this
    reason.
    """

    draw: DrawRequest
    tables: Mapping[int, Table]
    sit_out: Table = ()
    frozen: frozenset[int] = frozenset()
    spared: frozenset[EntrantId] = frozenset()
    benched: frozenset[EntrantId] = frozenset()
    drawn_scores: Mapping[EntrantId, int | Fraction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Repair:
    """The tables by number in seat order, and the sit-outs.

    `moved` are players whose table or sit-out changed, except new players and those who leave. `stranded` have left the
    draw but sit at a frozen table. `apart_together` counts pairs kept apart that had to be seated together, and players
    seated away from their fixed table.
    """

    tables: Mapping[int, Table]
    sit_out: Table
    moved: tuple[EntrantId, ...]
    stranded: tuple[EntrantId, ...] = ()
    apart_together: int = 0
