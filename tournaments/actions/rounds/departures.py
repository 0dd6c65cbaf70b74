"""Departures of players during a round: a substitute may take over the seat, and the entry may play later rounds."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Decision, Entry, Hand, LedgerEntry, Player, Round, Seat, SeatClaim, SeatPlayer, Table

from ..core import ledger
from ..core.actor import Actor
from ..core.reasons import reason_problems
from ..core.refusals import Conflict, Invalid, Problem, refuse
from ..core.rows import lock_all, locked, locked_table, save_fields
from ..hands.closing import Closing
from ..hands.seat_players import take_over
from ..ledger_kinds.about_players import OfPlayers
from ..people import decisions
from ..people.candidates import Candidate, Candidates, named_players
from ..people.names_in_turn import name_seats
from ..people.registration import change_entry
from .closed_tables import close_table, is_closed, reopen_table

LEFT: OfPlayers = "player_left"
RETURNED: OfPlayers = "player_returned"
PART_OF = "part_of"


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """A player who leaves during a round, and who plays in the seat for the rest of the round.

    `instead` is the id of a player who sits out, or a person who is not entered. If it is None, the entry forfeits the
    round or, with `closing`, the table is closed. With `returns` the entry plays the next rounds; otherwise it is
    withdrawn.
    """

    player: int
    instead: int | Candidate | None
    returns: bool
    reason: str
    closing: Closing | None = None


def seated_players(table: Table) -> QuerySet[SeatPlayer]:
    """Return the turns of the players who sit at a table now, in the order of its seats."""
    turns = SeatPlayer.objects.filter(seat__table=table, to_hand=None)
    related = ("player", "seat__entry", "seat__table__round__tournament", "round__tournament")
    return turns.select_related(*related).order_by("seat__number", "player__name")


def free_players(round_: Round) -> QuerySet[Player]:
    """Return the players who sit out a round and have no other seat in it; they can be substitutes."""
    sitting = SeatPlayer.objects.filter(round=round_, to_hand=None)
    out = Player.objects.filter(entries__sit_outs__round=round_, entries__status=Entry.Status.ACTIVE)
    return out.exclude(pk__in=sitting.values("player")).order_by("name").distinct()


def leave(table: Table, departure: Departure, *, by: Actor) -> LedgerEntry:
    """Record that a player has left a table in play; return the ledger entry. All of it is stored, or nothing.

    A substitute who has an entry still counts as sitting out; a person without an entry is not entered. The hands
    show the substitute's name, and count for the entry of the player who left. Raises Invalid for a player who is not
    at the table, for a substitute who is not free, or without a reason. Raises Conflict if the table is not in play,
    for a second forfeit, or for a table that cannot be closed.
    """
    with transaction.atomic():
        if isinstance(departure.instead, Candidate):
            lock_all(named_players(table.round.tournament, [departure.instead]))
        table = locked_table(table.pk)
        turn = _turn(table, departure)
        entry = locked(Entry.objects.select_related("tournament"), turn.seat.entry_id)
        facts: dict[str, Any] = {"entry": entry.pk, "player": departure.player, "round": table.round.number}
        facts |= _settle_round(turn, entry, departure, by=by)
        if not departure.returns and entry.status != Entry.Status.DISQUALIFIED:  # it plays no later round anyway
            facts["status_before"] = entry.status
            change_entry(entry, {"status": Entry.Status.WITHDRAWN}, by=by, **{PART_OF: LEFT})
        facts |= {"seat": [table.number, turn.seat.number], "returns": departure.returns}
        return ledger.append(entry.tournament_id, LEFT, by=by, facts=facts, text=normalise_text(departure.reason))


def _settle_round(turn: SeatPlayer, entry: Entry, departure: Departure, *, by: Actor) -> dict[str, Any]:
    """Apply what happens at the seat: a substitute plays, the table is closed, or the entry forfeits.

    Return the facts.
    """
    if departure.instead is not None:
        return _sit_in(turn, departure.instead)
    if departure.closing is not None:
        table = close_table(turn.seat.table, departure.closing, by=by, **{PART_OF: LEFT})
        return {"closing": table.closing}
    return {"decision": _forfeit(entry, turn.round, departure, by=by).pk}


def _turn(table: Table, departure: Departure) -> SeatPlayer:
    """Return the turn of the player who leaves.

    Raises Conflict if the table is not in play, Invalid with every fault.
    """
    if table.round.state != Round.State.PUBLISHED:
        message = _("Round %(round)d is not in play.")
        raise Conflict(Problem("not_in_play", message, {"round": table.round.number}))
    if table.closing:
        raise Conflict(is_closed(table))
    problems = reason_problems(departure.reason)
    turn = seated_players(table).filter(player=departure.player).first()
    if turn is None:
        problems.append(Problem("not_seated", _("Choose somebody who sits at this table."), pointer=("player",)))
    if isinstance(departure.instead, Candidate):
        problems += _new_player_problems(table.round, departure.instead)
    elif departure.instead is not None and not free_players(table.round).filter(pk=departure.instead).exists():
        problems.append(_seated_problem())
    if departure.closing is not None:
        problems += departure.closing.problems()
        if departure.instead is not None:
            message = _("Choose either to close the table, or a player who continues.")
            problems.append(Problem("contradiction", message, pointer=("instead",)))
    refuse(problems)
    if turn is None:
        raise Invalid(problems)
    return turn


def _seated_problem() -> Problem:
    return Problem("not_free", _("Choose somebody who sits out this round."), pointer=("instead",))


def _new_player_problems(round_: Round, candidate: Candidate) -> list[Problem]:
    """Return the problems of a person who is not entered: a bad name, entered after all, or at a table already."""
    checked = Candidates(round_.tournament, {0: candidate}, size=1)
    problems = [replace(problem, pointer=problem.pointer[1:]) for problem in checked.problems()]
    return [
        _point_to_replacement(problem) for problem in problems or seated_problems([round_], checked.existing_players())
    ]


def seated_problems(rounds: Collection[Round], coming: Collection[Player]) -> list[Problem]:
    """Return a problem if one of these players already has a seat in these rounds, else []."""
    if SeatPlayer.objects.filter(round__in=rounds, player__in=coming, to_hand=None).exists():
        message = _("Choose somebody who does not play at a table of this round.")
        return [Problem("not_free", message, pointer=("player",))]
    return []


def _point_to_replacement(problem: Problem) -> Problem:
    return replace(problem, pointer=("instead",)) if problem.pointer == ("player",) else problem


def _sit_in(turn: SeatPlayer, coming: int | Candidate) -> dict[str, Any]:
    """Give the seat to `coming` from the table's next hand on; return the facts for the ledger."""
    player = _guest(turn.round, coming) if isinstance(coming, Candidate) else _lock_free_player(turn.round, coming)
    taken_over = take_over(turn, player)
    _store_names(turn.seat)
    facts = {"coming": player.pk, "taken_over": [taken_over]}
    return {**facts, "not_entered": True} if isinstance(coming, Candidate) else facts


