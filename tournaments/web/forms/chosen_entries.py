"""A field to choose an entry: from a list or, if there are many entries, by typing a number or a name."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.actions.core.names import name_key, read_name
from tournaments.actions.people.family_names import in_list_order, listed_name
from tournaments.actions.people.shown_names import full_names
from tournaments.models import Club, Entry, Tournament
from tournaments.models.entry import EntryQuerySet

from .form import Form

LONGEST = 200
"""The most entries that are offered as a list; if there are more, the user types a name or number."""
SHOWN = 5
MAX_TYPED = 300


class EntryField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A field for one of the entries that the form offers."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Entry.objects.none(), empty_label="", **kwargs)
        self._typed_among: Sequence[Entry] | None = None
        self._full_names: Mapping[int, str] = {}
        self.places: Mapping[int, str] = {}
        """The entries' seats as text, by id, if they help to choose."""

    def offer(self, entries: QuerySet[Entry], listed: Sequence[Entry], club: Club, full: Mapping[int, str]) -> None:
        """Offer these entries as a list, in the order of the club's lists.

        Those that would read the same have their numbers in front. If there are too many, offer a field for typing.
        `full` has the full names of entries that are shown under another name, by id.
        """
        self.queryset, self._full_names = entries, full
        if len(listed) <= LONGEST:
            names = {entry: self._called(entry, listed_name(entry.name, club)) for entry in listed}
            used = Counter(names.values())
            told = [(entry.pk, f"{entry.number} {name}" if used[name] > 1 else name) for entry, name in names.items()]
            self.choices = [("", self.empty_label or ""), *told]
            return
        self._typed_among = listed
        self.help_text = _("The number, or the name or a part of it.")
        self.widget = forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "maxlength": MAX_TYPED})

    def _called(self, entry: Entry, shown: str) -> str:
        """Return the shown name, with the full name if it differs, and the entry's seat if it is known."""
        full, place = self._full_names.get(entry.pk), self.places.get(entry.pk)
        return (f"{shown} ({full})" if full else shown) + (f" · {place}" if place else "")

    def prepare_value(self, value: Any) -> Any:
        """Return the value to show; for an entry in a field for typing, its number and name."""
        if self._typed_among is None:
            return super().prepare_value(value)
        chosen = next((entry for entry in self._typed_among if entry.pk == value), None)
        return f"{chosen.number} {chosen.name}" if chosen else value

    def to_python(self, value: Any) -> Entry | None:
        """Return the entry that was chosen or typed; None if the field is empty."""
        if self._typed_among is None or value in self.empty_values:
            return super().to_python(value)
        return self._find(str(value)[:MAX_TYPED], self._typed_among)

    def _find(self, typed: str, among: Sequence[Entry]) -> Entry:
        """Return the entry with this number, this name, or this text in its name.

        Raise ValidationError unless exactly one entry matches.
        """
        number, key = typed.split()[0], name_key(read_name(typed))
        names = {entry: (name_key(entry.name), name_key(self._full_names.get(entry.pk, ""))) for entry in among}
        found = [entry for entry in among if str(entry.number) == number]
        found = found or [entry for entry in among if key in names[entry]]
        found = found or [entry for entry in among if any(key in name for name in names[entry])]
        if not found:
            raise forms.ValidationError(_("Nobody here is called “%s”.") % typed[:60])
        if len(found) > 1:
            shown = [f"{entry.number} {self._called(entry, entry.name)}" for entry in found[:SHOWN]]
            listed = " · ".join([*shown, "…"] if len(found) > SHOWN else shown)
            raise forms.ValidationError(_("Which of them? Write the number: %(names)s") % {"names": listed})
        return found[0]


class EntriesForm(Form):
    """A form in which entries of a tournament are chosen."""

    NOT_OFFERED = frozenset({Entry.Status.WITHDRAWN})

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        entries: EntryQuerySet | None = None,
        places: Mapping[int, str] | None = None,
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        offered = tournament.entries.exclude(status__in=self.NOT_OFFERED) if entries is None else entries
        listed = in_list_order(offered.with_aliases().order_by("name"), tournament.club)
        full = full_names(listed)
        for field in self.fields.values():
            if isinstance(field, EntryField):
                field.places = places or {}
                field.offer(offered, listed, tournament.club, full)
