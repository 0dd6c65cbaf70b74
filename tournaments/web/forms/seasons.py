"""The form of a season's declaration, with the values of the API."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from itertools import zip_longest
from typing import Any, get_args

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.actions.core.names import name_key
from tournaments.models import Club, Player, PlayerMerge, Season
from tournaments.ranking.seasons import TieBreak
from tournaments.wording.season_words import TIE_BREAKS
from tournaments.wording.words import translated

from .form import FoldingForm
from .inputs import Number, PlainTextField

PART = re.compile(r"\s*(\d{1,4})(?:\s+(\d{1,4}|-))?\s*(.*)")
"""A line for a part: how many evenings it has, how many results count (- for all), and a name."""
UNCHOSEN = ("", "–")
SHOWN_TIE_BREAKS, MOST_NAMED = 5, 10
PREFIX = "declaration_"
NUMBERS = ("rounds_each", "best", "minimum", "of_each_club")
CHOICES = ("counts", "better", "competitors", "listed")
TEXTS = ("coming", "last_factor")
FINAL = ("first", "of_each_part", "minimum", "only_if_needed")
FIRST = ("counts", "points", "parts", "competitors", "listed", "coming", "minimum", "tie_breaks_0")


class SeasonForm(FoldingForm):
    """A season's name and declaration. The names of its fields are the pointers of problems."""

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
        label=_("Which people"),
        choices=[
            UNCHOSEN,
            ("all", _("all who come")),
            ("members", _("members only, no guests")),
            ("category", _("only the players of a category")),
        ],
    )
    declaration_category = PlainTextField(
        optional=True, label=_("Name of the category"), help_text=_("Only if a category is listed")
    )
    declaration_category_players = PlainTextField(
        optional=True,
        label=_("Players of the category"),
        help_text=_("A name on each line, as in the club’s list. Only if a category is listed"),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    declaration_last_factor = PlainTextField(
        optional=True, label=_("Factor of the last evening"), help_text=_("2 if it counts double. Empty: 1")
    )
    declaration_rounds_each = Number(
        optional=True, label=_("Rounds of an evening"), help_text=_("Only if each round counts on its own")
    )
    declaration_better = forms.ChoiceField(
        label=_("The best score is"),
        required=False,
        choices=[UNCHOSEN, ("high", _("the highest")), ("low", _("the lowest"))],
    )
    declaration_final_first = Number(optional=True, label=_("Finalists from the whole season"))
    declaration_final_of_each_part = Number(optional=True, label=_("Finalists from each part"))
    declaration_final_minimum = Number(optional=True, label=_("Evenings needed for the final"))
    declaration_final_only_if_needed = forms.BooleanField(
        required=False, label=_("No final if the same competitor wins all parts: that competitor is the champion")
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, club: Club, season: Season | None = None) -> None:
        super().__init__(data, initial=_initial(season))
        self._club, self._category = club, list[int]()
        self._stored: list[int] = ((season and season.declaration.get("category")) or {}).get("players", [])
        choices = [("", "–"), *((code, translated(TIE_BREAKS[code])) for code in get_args(TieBreak))]
        self._tie_breaks = range(max(SHOWN_TIE_BREAKS, len(season.declared.tie_breaks) if season else 0))
        for place in self._tie_breaks:
            label = _("Tie-break %(number)d") % {"number": place + 1}
            self.fields[f"{PREFIX}tie_breaks_{place}"] = forms.ChoiceField(label=label, choices=choices, required=False)

    @property
    def main(self) -> list[forms.BoundField]:
        """The fields that most seasons need."""
        return [self[name] for name in ("name", *(PREFIX + name for name in FIRST))]

    def clean(self) -> dict[str, Any]:
        """Return the values; move the tie-breaks to the first fields, so that problems are beside the right field."""
        cleaned = super().clean() or self.cleaned_data
        names = [f"{PREFIX}tie_breaks_{place}" for place in self._tie_breaks]
        codes = [code for name in names if (code := cleaned.get(name))]
        if self.errors.keys().isdisjoint(names):
            moved = dict(zip_longest(names, codes, fillvalue=""))
            self.data = dict(self.data.items()) | moved
            cleaned |= moved
        return cleaned

    def clean_declaration_category_players(self) -> str:
        """Find the players of the category by name, first in the stored category, then in the club; return the text.

        Each name must belong to exactly one player, or be on as many lines as there are players with this name.
        """
        typed = str(self.cleaned_data["declaration_category_players"])
        lines = [line.strip() for line in typed.splitlines() if line.strip()]
        names, times = {name_key(line): line for line in lines}, Counter(map(name_key, lines))
        stored = _by_key(_people(self._stored))
        found = _by_key(self._club.players.filter(merge=None, name_key__in=names))
        for key in names:
            found[key] = stored[key] if len(stored[key]) == times[key] else found[key] | stored[key]
        unknown = [name for key, name in names.items() if len(found[key]) not in {1, times[key]}]
        chosen = set[int]().union(*(found[key] for key in names if names[key] not in unknown))
        is_same = chosen == set[int]().union(*stored.values())
        self._category = self._stored if is_same else sorted(chosen)
        if unknown:
            text = _("Each line must be the name of exactly one player of the club. These are not: %(names)s.")
            raise forms.ValidationError(text % {"names": ", ".join(unknown[:MOST_NAMED])})
        return typed

    def raw(self) -> dict[str, Any]:
        """Return the season for the action, including invalid values."""
        typed = self.cleaned_data
        declaration = {name: value for name in CHOICES if (value := typed.get(PREFIX + name))}
        declaration |= {name: value for name in NUMBERS if (value := typed.get(PREFIX + name)) not in (None, "")}
        final = [(name, typed.get(f"{PREFIX}final_{name}")) for name in FINAL]
        codes = (typed.get(f"{PREFIX}tie_breaks_{place}") for place in self._tie_breaks)
        declaration |= {
            "parts": [_part(line) for line in str(typed.get("declaration_parts", "")).splitlines() if line.strip()],
            "tie_breaks": [code for code in codes if code],
            "final": {name: value for name, value in final if value is not False and value not in (None, "")},
        }
        declaration |= {name: text.replace(",", ".") for name in TEXTS if (text := typed.get(PREFIX + name))}
        category = typed.get("declaration_category")
        if category or self._category:
            declaration["category"] = {"name": category or "", "players": self._category}
        if declaration.get("counts") == "points":
            points = re.split(r"[\s;,]+", str(typed.get("declaration_points", "")).strip())
            declaration["points"] = points if points != [""] else "field"
        return {"name": typed.get("name"), "declaration": declaration}


UNDECLARED = {"competitors": "entries", "listed": "all"}
"""The values that missing properties of a stored declaration stand for."""


def _part(line: str) -> dict[str, Any]:
    """Return the part in a typed line; an invalid line gives a part with an invalid number of evenings."""
    found = PART.fullmatch(line)
    if not found:
        return {"evenings": line.strip()}
    evenings, best, name = found.groups()
    return {"evenings": int(evenings), "name": name.strip(), **({"best": int(best)} if best not in (None, "-") else {})}


def _part_line(evenings: int, best: int | None = None, name: str = "") -> str:
    """Return a part as a line of the form.

    If all results count and the name begins with a digit, the line has "-" before the name.
    """
    all_count = "-" if name[:1].isdigit() else ""
    return " ".join(filter(None, (str(evenings), str(best) if best else all_count, name)))


def _initial(season: Season | None) -> dict[str, Any]:
    if season is None:
        return {}
    declared = season.declaration
    parts = (_part_line(**part) for part in declared["parts"])
    points = declared.get("points", "field")
    values = {name: declared.get(name, UNDECLARED.get(name)) for name in (*NUMBERS, *CHOICES, *TEXTS)}
    values |= _category(declared.get("category"))
    values |= {f"tie_breaks_{place}": code for place, code in enumerate(declared.get("tie_breaks", ()))}
    values |= {f"final_{name}": declared.get("final", {}).get(name) for name in FINAL}
    values["points"] = "" if points == "field" else ", ".join(map(str, points))
    values["parts"] = "\n".join(parts)
    return {"name": season.name, **{PREFIX + name: value for name, value in values.items() if value is not None}}


def _category(declared: Mapping[str, Any] | None) -> dict[str, str]:
    """Return the fields' values for a category; a merged record is listed under the name of its person."""
    if declared is None:
        return {}
    names = _people(declared["players"]).values_list("name", flat=True)
    return {"category": declared["name"], "category_players": "\n".join(names)}


def _people(ids: Collection[int]) -> QuerySet[Player]:
    """Return the persons of these records, after merges."""
    merged = PlayerMerge.objects.persons(ids)
    return Player.objects.filter(pk__in={merged.get(pk, pk) for pk in ids})


def _by_key(players: QuerySet[Player]) -> dict[str, set[int]]:
    """Return the ids of the players by the key of their name."""
    found = defaultdict[str, set[int]](set)
    for key, pk in players.values_list("name_key", "pk"):
        found[key].add(pk)
    return found
