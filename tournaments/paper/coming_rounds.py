"""Rounds of a schedule with the players' names."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.actions.rounds.draws.drafts import SEED_BITS
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class PrintedRound:
    """A round with its number, its tables in seat order, and who sits out."""

    number: int
    tables: list[list[Entry]]
    out: list[Entry]


def coming_rounds(tournament: Tournament, rounds: Sequence[Mapping[str, Any]], *, first: int) -> list[PrintedRound]:
    """Rounds from lists of ids, numbered from `first`; entries that were removed are left out."""
    entries = tournament.entries.in_bulk()

    def known(ids: Iterable[int]) -> list[Entry]:
        return [entries[pk] for pk in map(int, ids) if pk in entries]

    return [
        PrintedRound(number, [known(table) for table in each["tables"]], known(each["sit_out"]))
        for number, each in enumerate(rounds, start=first)
    ]


def seed_in(asked: Mapping[str, str]) -> int | None:
    """The seed that a form or an address names; None where it names none that there is."""
    seed = asked.get("seed", "")
    is_number = seed.isascii() and seed.isdecimal() and len(seed) <= len(str(2**SEED_BITS))
    return int(seed) if is_number and int(seed) < 2**SEED_BITS else None
