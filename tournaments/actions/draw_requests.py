"""What the draw of the next round depends on, read from the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments import pairing, ranking
from tournaments.models import Entry, Seat, Tournament

from .problems import Conflict, Problem
from .results import read_results

BY_STANDING = ("swiss", "interval", "danish", "danish-modified")


def _(message: str) -> str:
    return message


@dataclass(frozen=True, slots=True)
class ByHand:
    """The director's own tables of entry ids in seat order; who sits out where he says so."""

    tables: tuple[tuple[int, ...], ...]
    sit_out: tuple[int, ...] | None = None


def next_round_number(tournament: Tournament) -> int:
    """The number of the round to be drawn next.

    Raises Conflict where none can be: a draft waits, or the tournament is archived.
    """
    if tournament.status == Tournament.Status.ARCHIVED:
        raise Conflict(Problem("archived", _("The tournament is archived: no round can be drawn.")))
    latest = tournament.rounds.order_by("-number").first()
    if latest is None:
        return 1
    if not latest.is_public:
        message = _("Round %(round)d is a draft: publish it or drop it first.")
        raise Conflict(Problem("draft_exists", message, {"round": latest.number}))
    return latest.number + 1


def draw_request(
    tournament: Tournament, seed: int, by_hand: ByHand | None = None
) -> pairing.DrawRequest:
    """Everything that the draw of the next round depends on, and of those to come where the way
    makes all rounds at once."""
    number = next_round_number(tournament)
    scripted = by_hand is not None or tournament.pairing == Tournament.Pairing.SCRIPTED
    method = "scripted" if scripted else tournament.pairing
    entrants = _entrants(tournament, number, method)
    return pairing.DrawRequest(
        method=method,
        seed=seed,
        entrants=entrants,
        history=_history(tournament),
        rounds=_rounds_to_draw(tournament, number, method),
        sizes=tournament.table_sizes,
        low_wins=tournament.ranking_scoring.low_score_wins,
        tables=by_hand.tables if by_hand else (),
        sit_out=_sit_out(entrants, by_hand, max(tournament.table_sizes)),
    )


def _rounds_to_draw(tournament: Tournament, number: int, method: str) -> int:
    if method not in pairing.ALL_ROUNDS:
        return 1
    return max(1, tournament.rounds_planned - number + 1)


def _entrants(tournament: Tournament, number: int, method: str) -> tuple[pairing.Entrant, ...]:
    """The entries in the order of their standing where the way asks for it, else of entering."""
    entries = {entry.pk: entry for entry in tournament.entries.order_by("number")}
    scores = _scores(tournament) if method in BY_STANDING else {}
    ordered = [entries[pk] for pk in scores] or list(entries.values())
    return tuple(
        pairing.Entrant(
            id=entry.pk,
            score=scores.get(entry.pk, 0),
            active=entry.status == Entry.Status.ACTIVE and entry.from_round <= number,
        )
        for entry in ordered
    )


def _scores(tournament: Tournament) -> dict[int, Fraction]:
    """The score of every entry as it is now, the first of the standing first."""
    results = read_results(tournament)
    standing = ranking.rank_every_round(
        results,
        tournament.ranking_scoring,
        tuple(tournament.tie_breaks),
        lot_seed=tournament.lot_seed,
    )[-1]
    return {row.entry: row.score for row in standing.rows}


def _history(tournament: Tournament) -> tuple[tuple[tuple[int, ...], ...], ...]:
    rounds: dict[int, dict[int, list[int]]] = {}
    seats = Seat.objects.filter(round__tournament=tournament).order_by(
        "round__number", "table__number", "number"
    )
    for round_number, table, entry in seats.values_list(
        "round__number", "table__number", "entry_id"
    ):
        rounds.setdefault(round_number, {}).setdefault(table, []).append(entry)
    return tuple(tuple(tuple(entries) for entries in tables.values()) for tables in rounds.values())


def _sit_out(
    entrants: Sequence[pairing.Entrant], by_hand: ByHand | None, table_size: int
) -> tuple[int | str, ...]:
    """Whom a draw by hand leaves out: those named, else those who do not fill another table."""
    if by_hand is None:
        return ()
    if by_hand.sit_out is not None:
        return by_hand.sit_out
    seated = {entry for table in by_hand.tables for entry in table}
    left = tuple(e.id for e in entrants if e.active and e.id not in seated)
    return left if len(left) < table_size else ()
