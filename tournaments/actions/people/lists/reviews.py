"""The review of a list before its players are entered: names that are clear, and questions about the others."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import models
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_noop as _

from tournaments.models import Player

from ...core.names import name_key, name_problems
from ...core.refusals import Problem
from ...core.rows import id_of
from ..candidates import Candidate
from ..known_names import PlayerIndex, near_keys, orders_of
from .listed import Listed, as_one_name, may_be_halves


class NameDoubt(models.TextChoices):
    """Reasons why it is doubtful which player a name denotes."""

    TWICE = "twice", gettext_lazy("is on the list twice")
    ENTERED = "entered", gettext_lazy("is already entered")
    NAMESAKES = "namesakes", gettext_lazy("several players have this name")
    ALIKE = "alike", gettext_lazy("similar to a player of the club")
    ALIKE_ON_LIST = "alike_on_list", gettext_lazy("similar to %(name)s on this list")
    HALVES = "halves", gettext_lazy("may be one name, or a name and a club")


NEW, SKIP = "new", "skip"
LEFT_OUT = frozenset({NameDoubt.TWICE, NameDoubt.ENTERED})
"""The doubts that leave a line out unless the user decides otherwise."""


@dataclass(slots=True)
class NameQuestion:
    """A name on a line: the reason for doubt, the players that it may mean, and the user's decision ("" if none yet).

    `found` is the id of a player who is certain. If the whole line may be one name, `whole` has the possible names.
    """

    name: str
    doubt: NameDoubt | None = None
    players: Sequence[Player] = ()
    like: str = ""
    chosen: str = ""
    found: int | None = None
    whole: Mapping[str, str] = field(default_factory=dict)

    @property
    def why(self) -> str:
        """The reason for the doubt as text."""
        return str(self.doubt.label) % {"name": self.like} if self.doubt else ""

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The decisions that the user can take, as (value, text); [] if the name is clear."""
        if not self.doubt:
            return []
        players = [(f"player-{each.pk}", _label_of_player(each)) for each in self.players]
        names = [(value, gettext("is %(name)s") % {"name": name}) for value, name in self.whole.items()]
        return [*players, *names, (NEW, gettext("is somebody new")), (SKIP, gettext("leave out"))]

    @property
    def is_entered(self) -> bool:
        """Whether the user chose a player who is entered already."""
        return any(each.is_entered and self.chosen == f"player-{each.pk}" for each in self.players)

    @property
    def is_decided(self) -> bool:
        """Whether the name is clear or decided."""
        return not self.doubt or self.chosen in {NEW, SKIP, *(f"player-{each.pk}" for each in self.players)}


@dataclass(slots=True)
class ListedLine:
    """A line with its names and its problems."""

    listed: Listed
    names: list[NameQuestion]
    problems: list[Problem] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """The problems as texts."""
        return [problem.text(gettext) for problem in self.problems]

    @property
    def is_clear(self) -> bool:
        """Whether the line needs no decision."""
        return not self.problems and not any(name.doubt for name in self.names)

    @property
    def is_skipped(self) -> bool:
        """Whether the line is left out: by decision, or because its player is entered already."""
        return any(name.chosen == SKIP or name.is_entered for name in self.names)

    def candidate(self) -> Candidate:
        """Return the candidate to be entered for this line."""
        ids = [name.found or _player(name.chosen) for name in self.names]
        new = tuple(name.name for name, pk in zip(self.names, ids, strict=True) if not pk)
        is_new = any(name.chosen == NEW for name in self.names)
        return Candidate(new, tuple(pk for pk in ids if pk), new=is_new, home_club=self.listed.club)


def _label_of_player(player: Player) -> str:
    """Return the text of the choice "this player"."""
    template = gettext("is %(name)s, who is already entered") if player.is_entered else gettext("is %(name)s")
    return template % {"name": player.name}


def _player(chosen: str) -> int:
    return id_of(chosen.removeprefix("player-")) if chosen.startswith("player-") else 0


