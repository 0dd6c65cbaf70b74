"""Changes in the standings of an earlier stage that change who qualifies for later stages."""

from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.models import Stage, Tournament

from ..core.refusals import StageChange
from ..standings.published_changes import CHANGED_STAGES
from .intake import StageCandidate, StageIntake, read_intake


def changed_stages(tournament: Tournament, document: Mapping[str, Any]) -> Iterator[tuple[StageChange, list[Any]]]:
    """Yield how these standings would change those stages after a tournament that are already filled.

    Each change is given twice: with names for people, and with ids for comparing.
    """
    filled = Stage.objects.filter(sources=tournament, filled_at__isnull=False).select_related("tournament")
    for stage in filled.order_by("first", "pk"):
        was, now = (_outdated_names(read_intake(stage, supposed=rows)) for rows in ({}, {tournament.pk: document}))
        new = [{key: now[part][key] for key in now[part] if key not in was[part]} for part in ("in", "out", "points")]
        if any(new):
            change = StageChange(stage.tournament.slug, stage.tournament.name, *([*part.values()] for part in new))
            yield change, [stage.pk, *(sorted(map(str, part)) for part in new)]


CHANGED_STAGES.append(changed_stages)


def supposed_stages(
    tournament: Tournament, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[StageChange]:
    """Yield each later stage for which other entries would qualify: by the standings `after` instead of `before`.

    If the row of an entry says for certain whether it qualifies, this is used.
    """
    best = Stage.objects.taking_best_of(tournament, public=False).first()
    for stage in Stage.objects.filter(sources=tournament).select_related("tournament").order_by("first", "pk"):
        takings = (read_intake(stage, supposed={tournament.pk: each}) for each in (before, after))
        was, then = (_coming(each, by_outlook=stage == best) for each in takings)
        ins, outs = (
            [name for who, name in one.items() if who not in other] for one, other in ((then, was), (was, then))
        )
        if ins or outs:
            yield StageChange(stage.tournament.slug, stage.tournament.name, ins, outs, [])


def _coming(taking: StageIntake, *, by_outlook: bool) -> dict[object, str]:
    return {each.who: each.result.row["name"] for each in taking.candidates if _qualifies(each, by_outlook=by_outlook)}


def _qualifies(candidate: StageCandidate, *, by_outlook: bool) -> bool:
    """Whether an entry qualifies: by its row, if `by_outlook` and the row says so for certain, else by the standings.

    The row of a knock-out does not count, because it is about the next round.
    """
    row = candidate.result.row
    by_row = row.get("goes_on") if by_outlook and not row.get("reached") else None
    return candidate.qualifies if by_row is None else bool(by_row)


def _outdated_names(taking: StageIntake) -> dict[str, dict[object, str]]:
    """Return the names of entries by change: "in" (to enter), "out" (to take out) or "points" (other carried points).

    Each name has a key by which it is compared.
    """
    return {
        "in": {each.who: each.result.row["name"] for each in taking.to_enter},
        "out": {each.who: each.result.row["name"] for each in taking.not_by_rule},
        "points": {
            (each.who, each.carried): each.result.row["name"] for each in taking.with_outdated_points if each.qualifies
        },
    }
