"""Setting a round by hand, and when the clock publishes and closes it."""

import re
from collections.abc import Iterable, Mapping, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.names import name_key
from tournaments.models import SETTINGS, Entry, Tournament

from .fields import Moment, method_choices

LONGEST = 50_000
SEPARATORS = re.compile(r"[;,\t]+")


class ScheduleForm(forms.Form):
    """When a round is published and closed by the clock; empty for never."""

    publish_at = Moment(label=gettext_lazy("Publish it at"))
    closes_at = Moment(label=gettext_lazy("Close it at"), help_text=gettext_lazy("It waits for every hand to be in."))


class MethodForm(forms.Form):
    """How the tables are made, from this round on."""

    way = forms.ChoiceField(label=SETTINGS["pairing"].label, widget=forms.RadioSelect)

    def __init__(self, *args: object, ways: Sequence[Tournament.Pairing], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        drawn = [way for way in ways if way != Tournament.Pairing.SCRIPTED]
        self.fields["way"].choices = method_choices(drawn)  # type: ignore[attr-defined]


class ByHandForm(forms.Form):
    """Tables as a director writes them: one a line, players by number or name, in seat order."""

    tables = forms.CharField(
        label=gettext_lazy("Tables, one a line"),
        help_text=gettext_lazy("The players' numbers or names, separated by commas: North, East, South, West."),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )

    def __init__(self, *args: object, entries: Sequence[Entry], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.by_number = {str(entry.number): entry.pk for entry in entries}
        self.by_name = _unambiguous((name_key(entry.name), entry.pk) for entry in entries)

    def clean_tables(self) -> tuple[tuple[int, ...], ...]:
        """The entries' ids, table by table; every word that names nobody is told."""
        lines = [line for line in self.cleaned_data["tables"].splitlines() if line.strip()]
        unknown: list[str] = []
        tables = tuple(tuple(self._read(line, unknown)) for line in lines)
        if unknown:
            raise forms.ValidationError([_("Nobody here is called “%s”.") % word for word in unknown])
        return tables

    def _read(self, line: str, unknown: list[str]) -> Iterable[int]:
        for word in filter(None, (word.strip() for word in SEPARATORS.split(line))):
            found = self.by_number.get(word) or self.by_name.get(name_key(word))
            if found:
                yield found
            else:
                unknown.append(word[:60])


def _unambiguous(pairs: Iterable[tuple[str, int]]) -> Mapping[str, int]:
    known: dict[str, list[int]] = {}
    for key, pk in pairs:
        known.setdefault(key, []).append(pk)
    return {key: pks[0] for key, pks in known.items() if len(pks) == 1}
