"""The part of the desk about the stages before and after a tournament."""

from dataclasses import dataclass
from typing import Any

from tournaments.actions.stages.intake import StageIntake, read_intake
from tournaments.actions.stages.places import places_offered
from tournaments.models import Stage, Tournament


@dataclass(frozen=True, slots=True)
class Following:
    """A later stage, and whether its players can be entered now."""

    slug: str
    name: str
    ready: bool


def stage_card(tournament: Tournament) -> dict[str, Any] | None:
    """Return the context of this part: what a director has to do between stages; None if there is one stage.

    `offers` has the best places for which players that left a knock-out can play; this takes a query only in a
    knock-out.
    """
    offers = places_offered(tournament)[:1]
    if tournament.championship is None:
        return {"offers": offers} if offers else None
    declared = Stage.objects.filter(tournament=tournament).first()
    before = {}
    if declared:
        declared.tournament = tournament
        taking = read_intake(declared)
        waits, filled = taking.open_sources, declared.filled_at
        names = [each.name for each in waits]
        before = {"open": names, "open_sources": waits, "filled": filled, **_changed(tournament, taking)}
    after = Stage.objects.filter(sources=tournament).select_related("tournament").order_by("first", "pk")
    return {"offers": offers, "fill": declared is not None, **before, "following": [_following(each) for each in after]}


def _changed(tournament: Tournament, taking: StageIntake) -> dict[str, bool]:
    """Return `changed` (results have changed since players qualified) and `room` (a place is free).

    A place is free only before the first draw.
    """
    has_room = taking.has_room
    return {"changed": taking.has_changed and not has_room, "room": has_room and not tournament.rounds.exists()}


def _following(stage: Stage) -> Following:
    ready = stage.filled_at is None and not read_intake(stage).open_sources
    return Following(stage.tournament.slug, stage.tournament.name, ready)
