"""The state of tables, computed from their hands, and the tables for which a round still waits."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import F, Prefetch, QuerySet
from django.utils.translation import gettext_noop as _

from scoring.ruleset import RuleSet
from scoring.table import state
from scoring.values import HandScore, TableRules, TableState
from tournaments.models import Clock, Hand, Round, Seat, Table, Tournament
from tournaments.models.prepared import Param, Prepared

from ..core.refusals import Problem
from ..core.rows import attach, hands_at, has_prefetched

SEATED = Prepared(lambda: Seat.objects.filter(table=Param("table")).select_related("entry").order_by("number"))

COURSE = ("table", "number", "state", "scores", "lines", "facts")
"""The columns of a hand from which a table's state is computed."""


@dataclass(frozen=True, slots=True)
class TableInPlay:
    """A table with its seats, its current hands in order, and its state after them."""

    table: Table
    seats: tuple[Seat, ...]
    hands: tuple[Hand, ...]
    state: TableState

    @property
    def rules(self) -> RuleSet:
        """The rule set that applies to its hands."""
        return self.table.round.rules

    @property
    def unconfirmed(self) -> list[int]:
        """The numbers of the hands that are not confirmed yet."""
        return [hand.number for hand in self.hands if hand.state == Hand.State.SUBMITTED]

    @property
    def disputed(self) -> list[int]:
        """The numbers of the disputed hands."""
        return [hand.number for hand in self.hands if hand.state == Hand.State.DISPUTED]

    @property
    def is_over(self) -> bool:
        """Whether no more hands will be played: all have been played, or the table was closed early."""
        return self.state.over or bool(self.table.closing)

    @property
    def lacks_hands(self) -> bool:
        """Whether a hand is missing, unconfirmed or disputed, even if the table was closed."""
        return not self.state.over or bool(self.unconfirmed or self.disputed)

    @property
    def is_outstanding(self) -> bool:
        """Whether the round waits for the table: it is not closed, and a hand is missing, unconfirmed or disputed."""
        return self.lacks_hands and not self.table.closing

    @property
    def has_counted(self) -> bool:
        """Whether any of its hands counts."""
        return any(hand.state == Hand.State.CONFIRMED for hand in self.hands)

    @property
    def counted(self) -> TableState:
        """The state after those hands that count: the confirmed ones."""
        if not (self.unconfirmed or self.disputed):
            return self.state
        hands = [hand for hand in self.hands if hand.state == Hand.State.CONFIRMED]
        return table_state(self.table, hands)

    @property
    def shown(self) -> TableState:
        """The state to display. For a closed table or round it includes only hands that count."""
        return self.counted if self.table.closing or self.table.round.state == Round.State.CLOSED else self.state

    def before(self, number: int) -> TableState:
        """Return the state before the hand of this number."""
        earlier = [hand for hand in self.hands if hand.number < number]
        return table_state(self.table, earlier)

    @property
    def placed(self) -> list[tuple[int, tuple[Seat, ...], int]]:
        """The place, seats and total of each side in the displayed state, in order of place."""
        shown = self.shown
        rows = zip(shown.places, self.sides, shown.totals, strict=True)
        return sorted(rows, key=lambda row: row[0])

    @property
    def winners(self) -> list[tuple[Seat, ...]]:
        """The sides that share first place; [] while the displayed state is not over."""
        return [side for place, side, _total in self.placed if place == 1] if self.shown.over else []

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side."""
        count = 1 + max((seat.side for seat in self.seats), default=-1)
        return tuple(tuple(s for s in self.seats if s.side == side) for side in range(count))


def with_play(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Prefetch what `read_table` needs for these tables, in three queries."""
    return tables.prefetch_related(
        Prefetch("seats", Seat.objects.select_related("entry").order_by("number")),
        Prefetch("hands", Hand.objects.current().order_by("number"), to_attr="current_hands"),
    )


