"""The results of an evening for a season, read from its published standings and stored without names."""

import json
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tournaments.models import EntryPlayer, Season, SeasonEvening, Standing, Tournament, Visibility
from tournaments.ranking.seasons import CACHED_EVENINGS, EveningResult, PlayedRound, RankedEvening, exact

FASTEST = 1


def counts_now(tournament: Tournament) -> bool:
    """Whether an evening counts: it is over, open to everybody, and its results are shown."""
    is_shown = tournament.visibility == Visibility.PUBLIC and tournament.standings_hidden_after is None
    return tournament.is_over and is_shown


def read_results(evening: SeasonEvening, season: Season) -> bytes:
    """Return the results of an evening from its last published standings, as `SeasonEvening` stores them.

    They are three lines of JSON: the evening, the columns of `EveningResult`, and the rounds of each result, which are
    rarely needed. b"" before anybody has a place.
    """
    last = evening.tournament.standings.order_by("-after_round").first()
    if last is None or not last.after_round:
        return b""
    players, clubs = _players(evening.tournament), dict(evening.tournament.entries.values_list("pk", "home_club"))
    rows = [row for row in last.document["rows"] if row["place"] is not None and row["entry"] in clubs]
    rounds = [_rounds(row) for row in rows]
    results = [
        _result(row, played, players[row["entry"]], clubs[row["entry"]] or season.club.name, season)
        for row, played in zip(rows, rounds, strict=True)
    ]
    head = {"low": evening.tournament.low_score_wins, "most": _most(evening.tournament, last)}
    lines = (head, [*zip(*results, strict=True)], rounds)
    return zlib.compress(b"\n".join(map(_json, lines)), FASTEST) if results else b""


def as_evening(evening: SeasonEvening) -> RankedEvening:
    """Return the stored results as the ranking takes them."""
    return as_read(bytes(evening.results), evening.pk, evening.part, evening.weight)


@lru_cache(maxsize=CACHED_EVENINGS)
def as_read(stored: bytes, key: int, part: int, factor: Fraction) -> RankedEvening:
    """Return an evening; cached, because a refresh needs all of a season and mostly only one has changed."""
    head, columns, rounds = zlib.decompress(stored).split(b"\n")
    about, (who, *others) = json.loads(head), json.loads(columns)
    return RankedEvening(
        key=key,
        part=part,
        results=[*map(EveningResult, map(tuple, who), *others)],
        factor=factor,
        low_wins=about["low"],
        most=Fraction(about["most"]) if about["most"] else None,
        read_rounds=lambda: [[PlayedRound(*each) for each in row] for row in json.loads(rounds)],
    )


def _players(tournament: Tournament) -> Mapping[int, list[int]]:
    """Return the ids of the players of each entry, ascending."""
    players: dict[int, list[int]] = defaultdict(list)
    places = EntryPlayer.objects.filter(tournament=tournament).order_by("player_id")
    for entry, player in places.values_list("entry_id", "player_id"):
        players[entry].append(player)
    return players


Round = tuple[int, int, str]


def _result(
    row: Mapping[str, Any], rounds: Sequence[Round], players: list[int], club: str, season: Season
) -> tuple[Any, ...]:
    """Return the fields of an `EveningResult`."""
    score, difference = row["score_exact"], row["tie_breaks"].get("difference")
    apart = exact(score) - sum([exact(value) for _number, _table, value in rounds])
    return players, club, row["place"], score, str(apart), difference, club != season.club.name


def _rounds(row: Mapping[str, Any]) -> list[Round]:
    """Return the fields of each `PlayedRound`."""
    return [
        (each["round"], each.get("table", 0), each.get("exact", each["score"]))
        for each in row["rounds"]
        if each["score"] is not None
    ]


def _most(tournament: Tournament, last: Standing) -> str | None:
    """Return the highest possible score of an evening; None if its method has no limit."""
    scoring = tournament.ranking_scoring
    of_round = {"places": max(scoring.points), "victory-points": Fraction(20), "match-points": scoring.win}
    best = of_round.get(scoring.method)
    return None if best is None else str(best * last.after_round)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode()