def _lock_free_player(round_: Round, coming: int) -> Player:
    player = locked(Player.objects.selectable(), coming)
    if not free_players(round_).filter(pk=coming).exists():  # the player may have been seated elsewhere in the meantime
        raise Invalid(_seated_problem())
    return player


def _guest(round_: Round, candidate: Candidate) -> Player:
    """Return the club's player for a person who is not entered; add the player if the club has none."""
    ((player,),) = Candidates(round_.tournament, {0: candidate}, size=1).people()
    if player.pk is None:
        player.save()
        return player
    player = locked(Player.objects.selectable(), player.pk)
    refuse(_new_player_problems(round_, candidate))  # the player may have been seated elsewhere in the meantime
    return player


def _forfeit(entry: Entry, round_: Round, departure: Departure, *, by: Actor) -> Decision:
    forfeits = entry.decisions.filter(kind=Decision.Kind.FORFEIT, cancelled_at=None, round_number=round_.number)
    if forfeits.exists():
        message = _("%(name)s has already forfeited this round.")
        raise Conflict(Problem("forfeited", message, {"name": entry.name}))
    return decisions.decide(entry, Decision.Kind.FORFEIT, reason=departure.reason, by=by, round_=round_)


def played_on(link: LedgerEntry) -> Problem | None:
    """Return a problem if a hand was entered after the substitute took the seat; else None."""
    if "coming" not in link.facts:
        return None
    _round, hand = link.facts["taken_over"][0]
    if Hand.objects.current().filter(table__in=_tables_of(link), number__gte=hand).exists():
        message = _("Hand %(hand)d was entered since: undo that first.")
        return Problem("has_played", message, {"hand": hand})
    return None


