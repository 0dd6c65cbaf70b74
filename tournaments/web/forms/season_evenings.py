"""The forms for the evenings of a season, and for asking other clubs for their evenings."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.core.rows import slug_of
from tournaments.actions.seasons.seasons import factor_of_next
from tournaments.actions.setup.next_evening import part_of_next
from tournaments.models import Club, Season, SeasonEvening, Tournament
from tournaments.ranking import decimal
from tournaments.wording.season_words import part_names

from .form import Form
from .inputs import PlainTextField, number

CLUB_PAGE = re.compile(r"/clubs/([-\w]+)")
"""The slug of a club in the address of one of its pages."""


class ClubToAskForm(Form):
    """A club to ask for its evenings: the URL of its page, its slug or its name."""

    club = forms.CharField(label=_("Club to ask"), help_text=_("Its name, or the address of its page"), max_length=300)

    def clean_club(self) -> Club:
        """Return the club; raise ValidationError if no club, or more than one, matches."""
        typed = str(self.cleaned_data["club"]).strip()
        page = CLUB_PAGE.search(typed)
        found = Club.objects.filter(slug=slug_of(page[1] if page else typed))
        found = found or Club.objects.filter(name__iexact=typed)
        if len(found) > 1:
            raise forms.ValidationError(_("Several clubs have this name: enter the address of the club’s page."))
        if not found:
            raise forms.ValidationError(_("There is no such club."))
        return found[0]


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
        """Return the part and the factor for the action."""
        return {"part": number(self.cleaned_data["part"]), "factor": self.cleaned_data["factor"].replace(",", ".")}


class EveningForm(PlaceForm):
    """A tournament that becomes an evening of a season."""

    field_order = ("tournament", "part", "factor")
    tournament = forms.ChoiceField(label=_("Evening"))

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, season: Season, tournaments: Iterable[Tournament]
    ) -> None:
        super().__init__(data, parts=part_names(season.declared))
        self.initial["part"] = (part_of_next(season) or 0) + 1
        self.initial["factor"] = decimal(factor_of_next(season))
        self.fields["tournament"].choices = [(each.slug, _named(each, season)) for each in tournaments]  # type: ignore[attr-defined]


def _named(tournament: Tournament, season: Season) -> str:
    """Return the name of a tournament, with its club if that is not the season's club."""
    return tournament.name if tournament.club_id == season.club_id else f"{tournament.name} · {tournament.club.name}"
