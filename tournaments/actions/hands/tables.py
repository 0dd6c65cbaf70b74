"""How tables stand, their hands replayed: what keeps a round from its end."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import F, Prefetch, QuerySet
from django.utils.translation import gettext_noop as _

from scoring.table import state
from scoring.values import HandScore, TableRules, TableState
from tournaments.models import Clock, Hand, Round, Seat, Table, Tournament
from tournaments.models.prepared import Param, Prepared

from ..core.refusals import Problem
from ..core.rows import attach, hands_at, has_prefetched

SEATED = Prepared(lambda: Seat.objects.filter(table=Param("table")).select_related("entry").order_by("number"))


@dataclass(frozen=True, slots=True)
class TableInPlay:
    """A table with who sits at it, its current hands in order, and how it stands after them."""

    table: Table
    seats: tuple[Seat, ...]
    hands: tuple[Hand, ...]
    state: TableState

    @property
    def unconfirmed(self) -> list[int]:
        """The numbers of the hands that wait for a confirmation."""
        return [hand.number for hand in self.hands if hand.state == Hand.State.SUBMITTED]

    @property
    def disputed(self) -> list[int]:
        """The numbers of the hands that the table does not agree on."""
        return [hand.number for hand in self.hands if hand.state == Hand.State.DISPUTED]

    @property
    def is_over(self) -> bool:
        """Whether no hand is to be played at it any more: all were, or it was closed before."""
        return self.state.over or bool(self.table.closing)

    @property
    def lacks_hands(self) -> bool:
        """Whether a hand is missing, unconfirmed or disputed, also where the table was closed without it."""
        return not self.state.over or bool(self.unconfirmed or self.disputed)

    @property
    def is_outstanding(self) -> bool:
        """Whether its round waits for it: a hand is missing, unconfirmed or disputed, and it was not closed."""
        return self.lacks_hands and not self.table.closing

    @property
    def has_counted(self) -> bool:
        """Whether a hand of it counts."""
        return any(hand.state == Hand.State.CONFIRMED for hand in self.hands)

    @property
    def counted(self) -> TableState:
        """How it stands after the hands that count: none does that is disputed or waits for a confirmation."""
        if not (self.unconfirmed or self.disputed):
            return self.state
        hands = [hand for hand in self.hands if hand.state == Hand.State.CONFIRMED]
        return table_state(self.table.round.tournament, self.table, hands)

    @property
    def shown(self) -> TableState:
        """How it stands for whoever reads it: once it or its round is closed, only by what counts."""
        return self.counted if self.table.closing or self.table.round.state == Round.State.CLOSED else self.state

    def before(self, number: int) -> TableState:
        """How it stood before the hand of this number."""
        earlier = [hand for hand in self.hands if hand.number < number]
        return table_state(self.table.round.tournament, self.table, earlier)

    @property
    def placed(self) -> list[tuple[int, tuple[Seat, ...], int]]:
        """Place, seats and total of each side as it stands for whoever reads it, the first place first."""
        shown = self.shown
        rows = zip(shown.places, self.sides, shown.totals, strict=True)
        return sorted(rows, key=lambda row: row[0])

    @property
    def winners(self) -> list[tuple[Seat, ...]]:
        """The sides that share the first place of a table that is over; none before."""
        return [side for place, side, _total in self.placed if place == 1] if self.shown.over else []

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side."""
        count = 1 + max((seat.side for seat in self.seats), default=-1)
        return tuple(tuple(s for s in self.seats if s.side == side) for side in range(count))