def has_seat(link: LedgerEntry) -> bool:
    """Whether the substitute still has the seat; true if nobody took it."""
    return "coming" not in link.facts or _turn_of_substitute(link).exists()


def _turn_of_substitute(link: LedgerEntry) -> QuerySet[SeatPlayer]:
    (_round, hand), number = link.facts["taken_over"][0], link.facts["seat"][1]
    turns = SeatPlayer.objects.filter(seat__table__in=_tables_of(link), seat__number=number, from_hand=hand)
    return turns.filter(player=link.facts["coming"], to_hand=None)


def _tables_of(link: LedgerEntry) -> QuerySet[Table]:
    """Return the table of a departure; none if a repair of the round has deleted it."""
    number = link.facts["seat"][0]
    return Table.objects.filter(round__tournament=link.tournament_id, round__number=link.facts["round"], number=number)


def lock_table_left(link: LedgerEntry) -> None:
    """Lock the table of a departure, so that no hand is entered before the departure is undone."""
    lock_all(_tables_of(link))


def come_back(link: LedgerEntry, *, by: Actor) -> None:
    """Undo a departure: the player gets the seat back, a forfeit is taken back, the entry plays as before."""
    entry = locked(Entry.objects.select_related("tournament"), link.facts["entry"])
    facts_of_return = {
        name: link.facts[name]
        for name in ("entry", "player", "round", "seat", "coming", "taken_over", "closing", "not_entered")
        if name in link.facts
    }
    if "coming" in link.facts:
        _restore_seat(link)
    if "closing" in link.facts:
        reopen_table(_seat_of(link).table, by=by, **{PART_OF: RETURNED})
    if decision := Decision.objects.filter(pk=link.facts.get("decision")).first():
        decisions.take_back(decision, by=by)
    if "status_before" in link.facts:
        change_entry(entry, {"status": link.facts["status_before"]}, by=by, **{PART_OF: RETURNED})
    ledger.append(entry.tournament_id, RETURNED, by=by, facts={**facts_of_return, "undoes": link.sequence})


def _restore_seat(link: LedgerEntry) -> None:
    (_round, hand), seat, turn = link.facts["taken_over"][0], _seat_of(link), _turn_of_substitute(link).get()
    before = SeatPlayer.objects.filter(seat=seat, player=link.facts["player"], to_hand=hand - 1).first()
    if before is None:
        save_fields(turn, player_id=link.facts["player"])
    else:
        turn.delete()
        save_fields(before, to_hand=None)
    _store_names(seat)


def _store_names(seat: Seat) -> None:
    """Store the names of the seat's present players, and release the phone of the previous ones."""
    name_seats(Seat.objects.filter(pk=seat.pk))
    claims = SeatClaim.objects.filter(table=seat.table_id, seat=seat.number, released_at=None)
    claims.update(released_at=timezone.now())


def _seat_of(link: LedgerEntry) -> Seat:
    return Seat.objects.get(table__in=_tables_of(link), number=link.facts["seat"][1])
