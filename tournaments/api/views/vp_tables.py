"""A club's own tables of victory points."""

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.victory_points import LARGEST, PLACES, ROWS, VpRow, rows_of
from tournaments.actions.core.optimistic_locking import seen_of
from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.setup import vp_tables
from tournaments.http import find_club
from tournaments.models import DIRECTORS, VictoryPointTable
from tournaments.models.club import NAME_LENGTH

from ..fields import StrictSerializer, Text, WholeNumber
from ..idempotency import once
from ..resource import Resource, created


class VpRowShape(StrictSerializer):
    """The differences from `least` to `most`, and how the two sides share 20 points."""

    least = WholeNumber(min_value=0, max_value=LARGEST)
    most = WholeNumber(min_value=0, max_value=LARGEST, allow_null=True)
    points = serializers.ListField(child=WholeNumber(min_value=0, max_value=100), min_length=2, max_length=2)


class VpTableShape(serializers.Serializer[Any]):
    """A table as its ten limits, and as eleven printed rows."""

    slug = serializers.CharField(help_text="The name by which a tournament's scoring refers to it")
    name = serializers.CharField()
    limits = serializers.ListField(child=serializers.IntegerField())
    rows = serializers.SerializerMethodField()

    def get_rows(self, table: VictoryPointTable) -> list[dict[str, Any]]:
        """The rows, from 10-10 to 20-0."""
        return [{"least": row.least, "most": row.most, "points": list(row.points)} for row in rows_of(table.limits)]


class VpTableChanges(StrictSerializer):
    """A table's name, and its limits or its rows."""

    name = Text(max_length=NAME_LENGTH)
    limits = serializers.ListField(
        child=WholeNumber(), required=False, help_text=f"{PLACES} rising numbers, for 10-10 to 19-1"
    )
    rows = VpRowShape(many=True, required=False, help_text=f"{ROWS} rows, instead of the limits")


class VpTableSeen(StrictSerializer):
    """A table as the client read it."""

    name = Text(max_length=NAME_LENGTH, required=False)
    limits = serializers.ListField(child=WholeNumber(), required=False)


class VpTableEdit(VpTableChanges):
    """The changes. `replaces` is the table as the client read it."""

    name = Text(max_length=NAME_LENGTH, required=False)
    replaces = VpTableSeen(required=False)


class VpTables(Resource):
    """The victory point tables of a club."""

    tag = "clubs"
    serializer_class = VpTableShape
    ordering = ("name", "pk")
    replaced_whole = {"partial_update": ("limits", "rows")}

    def list(self, request: Request, club: str) -> Response:
        """The club's own tables by name, without the standard tables."""
        return self.page(find_club(request, club).vp_tables.all())

    @extend_schema(request=VpTableChanges)
    @once
    def create(self, request: Request, club: str) -> Response:
        """Add a table; for directors. A gap, an overlap or a wrong sum is reported at its row."""
        owner = find_club(request, club, DIRECTORS)
        made = vp_tables.create_vp_table(owner, **_read(request.data))
        return created(VpTableShape(made).data, reverse("api:vp-table", args=[owner.slug, made.slug]))

    def retrieve(self, request: Request, club: str, table: str) -> Response:
        """The table."""
        return Response(VpTableShape(get_object_or_404(find_club(request, club).vp_tables, slug=table)).data)

    @extend_schema(request=VpTableEdit)
    def partial_update(self, request: Request, club: str, table: str) -> Response:
        """Change the table; for directors. Tournaments that were created with it keep their limits.

        412 if the table differs from `replaces`.
        """
        stored = get_object_or_404(find_club(request, club, DIRECTORS).vp_tables, slug=table)
        changes = _read(request.data, {"name": stored.name, "limits": list(stored.limits)})
        seen = seen_of(changes.pop("replaces", None))
        return Response(VpTableShape(vp_tables.change_vp_table(stored, **changes, seen=seen)).data)

    def destroy(self, request: Request, club: str, table: str) -> Response:
        """Delete the table; for directors. Tournaments that were created with it keep its limits."""
        vp_tables.delete_vp_table(get_object_or_404(find_club(request, club, DIRECTORS).vp_tables, slug=table))
        return Response(status=204)


def _read(data: object, stored: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the name, and the limits or rows, in the request. Raises Invalid with all problems."""
    form = VpTableChanges if stored is None else VpTableEdit
    sent, problems = form.check(data)  # with `partial`, fields of rows could be missing too
    faulty = {problem.pointer[0] for problem in problems if problem.pointer}
    limits = None
    if isinstance(data, Mapping) and faulty.isdisjoint({"limits", "rows"}):
        limits = data.get("limits")
        if "rows" in data:
            limits = [VpRow(row["least"], row["most"], tuple(row["points"])) for row in data["rows"]]
        if limits is not None:
            problems += vp_tables.limit_problems(limits)
        elif stored is None:
            problems.append(Problem("missing_field", _("Give the limits or the rows."), pointer=("limits",)))
    if problems:
        raise Invalid(problems)
    named = {key: value for key, value in sent.items() if key in ("name", "replaces")}
    return {**(stored or {}), **named, **({} if limits is None else {"limits": limits})}
