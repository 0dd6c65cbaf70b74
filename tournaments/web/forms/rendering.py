"""How a form's fields come to the page."""

from typing import Any

from django import forms
from django.forms.renderers import TemplatesSetting
from django.forms.widgets import Widget


class UnjudgedField(forms.BoundField):
    """A field without an error state before it is submitted.

    Screen readers announce empty required fields as invalid otherwise.
    """

    def build_widget_attrs(self, attrs: dict[str, Any], widget: Widget | None = None) -> dict[str, Any]:
        """The attributes, with the word for a screen reader where none is given."""
        made = super().build_widget_attrs(attrs, widget)
        return {"aria-invalid": "false", **made} if made.get("required") else made


class FormRenderer(TemplatesSetting):
    """Fields by the project's templates."""

    bound_field_class = UnjudgedField
