"""Busca by elimination: a player with too many buscas leaves the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.bounds import HandBounds
from scoring.busca import POINTS, TRICKS, Busca
from scoring.fields import Choice, Field
from scoring.problems import gettext_noop as _
from scoring.ruleset import HANDS
from scoring.values import HandScore, Options, TableState

END = Field(
    "end",
    _("End of the table"),
    _("A player with 31 buscas or more is out; no other limit can be set"),
    choices=(
        Choice("last-standing", _("When one player is left")),
        Choice("first-removal", _("When the first player is out")),
    ),
    default="last-standing",
)


@dataclass(frozen=True, kw_only=True)
class BuscaElimination(Busca):
    """Busca until one player is left: players with `removed_at` buscas or more are out of the game."""

    removed_at: int
    method: str = "places"
    needs_end: bool = False
    removes_sides: bool = True
    option_fields: tuple[Field, ...] = (END,)
    main_options: tuple[str, ...] = ("end",)
    table_fields: tuple[Field, ...] = (HANDS,)
    no_target: str = _("This game has its own limit: a player is out at 31 buscas. Leave the limit out.")

    def line_fields(self, options: Options, playing: int | None = None) -> tuple[Field, ...]:
        """Return the fields for points and tricks; only for points once a player is out."""
        return (POINTS, TRICKS) if playing is None or playing == 4 else (POINTS,)

    def hand_bounds(self, options: Options, sides: int) -> HandBounds:
        """Return the bounds for two players, which are the widest: one has 39 of 40 points, and the other covers."""
        return super().hand_bounds(options, min(sides, 2))

    def leavers(self, options: Options, totals: Sequence[int]) -> Sequence[int]:
        """Return the sides with `removed_at` buscas or more."""
        return [side for side, total in enumerate(totals) if total >= self.removed_at]

    def own_end(self, options: Options) -> str:
        """Return, as part of a sentence, the limit of buscas at which this game ends a table."""
        if options.get("end") == "first-removal":
            return _("until somebody has 31 buscas")
        return _("out at 31 buscas, until one player is left")

    def ending(self, state: TableState) -> str | None:
        """Return the reason for the end; None if the table goes on.

        The reason is "last-standing", "first-removal" if this was agreed, or a usual reason.
        """
        left = state.removed.count(None)
        if left <= 1:
            return "last-standing"
        if state.options["end"] == "first-removal" and left < state.sides:
            return "first-removal"
        return super().ending(state)

    def order(self, state: TableState) -> list[tuple[int, ...]]:
        """Rank the sides that are still in first, then those that left later.

        Sides that left together are sorted by buscas, the fewest first.
        """
        never = state.hands + 1
        left = [never if hand is None else hand for hand in state.removed]
        return [(-hand, total) for hand, total in zip(left, state.totals, strict=True)]

    def stays_ahead(self, state: TableState, ahead: int, behind: int, left: int) -> bool:
        """Return False: a correction of an earlier hand can bring back a side that is out."""
        return False

    def next_lead(self, state: TableState, hand: HandScore) -> tuple[int | None, str]:
        """Return the next player to the right who is still in; None and a note if nobody recorded who led."""
        if state.next_lead is None:
            return None, _("The leader of the first hand was not recorded")
        return _next_in(state, state.next_lead, -1), ""

    def next_dealer(self, state: TableState) -> int | None:
        """Return the next player to the left of the lead who is still in; None if the lead is unknown.

        Source: GameRules.com, Busca, "Gameplay".
        """
        return None if state.next_lead is None else _next_in(state, state.next_lead, 1)


def _next_in(state: TableState, side: int, step: int) -> int | None:
    """Return the next side still in the game: to the left if `step` is 1, to the right if it is -1."""
    turns = [(side + step * places) % state.sides for places in range(1, state.sides + 1)]
    return next((turn for turn in turns if state.removed[turn] is None), None)


ELIMINATION = BuscaElimination(
    slug="busca-elimination", title=_("Busca (elimination)"), source="GameRules.com, Busca", all_level=4, removed_at=31
)
