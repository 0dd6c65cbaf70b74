"""How an entry's score is made up: a line for each round and each penalty, whose sum it is; the reasons beside them.

The numbers are those of one published snapshot. Reasons are free text that can be erased, so they are read where they
stand, and shown where they say what the snapshot says.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import Q

from tournaments import ranking
from tournaments.models import Decision, Leading, Penalty, Round, Table, Tournament

from ..hands.closing import closed_round

Row = Mapping[str, Any]
Why = dict[str, Any]
NOTHING: Row = {"place": None, "score": "0", "score_exact": "0", "penalty": "0", "rounds": []}
"""What an entry has before its first full round."""


def why(tournament: Tournament, shown: Leading, entry: int) -> Why | None:
    """The lines of an entry in the standing that leads, and of the rounds in play; None where it is in neither."""
    row = shown.standing.row_of(entry) if shown.standing else None
    now = shown.in_play.row_of(entry) if shown.in_play else None
    if row is None and now is None:
        return None
    given, scoring = Given.read(tournament, [entry]), tournament.ranking_scoring
    playing = [line for line in (now or {}).get("rounds", []) if line["round"] > shown.after_round]
    counted = row or {**(now or {}), **NOTHING}
    return {
        **explained(scoring, counted, given, after_round=shown.after_round),
        "so_far": [_round(scoring, now or counted, line, given) for line in playing],
    }


def explained(scoring: ranking.Scoring, row: Row, given: "Given", *, after_round: int) -> Why:
    """A row of a snapshot with its lines, whose sum is its score."""
    lines = [_round(scoring, row, line, given) for line in row["rounds"]]
    lines += _penalties(scoring, row, given, after_round)
    named = {name: row[name] for name in ("entry", "name", "place", "score", "score_exact")}
    marks = {mark: row.get(mark, False) for mark in ("withdrawn", "stand_in")}
    disqualified = given.barred.get(row["entry"], "") if row.get("disqualified") else None
    rounded = {} if Fraction(row["score"]) == Fraction(row["score_exact"]) else {"exact": row["score_exact"]}
    return {**named, **marks, **rounded, "disqualified": disqualified, "lines": lines}


@dataclass
class Given:
    """What directors gave entries of a tournament, with the reasons."""

    tournament: Tournament | None = None
    decided: dict[tuple[int, int], list[Decision]] = field(default_factory=lambda: defaultdict(list))
    barred: dict[int, str] = field(default_factory=dict)
    penalties: dict[int, list[Penalty]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def read(cls, tournament: Tournament, entries: Sequence[int] | None = None) -> "Given":
        """Read for as many entries as are asked for, for all where none are named."""
        given, decisions, penalties = cls(tournament), tournament.decisions.in_force(), tournament.penalties.in_force()
        if entries is not None:
            decisions, penalties = decisions.filter(entry__in=entries), penalties.filter(entry__in=entries)
        for decision in decisions:
            if decision.kind == Decision.Kind.DISQUALIFIED:
                given.barred[decision.entry_id] = decision.reason
            else:
                given.decided[decision.entry_id, decision.round_number].append(decision)
        for penalty in penalties:
            given.penalties[penalty.entry_id].append(penalty)
        return given

    @cached_property
    def _closed(self) -> dict[tuple[int, int | None], ranking.ClosedRound]:
        """The closings by round, None for its table, and by round and table where a table was closed before it."""
        if self.tournament is None:
            return {}
        rounds = Round.objects.filter(tournament=self.tournament, state=Round.State.CLOSED)
        tables = Table.objects.filter(round__tournament=self.tournament).exclude(closing={})
        kept = {(number, None): closing for number, closing in rounds.values_list("number", "closing")}
        places = tables.values_list("round__number", "number", "closing")
        both = kept | {(number, table): closing for number, table, closing in places}
        return {place: closed_round(place[0], closing) for place, closing in both.items()}

    def closed_by(self, number: int, table: int | None, scoring: ranking.Scoring) -> str:
        """What a table that had not finished counts by in a round; read where a row has such a table."""
        closed = self._closed.get((number, table)) or self._closed.get((number, None))
        worth = closed.unplayed if closed else "absent"
        return _named(scoring.absent if worth == "absent" else worth)

    def reasons(self, entry: int, line: Row) -> list[str]:
        """Why a round is worth what the director decided."""
        decided = self.decided.get((entry, line["round"]), [])
        if line["source"] not in {decision.kind for decision in decided}:
            return []
        return [decision.reason for decision in decided if decision.reason]


def _round(scoring: ranking.Scoring, row: Row, line: Row, given: Given) -> Why:
    """A round of a row, with what it counts by where it was not played, and why where that was decided."""
    entry = row["entry"]
    reasons = given.reasons(entry, line)
    shown: Why = {"kind": "round", **line, "reason": "; ".join(reasons)}
    if line["source"] == "sit-out":
        shown["rule"] = _sit_out_rule(scoring, row)
    elif line["source"] == "unplayed":
        shown["rule"] = given.closed_by(line["round"], line.get("table"), scoring)
    elif line["source"] in ("absent", "forfeit"):
        shown["rule"] = _absent_rule(scoring, given.decided.get((entry, line["round"]), ()) if reasons else ())
    return shown


def _sit_out_rule(scoring: ranking.Scoring, row: Row) -> str:
    """What a round that was sat out counts by; whoever has played none yet has no average of its own."""
    if scoring.sit_out == "own-average" and not row.get("played"):
        return "field-average"
    return _named(scoring.sit_out)


def _absent_rule(scoring: ranking.Scoring, decided: Iterable[Decision]) -> str:
    """What a round counts by that was missed, as the director decided it or as the plan has it."""
    return "number" if any(decision.amount is not None for decision in decided) else _named(scoring.absent)


def _named(counts: Fraction | str) -> str:
    return "number" if isinstance(counts, Fraction) else counts


def _penalties(scoring: ranking.Scoring, row: Row, given: Given, after_round: int) -> list[Why]:
    """Each penalty in the direction that hurts; all in one where those on record are not yet those of the snapshot."""
    whole = Fraction(row["penalty"])
    sign = 1 if scoring.low_score_wins else -1
    counted = [
        p for p in given.penalties.get(row["entry"], ()) if p.round_number is None or p.round_number <= after_round
    ]
    if sum((Fraction(p.amount) for p in counted), Fraction(0)) != whole:
        return [_penalty(None, sign * whole, "")] if whole else []
    return [_penalty(p.round_number, sign * Fraction(p.amount), p.reason) for p in counted]


def _penalty(number: int | None, amount: Fraction, reason: str) -> Why:
    return {"kind": "penalty", "round": number, "score": ranking.decimal(amount), "reason": reason}


def exact(line: Row) -> Fraction:
    """What a line is worth, exactly; nothing while that is not known."""
    return Fraction(line.get("exact") or line["score"] or 0)


def given_in(round_: Round, entries: Collection[int] | None = None) -> list[Decision | Penalty]:
    """What was decided on a round, and the penalties given for it; of these entries where any are named."""
    given: list[Decision | Penalty] = []
    of_these = Q(round_number=round_.number) if entries is None else Q(round_number=round_.number, entry__in=entries)
    tournament = round_.tournament
    for rows in (tournament.decisions.in_force(), tournament.penalties.in_force()):
        given += rows.filter(of_these).select_related("entry")
    return given
