"""The tie-breaks. Each computes a value by which entries that are still tied are compared."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.problems import gettext_noop as _
from tournaments.ranking.numbers import ZERO, mean, total, whole
from tournaments.ranking.results import Scoring
from tournaments.ranking.round_index import PlayedTable
from tournaments.ranking.sheet import ScoreSheet

Values = tuple[Fraction | None, ...]
Compute = Callable[[ScoreSheet, Sequence[int]], Mapping[int, Values]]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break: its code, its texts, which value is better, and how it is computed.

    Texts: `title` is the heading of its column. `help` describes the value that is compared; `help_low` describes it in
    a game in which the fewest points win, "" if it is the same. `meaning` explains the tie-break to a new player.

    Value: `better` is "high", "low", "game" (as in the rule set) or "method" (as for scores). With `by_round` the value
    is an average over the rounds played; with `signed` a positive value is shown with a plus.

    Computation: `compute` returns the values of each entry that is still tied; they are compared one after another, and
    None is worse than any number. `needs` is the kind of game that the tie-break requires. With `counts_hands` it
    requires every hand, and not only the totals of tables. `follows_from` says on what the values of an entry depend:
    on its own scores ("own"), also on the averages of its opponents ("met"), or on anything, such as the other tied
    entries.
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
    counts_hands: bool = False
    follows_from: Literal["own", "met", "anything"] = "anything"

    def explanation(self, *, low_wins: bool) -> str:
        """Return the explanation of the value, in English, to be translated."""
        return self.help_low if low_wins and self.help_low else self.help

    def unsuited(self, *, low_wins: bool, sides: Collection[int], counts_cards: bool = True) -> str:
        """Return why a game cannot use this tie-break, in English, to be translated; "" if it can."""
        if self.needs == "fewest win" and not low_wins:
            return _("“%(title)s” needs a game in which the fewest points win")
        if self.needs == "two sides" and set(sides) != {2}:
            return _("“%(title)s” needs a game of two sides")
        if self.needs == "card points" and not counts_cards:
            return _("“%(title)s” needs a game in which each side counts the points of its cards")
        return ""

    def low_is_better(self, scoring: Scoring) -> bool:
        """Whether the lowest value is the best."""
        if self.better == "game":
            return scoring.low_wins
        return scoring.low_score_wins if self.better == "method" else self.better == "low"


def _each(value: Callable[[ScoreSheet, int], Fraction | None]) -> Compute:
    """Decorate a function of one entry: return the computation of a tie-break that does not depend on other entries."""

    def compute(sheet: ScoreSheet, tied: Sequence[int]) -> Mapping[int, Values]:
        return {entry: (value(sheet, entry),) for entry in tied}

    return compute


def _per_round_played(count: Callable[[PlayedTable], int | Fraction | None]) -> Compute:
    """Decorate a function that counts at one table: return the computation of the average over the rounds played.

    Tables for which the count is None are left out of the sum. The value is None if there is no count at all.
    """

    @_each
    def mean_count(sheet: ScoreSheet, entry: int) -> Fraction | None:
        games = sheet.index.played[entry].values()
        counts = [number for game in games if (number := count(game)) is not None]
        return total(counts) / len(games) if counts else None

    return mean_count


@_each
def _score(sheet: ScoreSheet, entry: int) -> Fraction | None:
    return sheet.lines[entry].score


@_each
def _reached(sheet: ScoreSheet, entry: int) -> Fraction:
    return Fraction(sheet.index.reached.get(entry, 0))


@_each
def _last_place(sheet: ScoreSheet, entry: int) -> Fraction | None:
    """Return the place at the table in the last round of a knock-out that the entry reached.

    It counts even if the table was closed unfinished. Return 0 for a bye; None while there is no result, and after an
    absence or a forfeit.
    """
    reached = sheet.index.reached.get(entry, 0)
    if (entry, reached) in sheet.index.sit_outs:
        return ZERO
    game = sheet.index.played[entry].get(reached) or sheet.index.unplayed.get((entry, reached))
    return None if game is None else Fraction(game.place)


@_per_round_played
def _table_wins(game: PlayedTable) -> int | Fraction:
    """Return 1 for first place at a table, divided by the number of sides that share it; 0 for other places."""
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
    """Return each entry's sum of scores at tables where all tied entries sat; None if there is no such table."""
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
    """Return the average strength of the opponents; None if no opponent has an average.

    The opponents' own averages are averaged for each round played, and then over these rounds.
    """
    means_of_games = [[sheet.index.mean(o) for o in game.opponents()] for game in sheet.index.played[entry].values()]
    met = [mean(means) for game in means_of_games if (means := [each for each in game if each is not None])]
    return mean(met) if met else None


