"""A club's own tables of victory points: made, changed, given up.

A tournament keeps the limits that it was set up with, whatever becomes of the table.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop as _

from scoring.core import Problem as RuleProblem
from scoring.victory_points import TABLES, Limits, read_limits
from scoring.victory_rows import Row, read_rows
from tournaments.models import Club, VictoryPointTable

from .names import free_slug, name_problems, tidy
from .problems import Conflict, Invalid, Problem

LARGEST = 1_000_000
MOST_TABLES = 100


def known_tables(club: Club) -> dict[str, Limits]:
    """The limits of every table that a tournament of this club may name, by its address."""
    return {**TABLES, **{table.slug: table.limits for table in club.vp_tables.all()}}


def create_vp_table(club: Club, *, name: object, limits: object) -> VictoryPointTable:
    """A new table of the club from its ten limits, or from its printed rows as `Row`s.

    Raises Invalid with every fault and its place; Conflict where the club has far too many.
    """
    found = _checked(name, limits)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if club.vp_tables.count() >= MOST_TABLES:
            message = _("A club keeps at most %(most)d tables: delete one first.")
            raise Conflict(Problem("too_many", message, {"most": MOST_TABLES}))
        return VictoryPointTable.objects.create(
            club=club,
            slug=_free_slug(club, str(name)),
            name=tidy(str(name)),
            **VictoryPointTable.columns(found),
        )


def change_vp_table(table: VictoryPointTable, *, name: object, limits: object) -> VictoryPointTable:
    """The table with another name and other limits; its address stays. Raises Invalid as above."""
    found = _checked(name, limits)
    columns = {"name": tidy(str(name)), **VictoryPointTable.columns(found)}
    for column, value in columns.items():
        setattr(table, column, value)
    table.save(update_fields=list(columns))
    return table


def delete_vp_table(table: VictoryPointTable) -> None:
    """Give the table up; tournaments set up with it keep its limits."""
    table.delete()


def limit_problems(limits: object) -> list[Problem]:
    """What is wrong with ten limits or printed rows, each with its place."""
    found = _read(limits)
    return found if isinstance(found, list) else []


def _checked(name: object, limits: object) -> Limits:
    found = _read(limits)
    problems = [*name_problems(name, "name"), *(found if isinstance(found, list) else ())]
    if problems or isinstance(found, list):
        raise Invalid(problems)
    return found


def _read(limits: object) -> Limits | list[Problem]:
    printed = isinstance(limits, list) and any(isinstance(one, Row) for one in limits)
    found = read_rows(limits) if printed and isinstance(limits, list) else read_limits(limits)
    if isinstance(found, list):
        return [_placed(problem) for problem in found]
    if found[-1] > LARGEST:
        message = _("The last limit is at most %(largest)d.")
        place = ("limits", len(found) - 1)
        return [Problem("out_of_range", message, {"largest": LARGEST}, place)]
    return found


def _placed(problem: RuleProblem) -> Problem:
    """A rule's problem with the row or the limit that it names as its place."""
    row, limit = problem.params.get("row"), problem.params.get("place")
    path: tuple[str | int, ...] = ("limits",)
    if problem.field == "rows":
        path = ("rows", row - 1) if isinstance(row, int) else ("rows",)
    elif isinstance(limit, int):
        path = ("limits", limit - 1)
    return Problem(problem.code, problem.message, problem.params, path)


def _free_slug(club: Club, name: str) -> str:
    slug = free_slug(name, club.vp_tables.all())
    return f"{slug}-{club.vp_tables.count() + 1}" if slug in TABLES else slug
