"""The declaration of prizes, read from JSON: lists of texts by place, and the rules for ties."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.reader import Reader, is_integer
from tournaments.ranking.declared_parts import AN_OBJECT, read_entry_ids, read_objects, read_text, refuse_unknown

Kind = Literal["place", "category", "round", "clean_hands", "newcomers"]
Ties = Literal["tie_breaks", "shared", "lot"]
FIELDS = ("place", "categories", "rounds", "clean_hands", "newcomers", "ties", "several", "stages")
CATEGORY_FIELDS, ROUND_FIELDS = ("name", "prizes", "entries"), ("round", "prizes")
MAX_PRIZES, TEXT, NAME = 100, 150, 60


@dataclass(frozen=True, slots=True)
class Category:
    """A category of entries that the club defines, with the ids of its entries."""

    name: str
    entries: frozenset[int]


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of one kind, from first place on.

    They are for all entries, for one round (given by its number), or for the entries of one category.
    """

    kind: Kind
    texts: tuple[str, ...]
    round: int | None = None
    category: Category | None = None


@dataclass(frozen=True, slots=True)
class Prizes:
    """All prizes in the order in which they are given, and the rules for ties.

    The order matters if no entry may win in several lists. With "tie_breaks", entries that share a published place tie;
    with "shared", entries with equal scores tie, whatever the tie-breaks; with "lot" no entries tie. With `stages`, the
    prizes are for the overall standings of all stages.
    """

    lists: tuple[PrizeList, ...] = ()
    ties: Ties = "tie_breaks"
    several: bool = True
    stages: bool = False


def read_prizes(
    raw: object, *, rounds: int = MAX_PRIZES, counts_clean_hands: bool = True, entries: Collection[int] | None = None
) -> Prizes | list[Problem]:
    """Return the prizes in a document, or all problems with it.

    `rounds` is the planned number of rounds. Categories may contain only entries in `entries`, or any if it is None. A
    prize for clean hands requires standings that count them.
    """
    if not isinstance(raw, Mapping):
        return [Problem("wrong_type", AN_OBJECT)]
    document = Reader(raw)
    refuse_unknown(document, FIELDS)
    lists = [
        PrizeList("place", _texts(document.at("place", default=[]))),
        *_categories(document.at("categories", default=[]), entries),
        *_rounds(document.at("rounds", default=[]), rounds),
        PrizeList("clean_hands", _clean_hands(document.at("clean_hands", default=[]), is_counted=counts_clean_hands)),
        PrizeList("newcomers", _texts(document.at("newcomers", default=[]))),
    ]
    ties = document.at("ties", default="tie_breaks").choice(get_args(Ties))
    several, stages = document.at("several", default=True).boolean(), document.at("stages", default=False).boolean()
    filled = tuple(each for each in lists if each.texts or each.category)
    return document.problems or Prizes(filled, ties, several, stages)


def _texts(part: Reader) -> tuple[str, ...]:
    message = _("List up to %(most)d prizes, beginning with the one for first place.")
    lines = part.entries("wrong_type", message, counts=range(MAX_PRIZES + 1), most=MAX_PRIZES)
    return tuple(read_text(line, TEXT) for line in lines)


def _categories(part: Reader, entries: Collection[int] | None) -> Iterator[PrizeList]:
    names: set[str] = set()
    for each in read_objects(part, CATEGORY_FIELDS):
        name = read_text(each.at("name"), NAME)
        if name.casefold() in names:
            each.at("name").report("duplicate", _("There are two categories of this name."))
        names.add(name.casefold())
        members = frozenset(entry for _at, entry in read_entry_ids(each.at("entries", default=[]), entries))
        yield PrizeList("category", _texts(each.at("prizes", default=[])), category=Category(name, members))


def _rounds(part: Reader, rounds: int) -> Iterator[PrizeList]:
    named: set[Any] = set()
    for each in read_objects(part, ROUND_FIELDS):
        number = each.at("round")
        if not (is_integer(number.raw) and 1 <= number.raw <= rounds):
            number.report("out_of_range", _("Enter a whole number from %(least)d to %(most)d."), least=1, most=rounds)
            number = Reader(0, number.place, number.problems)
        elif number.raw in named:
            number.report("duplicate", _("List the prizes of a round once."))
        named.add(number.raw)
        yield PrizeList("round", _texts(each.at("prizes", default=[])), round=number.raw)


def _clean_hands(part: Reader, *, is_counted: bool) -> tuple[str, ...]:
    texts = _texts(part)
    if texts and not is_counted:
        part.report("not_counted", _("Clean hands are not among the tie-breaks, so the standings do not count them."))
    return texts