@_each
def _difference(sheet: ScoreSheet, entry: int) -> Fraction | None:
    """Return the sum of the differences of totals at tables with two sides, plus `sit_out_difference` for each sit-out.

    Return None if there is no such table, and no sit-out that adds something.
    """
    given = sheet.scoring.sit_out_difference
    sat_out = [given for score in sheet.lines[entry].rounds if score.source == "sit-out"] if given else []
    games = [game for game in sheet.index.played[entry].values() if len(game.table.sides) == 2]
    margins = [game.table.totals[game.side] - game.table.totals[1 - game.side] for game in games]
    return total([*margins, *sat_out]) if margins or sat_out else None


def _last_round(sheet: ScoreSheet, tied: Sequence[int]) -> Mapping[int, Values]:
    """Return the scores of the rounds, latest first.

    The score is None for a round that has no result or does not count for the entry.
    """
    latest_first = sheet.index.rounds[::-1]
    values: dict[int, Values] = {}
    for entry in tied:
        scores = {score.round: score.value for score in sheet.lines[entry].rounds}
        values[entry] = tuple(scores.get(number) for number in latest_first)
    return values


@_each
def _lot(sheet: ScoreSheet, entry: int) -> Fraction | None:
    return whole(sheet.lots[entry])


SCORE = TieBreak("score", _("Score"), "", "", "method", _score, follows_from="own")
_TIE_BREAKS = (
    TieBreak(
        "table_wins",
        _("Tables won"),
        _("tables won"),
        _("At how many tables a player was first. Players who share the first place get a part each: a half, a third."),
        "high",
        _table_wins,
        by_round=True,
        follows_from="own",
    ),
    TieBreak(
        "clean_hands",
        _("Clean hands"),
        _("clean hands"),
        _("In how many hands a player got no buscas or penalty points."),
        "high",
        _clean_hands,
        by_round=True,
        follows_from="own",
        needs="fewest win",
        counts_hands=True,
    ),
    TieBreak(
        "card_points",
        _("Card points"),
        _("most card points"),
        _("The value of the cards that a player has taken. In Busca less is better, in other games more."),
        "game",
        _card_points,
        help_low=_("fewest card points"),
        by_round=True,
        follows_from="own",
        needs="card points",
        counts_hands=True,
    ),
    TieBreak(
        "head_to_head",
        _("Head to head"),
        _("the score at the tables at which all tied players sat"),
        _("The score at the tables at which all tied players sat."),
        "method",
        _head_to_head,
    ),
    TieBreak(
        "opponents",
        _("Opponents"),
        _("how strong the opponents were"),
        _("How strong the opponents were: the average of what they score in a round."),
        "method",
        _opponents,
        follows_from="met",
    ),
    TieBreak(
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
    TieBreak(
        "last_round",
        _("Last round"),
        _("the latest round, then the one before it"),
        _("The latest round, then the one before it, and so on."),
        "method",
        _last_round,
        follows_from="own",
    ),
    TieBreak(
        "lot",
        _("Lot"),
        _("a draw by lot"),
        _("A draw by lot, made beforehand, so that it stays the same."),
        "low",
        _lot,
        follows_from="own",
    ),
)
REACHED = TieBreak("reached", _("Round reached"), "", "", "high", _reached, follows_from="own")
KNOCK_OUT = (REACHED, TieBreak("place", _("Place at the table"), "", "", "low", _last_place, follows_from="own"))
"""The tie-breaks that rank before the score once there are rounds of a knock-out."""
TIE_BREAKS = {each.code: each for each in _TIE_BREAKS}


def default_tie_breaks(
    *, low_wins: bool, two_sided: bool, counts_cards: bool, by_totals: bool = False
) -> tuple[str, ...]:
    """Return the codes of the tie-breaks that such a game uses by default."""
    if low_wins and by_totals:
        return ("table_wins", "last_round")
    if low_wins:
        return ("table_wins", "clean_hands", "card_points" if counts_cards else "last_round")
    return ("difference", "head_to_head") if two_sided else ("table_wins", "last_round")
