"""The forms of a season: its declaration in the words of the API, and its evenings."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, get_args

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Season, SeasonEvening, Tournament
from tournaments.ranking import decimal
from tournaments.ranking.seasons import TieBreak
from tournaments.wording.season_words import TIE_BREAKS
from tournaments.wording.words import translated

from .form import FoldingForm, Form
from .inputs import Number, PlainTextField, number

PART = re.compile(r"\s*(\d{1,4})(?:\s+(\d{1,4}|-))?\s*(.*)")
"""Evenings, results that count, - for all, and a name."""
UNCHOSEN = ("", "–")
MOST_TIE_BREAKS = 5
PREFIX = "declaration_"
NUMBERS = ("rounds_each", "best", "minimum", "of_each_club")
CHOICES = ("counts", "better", "competitors", "listed")
FINAL = ("first", "of_each_part", "minimum", "only_if_needed")
FIRST = ("counts", "points", "parts", "competitors", "listed", "coming", "minimum", "tie_breaks_0")


class SeasonForm(FoldingForm):
    """A season's name and declaration; its fields are named by the pointers of problems."""

    name = PlainTextField(label=_("Name of the season"))
    declaration_counts = forms.ChoiceField(
        label=_("What counts of an evening"),
        choices=[
            UNCHOSEN,
            ("points", _("points by place")),
            ("score", _("its score")),
            ("share", _("its share of the highest possible score")),
            ("rounds", _("each round on its own")),
        ],
    )
    declaration_points = PlainTextField(
        label=_("Points of the places"),
        help_text=_("For example 25, 20, 16. Empty: 1 point for the last place, one more for each better place"),
        optional=True,
    )
    declaration_parts = PlainTextField(
        label=_("Parts of the season"),
        help_text=_(
            "A line for each part: how many evenings, how many results count, and a name, as 4 3 Autumn. "
            "One line is enough; without the second number all results count"
        ),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    declaration_best = Number(
        optional=True, label=_("Results that count in the whole season"), help_text=_("Empty: all")
    )
    declaration_coming = PlainTextField(label=_("Points for coming"), optional=True)
    declaration_minimum = Number(optional=True, label=_("Evenings needed for a place"))
    declaration_competitors = forms.ChoiceField(
        label=_("Who is listed"),
        choices=[
            UNCHOSEN,
            ("entries", _("players, and partners as a pair")),
            ("players", _("each player alone")),
            ("clubs", _("the home clubs of the players")),
        ],
    )
    declaration_of_each_club = Number(
        optional=True, label=_("Results of each club that count"), help_text=_("Only if clubs are listed")
    )
    declaration_listed = forms.ChoiceField(
        label=_("Guests"), choices=[UNCHOSEN, ("all", _("are listed")), ("members", _("are not listed"))]
    )
    declaration_rounds_each = Number(
        optional=True, label=_("Rounds of an evening"), help_text=_("Only if each round counts on its own")
    )
    declaration_better = forms.ChoiceField(
        label=_("The best score is"),
        required=False,
        choices=[UNCHOSEN, ("high", _("the highest")), ("low", _("the lowest"))],
    )
    declaration_final_first = Number(optional=True, label=_("To the final: the first of the season"))
    declaration_final_of_each_part = Number(optional=True, label=_("To the final: the first of each part"))
    declaration_final_minimum = Number(optional=True, label=_("Evenings needed for the final"))
    declaration_final_only_if_needed = forms.BooleanField(
        required=False, label=_("Without a final if one wins all parts: that one is champion")
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, season: Season | None = None) -> None:
        super().__init__(data, initial=_initial(season))
        choices = [("", "–"), *((code, translated(TIE_BREAKS[code])) for code in get_args(TieBreak))]
        for place in range(MOST_TIE_BREAKS):
            label = _("Tie-break %(number)d") % {"number": place + 1}
            self.fields[f"{PREFIX}tie_breaks_{place}"] = forms.ChoiceField(label=label, choices=choices, required=False)

    @property
    def first(self) -> list[forms.BoundField]:
        """The fields that most seasons need."""
        return [self[name] for name in ("name", *(PREFIX + name for name in FIRST))]

    def raw(self) -> dict[str, Any]:
        """The season for the action, including invalid values."""
        typed = self.cleaned_data
        declaration = {name: value for name in CHOICES if (value := typed.get(PREFIX + name))}
        declaration |= {name: value for name in NUMBERS if (value := typed.get(PREFIX + name)) not in (None, "")}
        final = [(name, typed.get(f"{PREFIX}final_{name}")) for name in FINAL]
        codes = (typed.get(f"{PREFIX}tie_breaks_{place}") for place in range(MOST_TIE_BREAKS))
        declaration |= {
            "parts": [_part(line) for line in str(typed.get("declaration_parts", "")).splitlines() if line.strip()],
            "tie_breaks": [code for code in codes if code],
            "final": {name: value for name, value in final if value is not False and value not in (None, "")},
        }
        if coming := typed.get("declaration_coming"):
            declaration["coming"] = coming.replace(",", ".")
        if declaration.get("counts") == "points":
            points = re.split(r"[\s;,]+", str(typed.get("declaration_points", "")).strip())
            declaration["points"] = points if points != [""] else "field"
        return {"name": typed.get("name"), "declaration": declaration}


UNDECLARED = {"competitors": "entries", "listed": "all"}
"""What a stored declaration means by leaving these out."""


def _part(line: str) -> dict[str, Any]:
    """Return a part as it was typed; a line that is no part has an invalid number of evenings."""
    found = PART.fullmatch(line)
    if not found:
        return {"evenings": line.strip()}
    evenings, best, name = found.groups()
    return {"evenings": int(evenings), "name": name.strip(), **({"best": int(best)} if best not in (None, "-") else {})}


def _part_line(evenings: int, best: int | None = None, name: str = "") -> str:
    """Return a part as it is typed; before a name that begins with a digit, - says that all results count."""
    all_count = "-" if name[:1].isdigit() else ""
    return " ".join(filter(None, (str(evenings), str(best) if best else all_count, name)))


def _initial(season: Season | None) -> dict[str, Any]:
    if season is None:
        return {}
    declared = season.declaration
    parts = (_part_line(**part) for part in declared["parts"])
    points = declared.get("points", "field")
    values = {name: declared.get(name, UNDECLARED.get(name)) for name in (*NUMBERS, *CHOICES, "coming")}
    values |= {f"tie_breaks_{place}": code for place, code in enumerate(declared.get("tie_breaks", ()))}
    values |= {f"final_{name}": declared.get("final", {}).get(name) for name in FINAL}
    values["points"] = "" if points == "field" else ", ".join(map(str, points))
    values["parts"] = "\n".join(parts)
    return {"name": season.name, **{PREFIX + name: value for name, value in values.items() if value is not None}}


class PlaceForm(Form):
    """The part and the factor of an evening."""

    part = forms.ChoiceField(label=_("Part"))
    factor = PlainTextField(label=_("Factor"), help_text=_("2 for an evening that counts double"), initial="1")

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, parts: Iterable[str], evening: SeasonEvening | None = None
    ) -> None:
        initial = {"part": evening.part + 1, "factor": decimal(evening.weight)} if evening else {"part": 1}
        super().__init__(data, initial=initial)
        part: Any = self.fields["part"]
        part.choices = list(enumerate(parts, 1))
        if len(part.choices) == 1:
            part.widget = forms.HiddenInput()

    def raw(self) -> dict[str, Any]:
        """Part and factor for the action."""
        return {"part": number(self.cleaned_data["part"]), "factor": self.cleaned_data["factor"].replace(",", ".")}


class EveningForm(PlaceForm):
    """An evening for a season."""

    field_order = ("tournament", "part", "factor")
    tournament = forms.ChoiceField(label=_("Evening"))

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, parts: Iterable[str], tournaments: Iterable[Tournament]
    ) -> None:
        super().__init__(data, parts=parts)
        self.fields["tournament"].choices = [(each.slug, each.name) for each in tournaments]  # type: ignore[attr-defined]
