"""What a director must decide: disputes and correction requests, with versions side by side, and similar phones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from scoring.bidi import marked
from scoring.ruleset import RuleSet
from tournaments.actions.at_table.seats import HELD
from tournaments.actions.hands.tables import TableInPlay
from tournaments.actions.people.family_names import BETWEEN
from tournaments.models import Hand, Kept, PhoneSimilarity, Round, Seat, SeatClaim, Table, Tournament
from tournaments.wording.words import unbroken, units

from ..hands.score_pad import notes_of, notes_of_hand

Cell = tuple[tuple[str, bool], ...]
"""The parts of a version's text, each with whether another version lacks it."""


@dataclass(frozen=True, slots=True)
class DisputedVersion:
    """One of several different tallies of a hand. `title` names its author; a player's name is marked as a name."""

    hand: Hand
    title: str


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """A hand that needs a decision, with its versions compared for each side and for the whole hand."""

    table: Table
    number: int
    versions: tuple[DisputedVersion, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    facts: tuple[Cell, ...]
    requested: Hand | None

    @property
    def current(self) -> DisputedVersion | None:
        """The version that is current until the director decides; None for a hand entered after the closing."""
        return next((version for version in self.versions if version.hand.is_current), None)

    @property
    def objectors(self) -> set[int | None]:
        """The seats of the other versions; None stands for the director."""
        return {version.hand.seat for version in self.versions if not version.hand.is_current}

    @property
    def reason(self) -> str:
        """The reason given with the latest version that has one; "" if none has."""
        return next((v.hand.reason for v in reversed(self.versions) if v.hand.reason), "")


@dataclass(frozen=True, slots=True)
class DoubtfulHand:
    """The table and number of a hand that needs a decision.

    `request` is the id of the requested version, 0 for a dispute.
    """

    table_id: int
    table: int
    number: int
    request: int
    is_closed: bool
    is_total: bool

    @property
    def key(self) -> str:
        """A key of the decision, so that it is announced only once."""
        return f"hand-{self.table_id}-{self.number}-{self.request}"


PLACE = ("table", "table__number", "number")
KEPT = "table__round__kept"


def hands_in_doubt(tournament: Tournament) -> list[DoubtfulHand]:
    """Return the disputes in rounds in play and the undecided requests in all rounds, in one query.

    Disputed hands in closed rounds are left out: they do not count, and need no decision.
    """
    undecided = Hand.objects.filter(table__round__tournament=tournament, ruling=None)
    disputed = Q(state=Hand.State.DISPUTED, is_current=True, table__round__state=Round.State.PUBLISHED)
    current = Hand.objects.current().filter(table=OuterRef("table"), number=OuterRef("number"))
    rows = undecided.filter(disputed | Q(state=Hand.State.REQUESTED)).order_by("table", "number", "version")
    return [
        DoubtfulHand(at, table, number, pk if state == Hand.State.REQUESTED else 0, not stands, kept == Kept.TOTALS)
        for at, table, number, kept, pk, state, stands in rows.values_list(*PLACE, KEPT, "pk", "state", Exists(current))
    ]


def open_decisions(tournament: Tournament) -> list[PendingDecision]:
    """Return the open decisions with their versions side by side, in three queries."""
    places = sorted({(one.table_id, one.number) for one in hands_in_doubt(tournament)})
    tables = _with_all_versions(Table.objects.filter(pk__in={table for table, _number in places})).in_bulk()
    return [decision for table, number in places for decision in _decisions_at(tournament, tables[table], number)]


def _with_all_versions(tables: QuerySet[Table]) -> QuerySet[Table]:
    seats = Prefetch("seats", Seat.objects.select_related("entry"))
    return tables.select_related("round").prefetch_related(seats, "hands__ruling")


def disputes(table: Table) -> list[PendingDecision]:
    """Return the disputed hands of a table, for its players."""
    tournament = table.round.tournament
    read_again = _with_all_versions(Table.objects.all()).get(pk=table.pk)
    numbers = {hand.number for hand in read_again.hands.all() if hand.is_current and is_disputed(hand)}
    found_decisions = (m for n in sorted(numbers) for m in _decisions_at(tournament, read_again, n))
    return [decision for decision in found_decisions if decision.requested is None]


def counter_proposal(hand: Hand) -> PendingDecision | None:
    """Return a tally beside the disputed tally that it contradicts; None if it contradicts none."""
    if hand.version == 1:
        return None
    table = _with_all_versions(Table.objects.select_related("round__tournament")).get(pk=hand.table_id)
    versions = [each for each in table.hands.all() if each.number == hand.number and each.version <= hand.version]
    against = [each for each in versions if is_disputed(each) and each.version == hand.version - 1]
    return _pending_decision(table.round.tournament, table, hand.number, [*against, hand]) if against else None


def is_disputed(hand: Hand) -> bool:
    """Whether this version is disputed."""
    return hand.state == Hand.State.DISPUTED


def _decisions_at(tournament: Tournament, table: Table, number: int) -> Iterable[PendingDecision]:
    versions = [hand for hand in table.hands.all() if hand.number == number]
    current = [hand for hand in versions if hand.is_current]
    if any(is_disputed(hand) for hand in current):
        against = [hand for hand in versions if is_disputed(hand) and not hand.is_current]
        yield _pending_decision(tournament, table, number, [*against, *current])
    for requested in versions:
        if requested.state == Hand.State.REQUESTED and not hasattr(requested, "ruling"):
            yield _pending_decision(tournament, table, number, [*current, requested], requested)


def _pending_decision(
    tournament: Tournament, table: Table, number: int, hands: list[Hand], requested: Hand | None = None
) -> PendingDecision:
    table.round.tournament = tournament
    seats, rules = list(table.seats.all()), table.round.rules
    hands = sorted(hands, key=lambda hand: hand.version)
    names = {seat.number: marked(seat.name_at(number)) for seat in seats} | {None: _("The director")}
    versions = tuple(DisputedVersion(hand, names.get(hand.seat, "–")) for hand in hands)
    sides = _names_of_sides(seats, number)
    rows = tuple((name, _row([_texts_of_side(rules, hand, side) for hand in hands])) for side, name in enumerate(sides))
    facts = _row([notes_of_hand(hand, rules, sides) for hand in hands])
    return PendingDecision(table, number, versions, rows, facts if any(facts) else (), requested)


def _names_of_sides(seats: Sequence[Seat], hand: int) -> list[str]:
    count = 1 + max(seat.side for seat in seats)
    return [BETWEEN.join(seat.name_at(hand) for seat in seats if seat.side == side) for side in range(count)]


def _row(said: Sequence[Sequence[str]]) -> tuple[Cell, ...]:
    """Return a row of the comparison: each version's value, and whether another version lacks it."""
    return tuple(tuple((part, not all(part in other for other in said)) for part in version) for version in said)


def _texts_of_side(rules: RuleSet, hand: Hand, side: int) -> list[str]:
    score = hand.scores[side]
    if score is None:
        return ["–"]
    notes = [] if list(hand.lines[side]) == [rules.score_field] else notes_of(hand.lines[side], rules)
    return [*notes, unbroken(units(score, rules))]


def phones_at(play: TableInPlay) -> list[tuple[Seat, SeatClaim]]:
    """Return the seats of a table that phones hold, each with the claim."""
    claims = {claim.seat: claim for claim in HELD.all(table=play.table.pk)}
    return [(seat, claims[seat.number]) for seat in play.seats if seat.number in claims]


def similar_phone_claims(tournament: Tournament) -> list[SeatClaim]:
    """Return the latest claim by a similar phone at each table in play, with the entry's `name`."""
    in_play = SeatClaim.objects.filter(table__round__tournament=tournament, released_at=None)
    marked = in_play.filter(table__round__state=Round.State.PUBLISHED).exclude(alike=PhoneSimilarity.NOTHING)
    sitting = Seat.objects.filter(table=OuterRef("table"), number=OuterRef("seat"))
    named = marked.annotate(name=Subquery(sitting.values("entry__name")[:1]))
    claims = named.select_related("table__round").order_by("table__number", "claimed_at", "pk")
    return list({claim.table_id: claim for claim in claims}.values())
