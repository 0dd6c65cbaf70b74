"""Choosing tournaments by what they are and when they begin."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext_lazy as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema_field

from scoring import registry
from tournaments.actions.plans import YEARS
from tournaments.models import Tournament


class DayOrMoment(forms.Field):
    """A day, or a date and time; a day is its first moment, or its last where `ends`."""

    def __init__(self, *, ends: bool = False, **more: Any) -> None:
        self.ends = ends
        super().__init__(**more)

    def clean(self, value: Any) -> datetime | None:
        """The moment."""
        if not value:
            return None
        try:
            moment = self._day(value) or parse_datetime(value)
        except ValueError:
            moment = None
        if moment is None or moment.year not in YEARS:
            raise forms.ValidationError(_("Write a day, such as 2026-03-01."), "not_a_time")
        return timezone.make_aware(moment) if timezone.is_naive(moment) else moment

    def _day(self, value: str) -> datetime | None:
        day = parse_date(value)
        if day is None:
            return None
        first = datetime(day.year, day.month, day.day)
        return first + timedelta(days=1, microseconds=-1) if self.ends else first


@extend_schema_field({"type": "string", "anyOf": [{"format": "date"}, {"format": "date-time"}]})
class DayOrMomentFilter(filters.Filter):  # type: ignore[misc]  # it has no types
    """Compares with a day or a moment."""

    field_class = DayOrMoment


class TournamentFilter(filters.FilterSet):  # type: ignore[misc]  # it has no types
    """`club`, `ruleset`, `status`, `from` and `to`."""

    club = filters.CharFilter(field_name="club__slug")
    ruleset = filters.ChoiceFilter(choices=[(r.slug, r.title) for r in registry.RULESETS])
    status = filters.ChoiceFilter(choices=Tournament.Status.choices)

    class Meta:
        model = Tournament
        fields: list[str] = []


TournamentFilter.base_filters |= {
    # Names that a class body cannot hold.
    "from": DayOrMomentFilter(field_name="starts_at", lookup_expr="gte"),
    "to": DayOrMomentFilter(field_name="starts_at", lookup_expr="lte", ends=True),
}
