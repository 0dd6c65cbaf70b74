"""Declaring which tournaments a tournament follows, and removing the declaration."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from scoring.problems import Problem
from tournaments.models import Stage, Tournament

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Conflict, Gone, refuse
from ..core.rows import locked
from ..setup.championships import renumber
from .stage_reading import read_stage


def declare_stage(tournament: Tournament, raw: Mapping[str, Any], *, by: Actor) -> Stage:
    """Declare that the tournament follows others; return the declaration, which replaces an earlier one.

    Raises Invalid with every fault, and Conflict once the tournament is drawn or filled.
    """
    with transaction.atomic():
        tournament = locked(Tournament.objects.select_related("club"), tournament.pk)
        refuse_drawn(tournament)
        values, sources, problems = read_stage(raw, tournament)
        refuse(problems)
        before = Stage.objects.filter(tournament=tournament).first()
        if before and before.filled_at:
            message = _("Qualifiers have already been entered: undo that first.")
            raise Conflict(Problem("filled", message))
        if before:
            before.delete()
        stage = Stage.objects.create(tournament=tournament, **values)
        stage.sources.set(sources)
        ledger.append(tournament.pk, "stage_declared", by=by, facts=facts_of(stage), changes_standings=False)
        renumber([tournament, *sources])
    return stage


def check_stage(tournament: Tournament, raw: Mapping[str, Any]) -> Stage:
    """Return the declaration, unsaved. Raises Invalid with every fault."""
    values, _sources, problems = read_stage(raw, tournament)
    refuse(problems)
    return Stage(tournament=tournament, **values)


def remove_stage(tournament: Tournament, *, by: Actor) -> None:
    """Remove the declaration. Raises Gone if there is none, and Conflict once qualified players are entered."""
    with transaction.atomic():
        tournament = locked(Tournament.objects.all(), tournament.pk)
        stage = stage_of(tournament)
        if stage.filled_at:
            raise Conflict(Problem("filled", _("Qualifiers have already been entered: undo that first.")))
        sources = list(stage.sources.all())
        stage.delete()
        ledger.append(tournament.pk, "stage_removed", by=by, facts={}, changes_standings=False)
        renumber([tournament, *sources])


def refuse_drawn(tournament: Tournament, rounds: Q | None = None) -> None:
    """Raise Conflict if the tournament has a round or, if `rounds` is given, one that meets this condition."""
    if tournament.rounds.filter(rounds or Q()).exists():
        message = _("%(name)s has already been drawn: change its players on the registration page.")
        raise Conflict(Problem("already_drawn", message, {"name": tournament.name}))


def facts_of(stage: Stage) -> dict[str, Any]:
    """Return the declaration as facts for the ledger."""
    return {"sources": sorted(stage.sources.values_list("pk", flat=True)), "stage": stage.declared}


def stage_of(tournament: Tournament) -> Stage:
    """Return the declaration of a tournament. Raises Gone if there is none."""
    stage = Stage.objects.filter(tournament=tournament).first()
    if stage is None:
        raise Gone(
            Problem("no_stage", _("This tournament follows no other tournament yet: choose its earlier stages first."))
        )
    return stage
