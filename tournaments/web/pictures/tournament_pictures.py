"""The pictures of a tournament and their figures, from its published standings; the meetings also from the seats."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.hands.meetings import Place, SeatedPlayer, TableMeetings, met_otherwise
from tournaments.models import Leading, Standing, Tournament
from tournaments.wording import words
from tournaments.wording.standing_states import StandingsCode, state_for_everybody

from .distribution import distribution_picture
from .drawing import Picture
from .meetings import MOST_ENTRIES, MeetingRecord, Meetings, meetings_picture
from .places import PlaceHistory, places_picture
from .podium import MOST_STEPS, PLACES, PodiumPlace, podium_picture
from .tables_progress import tables_picture

Row = Mapping[str, Any]
Pair = tuple[int, int]
LEADERS, BESIDE_ONE = 8, 3
"""The number of leaders in the picture of places, and their number beside a chosen entry."""


def pictures_of(tournament: Tournament, shown: Leading) -> list[Picture]:
    """The pictures that the readable standings allow."""
    rows = played(shown)
    places = _places(tournament, shown, rows[:LEADERS], len(rows))
    made = [_podium(tournament, shown, rows), _tables(tournament, shown.in_play), places]
    return [*filter(None, made), *_of_field(tournament, shown, rows)]


def pictures_of_entry(tournament: Tournament, shown: Leading, entry: int) -> list[Picture]:
    """The pictures of an entry: its places beside the leaders', its score among all; [] if it has no place."""
    rows = played(shown)
    own = next((row for row in rows if row["entry"] == entry), None)
    if own is None:
        return []
    beside = [row for row in rows[:BESIDE_ONE] if row is not own]
    places = _places(tournament, shown, [*beside, own], len(rows), marked=entry)
    return [*filter(None, [places]), _scores(tournament, rows, own)]


def placed(rows: Iterable[Row]) -> list[PodiumPlace]:
    """Return the ranked rows as the podium shows them."""
    return [PodiumPlace(row["place"], row["name"], words.figure(row["score"])) for row in ranked(rows)]


def played(shown: Leading) -> list[Row]:
    """The rows that have a place in the readable standings; [] before the first full round."""
    return ranked(shown.standing.document["rows"]) if shown.standing and shown.after_round else []


def ranked(rows: Iterable[Row]) -> list[Row]:
    """The rows that have a place."""
    return [row for row in rows if row["place"] is not None]


def _podium(tournament: Tournament, shown: Leading, rows: Sequence[Row]) -> Picture | None:
    """The podium of visible final standings; None for other standings, or if it has no room for all entries."""
    first = placed(row for row in rows if row["place"] <= PLACES)
    is_final = state_for_everybody(tournament, shown).code == StandingsCode.FINAL
    if not is_final or not 0 < len(first) <= MOST_STEPS:
        return None
    return podium_picture(first, words.score_title(tournament.rules, tournament.scoring))


def _places(
    tournament: Tournament, shown: Leading, rows: Sequence[Row], field: int, marked: int | None = None
) -> Picture | None:
    """The places of these entries after each round; None before there are two rounds."""
    standings = tournament.standings.filter(after_round__gt=0, after_round__lte=shown.after_round)
    if shown.after_round < 2:
        return None
    after = list(standings.order_by("after_round"))
    entries = [PlaceHistory(row["name"], _places_of(row["entry"], after), row["entry"] == marked) for row in rows]
    return places_picture(entries, [standing.after_round for standing in after], field)


def _places_of(entry: int, after: Sequence[Standing]) -> list[int | None]:
    rows = (standing.row_of(entry) for standing in after)
    return [row["place"] if row else None for row in rows]


def _of_field(tournament: Tournament, shown: Leading, rows: Sequence[Row]) -> list[Picture]:
    if not rows:
        return []
    made = [_scores(tournament, rows)]
    if len(rows) <= MOST_ENTRIES:
        made.append(meetings_picture([row["name"] for row in rows], met_by(tournament, shown)))
    return made


def _scores(tournament: Tournament, rows: Sequence[Row], own: Row | None = None) -> Picture:
    scores = [Fraction(row["score_exact"]) for row in rows]
    title = words.score_title(tournament.rules, tournament.scoring)
    return distribution_picture(scores, title, Fraction(own["score_exact"]) if own else None)


def lowest_wins(tournament: Tournament) -> bool:
    """Whether the lowest score of the tournament is the best."""
    return tournament.ranking_scoring.low_score_wins


def met_by(tournament: Tournament, shown: Leading) -> Meetings:
    """Return the meetings of the entries that have a place, keyed by two row indices in the standings (first row 0)."""
    otherwise = met_otherwise(tournament, shown.after_round + 1)
    return met(played(shown), otherwise, low_wins=lowest_wins(tournament))


