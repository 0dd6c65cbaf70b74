"""The layout of a card count's page."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.http import urlencode
from django.utils.translation import gettext

from scoring.fields import Field
from scoring.json_lines import places
from scoring.packs import LATIN_SUITS, CardKind
from scoring.problems import Problem
from tournaments.wording.words import PACKS, Face, face, translated

from ..forms.inputs import worded
from .counting import CardCount, CountedPile


@dataclass(frozen=True, slots=True)
class Tile:
    """A card, and the number of the pile in which it is; None if it is in no pile."""

    card: str
    face: Face
    pile: int | None


@dataclass(frozen=True, slots=True)
class UnnamedCards:
    """The field for how many cards of one kind are in a pile."""

    name: str
    pile: CountedPile
    typed: str
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards of one kind; `left` is None while the count is inconsistent."""

    kind: CardKind
    left: int | None
    tiles: tuple[Tile, ...] = ()
    amounts: tuple[UnnamedCards, ...] = ()

    @property
    def label(self) -> str:
        """The name of this kind of cards."""
        return translated(self.kind.label)


@dataclass(frozen=True, slots=True)
class Select:
    """A choice that changes the pack or its values."""

    name: str
    label: str
    chosen: str
    choices: list[tuple[str, str]]


class CountLayout:
    """The layout of a count: the pack by value, and the choices above it."""

    def __init__(self, count: CardCount) -> None:
        self.count, self.pack = count, count.pack

    @property
    def groups(self) -> list[CardGroup]:
        """The pack by value."""
        left = self.count.left["kinds"]
        if self.count.by_kind:
            return [
                CardGroup(kind, left.get(kind.name), amounts=tuple(self._amounts(kind))) for kind in self.pack.kinds
            ]
        owners = self._owners()
        return [
            CardGroup(kind, left.get(kind.name), tiles=tuple(self._tiles(kind, owners))) for kind in self.pack.kinds
        ]

    def _owners(self) -> dict[str, list[int]]:
        """Return, by the name of the card, the piles in which it is: a number for each copy of the card."""
        owners: dict[str, list[int]] = {}
        for pile in self.count.piles:
            for card in self.count.named(pile.number):
                owners.setdefault(card, []).append(pile.number)
        return owners

    def _tiles(self, kind: CardKind, owners: dict[str, list[int]]) -> Iterator[Tile]:
        """Yield the cards of a kind by rank and suit; equal cards are next to each other."""
        places = list(dict.fromkeys(kind.cards))
        for card in sorted(kind.cards, key=places.index):
            piles = owners.get(card)
            yield Tile(card, self._face(card), piles.pop(0) if piles else None)

    def _face(self, card: str) -> Face:
        return face(card, self.count.pack_style)

    def _amounts(self, kind: CardKind) -> Iterator[UnnamedCards]:
        for pile in self.count.piles:
            typed = self.count.amounts[pile.number].get(kind.name, "")
            place = {"side": pile.number, "field": kind.name}
            faults = (p.text(gettext) for p in self.count.problems if places(p) == place)
            yield UnnamedCards(f"pile-{pile.number}-{kind.name}", pile, str(typed), tuple(faults))

    @property
    def faults(self) -> list[str]:
        """The texts of problems that are not shown beside a field."""
        beside = self.pack.sizes if self.count.by_kind else ()
        return [self._placed(p) for p in self.count.problems if places(p).get("field") not in beside]

    def _placed(self, problem: Problem) -> str:
        place = places(problem)
        if "side" not in place:
            return problem.text(gettext)
        card = str(place.get("field", ""))
        called = self._face(card).name if card in self.pack.kind_of else card
        return f"{self.count.names[int(place['side'])]}, {called}: {problem.text(gettext)}"

    @property
    def selects(self) -> list[Select]:
        """The choices that change which cards there are or what they are worth."""
        game, chosen = self.count.game, {**self.count.options, **self.count.facts}
        fields = [field for field in game.option_fields if self._affects_cards(field)]
        fields += [field for field in game.count_fields if field.choices]
        return [
            *(Select(one.name, translated(one.label), str(chosen[one.name]), worded(one.choices)) for one in fields),
            *self._packs(),
        ]

    def _packs(self) -> Iterator[Select]:
        """Yield the choice of the pack's design, if the pack has Latin suits."""
        if any(card.endswith(LATIN_SUITS) for card in self.pack.copies):
            choices = [(name, str(label)) for name, label in PACKS.items()]
            yield Select("pack", gettext("Cards"), self.count.pack_style, choices)

    def _affects_cards(self, field: Field) -> bool:
        """Whether the cards depend on this option."""
        options = ({**self.count.options, field.name: one.value} for one in field.choices)
        packs = [self.count.game.pack(chosen, self.count.facts) for chosen in options]
        return any(pack != self.pack for pack in packs)

    @property
    def suits(self) -> list[str]:
        """The suits of the pack in their order."""
        suits = dict.fromkeys(self._face(card).suit for card in self.pack.copies)
        return [suit for suit in suits if suit]

    @property
    def is_double(self) -> bool:
        """Whether any card is in the pack more than once."""
        return max(self.pack.copies.values()) > 1

    @property
    def anew(self) -> str:
        """The query string for a new count, without cards and with the same choices."""
        by = {"by": "kinds" if self.count.by_kind else "cards"}
        return "?" + urlencode({one.name: one.chosen for one in self.selects} | by)
