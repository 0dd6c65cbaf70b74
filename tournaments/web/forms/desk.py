"""What a director fills in at the desk: constraints, tables by hand, times, penalties."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.family_names import in_list_order, listed_name
from tournaments.actions.names import name_key
from tournaments.actions.tallies import REASON_LENGTH
from tournaments.models import SETTINGS, Entry, Tournament

from .inputs import Moment, Number, form_field, method_choices

MAX_CLUB_LENGTH = 100
MAX_LIST_LENGTH = 50_000
SEPARATORS = re.compile(r"[;,\t]+")


class _ForEntries(forms.Form):
    """A form whose choices are the entries of a tournament."""

    NOT_OFFERED = frozenset({Entry.Status.WITHDRAWN})

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = tournament.entries.exclude(status__in=self.NOT_OFFERED).order_by("name")
        listed = in_list_order(entries, tournament.club)
        names = [(entry.pk, listed_name(entry.name, tournament.club)) for entry in listed]
        for field in self.fields.values():
            if isinstance(field, forms.ModelChoiceField):
                field.queryset = entries
                field.choices = [("", field.empty_label or ""), *names]


class ApartForm(_ForEntries):
    """Two players who may not sit together."""

    one = forms.ModelChoiceField(Entry.objects.none(), label=_("Player"))
    other = forms.ModelChoiceField(Entry.objects.none(), label=_("not with"))


class FixedForm(_ForEntries):
    """A player who stays at a table."""

    entry = forms.ModelChoiceField(Entry.objects.none(), label=_("Player"))
    table = Number(label=_("stays at table"))

    def clean_table(self) -> int:
        """The number of the table."""
        table = self.cleaned_data["table"]
        if not isinstance(table, int):
            raise forms.ValidationError(_("Enter a whole number."))
        return table


class PenaltyForm(_ForEntries):
    """Who loses points, how many, and why; also somebody who has withdrawn."""

    NOT_OFFERED = frozenset()
    entry = forms.ModelChoiceField(Entry.objects.none(), label=_("Who"))
    amount = forms.DecimalField(
        label=_("How much"),
        help_text=_("It always counts against the player, in the unit of the standings."),
        max_digits=9,
        decimal_places=2,
        min_value=Decimal("0.01"),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        localize=True,
    )
    reason = forms.CharField(label=_("Why"), max_length=REASON_LENGTH)


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
    return {pk: club[:MAX_CLUB_LENGTH] for pk, club in typed.items() if club != entries[pk].home_club}


class ScheduleForm(forms.Form):
    """When a round is published and closed by the clock; empty for never."""

    publish_at = Moment(label=_("Publish it at"))
    closes_at = Moment(label=_("Close it at"), help_text=_("It waits for every hand to be in."))


class MethodForm(forms.Form):
    """How the tables are made, from this round on."""

    method = forms.ChoiceField(label=SETTINGS["pairing"].label, widget=forms.RadioSelect)

    def __init__(self, *args: Any, methods: Sequence[Tournament.Pairing], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        drawn = [method for method in methods if method != Tournament.Pairing.SCRIPTED]
        self.fields["method"].choices = method_choices(drawn)  # type: ignore[attr-defined]


class ByHandForm(forms.Form):
    """Tables as a director writes them: one a line, players by number or name, in seat order."""

    tables = forms.CharField(
        label=_("Tables, one a line"),
        help_text=_("The players' numbers or names, separated by commas: North, East, South, West."),
        max_length=MAX_LIST_LENGTH,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        keys = [name_key(entry.name) for entry in entries]
        self.by_number = {str(entry.number): entry.pk for entry in entries}
        bearers = Counter(keys)
        self.by_name = {key: entry.pk for key, entry in zip(keys, entries, strict=True) if bearers[key] == 1}

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
            entry = self.by_number.get(word) or self.by_name.get(name_key(word))
            if entry:
                yield entry
            else:
                unknown.append(word[:60])


class ExchangeForm(forms.Form):
    """Two of a round who change places, and what becomes of the hands that their tables played."""

    one = forms.ModelChoiceField(Entry.objects.none(), label=_("Player"))
    other = forms.ModelChoiceField(Entry.objects.none(), label=_("changes places with"))
    hands = forms.ChoiceField(
        label=_("Hands that their tables have played"),
        choices=[
            ("keep", _("They stay, and count for whoever sits there now")),
            ("strike", _("They are struck out, and played again")),
        ],
        initial="keep",
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Needed where a hand has been played. It stays on record."),
        max_length=REASON_LENGTH,
        required=False,
    )

    def __init__(self, *args: Any, entries: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            self.fields[name].queryset = entries  # type: ignore[attr-defined]
