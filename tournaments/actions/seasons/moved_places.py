"""Changes of places or scores in a season's published standings; a director must confirm exactly these changes."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext_noop as _

from tournaments.models import Player, Season, Tournament
from tournaments.ranking import decimal
from tournaments.ranking.seasons import Who

from ..core.actor import Actor
from ..core.ledger import digest
from ..core.refusals import Problem
from .season_refreshing import mark_season, read_again, read_evenings
from .season_results import counts_now
from .standing import Counted, name_of, names_of

SHOWN_MOVES = 20
"""The most moves of a season that are listed."""
BEGINS, CEASES = "begins_to_count", "not_counted"
"""The codes of problems that an evening would begin to count in a season, and that it would no longer count."""
NO_ROW = (None, None)
Rows = Mapping[tuple[Who, int | None], tuple[int | None, str | None]]
"""The place and score of each competitor: in the season, by None, and in each part, by its number from 1."""


class Move(NamedTuple):
    """A competitor's place and score in the standings of a season or a part, before and after; None without a row."""

    who: Who
    part: int | None
    before: tuple[int | None, str | None]
    after: tuple[int | None, str | None]


def counted_now(season: Season) -> Counted:
    """Return the season's declaration and counting evenings as stored now."""
    return Counted.of(season, read_evenings(season))


def rows_now(season: Season) -> Rows:
    """Return the place and score of each competitor, computed from the stored data."""
    return rows_of(counted_now(season))


def rows_of(counted: Counted) -> Rows:
    """Return the place and score of each competitor, by these results."""
    every = ((row.line.who, part, each) for row in counted.rank() for part, each in enumerate([row.ranked, *row.parts]))
    return {(who, part or None): (each.place, decimal(each.score)) if each else NO_ROW for who, part, each in every}


def agree(*before: tuple[Season, Rows], by: Actor, also: Sequence[Problem] = ()) -> None:
    """Raise AgreementNeeded if a season's places or scores differ from those in `before`.

    Nothing is raised if the actor has confirmed exactly these changes. `also` are further problems to be confirmed,
    such as an evening that no longer counts.
    """
    agree_to([(season, rows, rows_now(season)) for season, rows in before], by=by, also=also)


def agree_to(changes: Sequence[tuple[Season, Rows, Rows]], *, by: Actor, also: Sequence[Problem] = ()) -> None:
    """Raise AgreementNeeded as `agree` does; `changes` has the rows of each season before and after a change."""
    compared = [(season, list(_moves(before, after))) for season, before, after in changes]
    moved = [each for each in compared if each[1]]
    if moved or also:
        problems = [*also, *(problem for season, moves in moved for problem in _in_words(season, moves))]
        others = [[problem.code, problem.params] for problem in also]
        agreement = digest([others, [[season.pk, moves] for season, moves in moved]])[:20]
        by.require_agreement(problems, agreement, _answer({problem.code for problem in problems}))


def _answer(codes: Set[str]) -> str:
    """Return the value with which a request confirms problems with these codes."""
    if "moves_places" in codes:
        return _("Change these places")
    if BEGINS in codes:
        return _("Count it in the season")
    if CEASES in codes:
        return _("Leave it out of the season")
    return _("Change these scores") if "changes_scores" in codes else _("Change the final")


def _moves(before: Rows, after: Rows) -> Iterator[Move]:
    """Yield the rows that differ: of the season, and then of each part that exists before and after."""
    parts = {None} | {part for _who, part in before} & {part for _who, part in after}
    for who, part in sorted({**before, **after}, key=lambda row: row[1] is not None):
        move = Move(who, part, before.get((who, part), NO_ROW), after.get((who, part), NO_ROW))
        if part in parts and move.before != move.after:
            yield move


def _in_words(season: Season, moves: Sequence[Move]) -> Iterator[Problem]:
    """Yield problems: how many places and scores of a season change, and which places, or else which scores.

    Only the first few are listed.
    """
    places = [each for each in moves if each.before[0] != each.after[0]]
    scores = [each for each in moves if each.before[1] != each.after[1]]
    if places:
        message = _("Places in the standings of %(season)s that change: %(count)d.")
        yield Problem("moves_places", message, {"count": len(places), "season": season.name})
    if scores:
        message = _("Scores in the standings of %(season)s that change: %(count)d.")
        yield Problem("changes_scores", message, {"count": len(scores), "season": season.name})
    listed = (places or scores)[:SHOWN_MOVES]
    names = names_of(player for each in listed if isinstance(each.who, tuple) for player in each.who)
    for each in listed:
        yield _row(season, each, name_of(each.who, names), is_place=bool(places))


