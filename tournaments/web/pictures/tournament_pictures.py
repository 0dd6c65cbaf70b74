"""The charts of a tournament and their figures, from its published standings and, for who met whom, its seats."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.standings.figures import met_by, places_after, played, ranked, standings_until
from tournaments.actions.standings.trees import tree_of
from tournaments.models import ShownStandings, Standing, Tournament
from tournaments.wording import words
from tournaments.wording.standing_states import StandingsCode, state_for_everybody

from .distribution import distribution_picture
from .drawing import Picture
from .meetings import MOST_ENTRIES, meetings_picture
from .places import PlaceHistory, places_picture
from .podium import MOST_STEPS, PLACES, PodiumPlace, podium_picture
from .tables_progress import tables_picture
from .tree import tree_picture

Row = Mapping[str, Any]
LEADERS, BESIDE_ONE = 8, 3
"""The number of leaders in the chart of places, and their number in the chart of a chosen entry."""


def pictures_of(tournament: Tournament, shown: ShownStandings) -> list[Picture]:
    """Return the charts for the standings that the user may see."""
    rows = played(shown)
    places = _places(tournament, shown, rows[:LEADERS], len(rows))
    tree = _tree(shown.in_play or shown.standing)
    made = [_podium(tournament, shown, rows), tree, _tables(tournament, shown.in_play), places]
    return [*filter(None, made), *_of_field(tournament, shown, rows)]


def pictures_of_entry(tournament: Tournament, shown: ShownStandings, entry: int) -> list[Picture]:
    """Return the charts of an entry: its places beside the leaders', and its score among all; [] if it has no place."""
    rows = played(shown)
    own = next((row for row in rows if row["entry"] == entry), None)
    if own is None:
        return []
    beside = [row for row in rows[:BESIDE_ONE] if row is not own]
    places = _places(tournament, shown, [*beside, own], len(rows), marked=entry)
    return [*filter(None, [places]), _scores(tournament, rows, own)]


def placed(rows: Iterable[Row]) -> list[PodiumPlace]:
    """Return the rows that have a place, in the form of the podium."""
    return [PodiumPlace(row["place"], row["name"], words.figure(row["score"])) for row in ranked(rows)]


def _podium(tournament: Tournament, shown: ShownStandings, rows: Sequence[Row]) -> Picture | None:
    """Return the podium of final standings; None for other standings, or if it has no room for all entries."""
    first = placed(row for row in rows if row["place"] <= PLACES)
    is_final = state_for_everybody(tournament, shown).code == StandingsCode.FINAL
    if not is_final or not 0 < len(first) <= MOST_STEPS:
        return None
    return podium_picture(first, words.score_title(tournament.rules, tournament.scoring))


def _places(
    tournament: Tournament, shown: ShownStandings, rows: Sequence[Row], field: int, marked: int | None = None
) -> Picture | None:
    """Return the chart of these entries' places after each round; None if there are fewer than two rounds."""
    if shown.after_round < 2:
        return None
    after = standings_until(tournament, shown)
    entries = [PlaceHistory(row["name"], _places_of(row["entry"], after), row["entry"] == marked) for row in rows]
    return places_picture(entries, [standing.after_round for standing in after], field)


def _places_of(entry: int, after: Sequence[Standing]) -> list[int | None]:
    rows = (standing.row_of(entry) for standing in after)
    return [row["place"] if row else None for row in rows]


def _of_field(tournament: Tournament, shown: ShownStandings, rows: Sequence[Row]) -> list[Picture]:
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


def _tree(standing: Standing | None) -> Picture | None:
    """Return the tree of tables of a knock-out; None if there is none."""
    rounds = tree_of(standing.document) if standing else []
    return tree_picture(rounds) if rounds else None


def _tables(tournament: Tournament, in_play: Standing | None) -> Picture | None:
    """Return the chart of the tables of the round in play; None if no round is in play or it has no tables."""
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


def figures_of(tournament: Tournament, shown: ShownStandings, name: str) -> Rows | None:
    """Return the figures of the chart with this name; None if the standings that the user may see have none."""
    rows = played(shown)
    if name == "places":
        return _places_rows(tournament, shown, rows) if rows else None
    if name == "meetings":
        return _meetings_rows(tournament, shown, rows) if rows else None
    found = next((picture for picture in pictures_of(tournament, shown) if picture.name == name), None)
    return [found.columns, *found.rows] if found else None


def _places_rows(tournament: Tournament, shown: ShownStandings, rows: Sequence[Mapping[str, Any]]) -> Rows:
    """Return the place of each entry after each round."""
    after = standings_until(tournament, shown)
    places = [places_after(standing) for standing in after]
    titles = [_("Player"), *(_("Round %(number)s") % {"number": standing.after_round} for standing in after)]
    return [titles, *([row["name"], *(by_entry.get(row["entry"]) or "" for by_entry in places)] for row in rows)]


def _meetings_rows(tournament: Tournament, shown: ShownStandings, rows: Sequence[Mapping[str, Any]]) -> Rows:
    """Return each pair of entries that met, once from each side: how often they met, and which had the better score."""
    titles = [_("Player"), _("With"), _("Met"), _("Ahead"), _("Behind"), _("Level")]
    meetings = sorted(met_by(tournament, shown).items())
    names = [row["name"] for row in rows]
    pairs = ([names[one], names[two], m.times, m.ahead, m.behind, m.level] for (one, two), m in meetings)
    return [titles, *pairs]
