"""The tie-breaks: each gives the entries that are still tied a value to compare."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.problems import gettext_noop as _
from tournaments.ranking.numbers import mean, total, whole
from tournaments.ranking.results import Scoring
from tournaments.ranking.round_index import PlayedTable
from tournaments.ranking.sheet import ScoreSheet

Values = tuple[Fraction | None, ...]
Compute = Callable[[ScoreSheet, Sequence[int]], Mapping[int, Values]]


@dataclass(frozen=True, slots=True)
class Criterion:
    """A tie-break: its code, its words, which value is better, and how it is computed.

    `title` stands over its column, `help` says what it looks at, `help_low` the same in a game that the fewest points
    win, where that differs. `meaning` explains it to a player who has not met it before. `better` is "high" or "low",
    or follows the "game" (the rule set's direction) or the "method" (the score's). `compute` takes the entries still
    tied and gives each its values, compared one after the other; None is worse than any number. Those `by_round` are
    means of the rounds played, those `signed` are told with a plus. `needs` says which games it is for. `follows_from`
    says what an entry's values change with: its own line and games ("own"), those and the means of whom it met in them
    ("met"), or anything, such as who else is tied.
    """

    code: str
    title: str
    help: str
    meaning: str
    better: Literal["high", "low", "game", "method"]
    compute: Compute
    help_low: str = ""
    by_round: bool = False
    signed: bool = False
    needs: Literal["any game", "fewest win", "two sides", "card points"] = "any game"
    follows_from: Literal["own", "met", "anything"] = "anything"

    def looks_at(self, *, low_wins: bool) -> str:
        """The explanation of its value, in English for translation."""
        return self.help_low if low_wins and self.help_low else self.help

    def unsuited(self, *, low_wins: bool, sides: Collection[int], counts_cards: bool = True) -> str:
        """Why a game cannot have it, in English for translation; nothing where it can."""
        if self.needs == "fewest win" and not low_wins:
            return _("%(code)s needs a game that the fewest points win")
        if self.needs == "two sides" and set(sides) != {2}:
            return _("%(code)s needs a game of two sides")
        if self.needs == "card points" and not counts_cards:
            return _("%(code)s needs a game in which each side counts the points of its cards")
        return ""

    def low_is_better(self, scoring: Scoring) -> bool:
        """Whether the lower value ranks first."""
        if self.better == "game":
            return scoring.low_wins
        return scoring.low_score_wins if self.better == "method" else self.better == "low"


def _each(value: Callable[[ScoreSheet, int], Fraction | None]) -> Compute:
    """A tie-break whose value does not depend on the other tied entries."""

    def compute(sheet: ScoreSheet, tied: Sequence[int]) -> Mapping[int, Values]:
        return {entry: (value(sheet, entry),) for entry in tied}

    return compute


def _per_round_played(count: Callable[[PlayedTable], int | Fraction | None]) -> Compute:
    """A counting tie-break: the mean of an entry's games that count, None if none counts."""

    @_each
    def mean_count(sheet: ScoreSheet, entry: int) -> Fraction | None:
        games = sheet.index.played[entry].values()
        counts = [number for game in games if (number := count(game)) is not None]
        return total(counts) / len(games) if counts else None

    return mean_count


@_each
def _score(sheet: ScoreSheet, entry: int) -> Fraction | None:
    return sheet.lines[entry].score


@_per_round_played
def _table_wins(game: PlayedTable) -> int | Fraction:
    """A side that shares the first place with others has its part of the win."""
    places = game.table.places
    return Fraction(1, places.count(1)) if places[game.side] == 1 else 0


@_per_round_played
def _clean_hands(game: PlayedTable) -> int:
    return [hand.scores[game.side] for hand in game.table.hands].count(0)


@_per_round_played
def _card_points(game: PlayedTable) -> int | None:
    written = [hand.card_points[game.side] for hand in game.table.hands if hand.card_points]
    points = [number for number in written if number is not None]
    return sum(points) if points else None