def met(rows: Sequence[Row], otherwise: TableMeetings, *, low_wins: bool) -> Meetings:
    """Return the meetings of these rows, keyed by two row indices (first row 0).

    `otherwise` has the pairs that met at tables where players of other entries sat. An entry that sat on the seat of
    another entry is compared by the score of this seat.
    """
    worths: dict[Place, dict[int, Fraction]] = defaultdict(dict)
    for row in rows:
        for score in row["rounds"]:
            if _was_played(score) and score["score"] is not None:
                worth = Fraction(score.get("exact") or score["score"])
                worths[score["round"], score["table"]][row["entry"]] = -worth if low_wins else worth
    at = {row["entry"]: number for number, row in enumerate(rows)}
    ahead: Counter[tuple[int, int]] = Counter()
    level: Counter[tuple[int, int]] = Counter()
    for table, at_table in worths.items():
        for (one, other), (own, others) in _compared(at_table, otherwise.get(table)).items():
            if one in at and other in at:
                ahead[at[one], at[other]] += own > others
                level[at[one], at[other]] += own == others
    return {pair: MeetingRecord(ahead[pair], ahead[pair[::-1]], level[pair]) for pair in level}


def _was_played(score: Row) -> bool:
    """Whether the entry's table was played; a table with a total alone names no number of hands."""
    return bool(score["hands"] if "hands" in score else score["source"] == "table")


def _compared(
    worth: Mapping[int, Fraction], met: Iterable[tuple[SeatedPlayer, SeatedPlayer]] | None
) -> dict[Pair, tuple[Fraction, ...]]:
    """The scores of the seats on which two entries met at a table, by pair; their own seats are preferred."""
    if met is None:
        return {(one, other): (worth[one], worth[other]) for one, other in permutations(worth, 2)}
    own_last = sorted(
        met, key=lambda two: (sum(seated.entry == seated.of for seated in two), sorted(seated.of for seated in two))
    )
    return {
        (one.entry, other.entry): (worth[one.of], worth[other.of])
        for one, other in own_last
        if one.entry != other.entry and {one.of, other.of} <= worth.keys()
    }


def _tables(tournament: Tournament, in_play: Standing | None) -> Picture | None:
    """The progress of the tables of the round in play; None without such a round or tables."""
    if in_play is None:
        return None
    document = in_play.document
    hands: dict[int, int] = {}
    for row in document["rows"]:
        for score in row["rounds"]:
            if score["round"] == document["after_round"] and score.get("table"):
                hands[score["table"]] = max(hands.get(score["table"], 0), score.get("hands", 0))
    return tables_picture(hands, tournament.table_hands, document["after_round"]) if any(hands.values()) else None


Rows = Sequence[Sequence[object]]


def figures_of(tournament: Tournament, shown: Leading, name: str) -> Rows | None:
    """The figures for the picture of this name; None if the readable standings have none."""
    rows = played(shown)
    if name == "places":
        return _places_rows(tournament, shown, rows) if rows else None
    if name == "meetings":
        return _meetings_rows(tournament, shown, rows) if rows else None
    found = next((picture for picture in pictures_of(tournament, shown) if picture.name == name), None)
    return [found.columns, *found.rows] if found else None


def _places_rows(tournament: Tournament, shown: Leading, rows: Sequence[Mapping[str, Any]]) -> Rows:
    """The place of each entry after each round."""
    standings = tournament.standings.filter(after_round__gt=0, after_round__lte=shown.after_round)
    after = list(standings.order_by("after_round"))
    places = [_places_after(standing) for standing in after]
    titles = [_("Player"), *(_("Round %(number)s") % {"number": standing.after_round} for standing in after)]
    return [titles, *([row["name"], *(by_entry.get(row["entry"], "") for by_entry in places)] for row in rows)]


def _places_after(standing: Standing) -> dict[int, object]:
    return {row["entry"]: "" if row["place"] is None else row["place"] for row in standing.document["rows"]}


def _meetings_rows(tournament: Tournament, shown: Leading, rows: Sequence[Mapping[str, Any]]) -> Rows:
    """Return each pair of entries that met, once from each side: how often they met, and who had the better score."""
    titles = [_("Player"), _("With"), _("Met"), _("Ahead"), _("Behind"), _("Level")]
    meetings = sorted(met_by(tournament, shown).items())
    names = [row["name"] for row in rows]
    pairs = ([names[one], names[two], m.times, m.ahead, m.behind, m.level] for (one, two), m in meetings)
    return [titles, *pairs]
