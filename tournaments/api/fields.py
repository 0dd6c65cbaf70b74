"""Strict fields, which do not convert types: no number from a text, no text from a number, no true from 1.

A `StrictSerializer` describes a request body and refuses unknown fields. Its errors become `Problem`s, with the same
codes in every language.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar

from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.models.setting_columns import NOT_A_TIME, read_moment

LARGEST_ID = 2**63 - 1
NO_SUCH_FIELD = gettext_noop("There is no such field here: leave it out.")

CODES = {
    **dict.fromkeys(["required", "null", "blank", "empty"], "missing_field"),
    **dict.fromkeys(["min_value", "max_value", "max_digits", "max_decimal_places"], "out_of_range"),
    **dict.fromkeys(["max_whole_digits", "max_string_length"], "out_of_range"),
    **dict.fromkeys(["null_characters_not_allowed", "surrogate_characters_not_allowed"], "bad_characters"),
    **dict.fromkeys(["not_a_list", "not_a_dict", "invalid"], "wrong_type"),
    "max_length": "too_long",
    "min_length": "too_short",
    "invalid_choice": "not_a_choice",
}
"""Tavolo's code of a problem for each code of REST framework."""

UNTRANSLATED = (
    _("No data provided"),
    _("Ensure this field has at least {min_length} elements."),
    _("Ensure this field has no more than {max_length} elements."),
    _("Surrogate characters are not allowed: U+{code_point:X}."),
)
"""Messages of REST framework that lack a translation in some of our languages."""


class Text(serializers.CharField):
    """Text. Values of other types are refused and not converted."""

    default_error_messages = {"not_a_string": _("Write this as text.")}

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Return the text. Values of other types are refused before the check for blank text."""
        if not (data is serializers.empty or data is None or isinstance(data, str)):
            self.fail("not_a_string")
        return super().run_validation(data)


class Slug(Text):
    """A slug: letters without accents, digits, hyphens and underscores."""

    default_error_messages = {"not_a_slug": _("Write letters, digits and hyphens only.")}

    def to_internal_value(self, data: Any) -> str:
        """Return the slug."""
        slug = super().to_internal_value(data)
        if not (slug.isascii() and slug.replace("-", "").replace("_", "").isalnum()):
            self.fail("not_a_slug")
        return slug


class WholeNumber(serializers.IntegerField):
    """A whole number between bounds; text, fractions and booleans are refused."""

    default_error_messages = {"not_an_integer": _("Enter a whole number.")}

    def to_internal_value(self, data: object) -> int:
        """Return the number."""
        if type(data) is not int:
            self.fail("not_an_integer")
        return data


class Id(WholeNumber):
    """The id of a row."""

    def __init__(self, **more: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST_ID, **more)


class YesNo(serializers.BooleanField):
    """True or false; 0 and 1 are refused."""

    default_error_messages = {"not_a_boolean": _("Enter true or false.")}

    def to_internal_value(self, data: object) -> bool:
        """Return the boolean."""
        if not isinstance(data, bool):
            self.fail("not_a_boolean")
        return data


class ChoiceField(serializers.ChoiceField):
    """One of the given words."""

    default_error_messages = {"invalid_choice": _("Choose one of: {choices}.")}

    def to_internal_value(self, data: object) -> str:
        """Return the word."""
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", choices=", ".join(map(str, self.choices)))
        return data


class Moment(serializers.DateTimeField):
    """A date and time with its zone, in ISO 8601; in responses in UTC."""

    default_error_messages = {"not_a_time": _(NOT_A_TIME)}

    def to_internal_value(self, value: object) -> datetime:
        """Return the moment."""
        moment = read_moment(value)
        if moment is None:
            self.fail("not_a_time")
        return moment

    def to_representation(self, value: datetime) -> str:
        """Return the moment as text."""
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


class SharedFields(serializers.Serializer[Any]):
    """A serializer whose fields depend only on its class; they are made once, and not for each object."""

    _made: ClassVar[dict[type[serializers.Serializer[Any]], Any]] = {}

    @cached_property
    def fields(self) -> Any:
        """The fields of the class, bound to one shared serializer."""
        kind = type(self)
        if kind not in self._made:
            self._made[kind] = super(SharedFields, kind()).fields
        return self._made[kind]


class StrictSerializer(serializers.Serializer[Any]):
    """A request body that has only these fields."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the values. Raises ValidationError with all errors, also about unknown fields."""
        try:
            values: dict[str, Any] = super().to_internal_value(data)
            faults: dict[str, Any] = {}
        except ValidationError as fault:
            faults = dict(fault.detail)  # type: ignore[arg-type]  # a form's faults stand by field
        if isinstance(data, Mapping):
            unknown = ErrorDetail(gettext(NO_SUCH_FIELD), "unknown_field")
            faults |= {name[:60]: [unknown] for name in data if name not in self.fields}
        if faults:
            raise ValidationError(faults)
        return values

    @classmethod
    def read(cls, data: object, *, partial: bool = False) -> dict[str, Any]:
        """Return the checked values. Raises Invalid with all problems."""
        values, problems = cls.check(data, partial=partial)
        if problems:
            raise Invalid(problems)
        return values

    @classmethod
    def check(cls, data: object, *, partial: bool = False) -> tuple[dict[str, Any], list[Problem]]:
        """Return the checked values ({} if there are problems) and the problems."""
        form = cls(data=data, partial=partial)
        if form.is_valid():
            return dict(form.validated_data), []
        return {}, list(problems_in(form.errors))


def problems_in(faults: Any, *path: str | int) -> Iterator[Problem]:
    """Yield the errors of REST framework, which are a tree, as problems, each with its path."""
    if isinstance(faults, ErrorDetail):
        yield Problem(CODES.get(faults.code or "", faults.code or "invalid"), gettext(faults), {}, path)
    elif isinstance(faults, Mapping):
        for name, inner in faults.items():
            step = () if name == "non_field_errors" else (name,)
            yield from problems_in(inner, *path, *step)
    elif all(isinstance(inner, ErrorDetail) for inner in faults):
        for inner in faults:
            yield from problems_in(inner, *path)
    else:
        for place, inner in enumerate(faults):
            yield from problems_in(inner, *path, place)