def _head_to_head(sheet: ScoreSheet, tied: Sequence[int]) -> Mapping[int, Values]:
    """The scores at the tables where all tied entries sat; no value without such a table."""
    games = sheet.index.played
    one, *others = tied
    shared = [
        number
        for number, game in games[one].items()
        if others and all(number in games[other] and games[other][number].table is game.table for other in others)
    ]
    if not shared:
        return dict.fromkeys(tied, (None,))
    return {entry: (total(games[entry][number].table_score for number in shared),) for entry in tied}


@_each
def _opponents(sheet: ScoreSheet, entry: int) -> Fraction | None:
    """The mean over the rounds played of the mean of the opponents' means; None if all rounds were forfeited."""
    known = [[sheet.index.mean(o) for o in game.opponents()] for game in sheet.index.played[entry].values()]
    met = [mean(means) for game in known if (means := [each for each in game if each is not None])]
    return mean(met) if met else None


@_each
def _difference(sheet: ScoreSheet, entry: int) -> Fraction | None:
    """Own totals minus the other side's, added up over the tables with two sides."""
    games = [game for game in sheet.index.played[entry].values() if len(game.table.sides) == 2]
    margins = [game.table.totals[game.side] - game.table.totals[1 - game.side] for game in games]
    return whole(sum(margins)) if margins else None


def _last_round(sheet: ScoreSheet, tied: Sequence[int]) -> Mapping[int, Values]:
    """The score of the latest round, then of the one before it, and so on."""
    latest_first = sheet.index.rounds[::-1]
    values: dict[int, Values] = {}
    for entry in tied:
        scores = {score.round: score.value for score in sheet.lines[entry].rounds}
        values[entry] = tuple(scores.get(number) for number in latest_first)
    return values


@_each
def _lot(sheet: ScoreSheet, entry: int) -> Fraction | None:
    return whole(sheet.lots[entry])


SCORE = Criterion("score", _("Score"), "", "", "method", _score, follows_from="own")
TIE_BREAKS = (
    Criterion(
        "table_wins",
        _("Tables won"),
        _("tables won"),
        _(
            "At how many tables a player was first. Those who share the first place each have their part of it: "
            "a half, a third."
        ),
        "high",
        _table_wins,
        by_round=True,
        follows_from="own",
    ),
    Criterion(
        "clean_hands",
        _("Clean hands"),
        _("hands without a busca"),
        _("In how many hands a player took no busca."),
        "high",
        _clean_hands,
        by_round=True,
        follows_from="own",
        needs="fewest win",
    ),
    Criterion(
        "card_points",
        _("Card points"),
        _("most card points"),
        _("What the cards are worth that a player has taken. In Busca the fewest are better, in other games the most."),
        "game",
        _card_points,
        help_low=_("fewest card points"),
        by_round=True,
        follows_from="own",
        needs="card points",
    ),
    Criterion(
        "head_to_head",
        _("Head to head"),
        _("the score of the tables at which all who are tied sat"),
        _("The score of the tables at which all who are tied sat."),
        "method",
        _head_to_head,
    ),
    Criterion(
        "opponents",
        _("Opponents"),
        _("how strong the opponents were"),
        _("How strong the opponents were: the mean of what they score in a round."),
        "method",
        _opponents,
        follows_from="met",
    ),
    Criterion(
        "difference",
        _("Difference"),
        _("own points minus the other side’s"),
        _("A player’s own points minus the other side’s, at all tables with two sides."),
        "game",
        _difference,
        needs="two sides",
        signed=True,
        follows_from="own",
    ),
    Criterion(
        "last_round",
        _("Last round"),
        _("the latest round, then the one before it"),
        _("The latest round, then the one before it, and so on."),
        "method",
        _last_round,
        follows_from="own",
    ),
    Criterion(
        "lot",
        _("Lot"),
        _("a draw by lot"),
        _("A draw by lot, made beforehand, so that it stays the same."),
        "low",
        _lot,
        follows_from="own",
    ),
)
CRITERIA = {criterion.code: criterion for criterion in TIE_BREAKS}


def default_tie_breaks(*, low_wins: bool, two_sided: bool, counts_cards: bool) -> tuple[str, ...]:
    """The tie-breaks that suit a game."""
    if low_wins:
        return ("table_wins", "clean_hands", "card_points" if counts_cards else "last_round")
    return ("difference", "head_to_head") if two_sided else ("table_wins", "last_round")
