"""The variants of Brisca between two sides. Each changes one rule."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.brisca import LINES, Brisca, pack_size
from scoring.fields import Field, Kind, missing
from scoring.marriages import MARRIAGES, check_all_marriages, check_marriages, check_split, marriage_points
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.values import Line, Options, Tally

THREE_KILLED_BY = Field(
    "three_killed_by",
    _("Three of trumps killed by"),
    _("The side whose ace took the three: it wins at once, nothing is counted"),
    kind=Kind.SIDE,
    maximum=1,
    optional=True,
)


@dataclass(frozen=True, kw_only=True)
class MexicanBrisca(Brisca):
    """Brisca in which a side with 11 card points or fewer wins."""

    def winner(self, tally: Tally) -> int | None:
        """Return the side with 11 points or fewer, else the winner by the rules of Brisca."""
        points = tally.column("points") or ()
        poor = [side for side, mine in enumerate(points) if mine <= 11]
        return poor[0] if poor else super().winner(tally)


@dataclass(frozen=True, kw_only=True)
class Mariaje(Brisca):
    """Brisca with marriages: the king and knight of a suit are worth 20 points more, those of trumps 40."""

    def line_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return Brisca's fields and the marriages."""
        return LINES[pack_size(options)] + MARRIAGES

    def check_line(self, tally: Tally, side: int, line: Line) -> Iterator[Problem]:
        """Yield the problems of Brisca, and problems for marriages with too few card points."""
        yield from super().check_line(tally, side, line)
        yield from check_marriages(line)

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield the problems of Brisca, and a problem for more marriages than suits."""
        yield from super().check_hand(tally)
        yield from check_all_marriages(tally)

    def check_cards(self, tally: Tally) -> Iterator[Problem]:
        """Yield problems for points and marriages that no division of the pack gives together."""
        yield from check_split(tally, MARRIAGES, pack_size(tally.options), int(tally.options["players"]))

    def hand_points(self, tally: Tally) -> list[int] | None:
        """Return each side's card points and marriages together, None if any are missing."""
        names = ("points", *(field.name for field in MARRIAGES))
        if any(tally.column(name) is None for name in names):
            return None
        return [int(line["points"]) + marriage_points(line) for _side, line in tally.sides()]


@dataclass(frozen=True, kw_only=True)
class MuerteAlTres(Brisca):
    """Brisca in which the ace of trumps wins the hand by taking the three of trumps."""

    hand_fields: tuple[Field, ...] = (THREE_KILLED_BY,)

    def line_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return Brisca's fields, all of them optional: the cards of a hand that ends at once are not counted."""
        return tuple(replace(field, optional=True) for field in LINES[pack_size(options)])

    def check_line(self, tally: Tally, side: int, line: Line) -> Iterator[Problem]:
        """Yield the problems of Brisca if the hand was counted."""
        if tally.fact("three_killed_by") is None:
            yield from super().check_line(tally, side, line)

    def check_hand(self, tally: Tally) -> Iterator[Problem]:
        """Yield the problems of Brisca if the hand was counted; then points are required."""
        if ("hand", "three_killed_by") in tally.refused:
            return
        if tally.fact("three_killed_by") is None:
            for side in tally.silent("points"):
                yield missing("points").under("lines", side)
            yield from super().check_hand(tally)

    def winner(self, tally: Tally) -> int | None:
        """Return the side that took the three with the ace of trumps, else the winner by the rules of Brisca."""
        killer = tally.fact("three_killed_by")
        return super().winner(tally) if killer is None else killer

    def is_double(self, tally: Tally, winner: int) -> bool:
        """Return False if the three of trumps was taken, else Brisca's result."""
        return tally.fact("three_killed_by") is None and super().is_double(tally, winner)

    def points_of(self, tally: Tally) -> Sequence[int]:
        """Return each side's card points, 0 for a hand that was not counted."""
        return super().points_of(tally) if tally.fact("three_killed_by") is None else (0, 0)


MEXICAN = MexicanBrisca(slug="brisca-mexican", title=_("Brisca (Mexico)"), source="Wikipedia, Brisca: Mexican Brisca")
MARIAJE = Mariaje(slug="brisca-mariaje", title="Mariaje", source="Wikipedia, Brisca: Mariaje or Cinquecento")
MUERTE_AL_TRES = MuerteAlTres(
    slug="brisca-muerte-al-tres", title="Muerte al Tres", source="Wikipedia, Brisca: Muerte al Tres"
)
