"""A pasted list before it is entered: which names are clear, and what is asked about the others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rapidfuzz import fuzz, process

from tournaments.actions.candidates import Candidate
from tournaments.actions.list_files import Rows, read_file, read_text
from tournaments.actions.name_lists import Listed, read_line
from tournaments.actions.names import name_key, name_problems

from .registration import LIKENESS, Register

MOST_ASKED = 100
"""So many lines are asked about at once: a form has a limit of fields."""


class ListForm(forms.Form):
    """Names as somebody has them: pasted, or in a file."""

    list = forms.CharField(
        label=gettext_lazy("Paste the names here, as you have them"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )
    file = forms.FileField(label=gettext_lazy("Or choose a file (Excel or CSV)"), required=False)

    def rows(self) -> Rows:
        """The rows of what was sent; raises Invalid for a file that is no list."""
        file = self.cleaned_data.get("file")
        return read_file(file.read()) if file else read_text(self.cleaned_data.get("list", ""))


@dataclass(slots=True)
class NameAsked:
    """A name of a line: what it may mean, and what was decided: "" for nothing yet."""

    name: str
    choices: Sequence[tuple[str, str]] = ()
    why: str = ""
    chosen: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether it is known who this is."""
        return not self.choices or self.chosen in {value for value, _label in self.choices if value}


@dataclass(slots=True)
class ListedLine:
    """A line with its names, what is wrong with it, and the players known to be meant."""

    listed: Listed
    names: list[NameAsked]
    known: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    @property
    def is_clear(self) -> bool:
        """Whether nothing has to be asked about it."""
        return not self.faults and not any(name.choices for name in self.names)

    @property
    def is_skipped(self) -> bool:
        """Whether it was decided to leave it out."""
        return any(name.chosen == "skip" for name in self.names)

    def candidate(self) -> Candidate:
        """Who is to be entered for this line."""
        ids = [self.known.get(name.name) or _player(name.chosen) for name in self.names]
        new = tuple(name.name for name, pk in zip(self.names, ids, strict=True) if not pk)
        is_new = any(name.chosen == "new" for name in self.names)
        return Candidate(new, tuple(pk for pk in ids if pk), new=is_new, home_club=self.listed.club)


def _player(chosen: str) -> int:
    pk = chosen.removeprefix("player-")
    return int(pk) if chosen.startswith("player-") and pk.isdecimal() else 0


class Review:
    """The lines of a list, each looked at after those before it."""

    def __init__(self, register: Register, size: int) -> None:
        self.register, self.size = register, size
        self.lines: list[ListedLine] = []
        self.seen: dict[str, str] = {}
        self.unknown: list[str] = []

    def add(self, listed: Iterable[Listed]) -> None:
        """Look at these lines."""
        for each in listed:
            self._add(each, [])

    def add_decided(self, sent: QueryDict) -> None:
        """Look at the lines that were asked about and came back, each with what was decided."""
        for place in range(MOST_ASKED):
            if (text := sent.get(f"name-{place}")) is not None:
                chosen = [sent.get(f"as-{place}-{number}", "") for number in range(self.size)]
                self._add(read_line(text, self.size), chosen)

    def _add(self, listed: Listed, chosen: Sequence[str]) -> None:
        if not listed.names:
            return
        line = ListedLine(listed, [])
        if len(listed.names) != self.size:
            line.faults.append(_("Write the names of all who play together, with / between them."))
        for place, name in enumerate(listed.names):
            line.faults += [problem.text(_) for problem in name_problems(name)]
            asked = self._asked(name, line)
            asked.chosen = chosen[place] if place < len(chosen) else asked.chosen
            line.names.append(asked)
        self.lines.append(line)

    def _asked(self, name: str, line: ListedLine) -> NameAsked:
        """What is to be asked about a name; nothing about a player who is known and free, or unlike all others."""
        key = name_key(name)
        if key in self.seen:
            return NameAsked(name, _choices(), _("stands on the list twice"), "skip")
        if player := self.register.free(key):
            self.seen[key] = name
            line.known[name] = player.pk
            return NameAsked(name)
        like = process.extractOne(key, self.unknown, scorer=fuzz.ratio, score_cutoff=LIKENESS)
        self.seen[key] = name
        self.unknown.append(key)
        question = self.register.question(name)
        if question is None and like is None:
            return NameAsked(name)
        if question is None:
            other = self.seen[str(like[0])] if like else name
            return NameAsked(name, _choices(), _("much like %(name)s on this list") % {"name": other})
        players = [(f"player-{each.pk}", _("is %(name)s") % {"name": each.name}) for each in question.players]
        if question.same_name and not players:
            return NameAsked(name, _choices(), _("is entered already"), "skip")
        why = _("several are called that") if question.same_name else _("much like somebody you know")
        return NameAsked(name, [*players, *_choices()], why)

    @property
    def clear(self) -> list[ListedLine]:
        """The lines about which nothing is asked."""
        return [line for line in self.lines if line.is_clear]

    @property
    def asked(self) -> list[ListedLine]:
        """The others; those to be decided first."""
        others = [line for line in self.lines if not line.is_clear]
        return sorted(others, key=lambda line: not line.faults and all(name.is_decided for name in line.names))

    def complain(self) -> None:
        """Say of every line that nobody has decided yet that somebody has to."""
        for line in self.lines:
            if not line.is_skipped and not all(name.is_decided for name in line.names):
                line.faults.append(_("Say who this is."))

    def chosen(self) -> list[ListedLine]:
        """The lines to be entered."""
        return [line for line in self.lines if not line.is_skipped]


def _choices() -> list[tuple[str, str]]:
    return [("new", _("is somebody new")), ("skip", _("leave out"))]
