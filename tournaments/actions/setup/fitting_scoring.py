"""A tournament's scoring must fit the seasons that count its scores and the stages that carry over its points."""

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from tournaments.models import Season, Stage, Tournament

from ..core.refusals import Problem, refuse

POINTER = ("scoring", "method")
HIGHEST = {"places": ("scoring", "points"), "match-points": ("scoring", "win")}
"""By method, the setting that decides the highest score; for other methods it is the method itself."""


def refuse_unfit_scoring(tournament: Tournament, changes: Mapping[str, Any]) -> None:
    """Raise Invalid if, with these changes, the tournament's scoring no longer fits its seasons or connected stages."""
    changed = copy(tournament)
    for name, value in changes.items():
        setattr(changed, name, value)
    before, after = tournament.ranking_scoring, changed.ranking_scoring
    turns = before.low_score_wins != after.low_score_wins
    if turns or (before.has_shares and not after.has_shares):
        refuse([*_unfit_in_seasons(changed, turns=turns), *(_unfit_in_stages(changed) if turns else ())])


def _unfit_in_seasons(tournament: Tournament, *, turns: bool) -> Iterator[Problem]:
    for season in Season.objects.of_evening(tournament):
        declared, about = season.declared, {"season": season.name}
        scoring = tournament.ranking_scoring
        if declared.counts == "share" and not scoring.has_shares:
            message = _(
                "The season %(season)s counts the share of the highest possible score, and there would be none above "
                "0: take the tournament out of the season first."
            )
            yield Problem("no_highest_score", message, about, HIGHEST.get(scoring.method, POINTER))
        if turns and declared.counts in ("score", "rounds") and tournament.low_score_wins != declared.low_wins:
            message = _(
                "In the season %(season)s the highest score wins and here the lowest would, or the reverse: take the "
                "tournament out of the season first."
            )
            yield Problem("other_direction", message, about, POINTER)


def _unfit_in_stages(tournament: Tournament) -> Iterator[Problem]:
    """Yield a problem for each connected stage with which points are carried over in the other direction."""
    if tournament.championship is None:
        return
    carrying = Stage.objects.filter(carry__in=(Stage.Carry.ALL, Stage.Carry.SHARE))
    connected = carrying.filter(Q(tournament=tournament) | Q(sources=tournament)).distinct().order_by("pk")
    for stage in connected.select_related("tournament"):
        others = [stage.tournament] if stage.tournament_id != tournament.pk else stage.sources.order_by("pk")
        for other in others:
            if other.low_score_wins != tournament.low_score_wins:
                message = _(
                    "Points are carried over between %(name)s and this tournament, and the most points would win in "
                    "only one of them: change first what is carried over."
                )
                yield Problem("other_direction", message, {"name": other.name}, POINTER)
