"""Names at the registration, one by one or a whole list, and whom of the club's players each may mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from django.utils.translation import gettext as _

from scoring.fields import normalise_text
from tournaments.actions.candidates import Candidate
from tournaments.actions.names import name_key
from tournaments.models import EntryPlayer, Player, Tournament

MAX_LINES = 500
MAX_LINE_LENGTH = 2_000
LIKENESS = 0.84
MAX_LOOKALIKES = 4


@dataclass(frozen=True, slots=True)
class Question:
    """A name that may mean one of these players, who bear it or one much like it."""

    name: str
    players: tuple[Player, ...]
    same_name: bool


class Register:
    """The players that a tournament's club knows, asked by name, and who of them is entered."""

    def __init__(self, tournament: Tournament) -> None:
        entered = EntryPlayer.objects.filter(tournament=tournament)
        self.entered = frozenset(entered.values_list("player_id", flat=True))
        self.by_key: dict[str, list[Player]] = {}
        for player in tournament.club.players.not_erased():
            self.by_key.setdefault(player.name_key, []).append(player)

    def question(self, name: str) -> Question | None:
        """What to ask about a name before it makes a new player; None where it is clear."""
        key = name_key(name)
        namesakes = self.by_key.get(key, [])
        if len(namesakes) == 1 and namesakes[0].pk not in self.entered:
            return None
        if namesakes:
            free = tuple(player for player in namesakes if player.pk not in self.entered)
            return Question(name, free, same_name=True)
        alike = self._alike(key)
        return Question(name, alike, same_name=False) if alike else None

    def _alike(self, key: str) -> tuple[Player, ...]:
        if not key:
            return ()
        near = get_close_matches(key, self.by_key, n=MAX_LOOKALIKES, cutoff=LIKENESS)
        turned = " ".join(reversed(key.split()))
        keys = dict.fromkeys([*([turned] if turned in self.by_key else []), *near])
        return tuple(player for key in keys for player in self.by_key[key])[:MAX_LOOKALIKES]

    def absent(self) -> Sequence[Player]:
        """The known players who are not entered yet."""
        everybody = (player for players in self.by_key.values() for player in players)
        return [player for player in everybody if player.pk not in self.entered]


@dataclass(slots=True)
class ListLine:
    """A line of a pasted list: the name, what it may mean, what was decided, what is wrong."""

    place: int
    name: str
    question: Question | None
    chosen: str = ""
    faults: list[str] = field(default_factory=list)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What can be decided about the line, the likeliest first."""
        if self.question is None:
            return [("name", _("enter")), ("skip", _("leave out"))]
        named = [(f"player-{player.pk}", _("is %(name)s") % {"name": player.name}) for player in self.question.players]
        return [*named, ("new", _("somebody new")), ("skip", _("leave out"))]

    def candidate(self) -> Candidate | None:
        """Who is to be entered for this line, None for nobody."""
        if self.chosen == "skip":
            return None
        if self.chosen.startswith("player-") and self.chosen.removeprefix("player-").isdecimal():
            return Candidate(player_ids=(int(self.chosen.removeprefix("player-")),))
        return Candidate(names=(self.name,), new=self.chosen == "new")


def read_list(text: str, register: Register) -> list[ListLine]:
    """The lines of a pasted list that hold a name."""
    names = [normalise_text(line[:MAX_LINE_LENGTH]) for line in text.splitlines()]
    return _lines([name for name in names if name][:MAX_LINES], register)


def read_decided(data: Mapping[str, str], register: Register) -> list[ListLine]:
    """The lines of a list sent back with what was decided about each."""
    names: list[str] = []
    while (name := data.get(f"name-{len(names)}")) is not None and len(names) < MAX_LINES:
        names.append(normalise_text(name[:MAX_LINE_LENGTH]))
    lines = _lines(names, register)
    for line in lines:
        line.chosen = data.get(f"as-{line.place}", "name")
    return lines


def _lines(names: Sequence[str], register: Register) -> list[ListLine]:
    lines = [ListLine(place, name, register.question(name)) for place, name in enumerate(names)]
    for line in lines:
        line.chosen = line.choices[0][0]
    return lines
