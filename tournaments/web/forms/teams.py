"""The form of a tournament's teams: a field for the team of each player, a text to paste, and the rules."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.actions.core.ledger import digest
from tournaments.actions.core.names import name_key
from tournaments.actions.standings.teams import HOME_CLUBS
from tournaments.models import Entry, Tournament
from tournaments.ranking.teams import Teams
from tournaments.wording.team_words import ADDS, TIES

from .desk import MAX_LIST_LENGTH
from .entry_names import EntryNames
from .form import Form
from .inputs import Number

CLUBS, NONE = "clubs", "none"


class TeamsForm(Form):
    """What is added up for a team, how ties between teams are broken, and the teams as text."""

    pasted = forms.CharField(
        label=_("Teams, one a line"),
        help_text=_("As “Reds: Anna, Bruno”, by names or numbers. Players who are not named stay in the team below."),
        max_length=MAX_LIST_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        required=False,
    )
    best = Number(
        label=_("How many results of a team count"), help_text=_("The best ones. Empty: all of them."), optional=True
    )
    adds = forms.ChoiceField(label=_("What adds up"), choices=[*ADDS.items()], required=False)
    ties = forms.ChoiceField(label=_("Ties"), choices=[*TIES.items()], required=False, widget=forms.RadioSelect)
    apart = forms.BooleanField(label=_("Players of one team do not sit together"), required=False)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, data: QueryDict | None, *, tournament: Tournament, entries: Sequence[Entry], teams: Teams
    ) -> None:
        self.names, self.numbered = EntryNames(entries), sorted(entries, key=lambda entry: entry.number)
        self.stored = {entry: team.name for entry, team in teams.team_of.items()}
        self.sent = data if data is not None else QueryDict()
        rules = {name: getattr(teams, name) for name in ("best", "adds", "ties", "apart")}
        super().__init__(data, initial={**rules, "seen": digest(tournament.teams)})

    def clean_pasted(self) -> dict[int, str]:
        """Return the team of each entry that the text names. Raise ValidationError with every fault of the text."""
        typed: dict[int, str] = {}
        faults: list[str] = []
        for line in filter(str.strip, self.cleaned_data["pasted"].splitlines()):
            team, colon, players = line.partition(":")
            if colon and team.strip():
                faults += self._add(typed, team.strip(), self.names.read(players))
            else:
                message = _("Write the name of the team, a colon and its players: “%s” has no name in front.")
                faults.append(message % line.strip()[:60])
        faults += self.names.faults()
        if faults:
            raise forms.ValidationError(faults)
        return typed

    def _add(self, typed: dict[int, str], team: str, entries: Iterable[int]) -> Iterator[str]:
        """Put entries into a team; yield a fault for each entry that is already in a different team."""
        for entry in entries:
            if name_key(typed.setdefault(entry, team)) != name_key(team):
                name = next(each.name for each in self.numbered if each.pk == entry)
                message = _("%(name)s is named in two teams: “%(one)s” and “%(other)s”.")
                yield message % {"name": name, "one": typed[entry], "other": team}

    @property
    def typed(self) -> dict[int, str]:
        """The team of each entry, from the entry's own field; if it was not sent, the stored team."""
        return {e.pk: self.sent.get(f"team-{e.pk}", self.stored.get(e.pk, "")).strip() for e in self.numbered}

    @property
    def known(self) -> list[str]:
        """The names of the teams, in the order of the declaration."""
        return [*dict.fromkeys(self.stored.values())]

    def raw(self) -> dict[str, Any]:
        """Return the document for the action. A button of the page makes teams of clubs, or dissolves all teams."""
        rules = {"best": self.cleaned_data["best"], "apart": self.cleaned_data["apart"]}
        rules |= {name: self.cleaned_data[name] or self.initial[name] for name in ("adds", "ties")}
        button = self.sent.get("teams", "")
        if button == NONE:
            return {}
        return {**rules, "teams": HOME_CLUBS if button == CLUBS else self._teams()}

    def _teams(self) -> list[dict[str, Any]]:
        """Return the teams in their order, then new teams by their first player; spellings of a name are merged."""
        members: dict[str, list[int]] = {name: [] for name in self.known}
        spelled = {name_key(name): name for name in reversed(self.known)}
        for entry, team in {**self.typed, **self.cleaned_data["pasted"]}.items():
            if team:
                name = team if team in members else spelled.setdefault(name_key(team), team)
                members.setdefault(name, []).append(entry)
        return [{"name": name, "entries": entries} for name, entries in members.items() if entries]
