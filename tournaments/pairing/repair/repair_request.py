"""A request for a repair, and its result."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.pairing.values import DrawRequest, EntrantId, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairRequest:
    """A published round, and the participants who should now play in it.

    `draw` has the participants, with the history and scores before the round. `frozen` has the numbers of tables that
    must not change. Players in `spared` must get a seat, players in `benched` must sit out. Players whose score differs
    from the one in `drawn_scores`, by which the round was seated, move to their group; if `drawn_scores` is empty, no
    player moves for this reason.
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
    """The tables of the repaired round by number, in seat order, and the sit-outs.

    `moved` are players whose place changed, without new players and those who leave. `stranded` have left the draw but
    sit at a frozen table. `apart_together` is how many pairs sit together that should be apart, plus how many players
    are away from their fixed table.
    """

    tables: Mapping[int, Table]
    sit_out: Table
    moved: tuple[EntrantId, ...]
    stranded: tuple[EntrantId, ...] = ()
    apart_together: int = 0
