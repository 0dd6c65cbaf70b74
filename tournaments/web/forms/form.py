"""A form whose error messages say how to correct the input."""

from django import forms
from django.utils.translation import gettext_lazy as _

FAULTS = {
    "required": _("This is missing: fill it in."),
    "max_length": _("This has %(show_value)d characters: shorten it to %(limit_value)d."),
}
FAULTS_OF_CHOICES = {"required": _("Choose one."), "invalid_choice": _("This is no longer offered: choose again.")}


class MendableFaults(forms.BaseForm):
    """The error messages of every form."""

    def full_clean(self) -> None:
        """Collect the faults of all fields, including those about the form's subject."""
        for field in self.fields.values():
            field.error_messages.update(FAULTS_OF_CHOICES if isinstance(field, forms.ChoiceField) else FAULTS)
        super().full_clean()


class Form(MendableFaults, forms.Form):
    """A form of Tavolo's pages."""
