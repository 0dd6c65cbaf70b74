"""The forms of a club: its details and time zone, invitations, imported tournaments, and victory-point tables."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.victory_points import PLACES, ROWS, Limits, VpRow, row_problems, rows_of
from tournaments.actions.core.actor import new_secret
from tournaments.actions.evening_csv import CsvText
from tournaments.actions.exchange.document_reading import parse
from tournaments.actions.people.lists.files import decoded
from tournaments.models import PaperSize, Role, VictoryPointTable
from tournaments.models.club import NAME_LENGTH
from tournaments.wording.words import Words

from .form import Form
from .inputs import Number, PlainTextField

NEAR: Mapping[str, Words] = {
    "Europe/Rome": _("Rome"),
    "Europe/Madrid": _("Madrid"),
    "Europe/Lisbon": _("Lisbon"),
    "Europe/Amsterdam": _("Amsterdam"),
    "Europe/Brussels": _("Brussels"),
    "Europe/Zurich": _("Zurich"),
    "Europe/Paris": _("Paris"),
    "Europe/Berlin": _("Berlin"),
    "Europe/London": _("London"),
    "Atlantic/Canary": _("Canary Islands"),
    "Atlantic/Madeira": _("Madeira"),
    "Atlantic/Azores": _("Azores"),
    "America/Sao_Paulo": _("São Paulo"),
    "America/Argentina/Buenos_Aires": _("Buenos Aires"),
    "America/Montevideo": _("Montevideo"),
    "America/Mexico_City": _("Mexico City"),
}
"""Time zones with the names of their places: those where the languages of Tavolo are spoken."""

CONTINENTS = {"Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
NO_PLACES = {"ACT", "LHI", "NSW", "North", "South", "West", "Knox_IN", "ComodRivadavia"}

Group = tuple[str, list[tuple[str, str]]]


def time_zones(chosen: str = "") -> list[Group]:
    """Return the choices of time zones: those in `NEAR`, then the others by name.

    An unknown `chosen` zone is added first.
    """
    near = [(zone, str(place)) for zone, place in NEAR.items()]
    others = _zones_of_places()
    if chosen and chosen not in NEAR and chosen not in dict(others):
        others = [(chosen, _place_of(chosen)), *others]
    return [(gettext("Usual places"), near), (gettext("Other places"), others)]


@cache
def _zones_of_places() -> list[tuple[str, str]]:
    """Return the zones that are named after a place.

    Other names such as EST5EDT or Zulu exist only for old programs.
    """
    zones = {zone for zone in available_timezones() - NEAR.keys() if zone.split("/")[0] in CONTINENTS}
    zones = {zone for zone in zones if zone.split("/")[-1] not in NO_PLACES}
    return sorted(((zone, _place_of(zone)) for zone in zones), key=lambda each: each[1])


def _place_of(zone: str) -> str:
    """Return the city of a zone; if the zone names a country or state, it is added, as in "Knox, Indiana"."""
    *regions, city = zone.replace("_", " ").replace("DumontDUrville", "Dumont d’Urville").split("/")
    return ", ".join([city, *regions[1:]])


MAX_ROWS_LENGTH = 2_000
NUMBERS = re.compile(r"\d{1,3}(?:[.'’]\d{3})+|\d{1,7}")  # 1250, or with a thousands separator: 1.250


class ClubForm(Form):
    """A club's details: name, city, language, time zone, order of lists and paper size."""

    name = PlainTextField(label=_("Name of the club"))
    city = PlainTextField(label=_("City"), max_length=NAME_LENGTH, optional=True)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, initial="it", required=False)
    time_zone = forms.ChoiceField(label=_("Time zone"), initial="Europe/Rome", required=False)
    by_family_name = forms.BooleanField(label=_("Lists by family name: Rossi, Maria"), required=False, initial=True)
    paper_size = forms.ChoiceField(
        label=_("Paper in the printer"), choices=PaperSize.choices, initial=PaperSize.A4, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = self.fields["time_zone"]
        chosen = str(self.get_initial_for_field(zone, "time_zone"))
        zone.choices = time_zones(chosen)  # type: ignore[attr-defined]

    def clean_paper_size(self) -> str:
        """Return the chosen paper size, or the initial value if none was sent."""
        return str(self.cleaned_data["paper_size"] or self["paper_size"].initial)


class InvitationForm(Form):
    """The role of an invitation, and a note that says who is invited."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.SCORER)
    note = PlainTextField(label=_("For whom"), optional=True)
    form = forms.CharField(widget=forms.HiddenInput, required=False, max_length=100, initial=new_secret)


class ImportForm(Form):
    """The file of a tournament, or its text after the preview, and a name for the tournament."""

    name = PlainTextField(label=_("Name of the tournament"), help_text=_("Only needed if the file has no name."))
    file = forms.FileField(
        label=_("The file"),
        help_text=_(
            "A tournament that was exported, an evening from paper as a JSON document, or a CSV with the total of each "
            "player at each table."
        ),
        required=False,
    )
    text = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Return the values with `text` and `document`, read from the file or from the submitted text."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        text = decoded(file.read()) if file else cleaned.get("text", "")
        if not text and "file" not in self.errors:
            self.add_error("file", _("Choose the file."))
            return cleaned
        cleaned["text"] = text
        cleaned["document"] = self._document(text) if "file" not in self.errors else None
        return cleaned

    def _document(self, text: str) -> Any:
        if not text.lstrip("\ufeff \r\n\t").startswith(("{", "[")):
            return CsvText(text)
        try:
            return parse(text.encode())
        except ValueError as fault:
            line = getattr(fault, "lineno", 1)
            self.add_error("file", _("This is not JSON: look at line %(line)d.") % {"line": line})
            return None


class VpTableForm(Form):
    """The form of a victory-point table: a name, and either ten numbers or eleven lines."""

    name = PlainTextField(label=_("Name of the table"))
    rows = forms.CharField(
        label=_("The table as it is printed"),
        help_text=_("A line for each split, such as: 51–150 11–9. The last: 1501 20–0."),
        required=False,
        max_length=MAX_ROWS_LENGTH,
        widget=forms.Textarea(attrs={"rows": 11, "spellcheck": "false"}),
    )

    def __init__(self, data: QueryDict | None = None, *, table: VictoryPointTable | None = None) -> None:
        limits = table.limits if table else ()
        initial = {f"limits_{place}": limit for place, limit in enumerate(limits)}
        name = table.name if table else ""
        super().__init__(data, initial={**initial, "name": name})
        for place in range(PLACES):
            self.fields[f"limits_{place}"] = Number(label=f"{PLACES + place}–{PLACES - place}")

    @property
    def limit_fields(self) -> list[forms.BoundField]:
        """The ten fields for limits."""
        return [self[f"limits_{place}"] for place in range(PLACES)]

    def clean_rows(self) -> list[VpRow]:
        """Return the rows of limits. Raise ValidationError with every line that cannot be read."""
        lines = [line for line in self.cleaned_data["rows"].splitlines() if line.strip()]
        read = [(line, _read(line)) for line in lines]
        unread = [line for line, row in read if row is None]
        if unread:
            message = gettext("“%s” does not give the range of differences and the points of each side.")
            others = row_problems([row for _line, row in read]) if len(read) == ROWS else []
            raise forms.ValidationError([*(message % line[:60] for line in unread), *(p.text(gettext) for p in others)])
        return [row for _line, row in read if row]

    @property
    def action_values(self) -> dict[str, Any]:
        """The name and the limits for the action: the typed rows or, without rows, the ten numbers."""
        typed = [self.cleaned_data[f"limits_{place}"] for place in range(PLACES)]
        return {"name": self.cleaned_data["name"], "limits": self.cleaned_data["rows"] or typed}


def _read(line: str) -> VpRow | None:
    """Return the row in a line of three numbers (no upper limit) or four (from, to, both shares).

    Return None for other lines.
    """
    numbers = [int(re.sub(r"\D", "", number)) for number in NUMBERS.findall(line)]
    if len(numbers) == 3:
        return VpRow(numbers[0], None, (numbers[1], numbers[2]))
    return VpRow(numbers[0], numbers[1], (numbers[2], numbers[3])) if len(numbers) == 4 else None


def printed(limits: Limits) -> list[tuple[str, str]]:
    """Return the rows of a victory-point table as text: the difference, and the points of both sides."""
    return [
        (
            gettext("%(least)d or more") % {"least": row.least} if row.most is None else f"{row.least}–{row.most}",
            "–".join(map(str, row.points)),
        )
        for row in rows_of(limits)
    ]
