"""Players whom a typed name may mean: registration's help against one person entered as two."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from tournaments.actions.names import name_key
from tournaments.models import Club, Player

LIKENESS = 0.84
MAX_LOOKALIKES = 4


@dataclass(frozen=True, slots=True)
class Question:
    """A name that may mean one of these players, who bear it or one much like it."""

    name: str
    players: tuple[Player, ...]
    same_name: bool


class Register:
    """The players that a club knows, asked by name."""

    def __init__(self, club: Club, entered: Iterable[int]) -> None:
        self.entered = frozenset(entered)
        self.by_key: dict[str, list[Player]] = {}
        for player in club.players.known():
            self.by_key.setdefault(player.name_key, []).append(player)

    def question(self, name: str) -> Question | None:
        """What to ask about a name before it makes a new player; None where it is clear."""
        key = name_key(name)
        known = self.by_key.get(key, [])
        if len(known) == 1 and known[0].pk not in self.entered:
            return None
        if known:
            free = tuple(player for player in known if player.pk not in self.entered)
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