def with_results(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Prefetch what `read_table` needs for these tables to compute results, without names; in three queries."""
    return tables.prefetch_related(
        Prefetch("seats", Seat.objects.only("table", "round", "number", "side", "entry").order_by("number")),
        Prefetch("hands", Hand.objects.current().only(*COURSE).order_by("number"), to_attr="current_hands"),
    )


def read_tables(tables: QuerySet[Table]) -> list[TableInPlay]:
    """Return these tables with their states. Their round must be loaded."""
    return [read_table(table) for table in with_play(tables)]


def read_table(table: Table) -> TableInPlay:
    """Return a table with its state. The table must come from `with_play`, and its round must be loaded."""
    hands: Sequence[Hand] = table.current_hands  # type: ignore[attr-defined]  # the prefetch's name
    stands = table_state(table, hands)
    return TableInPlay(table=table, seats=tuple(table.seats.all()), hands=tuple(hands), state=stands)


NAMED = {"entry_name": F("entry__name")}


def read_hall(round_: Round, numbers: Collection[int] | None = None) -> list[TableInPlay]:
    """Return the tables of a round with their states, or only those with these numbers; in three queries.

    Seats have the name of their entry as `entry_name`; the entry itself is not loaded.
    """
    chosen = {} if numbers is None else {"number__in": numbers}
    tables = {table.pk: table for table in round_.tables.filter(**chosen).order_by("number")}
    at_them = {} if numbers is None else {"table__in": tables}
    seats: dict[int, list[Seat]] = {pk: [] for pk in tables}
    hands: dict[int, list[Hand]] = {pk: [] for pk in tables}
    named = Seat.objects.annotate(**NAMED).only("table", "number", "side", "entry", "lineups")
    for seat in named.filter(round=round_, **at_them).order_by("number"):
        seats[seat.table_id].append(seat)
    current = Hand.objects.current().filter(table__round=round_, **at_them)
    for hand in current.only(*COURSE).order_by("number"):
        hands[hand.table_id].append(hand)
    return [_at_table_of(round_, table, seats[pk], hands[pk]) for pk, table in tables.items()]


def _at_table_of(round_: Round, table: Table, seats: Sequence[Seat], hands: Sequence[Hand]) -> TableInPlay:
    table.round = round_
    stands = _state_after(table, hands, sides=len({seat.side for seat in seats}))
    return TableInPlay(table, tuple(seats), tuple(hands), stands)


def play_of(table: Table) -> TableInPlay:
    """Return a table with its state, newly read. Its round must be loaded."""
    return read_tables(table.round.tables.filter(pk=table.pk))[0]


def play_at(table: Table) -> TableInPlay:
    """Return a table with its state. Its round must be loaded; prefetched seats are used as they are."""
    if not has_prefetched(table, "seats"):
        attach(table, "seats", SEATED.all(table=table.pk))
    hands = tuple(hands_at(table))
    return TableInPlay(table, tuple(table.seats.all()), hands, table_state(table, hands))


def without_results(play: TableInPlay) -> TableInPlay:
    """Return the table with its seats, as if it had no hands."""
    return replace(play, hands=(), state=table_state(play.table, ()))


def table_rules(table: Table) -> TableRules:
    """Return the rules for this table: with the first player to lead, and the number of its sides."""
    return table.round.table_rules(first_lead=table.first_lead, sides=_sides(table))


def table_state(table: Table, hands: Iterable[Hand]) -> TableState:
    """Return the state of a table after these hands; its round and its seats must be loaded."""
    return _state_after(table, hands, sides=_sides(table))


def _sides(table: Table) -> int:
    return len({seat.side for seat in table.seats.all()})


def _state_after(table: Table, hands: Iterable[Hand], *, sides: int) -> TableState:
    round_ = table.round
    scores = [hand_score(round_.tournament, hand) for hand in hands]
    rules = round_.table_rules(first_lead=table.first_lead, sides=sides)
    return state(round_.rules, round_.tournament.options, rules, scores)


def hand_score(tournament: Tournament, hand: Hand) -> HandScore:
    """Return a stored hand in the form that the rules use."""
    return HandScore.from_json(hand.scores, hand.tally, tournament.options)


def outstanding_tables(round_: Round) -> list[TableInPlay]:
    """Return the round's outstanding tables in order of number."""
    tables = read_tables(round_.tables.order_by("number"))
    return [table for table in tables if table.is_outstanding]


def next_to_enter(round_: Round, play: TableInPlay) -> TableInPlay | None:
    """Return the next table for entering hands: the next in order of number that is not over, wrapping at the end.

    Return None if this table is not over, if all others are over, or if the round is not in play.
    """
    if round_.state != Round.State.PUBLISHED or not play.is_over:
        return None
    open_tables = [table for table in outstanding_tables(round_) if not table.is_over]
    later = [table for table in open_tables if table.table.number > play.table.number]
    return next(iter([*later, *open_tables]), None)


def has_played_its_time(round_: Round, table: TableInPlay, now: datetime) -> bool:
    """Whether a table's time has run out while it has at least one hand and all its hands are confirmed.

    Such a table plays no more hands, but only the director knows whether its last hand has been entered.
    """
    clock: Clock | None = getattr(round_, "clock", None) if round_.tournament.table_minutes else None
    if clock is None or not table.hands or table.unconfirmed or table.disputed:
        return False
    return clock.left_at(now, table.table.number) == 0


MISSING = "missing"
OUTSTANDING = {
    Hand.State.DISPUTED: ("disputed_hand", _("Table %(table)d: hand %(hand)d is disputed.")),
    Hand.State.SUBMITTED: ("unconfirmed_hand", _("Table %(table)d: hand %(hand)d is not confirmed.")),
    MISSING: ("missing_hand", _("Table %(table)d: hand %(hand)d is missing.")),
}
OUTSTANDING_TOTAL = {
    Hand.State.DISPUTED: _("Table %(table)d: the total is disputed."),
    Hand.State.SUBMITTED: _("Table %(table)d: the total is not confirmed."),
    MISSING: _("Table %(table)d: the total is missing."),
}


def hand_problem(state: str, table: int, hand: int, *, is_total: bool = False) -> Problem:
    """Return the problem about a hand or a total in this state, with the numbers of its table and of the hand."""
    code, message = OUTSTANDING[state]
    message = OUTSTANDING_TOTAL[state] if is_total else message
    return Problem(code, message, {"table": table, "hand": hand}, ("tables", table))


def outstanding_problem(table: TableInPlay) -> Problem:
    """Return the most serious problem of a table for which the round waits."""
    number, is_total = table.table.number, table.table.round.is_by_totals
    if table.disputed:
        return hand_problem(Hand.State.DISPUTED, number, table.disputed[0], is_total=is_total)
    if table.unconfirmed:
        return hand_problem(Hand.State.SUBMITTED, number, table.unconfirmed[0], is_total=is_total)
    return hand_problem(MISSING, number, len(table.hands) + 1, is_total=is_total)
