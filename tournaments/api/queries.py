"""Query parameters: dry runs, numbers, and filters of tournaments."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_noop as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework.exceptions import ErrorDetail
from rest_framework.exceptions import ValidationError as RestValidationError
from rest_framework.request import Request
from rest_framework.settings import api_settings

from scoring import registry
from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.rounds.decided_rounds import FIELD, DecisionHandling
from tournaments.models import Club, ClubGame, Tournament
from tournaments.models.setting_columns import YEARS

from .problem_documents import BadRequest, UnknownValue

PREVIEW = OpenApiParameter("preview", int, enum=[0, 1], description="1: return what would happen and store nothing")
DECISIONS = OpenApiParameter(
    FIELD,
    str,
    enum=list(DecisionHandling),
    description="How the decisions on the draft are handled; needed if there are any",
)
SEARCH = OpenApiParameter("search", str, description="Part of a name, with or without accents")
LARGEST = 10**9
NOT_A_NUMBER = _("Enter a whole number, 0 or more.")
CHECKED_WHERE_USED = (api_settings.URL_FORMAT_OVERRIDE, "ordering")
FIRST, LAST = datetime(YEARS[0], 1, 1, tzinfo=UTC), datetime(YEARS[-1], 12, 31, 23, 59, tzinfo=UTC)
"""All stored moments are between these two; one in an earlier or later year is replaced by the nearer of the two."""
FROM_0_ON = {"type": "integer", "minimum": 0, "maximum": LARGEST}


def refuse_unknown_parameters(request: Request, view: Any) -> None:
    """Raise ValidationError with each query parameter that the operation does not have, or whose value it refuses."""
    known = known_parameters(request.method, view)
    faults = {name: _fault(str(value), known.get(name)) for name, value in request.query_params.items()}
    if found := {name: [fault] for name, fault in sorted(faults.items()) if fault}:
        raise RestValidationError(found)


def _fault(value: str, choices: Sequence[str] | None) -> ErrorDetail | None:
    """Return what is wrong with a parameter's value, or None.

    `choices` are the possible values; if empty, any value is possible; None means that there is no such parameter.
    """
    if choices is None:
        return ErrorDetail(gettext("There is no such parameter here."), "unknown_parameter")
    if choices and value not in choices:
        message = gettext("Choose one of: %(choices)s.") % {"choices": ", ".join(choices)}
        return ErrorDetail(message, "not_a_choice")
    return None


def known_parameters(method: str | None, view: Any) -> dict[str, Sequence[str]]:
    """Return the query parameters of this operation, by name, with their choices.

    If these are empty, any value is possible.
    """
    known: dict[str, Sequence[str]] = {api_settings.URL_FORMAT_OVERRIDE: ()}
    handler = getattr(view, view.action or "", None)
    if describes := getattr(handler, "kwargs", {}).get("schema"):
        description = describes()
        description.view, description.method = view, method
        for one in description.get_override_parameters():
            if one.location == OpenApiParameter.QUERY:
                known[one.name] = [str(choice) for choice in one.enum or () if one.name not in CHECKED_WHERE_USED]
    if view.action == "list" and view.paginator:
        known |= {one["name"]: () for one in view.paginator.get_schema_operation_parameters(view)}
        declared = getattr(getattr(view, "filterset_class", None), "base_filters", {})
        choices = {name: one.extra.get("choices", ()) for name, one in declared.items()}
        known |= {name: [str(value) for value, _title in pairs] for name, pairs in choices.items()}
    return known


def wants_preview(request: Request) -> bool:
    """Whether the request has `?preview=1`, so that nothing is stored."""
    return request.query_params.get("preview") == "1"


def number_in_query(request: Request, name: str, *, most: int = LARGEST) -> int | None:
    """Return the number in a parameter; None without the parameter. Raises BadRequest unless it is from 0 to `most`."""
    value = request.query_params.get(name)
    return None if value is None else checked_number(value, most, parameter=name)


def checked_number(text: str, most: int = LARGEST, **place: str) -> int:
    """Return the number. Raises BadRequest, at this parameter or header, unless it is from 0 to `most`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST))):
        raise BadRequest(Problem("not_an_integer", NOT_A_NUMBER), **place)
    if int(text) > most:
        message = _("Enter a number from %(least)d to %(most)d.")
        raise BadRequest(Problem("out_of_range", message, {"least": 0, "most": most}), **place)
    return int(text)


def bad_parameter(parameter: str, code: str, message: str, **params: object) -> BadRequest:
    """Return the refusal of a query parameter."""
    return BadRequest(Problem(code, message, params), parameter=parameter)


