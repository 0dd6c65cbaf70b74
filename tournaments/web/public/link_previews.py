"""Metadata for link previews, made only from public data."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.bidi import isolated
from tournaments.actions.hands.tables import TableInPlay
from tournaments.actions.standings.winners import ON_THE_PODIUM
from tournaments.models import Round, ShownStandings, Standing, Tournament, Visibility
from tournaments.models.standing_bytes import rows_until
from tournaments.wording import words
from tournaments.wording.season_rows import progress
from tournaments.wording.standing_states import state_for_everybody

from ..pictures.tournament_pictures import placed

PosterRow = tuple[str, str, str]
"""A line of a preview: the place or the day, a name, and a figure."""
BETWEEN = " · "


def of_plan(tournament: Tournament) -> str:
    """Return the preview of a tournament without results: its game, day and state."""
    began = tournament.starts_at and date_format(localtime(tournament.starts_at), "DATE_FORMAT")
    return _joined([words.translated(tournament.rules.title), began or "", _progress_text(tournament)])


def of_standings(tournament: Tournament, shown: ShownStandings) -> str:
    """Return the preview of standings: their state and the top three.

    If they are hidden or empty, return the text of `of_plan`.
    """
    rows = poster_rows(shown.standing) if shown.standing and shown.after_round else ()
    if tournament.standings_hidden_after is not None or not rows:
        return of_plan(tournament)
    return f"{state_for_everybody(tournament, shown).text} {_joined(_line(row) for row in rows)}"


def of_entry(tournament: Tournament, name: str, row: Mapping[str, Any] | None) -> str:
    """Return the preview of an entry: its name with place and score.

    If the place is hidden or missing, the text of `of_plan` follows the name.
    """
    if tournament.standings_hidden_after is not None or row is None or row["place"] is None:
        return f"{isolated(name)}{BETWEEN}{of_plan(tournament)}"
    score = f"{words.score_title(tournament.rules, tournament.scoring)} {words.figure(row['score'])}"
    return _joined([isolated(name), f"{_('Place')} {row['place']}", score])


def of_round(round_: Round, playing: int) -> str:
    """Return the preview of a round: its number, and how many of its tables are still playing."""
    if round_.state == Round.State.CLOSED:
        how = _("The round is closed.")
    elif playing:
        how = ngettext("One table is still playing.", "%(tables)s tables are still playing.", playing)
    else:
        how = _("Every table has finished.")
    return _joined([_round_of_plan(round_.number, round_.tournament), how % {"tables": playing}])


def of_table(play: TableInPlay) -> str:
    """Return the preview of a table: the names of its players."""
    return _joined(isolated(seat.name) for seat in play.seats)


def of_tournaments(tournaments: Iterable[Tournament]) -> str:
    """Return the preview of a club: its first three public tournaments with their days."""
    public = [each for each in tournaments if each.visibility == Visibility.PUBLIC]
    return _joined(f"{day(each)} {isolated(each.name)}".strip() for each in public[:ON_THE_PODIUM])


def of_season(document: Mapping[str, Any]) -> str:
    """Return the preview of a season: how many evenings were played, and the top three."""
    return _joined([progress(document), *map(_line, poster_rows_of(document["rows"]))])


def of_player(history: Sequence[Any]) -> str:
    """Return the preview of a player: the places in the last tournaments with public standings."""
    shown = [each for each in history if _is_shown(each.entry.tournament)]
    return _joined(_line(line) for line in last_places(shown))


def _is_shown(tournament: Tournament) -> bool:
    return tournament.visibility == Visibility.PUBLIC and tournament.standings_hidden_after is None


def last_places(history: Sequence[Any]) -> tuple[PosterRow, ...]:
    """Return a line for each of the last three tournaments in which the player has a place."""
    ranked = [each for each in history if each.place][:ON_THE_PODIUM]
    return tuple((f"{each.place}.", each.entry.tournament.name, _of_field(each.field)) for each in ranked)


def _of_field(field: int) -> str:
    return _("of %(number)s") % {"number": field}


def poster_rows(standing: Standing) -> tuple[PosterRow, ...]:
    """Return a line for each entry in the first three places.

    If there are more than three, return the first two, and a line with the number of the others.
    """
    return poster_rows_of(rows_until(bytes(standing.body), ON_THE_PODIUM) or [])


def poster_rows_of(ranked: Iterable[dict[str, Any]]) -> tuple[PosterRow, ...]:
    """Return the lines that `poster_rows` describes, for rows with `place`, `name` and `score`."""
    first = [each for each in placed(ranked) if each.place <= ON_THE_PODIUM]
    rows = tuple((f"{each.place}.", each.name, each.score) for each in first)
    if len(rows) <= ON_THE_PODIUM:
        return rows
    more = len(rows) - ON_THE_PODIUM + 1
    return (*rows[: ON_THE_PODIUM - 1], ("", ngettext("and one more", "and %(more)s more", more) % {"more": more}, ""))


def day(tournament: Tournament) -> str:
    """Return day and month of the start in figures; "" without a start."""
    return date_format(localtime(tournament.starts_at), "j.n.") if tournament.starts_at else ""


def _progress_text(tournament: Tournament) -> str:
    number = getattr(tournament, "last_round", None) or 0
    if tournament.standings_hidden_after is not None:
        return state_for_everybody(tournament, ShownStandings(None, None)).text
    if tournament.status == Tournament.Status.RUNNING and number:
        return _round_of_plan(number, tournament)
    return tournament.get_status_display()


def _round_of_plan(number: int, tournament: Tournament) -> str:
    return _("Round %(number)s of %(planned)s") % {"number": number, "planned": tournament.rounds_planned}


def _line(line: PosterRow) -> str:
    mark, name, figure = line
    return " ".join(filter(None, (mark, isolated(name), figure)))


def _joined(parts: Iterable[str]) -> str:
    return BETWEEN.join(filter(None, parts))
