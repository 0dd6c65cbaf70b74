"""Keeping players apart, or at their table, and saying what tables may be like."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import SETTINGS, Entry, Tournament

from .fields import Number, form_field

LONGEST_CLUB = 100


class _ForEntries(forms.Form):
    """A form whose choices are the entries of a tournament."""

    WHO: tuple[str, ...] = ()

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.WHO:
            entries = tournament.entries.exclude(status=Entry.Status.WITHDRAWN).order_by("name")
            self.fields[name].queryset = entries  # type: ignore[attr-defined]


class ApartForm(_ForEntries):
    """Two players who may not sit together."""

    WHO = ("one", "other")
    one = forms.ModelChoiceField(Entry.objects.none(), label=_("Player"))
    other = forms.ModelChoiceField(Entry.objects.none(), label=_("not with"))


class FixedForm(_ForEntries):
    """A player who stays at a table."""

    WHO = ("entry",)
    entry = forms.ModelChoiceField(Entry.objects.none(), label=_("Player"))
    table = Number(label=_("stays at table"))

    def clean_table(self) -> int:
        """The number of the table."""
        table = self.cleaned_data["table"]
        if not isinstance(table, int):
            raise forms.ValidationError(_("Enter a whole number."))
        return table


class TablesForm(forms.Form):
    """How many sit at a table, and what becomes of those who are over."""

    seats = forms.TypedChoiceField(label=SETTINGS["table_seats"].label, coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sizes = tournament.possible_table_sizes
        self.fields["uneven_tables"] = form_field(SETTINGS["uneven_tables"])
        self.fields["seats"].choices = [(size, str(size)) for size in sorted(sizes)]  # type: ignore[attr-defined]
        self.initial.setdefault("seats", tournament.table_seats or sizes[0])
        self.initial.setdefault("uneven_tables", tournament.uneven_tables)


def read_clubs(sent: Mapping[str, str], entries: Mapping[int, Entry]) -> dict[int, str]:
    """The clubs typed beside players, where they differ from what is known."""
    typed = {pk: sent.get(f"club-{pk}", entry.home_club) for pk, entry in entries.items()}
    return {pk: club[:LONGEST_CLUB] for pk, club in typed.items() if club != entries[pk].home_club}
