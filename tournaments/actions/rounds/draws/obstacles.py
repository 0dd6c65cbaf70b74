"""Obstacles: problems of the next draw that are found before it is computed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext_noop as _

from tournaments import pairing
from tournaments.models import Hand, Kept, Round, Tournament
from tournaments.pairing.instance import instance_of
from tournaments.pairing.knock_out_plan import rounds_to_final
from tournaments.pairing.methods.one_round import NO_TABLES
from tournaments.pairing.requirements.checks import problems
from tournaments.pairing.requirements.conflicts import join_pairs, refuse_large_cliques
from tournaments.pairing.search.separation import refuse_inseparable
from tournaments.pairing.shape import shape_of
from tournaments.pairing.values import Cut

from ...core.refusals import Conflict, Invalid, Problem, Refusal
from ...hands.tables import hand_problem, outstanding_problem, outstanding_tables
from ...setup.pairing_methods import Pairing, methods_of
from .knock_out import never_drawn
from .requests import next_round_number, read_draw_request

SMALL_FIELD = 28
ENTRANTS = ("entrant", "one", "other")
"""The parameters of a message that hold an entry."""


class OpenResults(Conflict):
    """The refusal if a draw would depend on open results; the director can settle them or draw anyway."""


class Severity(StrEnum):
    """The weight of an obstacle: it prevents the draw, requires a decision, or only informs."""

    BLOCKS = "blocks"
    ASKS = "asks"
    INFORMS = "tells"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A problem of the next draw, with its severity."""

    problem: Problem
    severity: Severity


@dataclass(frozen=True, slots=True)
class DrawState:
    """What is known before a draw: its round, methods and obstacles, and how many players certainly get a seat.

    `proposal` is a method that suits the number of entries better than the tournament's own. `open_cuts` are the cuts
    of a knock-out at which a tie is not decided yet.
    """

    number: int | None
    players: int
    methods: Sequence[Pairing]
    obstacles: Sequence[Obstacle]
    proposal: Pairing | None = None
    open_cuts: Sequence[Cut] = ()

    def of(self, severity: Severity) -> list[Problem]:
        """Return the problems with this severity."""
        return [each.problem for each in self.obstacles if each.severity == severity]


def read_draw_state(tournament: Tournament) -> DrawState:
    """Return the state before the tournament's next draw: obstacles and possible methods.

    The number of queries does not depend on the number of players.
    """
    methods = methods_of(tournament)
    try:
        number = next_round_number(tournament)
        refuse_beyond_plan(tournament, number)
    except Refusal as refusal:
        blocks = [Obstacle(problem, Severity.BLOCKS) for problem in refusal.problems]
        return DrawState(None, 0, methods, blocks)
    method = tournament.pairing if tournament.pairing == Pairing.KNOCK_OUT else Pairing.RANDOM
    request = read_draw_request(tournament, 0, number=number, method=method)
    players = sum(entrant.active for entrant in request.entrants)
    advice = _schedule_advice(tournament, players) if Pairing.SCHEDULE in methods else None
    obstacles = [
        *(Obstacle(p, Severity.BLOCKS) for p in name_entrants(tournament, check_request(request))),
        *(Obstacle(problem, Severity.ASKS) for problem in open_results(tournament)),
        *(Obstacle(problem, Severity.INFORMS) for problem in _size_notices(request, players)),
        *(Obstacle(problem, Severity.INFORMS) for problem in _left_out_notice(tournament, number)),
        *([Obstacle(advice, Severity.INFORMS)] if advice else ()),
    ]
    proposal = Pairing.SCHEDULE if advice else None
    return DrawState(number, players, methods, obstacles, proposal, [each for each in request.cuts if each.is_open])


def check_request(request: pairing.DrawRequest) -> list[Problem]:
    """Return the problems of a draw that can be found without computing it, in well under a second."""
    faults = problems(request)
    if request.method == Pairing.SCRIPTED and not request.tables:
        faults = [NO_TABLES]
    if faults or request.method == Pairing.KNOCK_OUT:  # a knock-out may seat them together
        return faults
    try:
        instance = instance_of(request)
        refuse_large_cliques(instance)
        refuse_inseparable(instance)
    except Refusal as refusal:
        return list(refusal.problems)
    return []


def beyond_plan(tournament: Tournament, number: int, method: str | None = None) -> list[Problem]:
    """Return a problem if a draw of this round would exceed the planned rounds; else [].

    A knock-out needs no planned number of rounds, because it ends with its final.
    """
    planned = tournament.rounds_planned
    if number <= planned or (method or tournament.pairing) == Pairing.KNOCK_OUT:
        return []
    message = _("All planned rounds are drawn: %(planned)d. To play on, raise the number of rounds in the plan first.")
    return [Problem("all_rounds_drawn", message, {"planned": planned})]


def refuse_beyond_plan(tournament: Tournament, number: int, method: str | None = None) -> None:
    """Raise Conflict if a draw of this round would exceed the planned rounds."""
    if problems := beyond_plan(tournament, number, method):
        raise Conflict(problems)


