"""A count of cards, read from the URL of its page, and its result."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import counter
from scoring.briscola_chiamata import BriscolaChiamata
from scoring.buraco import Buraco
from scoring.busca import Busca
from scoring.fields import Field, Value, read_fields
from scoring.packs import Pack
from scoring.problems import Problem
from scoring.ruleset import RuleSet
from scoring.values import Options
from tournaments.wording.words import PACKS, Words

from ..forms.inputs import number

MAX_NAMED = 60
"""By default, a pack with more cards than this is counted by kind."""

PILES: Mapping[type[RuleSet], tuple[Words, ...]] = {
    BriscolaChiamata: (_("Caller’s side"), _("Defenders")),
    Buraco: (_("Side 1, table"), _("Side 1, in hand"), _("Side 2, table"), _("Side 2, in hand")),
}
"""The names of the piles in games whose piles are not the sides."""


def pile_names(ruleset: RuleSet, options: Options) -> list[str]:
    """Return the names of a game's piles: those in `PILES`, else those of its players or sides."""
    for kind, names in PILES.items():
        if isinstance(ruleset, kind):
            return [str(name) for name in names]
    alone = ruleset.seats_per_side(options) == 1
    name = gettext("Player %(number)d") if alone else gettext("Side %(number)d")
    return [name % {"number": side + 1} for side in range(ruleset.sides[0])]


@dataclass(frozen=True, slots=True)
class CountedPile:
    """A pile of a count; `points` and `cards` are None while the count is inconsistent."""

    number: int
    name: str
    is_chosen: bool
    points: int | None = None
    cards: int | None = None


class CardCount:
    """A count of cards and its points. Its cards, numbers and choices are all in the URL of the page.

    `query` has for each pile the names of cards under `pile-0`, `pile-1`…, or how many of each kind there are under
    `pile-0-ace`…; also `by` (cards or kinds), `side` (the pile that is shown), `last_trick`, `pack` (the design of the
    cards), and the game's choices.
    """

    def __init__(self, game: RuleSet, query: QueryDict) -> None:
        self.game, self._query = game, query
        self.options = self._chosen(game.option_fields)
        self.facts = self._chosen(game.count_fields)
        self.names = pile_names(game, self.options)
        counted = counter.evaluate(self._request())
        self.problems: list[Problem] = counted if isinstance(counted, list) else []
        self._counted: Mapping[str, Any] = {} if isinstance(counted, list) else counted

    def _chosen(self, fields: Sequence[Field]) -> dict[str, Value]:
        """Return the chosen value of each field, or its default."""
        values, _problems = read_fields(fields, {})
        for field in fields:
            by_text = {str(choice.value): choice.value for choice in field.choices}
            chosen = self._query.get(field.name, "")
            if chosen in by_text:
                values[field.name] = by_text[chosen]
        return values

    @cached_property
    def pack(self) -> Pack:
        """The cards that are counted."""
        pack = self.game.pack(self.options, self.facts)
        assert pack is not None  # noqa: S101 - only games with a counter have this page
        return pack

    @property
    def pack_style(self) -> str:
        """The design of the cards; by default international for Busca."""
        chosen = self._query.get("pack", "")
        usual = "french" if isinstance(self.game, Busca) else "latin"
        return chosen if chosen in PACKS else usual

    @cached_property
    def by_kind(self) -> bool:
        """Whether cards are counted by kind, and not named one by one."""
        usual = "kinds" if self.pack.sizes.total() > MAX_NAMED else "cards"
        by = self._query.get("by")
        return (by if by in ("cards", "kinds") else usual) == "kinds"

    @cached_property
    def side(self) -> int:
        """The pile that is shown."""
        side = number(self._query.get("side", ""))
        return side if isinstance(side, int) and 0 <= side < len(self.names) else 0

    @property
    def last_trick(self) -> int | str | None:
        """The number of the pile with the last trick; None if unknown or not counted; a text if it is not a number."""
        return number(self._query.get("last_trick", "")) if self.pack.last_trick else None

    def named(self, pile: int) -> list[str]:
        """Return the names of the cards in a pile."""
        return self._query.getlist(f"pile-{pile}")

    @cached_property
    def amounts(self) -> list[dict[str, int | str]]:
        """By pile, how many cards of each kind it has; a text if it is not a number."""
        return [self._amounts(pile) for pile in range(len(self.names))]

    def _amounts(self, pile: int) -> dict[str, int | str]:
        """Return the number of cards of each kind in a pile, without the kinds that it lacks.

        A number is the typed number plus the cards listed by name. A text that is not a number is returned as typed.
        """
        kind_of = self.pack.kind_of
        named_of_kind = Counter(kind_of[card].name for card in self.named(pile) if card in kind_of)
        amounts: dict[str, int | str] = {}
        for kind in self.pack.kinds:
            typed = number(self._query.get(f"pile-{pile}-{kind.name}", ""))
            if named_of_kind[kind.name] and not isinstance(typed, str):
                typed = (typed or 0) + named_of_kind[kind.name]
            if typed is not None:
                amounts[kind.name] = typed
        return amounts

    def _request(self) -> dict[str, object]:
        piles = [
            {"kinds": self.amounts[pile]} if self.by_kind else {"cards": self.named(pile)}
            for pile in range(len(self.names))
        ]
        last = {} if self.last_trick is None else {"last_trick": self.last_trick}
        return {"ruleset": self.game.slug, "options": self.options, **self.facts, **last, "piles": piles}

    @cached_property
    def piles(self) -> list[CountedPile]:
        """All piles; with points and numbers of cards if the count is consistent."""
        piles = [CountedPile(i, name, i == self.side) for i, name in enumerate(self.names)]
        if not self._counted:
            return piles
        counted = zip(piles, self._counted["piles"], strict=True)
        return [replace(pile, **counts) for pile, counts in counted]

    @property
    def chosen(self) -> CountedPile:
        """The pile to which chosen cards are added."""
        return self.piles[self.side]

    @property
    def left(self) -> Mapping[str, Any]:
        """What remains of the pack: points, cards, and numbers by kind; None, None and {} while inconsistent."""
        unknown: Mapping[str, Any] = {"points": None, "cards": None, "kinds": {}}
        left: Mapping[str, Any] = self._counted.get("left", unknown)
        return left
