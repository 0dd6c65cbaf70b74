"""What is declared of a kind of ledger entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tournaments.models import Round

from .told import Told

Changes = Literal["nothing", "closing", "names", "standings", "tables"]


@dataclass(frozen=True, slots=True)
class ChangesEntry:
    """An entry of the tournament, or `several` at once, are now as the facts say."""

    several: bool = False


@dataclass(frozen=True, slots=True)
class RoundBegins:
    """A round is there, in this state."""

    state: Round.State


@dataclass(frozen=True, slots=True)
class RoundGoesOn:
    """A round is now as the facts say, and in this state, where there is one."""

    state: Round.State | None = None


@dataclass(frozen=True, slots=True)
class TableHas:
    """A table has this column as the facts say."""

    column: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """A correction request was ruled on."""

    accepted: bool


Replay = ChangesEntry | RoundBegins | RoundGoesOn | TableHas | Ruled


@dataclass(frozen=True, slots=True)
class EntryKind:
    """What a kind of ledger entry says and does.

    `sentence` is a message with the entry's facts, or a function that returns one.

    `changes` is what it can change of the published standings and of what they follow from: "nothing", so that each
    standing stays as it was; how unfinished tables count after "closing" a round, and no standing before that; what an
    entry is called, "names" alone; "standings", of which the result of each table stays; or results of "tables".

    `replay` says how verification replays what it says of an entry, a round, a table or a correction request; hands,
    penalties and the plan are replayed by their facts. `sets_status` says that the facts hold the tournament's status.

    The text disclosed with it is a reason, or somebody's former name where `text_is_name`. One that `lists_entries`
    tells of many at once. One `about_draft` is shown to directors alone until its round is public. One that
    `only_undoes` is written when something is undone, and cannot be undone itself.
    """

    sentence: str | Callable[[Told], str]
    changes: Changes = "tables"
    replay: Replay | None = None
    sets_status: bool = False
    text_is_name: bool = False
    lists_entries: bool = False
    about_draft: bool = False
    only_undoes: bool = False
