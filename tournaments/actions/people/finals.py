"""The final of a season: its entries come from the published standings; an entry that declines is replaced."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, EntryPlayer, Season, Tournament, Visibility

from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, Problem, refuse
from ..core.rows import locked
from ..seasons import log
from ..seasons.champions import refuse_if_due, refuse_if_over
from ..seasons.evenings_left import agree_early
from . import registration
from .candidates import Candidate
from .qualified import Final, FinalPlace, filled_last, players_of, read_final


def fill_final(season: Season, tournament: Tournament, *, by: Actor) -> Final:
    """Enter the qualified competitors that are not entered yet, in order of qualification; return the final.

    Raises Conflict for a season without a final or standings, and for a tournament that is drawn already. Raises
    Invalid for an unsuitable tournament, AgreementNeeded while evenings of the season are still to be played.
    """
    with transaction.atomic():
        season = locked(Season.objects.select_related("club"), season.pk)
        refuse_if_over(season)
        refuse_if_due(season)
        final = read_final(season, tournament)
        _refuse_unready(final)
        refuse(_unfit(final, tournament))
        agree_early(season, _("Fill the final now"), by=by)
        return _fill(final, tournament, by=by)


def replace_finalist(season: Season, entry_id: int, *, by: Actor) -> Final:
    """Withdraw an entry of the final and enter the next competitor in order; return the final.

    Raises Invalid if the final has no such entry, and Conflict once it is drawn.
    """
    with transaction.atomic():
        season = locked(Season.objects.select_related("club"), season.pk)
        refuse_if_over(season)
        tournament = filled_last(season)
        entry = tournament.entries.filter(pk=entry_id).first() if tournament else None
        if tournament is None or entry is None:
            message = _("The final has no such entry.")
            raise Invalid(Problem("unknown_entry", message, pointer=("entry",)))
        _refuse_drawn(tournament)
        refuse_if_due(season)
        _refuse_unready(read_final(season, tournament))
        registration.change_entry(entry, {"status": Entry.Status.WITHDRAWN}, by=by)
        return _fill(read_final(season, tournament), tournament, by=by)


def _fill(final: Final, tournament: Tournament, *, by: Actor) -> Final:
    """Enter the qualified competitors that are missing, and log it in the season; do nothing if all are entered."""
    new, season = final.to_enter, final.season
    is_other = filled_last(season) != tournament
    if not new and not is_other:
        return final
    clubs = _home_clubs(season, [pk for _at, each in new for pk in players_of(each.contender.who)])
    candidates = [_candidate(at, each, clubs) for at, each in new]
    finalists = [list(each.contender.who) for _at, each in new]
    entered = registration.register(tournament, candidates, by=by, finalists=finalists) if candidates else []
    log.append(season, "final_filled", by=by, facts={"tournament": tournament.pk, **_public_facts(final, tournament)})
    return replace(read_final(season, tournament), entered=entered)


def _public_facts(final: Final, tournament: Tournament) -> dict[str, object]:
    """Return the facts for the season's log, which is public; {} if the tournament is not public."""
    if tournament.visibility != Visibility.PUBLIC:
        return {}
    return {
        "slug": tournament.slug,
        "entered": [list(each.contender.who) for _at, each in final.to_enter],
        "skipped": [[list(each.contender.who), each.contender.skipped] for each in final.places if not each.qualifies],
    }


def _candidate(number: int, place: FinalPlace, clubs: Mapping[int, str]) -> Candidate:
    ids = players_of(place.contender.who)
    who = {"names": place.names} if place.names else {"player_ids": ids}
    return Candidate(**who, seed=number, home_club=clubs.get(ids[0], ""))


def _home_clubs(season: Season, players: Collection[int]) -> dict[int, str]:
    """Return the home club of each player in the player's latest evening of the season.

    The club is "" if it is the season's own club.
    """
    played = EntryPlayer.objects.filter(tournament__season_evenings__season=season, player__in=players)
    when = Coalesce("tournament__starts_at", "tournament__created_at")
    in_order = played.order_by(when, "tournament_id")
    rows = in_order.values_list("player_id", "entry__home_club", "tournament__club__name")
    found = {player: club or held_by for player, club, held_by in rows}
    return {player: "" if club == season.club.name else club for player, club in found.items()}


def _refuse_unready(final: Final) -> None:
    """Raise Conflict if the season has no final or no standings, or if it already has a champion."""
    declared = final.season.declared
    if not (declared.final_first or declared.final_of_part):
        raise Conflict(Problem("no_final", _("The season declares no final: choose first how many qualify.")))
    if declared.competitors == "clubs":
        raise Conflict(Problem("no_final", _("The season compares clubs: enter the players of the final by name.")))
    if final.champion:
        now = _("At present, %(name)s wins all parts and is champion: there is no final.")
        message = now if final.left > 0 else _("%(name)s has won all parts and is champion: there is no final.")
        raise Conflict(Problem("champion", message, {"name": final.champion}))
    if not final.places:
        raise Conflict(Problem("no_standing", _("The season has no standings yet.")))


def _refuse_drawn(tournament: Tournament) -> None:
    if tournament.rounds.exists():
        message = _("%(name)s has already been drawn: change its players on the registration page.")
        raise Conflict(Problem("already_drawn", message, {"name": tournament.name}))


def _unfit(final: Final, tournament: Tournament) -> Iterator[Problem]:
    """Yield the problems of a tournament that cannot be the final. Raises Conflict if it is drawn already."""
    about, pointer = {"name": tournament.name}, ("tournament",)
    _refuse_drawn(tournament)
    if tournament.club_id != final.season.club_id:
        yield Problem("other_club", _("%(name)s is a tournament of another club."), about, pointer)
    if final.season.evenings.filter(tournament=tournament).exists():
        message = _("%(name)s is an evening of the season: take it out first, or choose another tournament.")
        yield Problem("is_evening", message, about, pointer)
    sizes = {len(each.contender.who) for each in final.places if each.qualifies}
    if sizes - {tournament.entry_size}:
        message = _("Entries in %(name)s have a different number of players than the entries that qualify.")
        yield Problem("wrong_size", message, about, pointer)
