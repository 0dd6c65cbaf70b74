"""Creating the tournament that follows another one as its next stage."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Player, Tournament
from tournaments.models.club import NAME_LENGTH

from ..core.actor import Actor
from ..core.refusals import Conflict, Problem
from ..core.rows import lock_all, locked
from ..setup.plans import copied_plan
from ..setup.tournaments import create_tournament
from .declaring import declare_stage
from .filling import fill_stage
from .places import PlacesOffered, event_of, places_offered


def create_place_stage(tournament: Tournament, first: int, words: str, *, by: Actor) -> Tournament:
    """Create, fill and return a stage in which entries that left a knock-out in the same round play for their places.

    `first` is the first of these places. The name is that of the main tournament with `words`, in which %(first)s and
    %(last)s stand for the places. Raises Conflict if these places are not offered, or if the standings are being
    computed.
    """
    with transaction.atomic():
        lock_all(Player.objects.filter(entry_players__tournament=tournament))  # players are locked before tournaments
        tournament = locked(Tournament.objects.select_related("club"), tournament.pk)
        places = next((each for each in places_offered(tournament) if each.first == first), None)
        if places is None:
            message = _("No players, or too few, can play for places now: check the stages again.")
            raise Conflict(Problem("no_places", message))
        declared = {"sources": [tournament.slug], "first": places.first, "last": places.last, "ties": "all"}
        plan = {"pairing": "random", "rounds": 1} if places.one_table else {}
        made = create_next_stage(tournament, _name(tournament, places, words), declared, by=by, **plan)
        fill_stage(made, by=by)
    return made


def _name(tournament: Tournament, places: PlacesOffered, words: str) -> str:
    first, last = places.of_event
    ending = " – " + words % {"first": first, "last": last}
    return event_of(tournament)[0].name[: NAME_LENGTH - len(ending)].rstrip() + ending


def create_next_stage(
    tournament: Tournament, name: str, raw: Mapping[str, Any], *, by: Actor, **plan: object
) -> Tournament:
    """Create a tournament with the plan of this one, changed by `plan`, and return it.

    It follows this tournament and its parallel groups, in the way that `raw` declares. Raises Invalid with every fault.
    """
    with transaction.atomic():
        raw_plan = {**copied_plan(tournament), "name": name, **plan}
        made = create_tournament(
            club=tournament.club, raw=raw_plan, by=by, dated=False, like=tournament, same_game=True
        )
        declare_stage(made, raw, by=by)
    return Tournament.objects.select_related("club").get(pk=made.pk)
