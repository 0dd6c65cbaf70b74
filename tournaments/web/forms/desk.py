"""The forms of the desk: constraints, tables typed by a director, and times."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.hands.tallies import REASON_LENGTH
from tournaments.models import SETTINGS, Entry, Tournament

from .chosen_entries import EntriesForm, EntryField
from .entry_names import EntryNames
from .form import ClubDateTimeField, Form
from .inputs import Number, form_field, method_choices

MAX_CLUB_LENGTH = 100
MAX_LIST_LENGTH = 50_000


class ApartForm(EntriesForm):
    """Two players who are never seated at the same table."""

    one = EntryField(label=_("Player"))
    other = EntryField(label=_("not with"))


class FixedForm(EntriesForm):
    """A player with a fixed table."""

    entry = EntryField(label=_("Player"))
    table = Number(label=_("stays at table"))

    def clean_table(self) -> int:
        """Return the number of the table. Raise ValidationError if it is not an integer."""
        table = self.cleaned_data["table"]
        if not isinstance(table, int):
            raise forms.ValidationError(_("Enter a whole number."))
        return table


class TablesForm(Form):
    """The size of tables, and whether the remaining players form tables of other sizes."""

    seats = forms.TypedChoiceField(label=SETTINGS["table_seats"].label, coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sizes = tournament.possible_table_sizes
        self.fields["uneven_tables"] = form_field(SETTINGS["uneven_tables"])
        self.fields["seats"].choices = [(size, str(size)) for size in sorted(sizes)]  # type: ignore[attr-defined]
        self.initial.setdefault("seats", tournament.table_seats or sizes[0])
        self.initial.setdefault("uneven_tables", tournament.uneven_tables)


class RatingForm(Form):
    """The choice to draw the first round by the players' ratings."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["by_rating"] = form_field(SETTINGS["by_rating"])
        self.initial.setdefault("by_rating", tournament.by_rating)


def read_clubs(sent: Mapping[str, str], entries: Mapping[int, Entry]) -> dict[int, str]:
    """Return the changed home clubs, by entry id."""
    typed = {pk: sent.get(f"club-{pk}", entry.home_club) for pk, entry in entries.items()}
    return {pk: club[:MAX_CLUB_LENGTH] for pk, club in typed.items() if club != entries[pk].home_club}


class ScheduleForm(Form):
    """The times at which a round is published and closed automatically; None means never."""

    publish_at = ClubDateTimeField(label=_("Publish it at"))
    closes_at = ClubDateTimeField(
        label=_("Close it at"), help_text=_("The round stays open until every result is entered.")
    )


class MethodForm(Form):
    """The drawing method from this round on."""

    method = forms.ChoiceField(label=SETTINGS["pairing"].label, widget=forms.RadioSelect)

    def __init__(self, *args: Any, methods: Sequence[Tournament.Pairing], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        drawn = [method for method in methods if method != Tournament.Pairing.SCRIPTED]
        self.fields["method"].choices = method_choices(drawn)  # type: ignore[attr-defined]


class ByHandForm(Form):
    """Tables that a director typed: one on each line, with the players by number or name in the order of seats."""

    tables = forms.CharField(
        label=_("Tables, one a line"),
        help_text=_("The players’ numbers or names, separated by commas: North, East, South, West."),
        max_length=MAX_LIST_LENGTH,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = EntryNames(entries)

    def clean_tables(self) -> tuple[tuple[int, ...], ...]:
        """Return the ids of the entries at each table. Raise ValidationError with every word that names no entry."""
        lines = [line for line in self.cleaned_data["tables"].splitlines() if line.strip()]
        tables = tuple(self.names.read(line) for line in lines)
        if faults := self.names.faults():
            raise forms.ValidationError(faults)
        return tables


class ExchangeForm(EntriesForm):
    """Two entries of a round that exchange places, and whether their tables' hands are kept."""

    one = EntryField(label=_("Player"))
    other = EntryField(label=_("changes places with"))
    hands = forms.ChoiceField(
        label=_("Results that their tables have entered"),
        choices=[
            ("keep", _("They stay, and count for the players who sit there now")),
            ("strike", _("They are struck out, and entered again")),
        ],
        initial="keep",
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Required if a result was entered. The reason stays on record."),
        max_length=REASON_LENGTH,
        required=False,
    )
