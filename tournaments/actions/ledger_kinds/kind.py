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
class RoundCreated:
    """Declares that the entry creates a round in this state."""

    state: Round.State


@dataclass(frozen=True, slots=True)
class RoundChanged:
    """Declares that the facts are the new values of a round; its state becomes `state`, if given."""

    state: Round.State | None = None


@dataclass(frozen=True, slots=True)
class TableColumn:
    """Declares that a column of a table takes its value from the facts."""

    column: str


@dataclass(frozen=True, slots=True)
class RequestRuled:
    """Declares that the facts decide a correction request."""

    accepted: bool


Replay = ChangesEntry | RoundCreated | RoundChanged | TableColumn | RequestRuled


@dataclass(frozen=True, slots=True)
class EntryKind:
    """The declaration of a kind of ledger entry: its sentence and its effects.

    `sentence` is a message formatted with the facts, or a function that returns the sentence.

    `changes` is the greatest effect on published standings or their inputs. "nothing": none. "closing": only how
    unfinished tables of the round count. "names": only the name of an entry. "standings": standings, but no table's
    result. "tables": also results of tables.

    `replay` declares how verification applies the facts to an entry, a round, a table or a correction request. Hands,
    penalties and settings have their own replay. With `sets_status` the facts contain the tournament's status, with
    `hides_standings` the last round whose standings are shown.

    `undone` is a message about the effect of undoing the action, formatted with the facts.
    `actions/undoing/reversals.py` decides whether the action can be undone, and undoes it.

    The personal text of the entry is a reason or, with `text_is_name`, a former name. `lists_entries`: the facts list
    many entries. `about_draft`: only directors see the ledger entry until its round is public. `only_undoes`: it
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
