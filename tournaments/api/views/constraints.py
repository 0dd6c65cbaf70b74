"""The constraints of a tournament's draws."""

from dataclasses import replace
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.rounds.draws import constraints
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, settings_in

from ..access import actor
from ..fields import Id, StrictSerializer, Whole
from ..resource import Resource
from ..setting_fields import Settings


class Fixed(StrictSerializer):
    """An entry fixed at a table, and the table's number."""

    entry = Id()
    table = Whole(min_value=1, max_value=constraints.MAX_TABLES)


class Constraints(Settings, StrictSerializer):
    """Entries kept apart, entries fixed at tables, and the permitted table sizes.

    A list that is sent replaces the previous one; a field left out stays as it is.
    """

    section = "constraints"
    apart = serializers.ListField(
        child=serializers.ListField(child=Id(), min_length=2, max_length=2),
        max_length=constraints.MAX_PAIRS,
        required=False,
        help_text="Pairs of entries that no draw seats together",
    )
    fixed = Fixed(many=True, required=False, help_text="Entries that stay at a table")


class DrawConstraints(Resource):
    """The constraints of a tournament's draws."""

    tag = "rounds"
    serializer_class = Constraints
    read_by_all = False

    def retrieve(self, request: Request, slug: str) -> Response:
        """The constraints; for directors."""
        return Response(_constraints(constraints.read_constraints(find_tournament(request, slug, DIRECTORS))))

    @extend_schema(request=Constraints)
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change the constraints, from the next draw on; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        changes = Constraints.read(request.data)
        if "apart" in changes:
            changes["apart"] = tuple(tuple(pair) for pair in changes["apart"])
        if "fixed" in changes:
            changes["fixed"] = tuple((each["entry"], each["table"]) for each in changes["fixed"])
        changed = constraints.change_constraints(
            tournament, lambda standing: replace(standing, **changes), by=actor(request)
        )
        return Response(_constraints(changed))


def _constraints(standing: constraints.SeatingConstraints) -> dict[str, Any]:
    return {
        "apart": [list(pair) for pair in standing.apart],
        "fixed": [{"entry": entry, "table": table} for entry, table in standing.fixed],
        **{each.name: getattr(standing, each.name) for each in settings_in("constraints")},
    }
