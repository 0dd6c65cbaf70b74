"""Names at the registration: one by one, or a whole list with a look at it before it counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scoring.fields import normalise_text
from tournaments.actions.candidates import Candidate
from tournaments.web.lookalikes import Question, Register

MAX_LINES = 500
LONGEST_LINE = 2_000


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
        known = [(f"player-{player.pk}", _("is %(name)s") % {"name": player.name}) for player in self.question.players]
        new = [("new", _("somebody new"))]
        return [*known, *new, ("skip", _("leave out"))]

    def candidate(self) -> Candidate | None:
        """Who is to be entered for this line, None for nobody."""
        if self.chosen == "skip":
            return None
        if self.chosen.startswith("player-") and self.chosen.removeprefix("player-").isdecimal():
            return Candidate(player_ids=(int(self.chosen.removeprefix("player-")),))
        return Candidate(names=(self.name,), new=self.chosen == "new")


def read_list(text: str, register: Register) -> list[ListLine]:
    """The lines of a pasted list that hold a name."""
    names = [normalise_text(line[:LONGEST_LINE]) for line in text.splitlines()]
    return _lines([name for name in names if name][:MAX_LINES], register)


def read_decided(data: Mapping[str, str], register: Register) -> list[ListLine]:
    """The lines of a list sent back with what was decided about each."""
    names: list[str] = []
    while (name := data.get(f"name-{len(names)}")) is not None and len(names) < MAX_LINES:
        names.append(normalise_text(name[:LONGEST_LINE]))
    lines = _lines(names, register)
    for line in lines:
        line.chosen = data.get(f"as-{line.place}", "name")
    return lines


def _lines(names: Sequence[str], register: Register) -> list[ListLine]:
    lines = [ListLine(place, name, register.question(name)) for place, name in enumerate(names)]
    for line in lines:
        line.chosen = line.choices[0][0]
    return lines
