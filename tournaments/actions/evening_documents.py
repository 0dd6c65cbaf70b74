"""Reading an evening from paper: who sat where and what they wrote, every fault with its place."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from scoring.table import replay
from scoring.victory_points import TABLES, Limits
from scoring.wire import places

from .names import name_key, name_problems
from .plans import Plan
from .problems import Problem

MAX_PLAYERS = 10_000
ABOUT_PLAY = ("players", "rounds")


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table as written down: who sat where, by name, and its hands in the wire format."""

    seats: tuple[str, ...]
    hands: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening without faults, ready to be stored."""

    plan: Mapping[str, Any]
    players: tuple[str, ...]
    rounds: tuple[tuple[PaperTable, ...], ...]

    @property
    def hands(self) -> int:
        """How many hands it has in all."""
        return sum(len(table.hands) for tables in self.rounds for table in tables)


def read_evening(raw: object, *, name: str, vp_tables: Mapping[str, Limits] = TABLES) -> Evening | list[Problem]:
    """The evening in this document, called `name` where it names none, or every fault of it."""
    if not isinstance(raw, Mapping):
        return [Problem("bad_request", _("The file must hold one JSON object."))]
    reader = _Reader(raw, name, vp_tables)
    return reader.problems or reader.evening()


class _Reader:
    def __init__(self, raw: Mapping[str, Any], name: str, vp_tables: Mapping[str, Limits]) -> None:
        rounds = raw.get("rounds")
        self.plan = {k: v for k, v in raw.items() if k not in ABOUT_PLAY}
        self.plan = {
            "name": name,
            **self.plan,
            "pairing": "scripted",
            "rounds": len(rounds) if isinstance(rounds, list) else 1,
        }
        plan = Plan(self.plan, vp_tables=vp_tables)
        self.problems, self.game = plan.problems, plan.game
        self.players = self._players(raw.get("players"))
        self.known = {name_key(player) for player in self.players}
        self.rounds = [self._round(place, entry) for place, entry in enumerate(self._list(rounds, "rounds"))]

    def evening(self) -> Evening:
        rounds = tuple(tuple(tables) for tables in self.rounds)
        return Evening(plan=self.plan, players=tuple(self.players), rounds=rounds)

    def _report(self, code: str, message: str, *path: str | int, **params: object) -> None:
        self.problems.append(Problem(code, message, params, path))

    def _list(self, raw: object, *path: str | int) -> Sequence[Any]:
        if isinstance(raw, list) and raw:
            return raw
        self._report("wrong_type", _("This must be a list with at least one entry."), *path)
        return []

    def _object(self, raw: object, *path: str | int) -> Mapping[str, Any]:
        if isinstance(raw, Mapping):
            return raw
        self._report("wrong_type", _("This must be an object of names and values."), *path)
        return {}

    def _players(self, raw: object) -> list[str]:
        names = self._list(raw, "players")[:MAX_PLAYERS]
        faults = [name_problems(name, "players", place) for place, name in enumerate(names)]
        self.problems += [fault for found in faults for fault in found]
        good = [normalise_text(name) for name, found in zip(names, faults, strict=True) if not found]
        for key, count in Counter(map(name_key, good)).items():
            if count > 1:
                twice = next(name for name in good if name_key(name) == key)
                message = _("%(name)s is in the list of players twice.")
                self._report("duplicate_entry", message, "players", name=twice)
        return good

    def _round(self, place: int, raw: object) -> list[PaperTable]:
        path = ("rounds", place)
        tables = self._list(self._object(raw, *path).get("tables"), *path, "tables")
        read = [self._table(table, (*path, "tables", n)) for n, table in enumerate(tables)]
        seated = Counter(name_key(name) for table in read for name in table.seats)
        for key, count in seated.items():
            if count > 1:
                name = next(n for t in read for n in t.seats if name_key(n) == key)
                message = _("%(name)s sits %(count)d times in this round.")
                self._report("seated_twice", message, *path, name=name, count=count)
        return read

    def _table(self, raw: object, path: tuple[str | int, ...]) -> PaperTable:
        table = self._object(raw, *path)
        seats = [
            self._seat(name, (*path, "seats", place))
            for place, name in enumerate(self._list(table.get("seats"), *path, "seats"))
        ]
        self._check_size(len(seats), path)
        hands = self._list(table.get("hands"), *path, "hands")
        wire = tuple(_in_wire_format(hand) for hand in hands)
        self.problems += self._hand_faults(wire, path)
        return PaperTable(tuple(seat for seat in seats if seat), wire)

    def _check_size(self, seats: int, path: tuple[str | int, ...]) -> None:
        if seats and self.game and seats not in self.game[0].sides:
            message = _("Names here: %(count)d; this game has no such tables.")
            self._report("wrong_table_size", message, *path, "seats", count=seats)

    def _seat(self, name: object, path: tuple[str | int, ...]) -> str:
        faults = name_problems(name, *path)
        if not faults and name_key(str(name)) not in self.known:
            message = _("%(name)s is not in the list of players.")
            faults = [Problem("unknown_entrant", message, {"name": normalise_text(str(name))}, path)]
        self.problems += faults
        return "" if faults else normalise_text(str(name))

    def _hand_faults(self, hands: Sequence[object], path: tuple[str | int, ...]) -> Iterator[Problem]:
        outcome = replay(*self.game, list(hands)) if self.game else []
        for fault in outcome if isinstance(outcome, list) else []:
            at = places(fault)
            hand = [int(at["hand"]) - 1] if "hand" in at else []
            within = [at[name] for name in ("side", "field") if name in at]
            yield replace(fault, pointer=(*path, "hands", *hand, *within))


def _in_wire_format(hand: object) -> Any:
    """A hand as the wire format has it; a bare list is the points of the sides."""
    if isinstance(hand, list):
        return {"lines": [{"points": points} for points in hand]}
    return hand
