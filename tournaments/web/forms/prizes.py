"""The form of a tournament's prizes: a text field for each list, with a line for each prize."""

from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.actions.core.ledger import digest
from tournaments.actions.core.rows import id_of
from tournaments.models import Entry, Tournament
from tournaments.ranking.prizes import Category, PrizeList, Prizes, read_prizes
from tournaments.wording.prize_words import TIES

from .form import Form
from .inputs import PlainTextField

CLEAN_HANDS = "clean_hands"
NO_PRIZE = "-"
NOT_SHOWN = _(
    "This form cannot show all prizes that a program has declared, such as several for one round or a category with a "
    "colon in its name. Change them by that program, so that none is lost."
)
UNCLEAR = _(
    "Rename one category at a time, and add or remove others before or afterwards: otherwise the marks of who belongs "
    "where would be lost."
)

_CLEAN_HANDS_ADD_UP = _("Round numbers then continue from stage to stage, and clean hands of all stages add up.")


def _lines(**more: Any) -> PlainTextField:
    return PlainTextField(widget=forms.Textarea(attrs={"rows": 3}), optional=True, **more)


class PrizesForm(Form):
    """The prizes by place, by the club's categories and by round, and the rules for awarding them."""

    place = _lines(
        label=_("Prizes by place"), help_text=_("A line for each prize, beginning with the one for first place.")
    )
    categories = _lines(
        label=_("Prizes of your own categories"),
        help_text=_("A line for each prize, as “Juniors: a book”. Save, then mark who belongs to a category."),
    )
    rounds = _lines(
        label=_("Best of a round"), help_text=_("A line for each round, beginning with the first; - for no prize.")
    )
    clean_hands = _lines(label=_("Most clean hands"))
    newcomers = _lines(
        label=_("Best newcomer"), help_text=_("The best of those who have never played in a tournament of the club.")
    )
    ties = forms.ChoiceField(label=_("Ties"), choices=[*TIES.items()], required=False, widget=forms.RadioSelect)
    several = forms.BooleanField(label=_("One player may win in several lists"), required=False)
    stages = forms.BooleanField(
        label=_("For the overall standings"),
        help_text=_("Round numbers then continue from stage to stage."),
        required=False,
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, data: QueryDict | None, *, tournament: Tournament, prizes: Prizes, entries: Mapping[int, Entry]
    ) -> None:
        shown = _initial(prizes)
        self.tournament = tournament
        self.own, self.entries = [each.category for each in prizes.lists if each.category], entries
        members = {each.name: each.entries for each in self.own}
        self.holds_all = read_prizes(_document(shown, members)) == read_prizes(tournament.prizes)
        self.sent = data
        super().__init__(data, initial={**shown, "seen": digest(tournament.prizes)})
        if CLEAN_HANDS not in tournament.tie_breaks and CLEAN_HANDS not in shown:
            del self.fields[CLEAN_HANDS]
        else:
            self.fields["stages"].help_text = _CLEAN_HANDS_ADD_UP
        if tournament.championship is None and not prizes.stages:
            del self.fields["stages"]

    def clean(self) -> None:
        """Refuse changes that would lose stored prizes or members of categories.

        The action refuses a page that is out of date.
        """
        if not self.holds_all:
            self.add_error(None, NOT_SHOWN)
        gone, new = self._changed_names()
        is_current = self.cleaned_data.get("seen") in ("", self.initial["seen"])
        if is_current and gone and new and (len(gone), len(new)) != (1, 1):
            self.add_error("categories", UNCLEAR)

    @property
    def marks(self) -> list[tuple[int, Category, Collection[int]]]:
        """Each stored category with its position in the form and its members.

        Entries that are not offered remain members.
        """
        if self.sent is None:
            return [
                (place, each, {self._listed(entry) for entry in each.entries}) for place, each in enumerate(self.own)
            ]
        of_place = self.sent.getlist
        return [
            (place, each, {*map(id_of, of_place(f"member-{place}"))} - {0} | each.entries - self.entries.keys())
            for place, each in enumerate(self.own)
        ]

    def _listed(self, entry: int) -> int:
        """Return the entry that stands for the same players in the list of boxes; the entry itself if none does."""
        return self.entries[entry].pk if entry in self.entries else entry

    def _here(self, entries: Collection[int]) -> set[int]:
        """Return the entries; each is replaced by this tournament's entry of the same players, if there is one."""
        own = self.tournament.entries.filter(pk__in=self.entries).values_list("pk", flat=True)
        here = {self._listed(entry): entry for entry in own}
        return {here.get(self._listed(entry), entry) for entry in entries}

    @property
    def renamed(self) -> list[tuple[str, str]]:
        """The former and the new name of each renamed category."""
        return [*zip(*self._changed_names(), strict=False)]

    def raw(self) -> dict[str, Any]:
        """Return the document for the action; a renamed category keeps its members."""
        over_all = self.cleaned_data.get("stages")
        members = {
            category.name: entries if over_all else self._here(entries) for _place, category, entries in self.marks
        }
        members |= {new: members[former] for former, new in self.renamed}
        return _document(self.cleaned_data, members)

    def _changed_names(self) -> tuple[list[str], list[str]]:
        """Return the categories with members that are not in the text, and those in the text that are not stored."""
        typed, stored = _categories(self.cleaned_data.get("categories", "")), {each.name for each in self.own}
        gone = [each.name for _place, each, marked in self.marks if marked and each.name not in typed]
        return gone, [name for name in typed if name not in stored]


def _document(typed: Mapping[str, Any], members: Mapping[str, Collection[int]]) -> dict[str, Any]:
    """Return the action's document from the fields' values; `members` has the entries of each category by name."""
    return {
        "place": _typed(typed.get("place", "")),
        "categories": [
            {"name": name, "prizes": texts, "entries": sorted(members.get(name, ()))}
            for name, texts in _categories(typed["categories"]).items()
        ],
        "rounds": [
            {"round": number, "prizes": [text]}
            for number, text in enumerate(_typed(typed["rounds"]), start=1)
            if text != NO_PRIZE
        ],
        "clean_hands": _typed(typed.get(CLEAN_HANDS, "")),
        "newcomers": _typed(typed.get("newcomers", "")),
        "ties": typed["ties"] or "tie_breaks",
        "several": typed["several"],
        **({"stages": True} if typed.get("stages") else {}),
    }


def _categories(text: str) -> dict[str, list[str]]:
    """Return the prizes of each typed category by its name."""
    named: dict[str, list[str]] = {}
    for line in _typed(text):
        name, _colon, prize = line.partition(":")
        named.setdefault(name.strip(), []).extend(filter(None, [prize.strip()]))
    return named


def _typed(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _initial(prizes: Prizes) -> dict[str, Any]:
    """Return the fields' values for stored prizes."""
    texts: dict[str, str] = {
        each.kind: "\n".join(each.texts) for each in prizes.lists if each.kind not in ("category", "round")
    }
    categories = [line for each in prizes.lists if each.category for line in _category_lines(each)]
    of_round = {each.round or 0: each.texts for each in prizes.lists if each.kind == "round"}
    rounds = [of_round.get(number, (NO_PRIZE,))[0] for number in range(1, max(of_round, default=0) + 1)]
    more = {"categories": "\n".join(categories), "rounds": "\n".join(rounds)}
    return {**texts, **more, "ties": prizes.ties, "several": prizes.several, "stages": prizes.stages}


def _category_lines(each: PrizeList) -> list[str]:
    name = each.category.name if each.category else ""
    return [f"{name}: {text}" for text in each.texts] or [name]
