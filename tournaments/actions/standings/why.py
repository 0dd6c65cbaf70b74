"""Explanations of an entry's score: a line for each round and each penalty, with the reasons.

The lines add up to the score. The numbers come from one published snapshot. The reasons are free text that can be
erased, so they are read from the rows of the decisions. They are shown only if these rows match the snapshot.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import Q

from tournaments import ranking
from tournaments.models import Decision, Penalty, Round, ShownStandings, Table, Tournament

from ..hands.closing import closed_round

Row = Mapping[str, Any]
Why = dict[str, Any]
NOTHING: Row = {"place": None, "score": "0", "score_exact": "0", "penalty": "0", "rounds": []}
"""The values of an entry before its first full round."""


def why(tournament: Tournament, shown: ShownStandings, entry: int) -> Why | None:
    """Return an entry's score in the standings with its lines, and its rounds in play; None if it is in neither."""
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
    """Return the score in a row of a snapshot, with the lines that add up to it."""
    lines = [_round(scoring, row, line, given) for line in row["rounds"]]
    lines += _penalties(scoring, row, given, after_round)
    named = {name: row[name] for name in ("entry", "name", "place", "score", "score_exact")}
    marks = {mark: row.get(mark, False) for mark in ("withdrawn", "stand_in")}
    disqualified = given.barred.get(row["entry"], "") if row.get("disqualified") else None
    rounded = {} if Fraction(row["score"]) == Fraction(row["score_exact"]) else {"exact": row["score_exact"]}
    return {**named, **marks, **rounded, "disqualified": disqualified, "lines": lines}


@dataclass
class Given:
    """The decisions on entries of a tournament and their penalties, with the reasons."""

    tournament: Tournament | None = None
    decided: dict[tuple[int, int], list[Decision]] = field(default_factory=lambda: defaultdict(list))
    barred: dict[int, str] = field(default_factory=dict)
    penalties: dict[int, list[Penalty]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def read(cls, tournament: Tournament, entries: Sequence[int] | None = None) -> "Given":
        """Return the decisions and penalties in force: for these entries, or for all if `entries` is None."""
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
        """How unfinished tables count: by (round, None) in closed rounds, by (round, table) at tables closed alone."""
        if self.tournament is None:
            return {}
        rounds = Round.objects.filter(tournament=self.tournament, state=Round.State.CLOSED)
        tables = Table.objects.filter(round__tournament=self.tournament).exclude(closing={})
        of_rounds = {(number, None): closing for number, closing in rounds.values_list("number", "closing")}
        places = tables.values_list("round__number", "number", "closing")
        both = of_rounds | {(number, table): closing for number, table, closing in places}
        return {place: closed_round(place[0], closing) for place, closing in both.items()}

    def closed_by(self, number: int, table: int | None, scoring: ranking.Scoring) -> str:
        """Return the rule by which an unfinished table counts in a round; the rules are read at the first call."""
        closed = self._closed.get((number, table)) or self._closed.get((number, None))
        worth = closed.unplayed if closed else "absent"
        return _named(scoring.absent if worth == "absent" else worth)

    def reasons(self, entry: int, line: Row) -> list[str]:
        """Return the reasons of decisions on a round; [] if the score in this line does not come from a decision."""
        decided = self.decided.get((entry, line["round"]), [])
        if line["source"] not in {decision.kind for decision in decided}:
            return []
        return [decision.reason for decision in decided if decision.reason]


def _round(scoring: ranking.Scoring, row: Row, line: Row, given: Given) -> Why:
    """Return the line for a round, with its rule if it was not played, and with the reasons of decisions."""
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
    """Return the rule by which a sit-out counts.

    If the rule is the entry's own average and the entry has not played, the average of all entries counts.
    """
    if scoring.sit_out == "own-average" and not row.get("played"):
        return "field-average"
    return _named(scoring.sit_out)


def _absent_rule(scoring: ranking.Scoring, decided: Iterable[Decision]) -> str:
    """Return how a missed round counts: by a director's decision, or by the rule in the plan."""
    return "number" if any(decision.amount is not None for decision in decided) else _named(scoring.absent)


def _named(counts: Fraction | str) -> str:
    return "number" if isinstance(counts, Fraction) else counts


def _penalties(scoring: ranking.Scoring, row: Row, given: Given, after_round: int) -> list[Why]:
    """Return a line for each penalty, as a number to be added.

    If they do not add up to the snapshot, one line for all.
    """
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
    """Return the exact score in a line; 0 if it is not known yet."""
    return Fraction(line.get("exact") or line["score"] or 0)


def given_in(round_: Round, entries: Collection[int] | None = None) -> list[Decision | Penalty]:
    """Return the decisions on a round and its penalties, for these entries or for all."""
    given: list[Decision | Penalty] = []
    of_these = Q(round_number=round_.number) if entries is None else Q(round_number=round_.number, entry__in=entries)
    tournament = round_.tournament
    for rows in (tournament.decisions.in_force(), tournament.penalties.in_force()):
        given += rows.filter(of_these).select_related("entry")
    return given