def _row(season: Season, move: Move, name: str, *, is_place: bool) -> Problem:
    """Return a problem about one row: its place before and after or, unless `is_place`, its score."""
    message = _("%(season)s: %(name)s, place %(before)s → %(after)s")
    in_part = _("%(season)s, part %(part)d: %(name)s, place %(before)s → %(after)s")
    if not is_place:
        message = _("%(season)s: %(name)s, score %(before)s → %(after)s")
        in_part = _("%(season)s, part %(part)d: %(name)s, score %(before)s → %(after)s")
    before, after = (each[0 if is_place else 1] for each in (move.before, move.after))
    about = {"season": season.name, "name": name, "part": move.part, "before": before or "–", "after": after or "–"}
    return Problem("moves_places" if is_place else "changes_scores", in_part if move.part else message, about)


@contextmanager
def agreed_clubs(seasons: Iterable[Season], *, by: Actor, renamed: Mapping[Who, str] | None = None) -> Iterator[None]:
    """In this block change home clubs of entries or names of clubs, on which rows of these seasons depend.

    `renamed` has the new name of each renamed club; a row that only gets this name is no change. Raises AgreementNeeded
    at the end if places or scores change and the actor has not confirmed this.
    """
    before = [(season, _under_new_names(rows_now(season), renamed or {})) for season in seasons]
    yield
    changed = [(season, rows, Season.objects.get(pk=season.pk)) for season, rows in before]
    agree_to([(season, rows, _rows_anew(now)) for season, rows, now in changed], by=by)


def _under_new_names(rows: Rows, renamed: Mapping[Who, str]) -> Rows:
    """Return the rows with the new names of clubs, except for a name that another row has already."""
    taken = {who for who, _part in rows}
    names = {who: name for who, name in renamed.items() if name not in taken}
    return {(names.get(who, who), part): each for (who, part), each in rows.items()}


def _rows_anew(season: Season) -> Rows:
    """Return the rows of a season, with the results of all evenings read again."""
    return rows_of(Counted.of(season, read_evenings(season, anew=True)))


@contextmanager
def agreed_record(tournaments: Collection[int], *, before: Player, after: Player, by: Actor) -> Iterator[None]:
    """In this block give a record's results in these tournaments to another record, for example in a merge.

    Raises AgreementNeeded at the end if places or scores of seasons change and the actor has not confirmed this.
    """
    seasons = Season.objects.of_record(tournaments, (before.pk, after.pk))
    read = [(season, read_evenings(season)) for season in seasons.select_related("club")]
    earlier = [rows_of(Counted.of(season, evenings)) for season, evenings in read]
    yield
    later = [
        _read_again(season)
        if season.persons
        else rows_of(_renamed(Counted.of(season, evenings), tournaments, before.pk, after.pk))
        for season, evenings in read
    ]
    of_each = zip(read, earlier, later, strict=True)
    agree_to([(season, was, now) for (season, _evenings), was, now in of_each], by=by)
    for season in seasons.exclude(evenings__tournament__in=tournaments):  # else marked by standings
        mark_season(season.pk)


def _read_again(season: Season) -> Rows:
    """Mark the results of all evenings of a season to be read again; return the rows by what is stored now.

    All evenings are read because joined records can have results in evenings that the change does not name.
    """
    read_again(season.evenings.all())
    return _rows_anew(season)


def _renamed(counted: Counted, tournaments: Collection[int], before: int, after: int) -> Counted:
    """Return the counted results with player `before` replaced by `after` in these tournaments."""

    def renamed(who: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(after if player == before else player for player in who)) if before in who else who

    results = [
        replace(result, results=[each._replace(who=renamed(each.who)) for each in result.results])
        if evening.tournament_id in tournaments
        else result
        for evening, result in zip(counted.evenings, counted.results, strict=True)
    ]
    return replace(counted, results=results)


def counted_in(tournament: Tournament) -> list[Season]:
    """Return the seasons in which the tournament counts at present."""
    return list(Season.objects.of_evening(tournament)) if counts_now(tournament) else []
