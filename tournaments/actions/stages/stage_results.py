"""The published results of stages, in the form that the rules of cuts and of overall standings use."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.models import Entry, EntryPlayer, PlayerMerge, Stage, Standing, Tournament
from tournaments.ranking import TIE_BREAKS

LAST = Fraction(10**9)
"""The replacement for a tie-break without a value."""
NO_PLACE = 10**6
LEFT = ("withdrawn", "disqualified", "stand_in")


@dataclass(frozen=True, slots=True)
class StageResult:
    """A row of a stage's published standings, with the ids of its players; `merit` compares it across groups.

    `gone` is true if the entry has left (even after the last round), is out of competition, or has an erased player.
    """

    tournament: Tournament
    row: Mapping[str, Any]
    who: tuple[int, ...]
    merit: tuple[Fraction, ...]
    gone: bool

    @property
    def out(self) -> bool:
        """Whether it is gone or has no place."""
        return self.gone or self.place is None

    @property
    def place(self) -> int | None:
        """Its place in the stage, None without one."""
        place: int | None = self.row["place"]
        return place

    @property
    def score(self) -> Fraction:
        """Its exact score."""
        return Fraction(self.row["score_exact"])


def results_of(tournaments: Sequence[Tournament], documents: Mapping[int, Mapping[str, Any]]) -> list[StageResult]:
    """Return the rows of these published standings. All merits are equal if the tournaments are scored differently."""
    listed = EntryPlayer.objects.filter(tournament__in=tournaments).order_by("entry_id", "player_id")
    players: dict[int, list[int]] = defaultdict(list)
    gone = set()
    for entry, player, erased_at, status in listed.values_list(
        "entry_id", "player_id", "player__erased_at", "entry__status"
    ):
        players[entry].append(player)
        gone |= {entry} if erased_at or status == Entry.Status.WITHDRAWN else set()
    alike = len({json.dumps([t.ruleset, t.scoring, t.tie_breaks], sort_keys=True) for t in tournaments}) == 1
    return [
        StageResult(
            tournament,
            row,
            tuple(players[row["entry"]]),
            _merit(row, tournament) if alike else (),
            row["entry"] in gone or any(row.get(mark) for mark in LEFT),
        )
        for tournament in tournaments
        for row in documents.get(tournament.pk, {}).get("rows", ())
        if players[row["entry"]]
    ]


def latest_documents(
    tournaments: Iterable[Tournament], until: Mapping[int, int | None] | None = None
) -> dict[int, dict[str, Any]]:
    """Return the last published standings of these tournaments, by id.

    `until` gives, for some tournaments, the last round to use.
    """
    rounds = Standing.objects.filter(tournament__in=list(tournaments)).order_by("after_round")
    last = {
        tournament: pk
        for tournament, number, pk in rounds.values_list("tournament_id", "after_round", "pk")
        if (limit := (until or {}).get(tournament)) is None or number <= limit
    }
    return {each.tournament_id: each.document for each in Standing.objects.filter(pk__in=last.values())}


def persons_named(stage: Stage) -> list[tuple[int, ...]]:
    """Return the ids of the players of each entry that the director added, ascending, without merged records."""
    merged = PlayerMerge.objects.persons({player for who in stage.named for player in who})
    return [tuple(sorted(merged.get(player, player) for player in who)) for who in stage.named]


def _merit(row: Mapping[str, Any], tournament: Tournament) -> tuple[Fraction, ...]:
    """Return score and tie-breaks as a sort key, lower is better.

    Tie-breaks between entries of one table are left out.
    """
    scoring = tournament.ranking_scoring
    score = Fraction(row["score_exact"])
    compared = [(code, TIE_BREAKS[code]) for code in tournament.tie_breaks if code not in ("head_to_head", "lot")]
    values = [(row["tie_breaks"].get(code), each.low_is_better(scoring)) for code, each in compared]
    return (_signed(score, low=scoring.low_score_wins), *(_value(value, low=low) for value, low in values))


def _value(written: str | None, *, low: bool) -> Fraction:
    return LAST if written is None else _signed(Fraction(written), low=low)


def _signed(value: Fraction, *, low: bool) -> Fraction:
    return value if low else -value
