"""Finds the club's players that a typed or listed name may mean."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from rapidfuzz import fuzz, process

from tournaments.models import EntryPlayer, Player, Tournament

from ..core.names import name_key

LIKENESS, WORD_LIKENESS = 84, 75
MAX_LOOKALIKES = 4


def near_keys(key: str, keys: Sequence[str]) -> list[str]:
    """Return those keys for which this key may be a misspelling, the most similar first.

    If two names have equally many words, each word must be similar to its counterpart: so Marta and Carla of one family
    stay two people.
    """
    found = process.extract(key, keys, scorer=fuzz.ratio, score_cutoff=LIKENESS, limit=None)
    return [near for near, _likeness, _place in found if _is_near(key.split(), near.split())]


def orders_of(key: str) -> list[str]:
    """Return the possible orders of a name: unchanged, and with its last words in front.

    The surname may be at either end.
    """
    words = key.split()
    return list(dict.fromkeys(" ".join(words[place:] + words[:place]) for place in range(len(words) or 1)))


def _is_near(words: Sequence[str], others: Sequence[str]) -> bool:
    if len(words) != len(others):
        return True
    return all(fuzz.ratio(word, other) >= WORD_LIKENESS for word, other in zip(words, others, strict=True))


@dataclass(frozen=True, slots=True)
class Question:
    """A name that may denote one of these players, whose names are equal or similar.

    With `is_repeated`, an earlier partner in the same entry already has the name.
    """

    name: str
    players: tuple[Player, ...]
    same_name: bool
    is_repeated: bool = False


class PlayerIndex:
    """The players of a tournament's club by name key, and which of them are entered."""

    def __init__(self, tournament: Tournament) -> None:
        entered = EntryPlayer.objects.filter(tournament=tournament, player=OuterRef("pk"))
        is_entered = {"is_entered": Exists(entered)}
        players = list(tournament.club.players.selectable().annotate(**is_entered))
        self.entered = frozenset(player.pk for player in players if player.is_entered)
        self.by_key: dict[str, list[Player]] = {}
        for player in players:
            self.by_key.setdefault(player.name_key, []).append(player)
        self.keys = list(self.by_key)

    def free(self, key: str) -> Player | None:
        """Return the only player of this name.

        Return None if there is none or several, or if the player is entered already.
        """
        namesakes = self.by_key.get(key, [])
        return namesakes[0] if len(namesakes) == 1 and namesakes[0].pk not in self.entered else None

    def question(self, name: str) -> Question | None:
        """Return the question to put before this name creates a new player; None if nothing is doubtful."""
        key = name_key(name)
        namesakes = self.by_key.get(key, [])
        if self.free(key):
            return None
        if namesakes:
            free = tuple(player for player in namesakes if player.pk not in self.entered)
            return Question(name, free, same_name=True)
        alike = self._alike(key)
        return Question(name, alike, same_name=False) if alike else None

    def _alike(self, key: str) -> tuple[Player, ...]:
        if not key:
            return ()
        orders = orders_of(key)
        turned = [order for order in orders[1:] if order in self.by_key]
        near = [found for order in orders for found in near_keys(order, self.keys)]
        keys = dict.fromkeys([*turned, *near])
        return tuple(player for key in keys for player in self.by_key[key])[:MAX_LOOKALIKES]

    def absent(self) -> Sequence[Player]:
        """Return the known players who are not entered yet."""
        everybody = (player for players in self.by_key.values() for player in players)
        return [player for player in everybody if player.pk not in self.entered]
