"""What is to be mended, and how it comes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.pairing.values import DrawRequest, EntrantId, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairRequest:
    """A round as it stands, and who is to play in it.

    `draw` names who is to be placed now, with the history and the scores before the round. The `frozen` tables, by
    number, stay as they are. Who is `spared` gets a seat, and who is `benched` sits out. Whose score is another than in
    `drawn_scores`, by which the round was seated, changes into the group that is his; without them nobody does.
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
    """The tables by number in seat order, and who sits out.

    `moved` are those who had a seat, or sat out, and are elsewhere now; whoever comes or goes is not among them.
    `stranded` are not in the draw any more, but at a frozen table; `apart_together` counts the pairs kept apart that
    the repair could not but seat together.
    """

    tables: Mapping[int, Table]
    sit_out: Table
    moved: tuple[EntrantId, ...]
    stranded: tuple[EntrantId, ...] = ()
    apart_together: int = 0
