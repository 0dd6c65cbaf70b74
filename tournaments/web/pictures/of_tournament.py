"""The pictures of a tournament, from its published standings and nothing else."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

from tournaments.models import Leading, Standing, Tournament
from tournaments.wording import words
from tournaments.wording.standing_states import Code, state_for_everybody

from .distribution import distribution_picture
from .drawing import Picture
from .meetings import MOST_ENTRIES, Meetings, Met, meetings_picture
from .places import Way, places_picture
from .podium import MOST_STEPS, PLACES, Placed, podium_picture
from .tables_progress import tables_picture

Row = Mapping[str, Any]
LEADERS, BESIDE_ONE = 8, 3
"""How many of the first are shown, and how many where somebody else is looked at."""


def pictures_of(tournament: Tournament, shown: Leading) -> list[Picture]:
    """All pictures that the standings which may be read allow."""
    rows = played(shown)
    places = _places(tournament, shown, rows[:LEADERS], len(rows))
    made = [_podium(tournament, shown, rows), _tables(tournament, shown.in_play), places]
    return [*filter(None, made), *_of_field(tournament, rows)]


def pictures_of_entry(tournament: Tournament, shown: Leading, entry: int) -> list[Picture]:
    """Where an entry stands among the others: its places beside those of the first, its score among all."""
    rows = played(shown)
    own = next((row for row in rows if row["entry"] == entry), None)
    if own is None:
        return []
    beside = [row for row in rows[:BESIDE_ONE] if row is not own]
    places = _places(tournament, shown, [*beside, own], len(rows), marked=entry)
    return [*filter(None, [places]), _scores(tournament, rows, own)]


def placed(rows: Iterable[Row]) -> list[Placed]:
    """The rows that have a place as a podium shows them."""
    return [Placed(row["place"], row["name"], words.figure(row["score"])) for row in ranked(rows)]


def played(shown: Leading) -> list[Row]:
    """The rows that have a place in the standings that may be read; none before a round was played."""
    return ranked(shown.standing.document["rows"]) if shown.standing and shown.after_round else []


def ranked(rows: Iterable[Row]) -> list[Row]:
    """The rows that have a place."""
    return [row for row in rows if row["place"] is not None]


def _podium(tournament: Tournament, shown: Leading, rows: Sequence[Row]) -> Picture | None:
    """The first three of final standings that nobody has hidden; nothing where more share a place than have room."""
    first = placed(row for row in rows if row["place"] <= PLACES)
    is_final = state_for_everybody(tournament, shown).code == Code.FINAL
    if not is_final or not 0 < len(first) <= MOST_STEPS:
        return None
    return podium_picture(first, words.score_title(tournament.rules, tournament.scoring))


def _places(
    tournament: Tournament, shown: Leading, rows: Sequence[Row], field: int, marked: int | None = None
) -> Picture | None:
    """The places of these entries after each round; nothing before there are two."""
    standings = tournament.standings.filter(after_round__gt=0, after_round__lte=shown.after_round)
    if shown.after_round < 2:
        return None
    after = list(standings.order_by("after_round"))
    ways = [Way(row["name"], _places_of(row["entry"], after), row["entry"] == marked) for row in rows]
    return places_picture(ways, [standing.after_round for standing in after], field)


def _places_of(entry: int, after: Sequence[Standing]) -> list[int | None]:
    rows = (standing.row_of(entry) for standing in after)
    return [row["place"] if row else None for row in rows]


def _of_field(tournament: Tournament, rows: Sequence[Row]) -> list[Picture]:
    if not rows:
        return []
    made = [_scores(tournament, rows)]
    if len(rows) <= MOST_ENTRIES:
        made.append(meetings_picture([row["name"] for row in rows], met(rows, low_wins=lowest_wins(tournament))))
    return made


def _scores(tournament: Tournament, rows: Sequence[Row], own: Row | None = None) -> Picture:
    scores = [Fraction(row["score_exact"]) for row in rows]
    title = words.score_title(tournament.rules, tournament.scoring)
    return distribution_picture(scores, title, Fraction(own["score_exact"]) if own else None)


def lowest_wins(tournament: Tournament) -> bool:
    """Whether the lowest score of the tournament is the best."""
    return tournament.ranking_scoring.low_score_wins


def met(rows: Sequence[Row], *, low_wins: bool) -> Meetings:
    """Who sat at one table with whom, by their places in the list, and who was ahead there."""
    at_table = defaultdict(list)
    for at, row in enumerate(rows):
        for score in row["rounds"]:
            if score.get("hands") and score["score"] is not None:
                worth = Fraction(score.get("exact") or score["score"])
                at_table[score["round"], score["table"]].append((at, -worth if low_wins else worth))
    ahead: Counter[tuple[int, int]] = Counter()
    level: Counter[tuple[int, int]] = Counter()
    for seated in at_table.values():
        for (one, own), (other, others) in permutations(seated, 2):
            ahead[one, other] += own > others
            level[one, other] += own == others
    return {pair: Met(ahead[pair], ahead[pair[::-1]], level[pair]) for pair in level}


def _tables(tournament: Tournament, in_play: Standing | None) -> Picture | None:
    """How far the tables are, of the round in play."""
    if in_play is None:
        return None
    document = in_play.document
    hands: dict[int, int] = {}
    for row in document["rows"]:
        for score in row["rounds"]:
            if score["round"] == document["after_round"] and score.get("table"):
                hands[score["table"]] = max(hands.get(score["table"], 0), score.get("hands", 0))
    return tables_picture(hands, tournament.table_hands, document["after_round"]) if hands else None
