"""What every draw of a tournament keeps to."""

from dataclasses import replace
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.draws import constraints
from tournaments.http.finding import find_tournament
from tournaments.models import DIRECTORS, settings_in

from ..access import actor
from ..fields import Form, Id, Settings, Whole
from ..resource import Resource


class Fixed(Form):
    """An entry that stays at a table, with the table's number."""

    entry = Id()
    table = Whole(min_value=1, max_value=constraints.MAX_TABLES)


class Constraints(Settings, Form):
    """Who never sits together, who never moves, and what tables may be like.

    A list that is sent replaces the one before; what is left out stays as it is.
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
    read_by_all = False

    @extend_schema(responses=Constraints)
    def get(self, request: Request, slug: str) -> Response:
        """What every draw keeps to; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        return Response(_shown(constraints.read_constraints(tournament)))

    @extend_schema(request=Constraints, responses=Constraints)
    def patch(self, request: Request, slug: str) -> Response:
        """Change it from the next draw on; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        wanted = _wanted(Constraints.read(request.data))
        changed = constraints.change_constraints(
            tournament, lambda standing: replace(standing, **wanted), by=actor(request)
        )
        return Response(_shown(changed))


def _wanted(values: dict[str, Any]) -> dict[str, Any]:
    wanted = dict(values)
    if "apart" in wanted:
        wanted["apart"] = tuple((one, other) for one, other in wanted["apart"])
    if "fixed" in wanted:
        wanted["fixed"] = tuple((each["entry"], each["table"]) for each in wanted["fixed"])
    return wanted


def _shown(found: constraints.Constraints) -> dict[str, Any]:
    return {
        "apart": [list(pair) for pair in found.apart],
        "fixed": [{"entry": entry, "table": table} for entry, table in found.fixed],
        **{each.name: getattr(found, each.name) for each in settings_in("constraints")},
    }
