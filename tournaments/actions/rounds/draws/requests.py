"""The inputs of the next draw, read from the database."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from operator import attrgetter

from django.utils.translation import gettext_noop as _

from tournaments import pairing, ranking
from tournaments.models import Entry, Round, Tournament
from tournaments.pairing.knock_out_plan import table_sizes

from ...core.names import name_key
from ...core.refusals import Conflict, Problem
from ...standings.ratings import mean_ratings
from ...standings.results import read_results
from ...standings.teams import teams_of
from .constraints import read_constraints
from .history import with_history
from .knock_out import KNOCK_OUT, added_for_round, places_after, read_still_in
from .partitions import sizes_for
from .teams_apart import keep_teams_apart


@dataclass(frozen=True, slots=True)
class ByHand:
    """Tables chosen by the director, as ids of entries in seat order, and optionally who sits out."""

    tables: tuple[tuple[int, ...], ...]
    sit_out: tuple[int, ...] | None = None


def next_round_number(tournament: Tournament) -> int:
    """Return the number of the next round to be drawn.

    Raises Conflict if there is a draft or a running draw, or if the tournament is archived.
    """
    refuse_archived(tournament)
    latest = find_latest_round(tournament, None)
    if latest is None:
        return 1
    if latest.state == Round.State.DRAWING:
        message = _("Round %(round)d is already being drawn. Wait until it is ready, or stop that draw.")
        raise Conflict(Problem("draw_running", message, {"round": latest.number}))
    if latest.state == Round.State.REFUSED:
        return latest.number
    if not latest.is_public:
        message = _("Round %(round)d is a draft: publish it or discard it first.")
        raise Conflict(Problem("draft_exists", message, {"round": latest.number}))
    return latest.number + 1


def refuse_archived(tournament: Tournament) -> None:
    """Raise Conflict if the tournament is archived."""
    if tournament.status == Tournament.Status.ARCHIVED:
        raise Conflict(Problem("archived", _("The tournament is archived: no round can be drawn.")))


def find_latest_round(tournament: Tournament, number: int | None) -> Round | None:
    """Return the last round before the round of this number, or the last of all if `number` is None."""
    before = tournament.rounds.all() if number is None else tournament.rounds.filter(number__lt=number)
    return before.order_by("-number").first()


def read_draw_request(
    tournament: Tournament,
    seed: int,
    by_hand: ByHand | None = None,
    *,
    number: int,
    method: str | None = None,
    joining: Collection[int] = (),
    sizes: tuple[int, ...] | None = None,
    benching: bool = True,
    results: ranking.Results | None = None,
) -> pairing.DrawRequest:
    """Return all inputs for drawing the round of this number, and the later rounds if it starts a schedule.

    `method` and `sizes` replace the tournament's own. Entries `joining` play even if they were entered for a later
    round. Entries that a director makes sit out are inactive, unless `benching` is false. `results` are used instead of
    the recorded results.
    """
    method = "scripted" if by_hand else method or tournament.pairing
    scripted = method == Tournament.Pairing.SCRIPTED
    constraints, needs_scores = read_constraints(tournament), method in pairing.BY_STANDING
    ratings = mean_ratings(tournament) if number == 1 and constraints.by_rating and needs_scores else {}
    scores = ratings
    if needs_scores and not ratings:
        scores = read_scores(tournament, before=number, joining=joining, results=results)
    entrants = _read_entrants(tournament, number, scores, joining, benching=benching and not scripted)
    possible = tournament.possible_table_sizes
    request = pairing.DrawRequest(
        method=method,
        seed=seed,
        entrants=entrants,
        rounds=max(1, tournament.rounds_planned - number + 1),
        sizes=possible if scripted else sizes or sizes_for(tournament, sum(each.active for each in entrants)),
        past_sizes=() if scripted else possible,
        low_wins=tournament.ranking_scoring.low_score_wins and not ratings,
        forbidden=constraints.apart,
        fixed={} if scripted else dict(constraints.fixed),
        avoid_same_club=constraints.avoid_same_club,
        tables=by_hand.tables if by_hand else (),
        sit_out=_sit_out(entrants, by_hand, max(possible)),
    )
    if method == KNOCK_OUT:
        request = _in_knock_out(request, tournament, number, results or read_results(tournament), joining)
    return with_history(keep_teams_apart(request, teams_of(tournament)), tournament, number)


def _in_knock_out(
    request: pairing.DrawRequest,
    tournament: Tournament,
    number: int,
    results: ranking.Results,
    joining: Collection[int],
) -> pairing.DrawRequest:
    """Return the request for a knock-out: the entries still in, by place in the standings, followed by `joining`.

    Fixed tables, and table sizes chosen for the round, are ignored.
    """
    sizes = table_sizes(tournament.possible_table_sizes, uneven=tournament.uneven_tables)
    request = replace(request, sizes=sizes, past_sizes=tournament.possible_table_sizes, fixed={})
    request = replace(request, rounds=1, going_on=tournament.going_on or 0)
    still_in = read_still_in(tournament, number, results)
    if still_in is None:
        return request
    joining = {*joining, *added_for_round(tournament, number)}
    places = places_after(tournament, results, number - 1)
    places = {**dict.fromkeys(joining, Fraction(len(places) + 1)), **places}
    entrants = [
        replace(each, score=places[int(each.id)], active=each.active and each.id in {*still_in.entries, *joining})
        for each in request.entrants
        if each.id in places
    ]
    entrants.sort(key=attrgetter("score"))
    return replace(request, entrants=tuple(entrants), low_wins=True, cuts=still_in.cuts)


def _read_entrants(
    tournament: Tournament, number: int, scores: Mapping[int, Fraction], joining: Collection[int], *, benching: bool
) -> tuple[pairing.Participant, ...]:
    """Return the entries as participants of a draw, in order of score; without scores in order of number."""
    entries = {entry.pk: entry for entry in tournament.entries.order_by("number")}
    ordered = [entries[pk] for pk in scores] or list(entries.values())
    clubs = _club_numbers(entries.values())
    return tuple(
        pairing.Participant(
            id=entry.pk,
            score=scores.get(entry.pk, 0),
            club=clubs[name_key(entry.home_club)],
            active=entry.status == Entry.Status.ACTIVE
            and (entry.from_round <= number or entry.pk in joining)
            and not (benching and entry.benched_in == number),
        )
        for entry in ordered
    )


def _club_numbers(entries: Iterable[Entry]) -> dict[str, str]:
    """Return a number for each home club, to be stored instead of its name, because draws are never erased."""
    keys = dict.fromkeys(name_key(entry.home_club) for entry in entries)
    named = [key for key in keys if key]
    return {"": "", **{key: str(number) for number, key in enumerate(named, start=1)}}


def read_scores(
    tournament: Tournament, *, before: int, joining: Collection[int] = (), results: ranking.Results | None = None
) -> dict[int, Fraction]:
    """Return each entry's score from the rounds before this number, in order of the standings.

    The entries are those that play from that round on, and those in `joining`, even if they were entered for a later
    round. Before the first round, level entries are in order of their seeds. `results` are used instead of the recorded
    results.
    """
    results, tie_breaks = results or read_results(tournament), tuple(tournament.tie_breaks)
    entrants = tuple(
        replace(e, from_round=before - 1) if e.from_round == before or e.id in joining else e for e in results.entrants
    )
    ranked = ranking.rank(
        replace(results, entrants=entrants),
        tournament.ranking_scoring,
        tie_breaks,
        after_round=before - 1,
        lot_seed=tournament.lot_seed,
        for_draw=True,
    )
    rows = list(ranked.rows)
    if before == 1:
        seeds = dict(tournament.entries.exclude(seed=None).values_list("pk", "seed"))
        rows.sort(key=lambda row: (row.place is None, row.place or 0, seeds.get(row.entry, inf)))
    return {row.entry: row.score for row in rows}


def _sit_out(entrants: Sequence[pairing.Participant], by_hand: ByHand | None, table_size: int) -> tuple[int | str, ...]:
    """Return the sit-outs of a draw by hand.

    They are those that the director named; otherwise the unseated entries if these are too few for a table, else ().
    """
    if by_hand is None:
        return ()
    if by_hand.sit_out is not None:
        return by_hand.sit_out
    seated = {entry for table in by_hand.tables for entry in table}
    left = tuple(e.id for e in entrants if e.active and e.id not in seated)
    return left if len(left) < table_size else ()
