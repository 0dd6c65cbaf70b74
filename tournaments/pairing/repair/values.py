"""What is to be mended, and how it comes out."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.values import DrawRequest, EntrantId, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairRequest:
    """A round as it stands, and who is to play in it.

    `draw` names who is to be placed now, with the history and the scores before the round. The `frozen` tables, by
    number, stay as they are. Who is `spared` gets a seat, who is `benched` sits out, and who is `corrected` changes
    places with somebody where that makes the draw better.
    """

    draw: DrawRequest
    tables: Mapping[int, Table]
    sit_out: Table = ()
    frozen: frozenset[int] = frozenset()
    spared: frozenset[EntrantId] = frozenset()
    benched: frozenset[EntrantId] = frozenset()
    corrected: frozenset[EntrantId] = frozenset()


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
