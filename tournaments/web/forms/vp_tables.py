"""A club's own table of victory points: its ten limits, or its lines as they are printed."""

import re
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.victory_points import PLACES, ROWS, Limits, Row, row_problems, rows_of
from tournaments.models import VictoryPointTable

from .fields import Number, Text

LONGEST = 2_000
NUMBERS = re.compile(r"\d{1,3}(?:[.'’]\d{3})+|\d{1,7}")  # 1.250 as it is printed, or 1250


class VpTableForm(forms.Form):
    """A name, and either ten numbers or eleven lines."""

    name = Text(label=gettext_lazy("Name of the table"))
    rows = forms.CharField(
        label=gettext_lazy("The table as it is printed"),
        help_text=gettext_lazy("A line for each split, such as: 51–150 11–9. The last: 1501 20–0."),
        required=False,
        max_length=LONGEST,
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
        """The ten numbers."""
        return [self[f"limits_{place}"] for place in range(PLACES)]

    def clean_rows(self) -> list[Row]:
        """The printed lines; every line that cannot be read is told."""
        lines = [line for line in self.cleaned_data["rows"].splitlines() if line.strip()]
        read = [(line, _read(line)) for line in lines]
        unread = [line for line, row in read if row is None]
        if unread:
            message = _("“%s” does not say from where to where, and how many for each.")
            others = row_problems([row for _line, row in read]) if len(read) == ROWS else []
            raise forms.ValidationError([*(message % line[:60] for line in unread), *(p.text(_) for p in others)])
        return [row for _line, row in read if row]

    @property
    def wanted(self) -> dict[str, Any]:
        """The name and the limits as the action wants them: the lines, where there are any."""
        typed = [self.cleaned_data[f"limits_{place}"] for place in range(PLACES)]
        return {"name": self.cleaned_data["name"], "limits": self.cleaned_data["rows"] or typed}


def _read(line: str) -> Row | None:
    """From, to and the two shares; the last line may leave out where it ends."""
    numbers = [int(re.sub(r"\D", "", number)) for number in NUMBERS.findall(line)]
    if len(numbers) == 3:
        return Row(numbers[0], None, (numbers[1], numbers[2]))
    return Row(numbers[0], numbers[1], (numbers[2], numbers[3])) if len(numbers) == 4 else None


def printed(limits: Limits) -> list[tuple[str, str]]:
    """The differences and the split of each row that these limits make, as a page shows them."""
    return [
        (
            _("%(least)d or more") % {"least": row.least} if row.most is None else f"{row.least}–{row.most}",
            "–".join(map(str, row.points)),
        )
        for row in rows_of(limits)
    ]
