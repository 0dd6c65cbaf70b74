"""An evening on file: read, looked at, and only then stored."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.wire import read_json

from .fields import Text


class ImportForm(forms.Form):
    """The file, or its text once it has been looked at, and a name for the tournament."""

    name = Text(label=gettext_lazy("Name of the tournament"))
    file = forms.FileField(
        label=gettext_lazy("The file"),
        help_text=gettext_lazy("A JSON document: players, rounds, tables, hands."),
        required=False,
    )
    text = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """The form with its document, read from the file or from the text looked at before."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        text = file.read().decode("utf-8", "replace") if file else cleaned.get("text", "")
        if not text and "file" not in self.errors:
            self.add_error("file", _("Choose the file."))
            return cleaned
        cleaned["text"] = text
        cleaned["document"] = self._document(text) if "file" not in self.errors else None
        return cleaned

    def _document(self, text: str) -> Any:
        try:
            return read_json(text)
        except ValueError as fault:
            line = getattr(fault, "lineno", 1)
            self.add_error("file", _("This is not JSON: look at line %(line)d.") % {"line": line})
            return None
