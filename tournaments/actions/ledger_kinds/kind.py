"""The declaration of a kind of ledger entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tournaments.models import Round

from .disclosed_event import DisclosedEvent

Changes = Literal["nothing", "closing", "names", "standings", "tables"]


@dataclass(frozen=True, slots=True)
class ChangesEntry:
    """Declares that the facts are the new values of a tournament entry, or of `several` entries."""

    several: bool = False


@dataclass(frozen=True, slots=True)
class RoundBegins:
    """Declares that a round is created in this state."""

    state: Round.State


@dataclass(frozen=True, slots=True)
class RoundGoesOn:
    """Declares that the facts are the new values of a round, with this state if it is given."""

    state: Round.State | None = None


@dataclass(frozen=True, slots=True)
class TableHas:
    """Declares that a column of a table takes its value from the facts."""

    column: str


@dataclass(frozen=True, slots=True)
class RequestRuled:
    """Declares that a correction request was decided."""

    accepted: bool


Replay = ChangesEntry | RoundBegins | RoundGoesOn | TableHas | RequestRuled


@dataclass(frozen=True, slots=True)
class EntryKind:
    """The declaration of a kind of ledger entry: its sentence and its effects.

    `sentence` is a message that is formatted with the facts, or a function that returns the sentence.

    `changes` is the greatest effect on published standings and their inputs: "nothing"; "closing", how unfinished
    tables of a round count, without effect on earlier standings; "names", only an entry's name; "standings", but no
    table's result; "tables", the results of tables too.

    `replay` declares how verification replays the facts about an entry, a round, a table or a correction request.
    Hands, penalties and the plan have their own replay. With `sets_status` the facts hold the tournament's status, with
    `hides_standings` the last round whose standings are shown.

    `undone` is a message with the effect of undoing the action, formatted with the facts.
    `actions/undoing/reversals.py` checks whether the action can be undone, and undoes it.

    The disclosed text is a reason, or with `text_is_name` a former name. A kind that `lists_entries` is about many
    entries. A kind `about_draft` is shown only to directors until its round is public. A kind that `only_undoes`
    records an undo, and cannot be undone itself.
    """

    sentence: str | Callable[[DisclosedEvent], str]
    changes: Changes = "tables"
    replay: Replay | None = None
    undone: str = ""
    sets_status: bool = False
    hides_standings: bool = False
    text_is_name: bool = False
    lists_entries: bool = False
    about_draft: bool = False
    only_undoes: bool = False
