"""Evenings that begin or cease to count in seasons, or count differently; a director must confirm the effect."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext_noop as _

from tournaments.models import Season, SeasonEvening, Standing, Tournament

from ..core.actor import Actor
from ..core.refusals import Problem
from ..core.rows import locked
from ..seasons import log
from ..seasons.champions import champions_of
from ..seasons.moved_places import BEGINS, CEASES, Rows, agree, agree_to, counted_in, rows_now, rows_of
from ..seasons.season_refreshing import read_evenings
from ..seasons.season_results import counts_now, read_results
from ..seasons.standing import Counted
from .published_changes import latest_standing


@contextmanager
def agreed_moves(tournament: Tournament, *, by: Actor) -> Iterator[None]:
    """In this block change a tournament, for example its visibility; then check the effect on seasons, and log it.

    Raises AgreementNeeded at the end if the tournament counted in a season and no longer does, or if places or scores
    change, or as `begin_to_count`, unless the actor has confirmed this. Call it in a transaction with the tournament
    locked.
    """
    counted = counts_now(tournament)
    before = [(season, rows_now(season)) for season in counted_in(tournament)]
    yield
    if not counted:
        begin_to_count(tournament, by=by)
        return
    lost = () if not before or counts_now(Tournament.objects.get(pk=tournament.pk)) else before
    message = _("%(name)s counts towards the season %(season)s, and would no longer count.")
    problems = [Problem(CEASES, message, {"name": tournament.name, "season": each.name}) for each, _rows in lost]
    agree(*before, by=by, also=problems)
    for season, _rows in lost:
        closed = season.evenings.select_related("tournament").get(tournament=tournament)
        log.append(locked(Season.objects.all(), season.pk), "evening_closed", by=by, facts=log.evening_facts(closed))


def begin_to_count(tournament: Tournament, *, by: Actor, at_its_end: bool = False) -> None:
    """Confirm and log that a changed tournament counts in its seasons from now on; if it does not, do nothing.

    Raises AgreementNeeded if a later evening of a season counts already, unless the actor has confirmed this. Raises it
    also if the champion is declared; but the latest evening of a season, when its last round is closed (`at_its_end`),
    is neither confirmed nor logged. Call it in the transaction of the change, with the tournament locked.
    """
    evenings = list(tournament.season_evenings.select_related("tournament__club", "season__club").order_by("season"))
    if not evenings or not counts_now(evenings[0].tournament) or not tournament.rounds.published().exists():
        return
    questions = [_question(evening, at_its_end=at_its_end) for evening in evenings]
    asked = [evening for evening, question in zip(evenings, questions, strict=True) if question]
    latest = latest_standing(tournament) if asked else None
    changes = [_change(evening, latest) for evening in asked]
    agree_to(changes, by=by, also=[question for question in questions if question])
    for evening in asked if at_its_end else evenings:
        facts = log.evening_facts(evening)
        log.append(locked(Season.objects.all(), evening.season_id), "evening_opened", by=by, facts=facts)


def _question(evening: SeasonEvening, *, at_its_end: bool) -> Problem | None:
    """Return the problem to be confirmed before an evening begins to count; None if there is none."""
    season, name = evening.season, evening.tournament.name
    order = list(season.evenings.in_order().values_list("pk", flat=True))
    later = order[order.index(evening.pk) + 1 :]
    message = _("%(name)s would begin to count in the season %(season)s, of which later evenings count already.")
    if not season.evenings.counting().filter(pk__in=later).exists():
        if at_its_end or champions_of(season) is None:
            return None
        message = _("%(name)s would begin to count in the season %(season)s, whose champion is declared.")
    return Problem(BEGINS, message, {"name": name, "season": season.name})


def _change(evening: SeasonEvening, latest: Standing | None) -> tuple[Season, Rows, Rows]:
    """Return the season with its rows without an evening, and with the results of the evening's latest standings."""
    season = evening.season
    others = {each.pk: each for each in read_evenings(season) if each.pk != evening.pk}
    evening.results = read_results(evening, season, latest)
    every = others | {evening.pk: evening}
    in_order = [every[pk] for pk in season.evenings.in_order().values_list("pk", flat=True) if pk in every]
    return season, rows_of(Counted.of(season, others.values())), rows_of(Counted.of(season, in_order))