class Review:
    """The review of a list. Each line is compared with the club's players and with the lines before it."""

    def __init__(self, register: PlayerIndex, size: int) -> None:
        self.register, self.size = register, size
        self.lines: list[ListedLine] = []
        self.seen: dict[str, str] = {}
        self.unknown: list[str] = []
        self.clubs: set[str] = set()

    def add(self, listed: Iterable[Listed]) -> None:
        """Review these lines.

        A club that follows a whole name on one line is recognised also after a single word on other lines.
        """
        lines = list(listed)
        self.clubs |= {each.club.casefold() for each in lines if each.names and " " in each.names[0]}
        for each in lines:
            self.add_line(each)

    def add_line(self, listed: Listed, chosen: Sequence[str] = ()) -> None:
        """Review a line. `chosen` are the user's decisions about its names, if the form has been submitted."""
        if not listed.names:
            return
        if may_be_halves(listed) and listed.club.casefold() not in self.clubs:
            whole = self._as_one_name(listed, chosen)
            if whole is None:
                self._ask_name_or_club(listed, chosen)
                return
            listed, chosen = whole, ()
        line = ListedLine(listed, [])
        if len(listed.names) != self.size:
            message = _("Enter the names of all who play together, with / between them.")
            line.problems.append(Problem("wrong_number_of_players", message))
        for place, name in enumerate(listed.names):
            line.problems += name_problems(name)
            asked = self._asked(name)
            asked.chosen = chosen[place] if place < len(chosen) else asked.chosen
            line.names.append(asked)
        self.lines.append(line)

    def _as_one_name(self, listed: Listed, chosen: Sequence[str]) -> Listed | None:
        """Return the line as one name if the user chose this, or if a known player has this name; otherwise None."""
        names = as_one_name(listed)
        stored = [name for name in names.values() if name_key(name) in self.register.by_key]
        decided = names.get(chosen[0]) if chosen else None
        name = decided or next(iter(stored), None)
        return None if name is None else Listed((name,))

    def _ask_name_or_club(self, listed: Listed, chosen: Sequence[str]) -> None:
        """Add the question whether a line is one name, or a name with a club."""
        asked = NameQuestion(listed.names[0], NameDoubt.HALVES, whole=as_one_name(listed))
        asked.chosen = chosen[0] if chosen else ""
        self.lines.append(ListedLine(listed, [asked]))

    def _asked(self, name: str) -> NameQuestion:
        """Return a name with its doubt.

        There is no doubt about a player who is not entered yet, or about a name unlike all others.
        """
        key = name_key(name)
        if key in self.seen:
            return _asked(name, NameDoubt.TWICE)
        if player := self.register.free(key):
            self.seen[key] = name
            return NameQuestion(name, found=player.pk)
        like = self._similar_key(key)
        self.seen[key] = name
        self.unknown.append(key)
        question = self.register.question(name)
        if question is None:
            return _asked(name, NameDoubt.ALIKE_ON_LIST, like=self.seen[like]) if like else NameQuestion(name)
        if question.same_name:
            return _asked(name, NameDoubt.NAMESAKES if question.players else NameDoubt.ENTERED, question.players)
        return _asked(name, NameDoubt.ALIKE, question.players)

    def _similar_key(self, key: str) -> str:
        """Return the key of an earlier name that differs only in word order or one letter; "" if there is none."""
        turned = [other for other in orders_of(key)[1:] if other in self.unknown]
        near = (each for order in orders_of(key) for each in near_keys(order, self.unknown))
        return next(iter(turned), None) or next(near, "")

    @property
    def clear(self) -> list[ListedLine]:
        """Return the lines that need no decision."""
        return [line for line in self.lines if line.is_clear]

    @property
    def asked(self) -> list[ListedLine]:
        """Return the lines that need a decision, undecided lines first."""
        others = [line for line in self.lines if not line.is_clear]
        return sorted(others, key=lambda line: not line.problems and all(name.is_decided for name in line.names))

    def require_decisions(self) -> None:
        """Add a problem to every line that is neither decided nor left out."""
        for line in self.lines:
            if not line.is_skipped and not all(name.is_decided for name in line.names):
                line.problems.append(Problem("unclear_name", _("Choose who this is.")))

    def chosen(self) -> list[ListedLine]:
        """Return the lines to be entered."""
        return [line for line in self.lines if not line.is_skipped]


def _asked(name: str, doubt: NameDoubt, players: Sequence[Player] = (), like: str = "") -> NameQuestion:
    return NameQuestion(name, doubt, players, like, SKIP if doubt in LEFT_OUT else "")
