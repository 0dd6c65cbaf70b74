"""The results of an evening as a season uses them: read from its published standings, stored without names."""

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
    """Whether an evening counts: it has ended and is public, and its results are not hidden."""
    is_shown = tournament.visibility == Visibility.PUBLIC and tournament.standings_hidden_after is None
    return is_shown and tournament.has_ended


def read_results(evening: SeasonEvening, season: Season, latest: Standing | None = None) -> bytes:
    """Return the results in an evening's last published standings, in the form of `SeasonEvening.results`.

    `latest` replaces these standings if they are not published yet.

    These are three lines of JSON: the evening, the columns of `EveningResult`, and the rounds of each result, which are
    seldom needed. Return b"" if no entry has a place yet.
    """
    last = latest or evening.tournament.standings.order_by("-after_round").first()
    if last is None or not last.after_round:
        return b""
    entrants = _entrants(evening, season)
    rows = [row for row in last.document["rows"] if row["place"] is not None and row["entry"] in entrants]
    rounds = [_rounds(row) for row in rows]
    results = [_result(row, played, *entrants[row["entry"]], season) for row, played in zip(rows, rounds, strict=True)]
    head = {"low": evening.tournament.low_score_wins, "most": _most(evening.tournament, last)}
    lines = (head, [*zip(*results, strict=True)], rounds)
    return zlib.compress(b"\n".join(map(_json, lines)), FASTEST) if results else b""


def as_evening(evening: SeasonEvening) -> RankedEvening:
    """Return the stored results of an evening in the form that the ranking uses."""
    return ranked_evening(bytes(evening.results), evening.pk, evening.part, evening.weight)


@lru_cache(maxsize=CACHED_EVENINGS)
def ranked_evening(stored: bytes, key: int, part: int, factor: Fraction) -> RankedEvening:
    """Return the results of an evening in the form that the ranking uses.

    They are cached: a refresh needs all evenings of a season, and usually only one has changed.
    """
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


def _entrants(evening: SeasonEvening, season: Season) -> dict[int, tuple[list[int], str]]:
    """Return each entry's players, ascending, and its home club; by default the club of the tournament.

    A joined record is replaced by the one that it counts for. The home club of an erased guest is no longer in the
    entry; it is taken from the results read before.
    """
    joined, players, clubs, lost = season.joined(), defaultdict[int, list[int]](list), dict[int, str](), set[int]()
    seated = EntryPlayer.objects.filter(tournament=evening.tournament).order_by()
    columns = ("entry_id", "player_id", "entry__home_club", "player__erased_at")
    for entry, player, club, erased_at in seated.values_list(*columns):
        players[entry].append(joined.get(player, player))
        clubs[entry] = club
        lost |= {entry} if erased_at and not club else set()
    read = as_evening(evening).results if lost and evening.results else ()
    guests = {result.who: result.club for result in read if result.guest}
    clubs |= {entry: guests.get(tuple(sorted(players[entry])), "") for entry in lost}
    own = season.club if evening.tournament.club_id == season.club_id else evening.tournament.club
    return {entry: (sorted(each), clubs[entry] or own.name) for entry, each in players.items()}


RoundFields = tuple[int, int, str]


def _result(
    row: Mapping[str, Any], rounds: Sequence[RoundFields], players: list[int], club: str, season: Season
) -> tuple[Any, ...]:
    """Return the fields of an `EveningResult`.

    Points carried over from an earlier stage are subtracted, because they count in that stage.
    """
    carried = sum([exact(_score(each)) for each in row["rounds"] if not each["round"]])
    score, difference = exact(row["score_exact"]) - carried, row["tie_breaks"].get("difference")
    apart = score - sum([exact(value) for _number, _table, value in rounds])
    return players, club, row["place"], str(score), str(apart), difference, club != season.club.name


def _score(each: Mapping[str, Any]) -> str:
    exactly: str = each.get("exact", each["score"])
    return exactly


def _rounds(row: Mapping[str, Any]) -> list[RoundFields]:
    """Return the fields of the `PlayedRound` of each round."""
    return [
        (each["round"], each.get("table", 0), _score(each))
        for each in row["rounds"]
        if each["score"] is not None and each["round"]
    ]


def _most(tournament: Tournament, last: Standing) -> str | None:
    """Return the highest score that an evening allows; None if its method has no limit."""
    best = tournament.ranking_scoring.most_in_a_round
    return None if best is None else str(best * last.after_round)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode()