def with_play(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The tables with everything that `read_tables` needs, in three queries however many."""
    return tables.prefetch_related(
        Prefetch("seats", Seat.objects.select_related("entry").order_by("number")),
        Prefetch("hands", Hand.objects.current().order_by("number"), to_attr="current_hands"),
    )


def read_tables(tournament: Tournament, tables: QuerySet[Table]) -> list[TableInPlay]:
    """These tables of one tournament, with how each stands."""
    return [read_table(tournament, table) for table in with_play(tables)]


def read_table(tournament: Tournament, table: Table) -> TableInPlay:
    """A table taken from `with_play`, with how it stands."""
    hands: Sequence[Hand] = table.current_hands  # type: ignore[attr-defined]  # the prefetch's name
    stands = table_state(tournament, table, hands)
    return TableInPlay(table=table, seats=tuple(table.seats.all()), hands=tuple(hands), state=stands)


NAMED = {"entry_name": F("entry__name")}
COURSE = ("table", "number", "state", "scores", "lines", "facts")
"""What must be known of a hand to see how its table stands."""


def read_hall(round_: Round, numbers: Collection[int] | None = None) -> list[TableInPlay]:
    """Tables of a round by number, all or these, with how each stands; three queries, seats know their `name` alone."""
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
    table.round, tournament = round_, round_.tournament
    rules = tournament.table_rules(first_lead=table.first_lead, sides=len({seat.side for seat in seats}))
    return TableInPlay(table, tuple(seats), tuple(hands), _state_after(tournament, rules, hands))


def play_of(table: Table) -> TableInPlay:
    """One table as it stands now, its round known."""
    play = read_tables(table.round.tournament, Table.objects.filter(pk=table.pk))[0]
    play.table.round = table.round
    return play


def play_at(table: Table) -> TableInPlay:
    """How a table, its round known, stands now; the places at a table never change, so its seats are read once."""
    if not has_prefetched(table, "seats"):
        attach(table, "seats", SEATED.all(table=table.pk))
    hands = tuple(hands_at(table))
    return TableInPlay(table, tuple(table.seats.all()), hands, table_state(table.round.tournament, table, hands))


def without_results(tournament: Tournament, table: TableInPlay) -> TableInPlay:
    """Who sits at a table, as before its first hand."""
    return replace(table, hands=(), state=table_state(tournament, table.table, ()))


def table_rules(tournament: Tournament, table: Table) -> TableRules:
    """The rules of a table, with its first lead and as many sides as its seats have."""
    sides = len({seat.side for seat in table.seats.all()})
    return tournament.table_rules(first_lead=table.first_lead, sides=sides)


def table_state(tournament: Tournament, table: Table, hands: Iterable[Hand]) -> TableState:
    """How a table, its seats read beforehand, stands after these hands."""
    return _state_after(tournament, table_rules(tournament, table), hands)


def _state_after(tournament: Tournament, rules: TableRules, hands: Iterable[Hand]) -> TableState:
    scores = [hand_score(tournament, hand) for hand in hands]
    return state(tournament.rules, tournament.options, rules, scores)


def hand_score(tournament: Tournament, hand: Hand) -> HandScore:
    """A stored hand as the rule set knows it."""
    return HandScore.from_json(hand.scores, hand.tally, tournament.options)


def outstanding_tables(round_: Round) -> list[TableInPlay]:
    """The round's tables with missing, unconfirmed or disputed hands, by number."""
    tables = read_tables(round_.tournament, round_.tables.order_by("number"))
    return [table for table in tables if table.is_outstanding]


def next_to_enter(round_: Round, play: TableInPlay) -> TableInPlay | None:
    """The table whose hands a scorer enters after this one: the next that lacks some, once this one has them all."""
    if round_.state != Round.State.PUBLISHED or not play.is_over:
        return None
    open_tables = [table for table in outstanding_tables(round_) if not table.is_over]
    later = [table for table in open_tables if table.table.number > play.table.number]
    return next(iter([*later, *open_tables]), None)


def has_played_its_time(round_: Round, table: TableInPlay, now: datetime) -> bool:
    """Whether the minutes that the tables agreed on are over at this one, with all that it has played settled.

    It plays no more hands then; whether the last one is in, the director knows.
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


def hand_problem(state: str, table: int, hand: int) -> Problem:
    """What a director is told about a hand in this state, by the numbers of the table and the hand."""
    code, message = OUTSTANDING[state]
    return Problem(code, message, {"table": table, "hand": hand}, ("tables", table))


def outstanding_problem(table: TableInPlay) -> Problem:
    """What a director is told about such a table, the gravest first."""
    if table.disputed:
        return hand_problem(Hand.State.DISPUTED, table.table.number, table.disputed[0])
    if table.unconfirmed:
        return hand_problem(Hand.State.SUBMITTED, table.table.number, table.unconfirmed[0])
    return hand_problem(MISSING, table.table.number, len(table.hands) + 1)