def refuse_sizes(tournament: Tournament, sizes: tuple[int, ...] | None) -> None:
    """Raise Invalid if a table of the game cannot have one of these sizes."""
    if not set(sizes or ()) <= set(tournament.possible_table_sizes):
        message = _("A table of this game seats %(sizes)s.")
        possible = ", ".join(map(str, sorted(tournament.possible_table_sizes)))
        raise Invalid(Problem("not_a_choice", message, {"sizes": possible}, ("sizes",)))


def name_entrants(tournament: Tournament, faults: Iterable[Problem]) -> list[Problem]:
    """Return the same problems, with names of entries in place of their ids."""
    names: dict[Any, str] = dict(tournament.entries.values_list("pk", "name"))
    named = []
    for fault in faults:
        params: dict[str, Any] = dict(fault.params)
        params |= {key: names.get(params[key], params[key]) for key in ENTRANTS if key in params}
        if "listed" in params:
            params["listed"] = join_pairs(params["pairs"], names)
        if "level" in params:
            params["level"] = ", ".join(names.get(each, str(each)) for each in params["entrants"])
        named.append(replace(fault, params=params))
    return named


def open_results(tournament: Tournament, method: str | None = None) -> list[Problem]:
    """Return a problem for each unsettled hand and unfinished table, which standings and draws by standings ignore.

    Return [] if the method (`method`, or the tournament's own) does not draw by standings. Hands missing in a closed
    round are not reported, because the director decided about them when closing.
    """
    if (method or tournament.pairing) not in pairing.BY_STANDING:
        return []
    waiting = [
        outstanding_problem(table).under("rounds", round_.number)
        for round_ in tournament.rounds.filter(state=Round.State.PUBLISHED).order_by("number")
        for table in outstanding_tables(round_)
    ]
    return [*_unsettled_hands(tournament), *waiting]


def _unsettled_hands(tournament: Tournament) -> Iterator[Problem]:
    """Yield a problem for each hand of closed rounds that is disputed or unconfirmed."""
    hands = Hand.objects.current().filter(
        table__round__tournament=tournament,
        table__round__state=Round.State.CLOSED,
        state__in=(Hand.State.SUBMITTED, Hand.State.DISPUTED),
    )
    places = hands.order_by("table__round__number", "table__number", "number")
    named = ("table__round__number", "table__round__kept", "table__number", "number", "state")
    for round_, kept, table, hand, state in places.values_list(*named):
        yield hand_problem(state, table, hand, is_total=kept == Kept.TOTALS).under("rounds", round_)


def _size_notices(request: pairing.DrawRequest, players: int) -> Iterator[Problem]:
    if request.method == Pairing.KNOCK_OUT:
        yield from _knock_out_notice(request)
        return
    shape = shape_of(players, request.sizes)
    if shape.sit_outs and shape.sizes:
        message = _("Sitting out this round: %(count)d. A stand-in would let everybody play.")
        yield Problem("sit_outs", message, {"count": shape.sit_outs})
    uneven = [size for size in shape.sizes if size != request.sizes[0]]
    if uneven:
        message = _("Tables of another size: %(sizes)s players.")
        yield Problem("uneven_tables", message, {"sizes": ", ".join(map(str, uneven))})


def _knock_out_notice(request: pairing.DrawRequest) -> Iterator[Problem]:
    if not problems(request):
        plan = rounds_to_final(request)
        message = _("Players in the rounds to come: %(fields)s. Byes in this round: %(byes)d.")
        fields = " → ".join(str(each.players) for each in plan)
        yield Problem("knock_out_plan", message, {"fields": fields, "byes": plan[0].byes})


def _left_out_notice(tournament: Tournament, number: int) -> Iterator[Problem]:
    """Yield a problem with the names of active entries that are not in the knock-out because it began without them."""
    if number == 1 or tournament.pairing != Pairing.KNOCK_OUT:
        return
    if names := [entry.name for entry in never_drawn(tournament, number)]:
        message = _("Not in the knock-out, which began without them: %(names)s.")
        yield Problem("began_without", message, {"names": ", ".join(names)})


def _schedule_advice(tournament: Tournament, players: int) -> Problem | None:
    """Return a notice that a fixed schedule would suit this small field better than a draw by standings, or None."""
    if tournament.pairing != Pairing.SWISS:
        return None
    rounds = tournament.rounds_planned
    met = (tournament.table_sizes[0] - 1) * rounds
    params = {"players": players, "rounds": rounds, "met": met, "others": players - 1}
    if 10 * met > 6 * (players - 1):
        message = _(
            "In %(rounds)d rounds everybody has %(met)d opponents, and there are only %(others)d "
            "others: players close in the standings soon meet again. With so few players it is better to draw all "
            "rounds at once."
        )
    elif players < SMALL_FIELD:
        message = _(
            "With %(players)d players, there are too few of similar standing for equal tables. "
            "With so few players it is better to draw all rounds at once."
        )
    else:
        return None
    return Problem("small_field", message, params)
