"""The prizes of a tournament in words, for pages, paper and spreadsheets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext, gettext_lazy

from tournaments.actions.prizes.given import PrizesGiven
from tournaments.actions.stages.order import StageInOrder, rounds_before
from tournaments.ranking.prizes import PrizeList, Won

from .words import Words

TIES: Mapping[str, Words] = {
    "tie_breaks": gettext_lazy("Players who share a place after the tie-breaks share its prizes."),
    "shared": gettext_lazy("Equal scores share their prizes, whatever the tie-breaks."),
    "lot": gettext_lazy("The lot decides between players who share a place."),
}


@dataclass(frozen=True, slots=True)
class PrizeWords:
    """A prize as text: what it is for, what is won, and who wins it."""

    title: str
    text: str
    names: tuple[str, ...]
    by_lot: bool


def prize_words(given: PrizesGiven) -> list[PrizeWords]:
    """Return every prize as text, in the order in which the prizes are declared."""
    return [_words(won, given.names) for won in given.won]


def _words(won: Won, names: Mapping[int, str]) -> PrizeWords:
    return PrizeWords(title_of(won.of, won.place), won.text, tuple(names[each] for each in won.winners), won.by_lot)


def title_of(prizes: PrizeList, place: int) -> str:
    """Return what a prize is for, such as "Place 2" or "Juniors, place 2"."""
    if prizes.kind == "place":
        return gettext("Place %(place)s") % {"place": place}
    what = _list_title(prizes)
    if len(prizes.texts) == 1:
        return what
    return gettext("%(what)s, place %(place)s") % {"what": what, "place": place}


def _list_title(prizes: PrizeList) -> str:
    if prizes.category:
        return prizes.category.name
    if prizes.kind == "round":
        return gettext("Best of round %(number)s") % {"number": prizes.round}
    return gettext("Most clean hands") if prizes.kind == "clean_hands" else gettext("Best newcomer")


def rules(given: PrizesGiven) -> Sequence[str]:
    """Return sentences about the rules: which stages count, ties, and winning more than one prize."""
    once = gettext("Nobody wins in two lists: a player who has won in an earlier one is skipped.")
    return [*_about_stages(given), str(TIES[given.prizes.ties]), *([] if given.prizes.several else [once])]


def _about_stages(given: PrizesGiven) -> Iterator[str]:
    """Yield the sentence that the prizes are for overall standings, if they are.

    If there are prizes for rounds, sentences about the rounds of each stage follow.
    """
    if given.stages:
        yield gettext("The places are those in the overall standings.")
        if any(each.kind == "round" for each in given.prizes.lists):
            yield from rounds_of_stages(given.stages)


def rounds_of_stages(stages: Sequence[StageInOrder]) -> Iterator[str]:
    """Yield a sentence about the rounds of each stage, such as "Rounds 4 to 6: Final." The numbers continue."""
    before = rounds_before(stages)
    for depth, (first, last) in enumerate(pairwise(before)):
        names = ", ".join(each.tournament.name for each in stages if each.depth == depth)
        sentence = gettext("Round %(last)s: %(stages)s.")
        if first + 1 < last:
            sentence = gettext("Rounds %(first)s to %(last)s: %(stages)s.")
        if first < last:
            yield sentence % {"first": first + 1, "last": last, "stages": names}
