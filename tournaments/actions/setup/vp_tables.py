"""A club's own tables of victory points: creating, changing and deleting them.

A tournament keeps the limits with which it was created, even if the table is changed or deleted later.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from scoring.victory_points import LARGEST, TABLES, Limits, VpRow, read_limits, read_rows
from tournaments.models import Club, VictoryPointTable

from ..core.names import free_slug, name_problems
from ..core.optimistic_locking import Values, places_of, refuse_unseen
from ..core.refusals import Conflict, Invalid, Problem
from ..core.rows import locked, save_fields

MAX_TABLES = 100


def usable_vp_tables(club: Club) -> dict[str, Limits]:
    """Return the limits of every table that plans of this club can name, by the table's slug."""
    return {**TABLES, **{table.slug: table.limits for table in club.vp_tables.all()}}


def create_vp_table(club: Club, *, name: object, limits: object) -> VictoryPointTable:
    """Create a table of the club from its ten limits, or from printed rows given as `Row`s; return it.

    Raises Invalid with every fault and its place, Conflict if the club has 100 tables already.
    """
    columns = _columns(name, limits)
    with transaction.atomic():
        locked(Club.objects.all(), club.pk)
        if club.vp_tables.count() >= MAX_TABLES:
            message = _("A club keeps at most %(most)d tables: delete one first.")
            raise Conflict(Problem("too_many", message, {"most": MAX_TABLES}))
        slug = free_slug(str(name), club.vp_tables.all(), reserved=frozenset(TABLES))
        return VictoryPointTable.objects.create(club=club, slug=slug, **columns)


def change_vp_table(
    table: VictoryPointTable, *, name: object, limits: object, seen: Mapping[str, str] | None = None
) -> VictoryPointTable:
    """Change the name and the limits of a table and return it; its slug stays.

    Raises Invalid as `create_vp_table` does, and Stale if the table differs from `seen`.
    """
    columns = _columns(name, limits)
    with transaction.atomic():
        table = locked(VictoryPointTable.objects.select_related("club"), table.pk)
        refuse_unseen(details_of(table), seen)
        save_fields(table, **columns)
    return table


def details_of(table: VictoryPointTable) -> Values:
    """Return the details of a table that can be changed."""
    return places_of({"name": table.name, "limits": table.limits})


def delete_vp_table(table: VictoryPointTable) -> None:
    """Delete the table; tournaments that were created with it keep its limits."""
    with transaction.atomic():
        locked(VictoryPointTable.objects.all(), table.pk).delete()


def limit_problems(limits: object) -> list[Problem]:
    """Return the problems of ten limits, or of printed rows, each with its place."""
    read = _read(limits)
    return read if isinstance(read, list) else []


def _columns(name: object, limits: object) -> dict[str, Any]:
    """Return the name and the limits as columns. Raises Invalid with every fault."""
    read = _read(limits)
    problems = [*name_problems(name, "name"), *(read if isinstance(read, list) else ())]
    if problems or isinstance(read, list):
        raise Invalid(problems)
    return {"name": normalise_text(str(name)), **VictoryPointTable.columns(read)}


def _read(limits: object) -> Limits | list[Problem]:
    if isinstance(limits, list) and any(isinstance(one, VpRow) for one in limits):
        read = read_rows(limits)
    else:
        read = read_limits(limits)
        if isinstance(read, list):
            return [problem.under("limits") for problem in read]
    if not isinstance(read, list) and read[-1] > LARGEST:
        message = _("The last limit is at most %(largest)d.")
        place = ("limits", len(read) - 1)
        return [Problem("out_of_range", message, {"largest": LARGEST}, place)]
    return read
