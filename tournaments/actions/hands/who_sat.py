"""The players in each seat, with their first and last hands there, computed from a tournament's ledger."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Turn = tuple[int, int, int | None]
"""A player, with the first and last hand in the seat; the last is None while the player still sits there."""
Place = tuple[int, int]
"""A round's number and an entry's id."""
PLAYED = ("submitted", "confirmed", "disputed")


@dataclass(slots=True)
class WhoSat:
    """The turns of players in the seats of public rounds, by (round, entry). A turn is (player, first hand, last hand).

    `out` has the players of entries that sat out. `unknown` has the (round, entry) of entries for which an old ledger
    names no players.
    """

    turns: dict[Place, list[Turn]] = field(default_factory=dict)
    unknown: set[Place] = field(default_factory=set)
    out: dict[Place, list[int]] = field(default_factory=dict)
    _players: dict[int, list[int]] = field(default_factory=dict)
    _seats: dict[int, dict[int, Place]] = field(default_factory=dict)
    _in_play: set[int] = field(default_factory=set)
    _hands: dict[Place, set[int]] = field(default_factory=lambda: defaultdict(set))

    def read(self, kind: str, facts: Mapping[str, Any]) -> None:
        """Apply one ledger entry."""
        self._change(kind, facts)
        if "tally" in facts:
            hands = self._hands[facts["round"], facts["table"]]
            (hands.add if facts["state"] in PLAYED else hands.discard)(facts["hand"])
        if "players" in facts and "entry" in facts:
            self._players[facts["entry"]] = list(facts["players"])

    def _change(self, kind: str, facts: Mapping[str, Any]) -> None:
        match kind:
            case "entries_registered" | "stage_filled":
                self._register(facts)
            case "round_published":
                self._publish(facts)
            case "round_reseated" if facts["round"] in self._seats:
                self._seat(facts)
            case "round_unpublished":
                self._unpublish(facts)
            case "round_closed":
                self._in_play.discard(facts["round"])
            case "round_reopened":
                self._in_play.add(facts["round"])
            case "player_substituted":
                self._substitute(facts)
            case "players_merged" | "players_parted":
                self._merge(facts)
            case "player_left" | "player_returned" if "coming" in facts:
                (self._sit_in if kind == "player_left" else self._return_seat)(facts)

    def _register(self, facts: Mapping[str, Any]) -> None:
        for entry in facts["entries"]:
            if "players" in entry:
                self._players[entry["entry"]] = list(entry["players"])

    def _publish(self, facts: Mapping[str, Any]) -> None:
        self._in_play.add(facts["round"])
        self._seats[facts["round"]] = {}
        self._seat(facts)

    def _seat(self, facts: Mapping[str, Any]) -> None:
        """Replace the turns of entries whose seats changed, and update the sit-outs."""
        number, before, now = facts["round"], self._seats[facts["round"]], _seats_of(facts)
        for entry in {*before, *now}:
            if before.get(entry) != now.get(entry):
                self._clear_seat((number, entry))
                if entry in now:
                    self._fill((number, entry))
        self._seats[number] = now
        self._record_sit_out(number, facts.get("sit_out", ()))

    def _record_sit_out(self, number: int, entries: Collection[int]) -> None:
        for place in [place for place in self.out if place[0] == number and place[1] not in entries]:
            del self.out[place]
        for entry in entries:
            if entry in self._players:
                self.out.setdefault((number, entry), list(self._players[entry]))

    def _fill(self, place: Place) -> None:
        players = self._players.get(place[1])
        if players is None:
            self.unknown.add(place)
        else:
            self.turns[place] = [(player, 1, None) for player in players]

    def _clear_seat(self, place: Place) -> None:
        self.turns.pop(place, None)
        self.unknown.discard(place)

    def _unpublish(self, facts: Mapping[str, Any]) -> None:
        self._in_play.discard(facts["round"])
        for entry in self._seats.pop(facts["round"], {}):
            self._clear_seat((facts["round"], entry))
        self._record_sit_out(facts["round"], ())

    def _substitute(self, facts: Mapping[str, Any]) -> None:
        entry, leaving, coming = facts["entry"], facts["player"], self._coming(facts)
        for number, hand in facts.get("taken_over", self._next_hands(entry)):
            if turns := self.turns.get((number, entry)):
                self.turns[number, entry] = [new for turn in turns for new in _taken_over(turn, leaving, coming, hand)]
        for number in self._in_play:
            if players := self.out.get((number, entry)):
                self.out[number, entry] = [coming if player == leaving else player for player in players]

    def _sit_in(self, facts: Mapping[str, Any]) -> None:
        entry, leaving, coming = facts["entry"], facts["player"], facts["coming"]
        for number, hand in facts["taken_over"]:
            turns = self.turns[number, entry]
            self.turns[number, entry] = [new for turn in turns for new in _taken_over(turn, leaving, coming, hand)]

    def _return_seat(self, facts: Mapping[str, Any]) -> None:
        """Give a seat back to the player who had left, if the player who came has not played a hand."""
        leaving, coming = facts["player"], facts["coming"]
        for number, hand in facts["taken_over"]:
            turns = [turn for turn in self.turns[number, facts["entry"]] if turn != (coming, hand, None)]
            again = (leaving, hand, None)
            if before := next((turn for turn in turns if turn[0] == leaving and turn[2] == hand - 1), None):
                turns.remove(before)
                again = (leaving, before[1], None)
            self.turns[number, facts["entry"]] = [*turns, again]

    def _next_hands(self, entry: int) -> list[tuple[int, int]]:
        """Return [round, next hand] for an entry's tables in play. Old ledger entries do not contain these numbers."""
        seats = {number: self._seats[number].get(entry) for number in sorted(self._in_play)}
        return [(number, len(self._hands[number, seat[0]]) + 1) for number, seat in seats.items() if seat]

    def _coming(self, facts: Mapping[str, Any]) -> int:
        """Return the player whom a ledger entry added to an entry; if none was added, its fact `player`."""
        before, now = self._players.get(facts["entry"], ()), [int(player) for player in facts["players"]]
        return next((player for player in now if player not in before), int(facts["player"]))

    def _merge(self, facts: Mapping[str, Any]) -> None:
        before, into = facts["player"], facts.get("into") or self._coming(facts)
        for place, turns in self.turns.items():
            if place[1] == facts["entry"]:
                self.turns[place] = [(into if turn[0] == before else turn[0], turn[1], turn[2]) for turn in turns]
        for place, players in self.out.items():
            if place[1] == facts["entry"]:
                self.out[place] = [into if player == before else player for player in players]


def who_sat(links: Iterable[tuple[str, Mapping[str, Any]]]) -> WhoSat:
    """Return the turns that result from a tournament's ledger entries, given in order as (kind, facts)."""
    read = WhoSat()
    for kind, facts in links:
        read.read(kind, facts)
    return read


def _seats_of(facts: Mapping[str, Any]) -> dict[int, Place]:
    """Return the table and the seat of each entry in a drawn round, by the entry's id."""
    numbers = facts.get("numbers") or range(1, len(facts["tables"]) + 1)
    tables = zip(numbers, facts["tables"], strict=True)
    return {entry: (number, seat) for number, entries in tables for seat, entry in enumerate(entries)}


def _taken_over(turn: Turn, leaving: int, coming: int, hand: int) -> list[Turn]:
    """Return a turn, split at this hand if it is the unfinished turn of the player who leaves; else unchanged."""
    player, first, last = turn
    if player != leaving or last is not None:
        return [turn]
    return [(leaving, first, hand - 1), (coming, hand, None)] if hand > first else [(coming, first, None)]