def bad_parameters(refused: Invalid, names: Mapping[str, str]) -> RestValidationError:
    """Return problems of fields as a refusal of query parameters.

    `names` has the names of parameters that differ from those of their fields.
    """
    fields = [str(problem.pointer[0]) for problem in refused.problems]
    faults = [[ErrorDetail(problem.text(gettext), problem.code)] for problem in refused.problems]
    return RestValidationError({names.get(name, name): fault for name, fault in zip(fields, faults, strict=True)})


class DayOrMoment(forms.Field):
    """A day, or a date and time. A day stands for its first moment or, if `ends`, for its last moment."""

    def __init__(self, *, ends: bool = False, **more: Any) -> None:
        self.ends = ends
        super().__init__(**more)

    def clean(self, value: Any) -> datetime | None:
        """Return the moment; None without the parameter. Raises forms.ValidationError for other values."""
        if value is None:
            return None
        try:
            day = parse_date(value)
            moment = day or parse_datetime(value)
        except ValueError:
            moment = None
        if moment is None:
            raise forms.ValidationError(gettext_lazy("Write a day, such as 2026-03-01."), "not_a_time")
        if moment.year not in YEARS:
            return FIRST if moment.year < FIRST.year else LAST
        if not isinstance(moment, datetime):
            return self._of_day(moment)
        return self._in_zone(moment) if timezone.is_naive(moment) else moment

    def _of_day(self, day: date) -> datetime:
        """Return the first moment of a day; if `ends`, the last, a microsecond before the next day."""
        first = datetime(day.year, day.month, day.day)
        if not self.ends:
            return self._in_zone(first)
        return timezone.make_aware(first + timedelta(days=1)).astimezone(UTC) - timedelta(microseconds=1)

    def _in_zone(self, moment: datetime) -> datetime:
        """Return a local time in UTC.

        In an hour that is repeated, return the earlier moment or, if `ends`, the later.
        """
        return timezone.make_aware(moment.replace(fold=int(self.ends))).astimezone(UTC)


@extend_schema_field({"anyOf": [{"type": "string", "format": kind} for kind in ("date", "date-time")]})
class DayOrMomentFilter(filters.Filter):  # type: ignore[misc]  # it has no types
    """Filters by a day or a moment."""

    field_class = DayOrMoment


class SlugInQuery(forms.Field):
    """A slug; an empty text is none."""

    def clean(self, value: Any) -> str:
        """Return the slug; "" without the parameter. Raises forms.ValidationError for other values."""
        if value is not None and not re.fullmatch(settings.SLUG_PATTERN, value):
            raise forms.ValidationError(gettext_lazy("Write letters, digits and hyphens only."), "not_a_slug")
        return value or ""


@extend_schema_field({"type": "string", "pattern": settings.SLUG_PATTERN})
class SlugFilter(filters.Filter):  # type: ignore[misc]  # it has no types
    """Filters by the object with a slug."""

    field_class = SlugInQuery


class TournamentFilter(filters.FilterSet):  # type: ignore[misc]  # it has no types
    """Filters by `club`, `ruleset` (the slug of a rule set or of clubs' own games), `status`, `from` and `to`."""

    club = SlugFilter(method="of_club")
    ruleset = SlugFilter(method="of_game")
    status = filters.ChoiceFilter(choices=Tournament.Status.choices)

    class Meta:
        model = Tournament
        fields: list[str] = []

    def of_club(self, found: QuerySet[Tournament], name: str, slug: str) -> QuerySet[Tournament]:
        """Return the tournaments of the club with this slug. Raises UnknownValue if there is none."""
        if not Club.objects.filter(slug=slug).exists():
            raise UnknownValue(Problem("unknown_club", _("There is no such club.")), parameter=name)
        return found.filter(club__slug=slug)

    def of_game(self, found: QuerySet[Tournament], name: str, slug: str) -> QuerySet[Tournament]:
        """Return the tournaments that play the rule set, or clubs' own games, with this slug.

        Raises UnknownValue if there is none.
        """
        if registry.find(slug) is None and not ClubGame.objects.filter(slug=slug).exists():
            raise UnknownValue(Problem("unknown_ruleset", _("There is no game of this slug.")), parameter=name)
        return found.filter(ruleset=slug, game=None) if registry.find(slug) else found.filter(game__slug=slug)


TournamentFilter.base_filters |= {
    # `from` is a keyword and cannot be the name of an attribute
    "from": DayOrMomentFilter(field_name="starts_at", lookup_expr="gte"),
    "to": DayOrMomentFilter(field_name="starts_at", lookup_expr="lte", ends=True),
}
