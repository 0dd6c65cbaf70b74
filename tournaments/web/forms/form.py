"""Forms whose error messages say how to correct the input, their rendering, and times in the time zone of a club."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.forms.renderers import TemplatesSetting
from django.forms.widgets import Widget
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.setting_columns import YEARS

ZERO = timedelta(0)
FAULTS = {
    "required": _("This is missing: fill it in."),
    "max_length": _("This has %(show_value)d characters: shorten it to %(limit_value)d."),
}
FAULTS_OF_CHOICES = {"required": _("Choose one."), "invalid_choice": _("This is no longer offered: choose again.")}


class MendableFaults(forms.BaseForm):
    """A form with Tavolo's error messages, which say how to correct the input."""

    def full_clean(self) -> None:
        """Give the fields Tavolo's error messages, then validate the form."""
        for field in self.fields.values():
            field.error_messages.update(FAULTS_OF_CHOICES if isinstance(field, forms.ChoiceField) else FAULTS)
        super().full_clean()


class Form(MendableFaults, forms.Form):
    """A form of Tavolo's pages."""


class FoldingForm(Form):
    """A form that shows its `main` fields; its other fields are collapsed."""

    @property
    def main(self) -> list[forms.BoundField]:
        """The fields that are not collapsed."""
        raise NotImplementedError

    @property
    def folded(self) -> list[forms.BoundField]:
        """The collapsed fields."""
        main = {field.name for field in self.main}
        return [field for field in self if field.name not in main]

    @property
    def folded_faults(self) -> bool:
        """Whether a collapsed field has a fault."""
        return any(field.errors for field in self.folded)


class UnjudgedField(forms.BoundField):
    """A field that is not marked as invalid before the form is submitted.

    Otherwise screen readers announce empty required fields as invalid.
    """

    def build_widget_attrs(self, attrs: dict[str, Any], widget: Widget | None = None) -> dict[str, Any]:
        """Return the attributes.

        A required field gets `aria-invalid="false"` unless they already contain `aria-invalid`.
        """
        made = super().build_widget_attrs(attrs, widget)
        return {"aria-invalid": "false", **made} if made.get("required") else made


class FormRenderer(TemplatesSetting):
    """Renders fields with the project's templates."""

    bound_field_class = UnjudgedField


class ClubDateTimeField(forms.DateTimeField):
    """A date and time in the club's time zone, or None.

    When clocks go back, some times occur twice. Such a time means the earlier moment, unless the later is stored.
    """

    default_error_messages = {
        "invalid": _("Choose a day and a time."),
        "skipped": _("The clocks go forward that night, and this time does not exist: choose another."),
    }
    optional = True

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(required=False, widget=widget, **kwargs)

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment in UTC; None if the field is empty.

        Raise ValidationError for a year outside `YEARS`, or for a time that is skipped when clocks change.
        """
        try:
            moment = super().to_python(value)
        except forms.ValidationError as fault:
            if fault.code != "ambiguous_timezone" or not fault.params:
                raise
            moment = self._when_clocks_change(fault.params["datetime"])
        if moment is not None and moment.year not in YEARS:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return moment and moment.astimezone(UTC)  # Python compares ambiguous times of two zones as unequal

    def _clean_bound_field(self, bound: forms.BoundField) -> datetime | None:
        """Return the submitted moment; if the form shows the stored moment as the same time, return the stored one."""
        moment: datetime | None = super()._clean_bound_field(bound)  # type: ignore[misc]  # unknown to its stubs
        before = bound.initial
        if moment and isinstance(before, datetime) and _shown(before) == _shown(moment):
            return before.astimezone(UTC)
        return moment

    def _when_clocks_change(self, local: datetime) -> datetime:
        """Return the moment of a time, the earlier one if it occurs twice. Raise ValidationError for a skipped time."""
        first, second = (timezone.make_aware(local.replace(fold=fold)) for fold in (0, 1))
        if (first.utcoffset() or ZERO) < (second.utcoffset() or ZERO):
            raise forms.ValidationError(self.error_messages["skipped"], code="skipped")
        return first


def _shown(moment: datetime) -> datetime:
    """Return the moment as a form shows it: to the minute, in the active time zone."""
    return timezone.localtime(moment).replace(tzinfo=None, second=0, microsecond=0, fold=0)
