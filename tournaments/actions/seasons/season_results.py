"""The results of an evening for a season, read from its published standings and stored without names."""

import json
import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tournaments.models import EntryPlayer, Season, SeasonEvening, Standing, Tournament, Visibility
from tournaments.ranking.seasons import EveningResult, PlayedRound, RankedEvening

FASTEST = 1


def counts_now(tournament: Tournament) -> bool:
    """Whether an evening counts: it is over, open to everybody, and its results are shown."""
    is_shown = tournament.visibility == Visibility.PUBLIC and tournament.standings_hidden_after is None
    return tournament.is_over and is_shown


def read_results(evening: SeasonEvening, season: Season) -> bytes:
    """Return the results of an evening from its last published standings, as `SeasonEvening` stores them.

    b"" before anybody has a place.
    """
    last = evening.tournament.standings.order_by("-after_round").first()
    if last is None or not last.after_round:
        return b""
    rows = [row for row in last.document["rows"] if row["place"] is not None]
    players = _players(evening.tournament)
    clubs = dict(evening.tournament.entries.values_list("pk", "home_club"))
    light = [_result(row, players[row["entry"]], clubs[row["entry"]], season) for row in rows if row["entry"] in clubs]
    rounds = [_rounds(row) for row in rows if row["entry"] in clubs]
    head = {"low": evening.tournament.low_score_wins, "most": _most(evening.tournament, last)}
    return zlib.compress(b"\n".join(map(_json, (head, light, rounds))), FASTEST) if light else b""


def as_evening(evening: SeasonEvening) -> RankedEvening | None:
    """Return the stored results as the ranking takes them; None without any."""
    if not evening.results:
        return None
    head, light, rounds = zlib.decompress(bytes(evening.results)).split(b"\n")
    about = json.loads(head)
    return RankedEvening(
        key=evening.pk,
        part=evening.part,
        results=[EveningResult(tuple(who), *rest) for who, *rest in json.loads(light)],
        factor=evening.weight,
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


def _result(row: Mapping[str, Any], players: list[int], club: str, season: Season) -> list[Any]:
    rounds = sum((Fraction(_value(each)) for each in _played(row)), Fraction(0))
    apart = str(Fraction(row["score_exact"]) - rounds)
    own = season.club.name
    difference = row["tie_breaks"].get("difference")
    return [players, club or own, row["place"], row["score_exact"], apart, difference, club not in ("", own)]


def _played(row: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    return (each for each in row["rounds"] if each["score"] is not None)


def _rounds(row: Mapping[str, Any]) -> list[list[Any]]:
    return [[each["round"], each.get("table", 0), _value(each)] for each in _played(row)]


def _value(played: Mapping[str, Any]) -> str:
    return str(played.get("exact", played["score"]))


def _most(tournament: Tournament, last: Standing) -> str | None:
    """Return the highest possible score of an evening; None if its method has no limit."""
    scoring = tournament.ranking_scoring
    of_round = {"places": max(scoring.points), "victory-points": Fraction(20), "match-points": scoring.win}
    best = of_round.get(scoring.method)
    return None if best is None else str(best * last.after_round)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode()
