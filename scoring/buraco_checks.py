"""Tallies of Buraco that the cards, or the way a hand is played, cannot give."""

from collections.abc import Iterator

from scoring.buraco_cards import CANASTRAS, CHEAPEST, HAND, MORTO, cards_of, least_points
from scoring.problems import Problem
from scoring.problems import gettext_noop as _
from scoring.values import ALL_LINES, Line, Tally

TWO_PACKS = 1080


def check_cards(tally: Tally) -> Iterator[Problem]:
    """Refuse canastras without the cards for them, and points of cards that lie in a morto."""
    poor = [problem.under("lines", side) for side, line in tally.sides() for problem in _below_canastras(line)]
    yield from poor
    both = {name: sum(tally.column(name) or ()) for name in CANASTRAS}
    if any(tally.column(name) is None for name in CANASTRAS) or both["real"] + 2 * both["real_ace"] > 8:
        return
    least, table = least_points(both, elsewhere=MORTO * _unplayed(tally)), tally.column("table_points")
    if least is None:
        message = _("Two packs have not enough cards for so many canastras: these take %(cards)d at least")
        field = "dirty" if both["dirty"] > both["clean"] else "clean"
        yield Problem("too_many_canastras", message, {"cards": cards_of(both), "field": field}, ALL_LINES)
    elif table and sum(table) < least and not poor:
        message = _("The cards of both sides’ canastras are worth %(least)d at least")
        yield Problem("table_below_canastras", message, {"least": least, "field": "table_points"}, ALL_LINES)
    yield from _over_what_is_left(tally)


def _below_canastras(line: Line) -> Iterator[Problem]:
    """Reject fewer points than a side's canastras are worth; too many canastras are reported for both sides."""
    if not line.keys() >= {"table_points", *CANASTRAS}:
        return
    least = least_points({name: int(line[name]) for name in CANASTRAS})
    if least is not None and int(line["table_points"]) < least:
        message = _("The cards of these canastras alone are worth %(least)d")
        yield Problem("table_below_canastras", message, {"least": least}, ("table_points",))


def _unplayed(tally: Tally) -> int:
    """Return how many mortos lie in a hand and were never played from."""
    return sum(line.get("morto") == "unplayed" for _side, line in tally.sides())


def _over_what_is_left(tally: Tally) -> Iterator[Problem]:
    """Refuse points that the cards of an unplayed morto would be needed for."""
    table, hand = tally.column("table_points") or [], tally.column("hand_points") or []
    most = TWO_PACKS - CHEAPEST * MORTO * _unplayed(tally)
    if most < sum(table) + sum(hand) <= TWO_PACKS:
        message = _("All cards together are worth %(total)d: without an unplayed morto there are no more than %(most)d")
        params = {"total": sum(table) + sum(hand), "most": most, "field": "table_points"}
        yield Problem("over_1080", message, params, ALL_LINES)


def check_end(tally: Tally, players: int) -> Iterator[Problem]:
    """Reject impossible endings of a hand; `players` make a side.

    A player without cards takes the morto or goes out, so everybody else holds a card. Each turn takes one card and
    discards one: a player with none left of eleven has laid down eleven.
    """
    for side, line in tally.sides():
        for problem in (*_check_hand(line, players), *_check_laid_down(line)):
            yield problem.under("lines", side)


def _check_hand(line: Line, players: int) -> Iterator[Problem]:
    if not line.keys() >= {"hand_points", "morto", "went_out"} or line["went_out"]:
        return
    points, holders = int(line["hand_points"]), players - (line["morto"] == "unplayed")
    if holders == 0 and points:
        message = _("The cards of a morto that was never played from are not counted: enter 0")
        yield Problem("morto_counted", message, {}, ("hand_points",))
    elif points < CHEAPEST * holders:
        message = _("A side that did not go out holds at least one card: %(least)d points or more for this side")
        yield Problem("no_cards_left", message, {"least": CHEAPEST * holders}, ("hand_points",))


def _check_laid_down(line: Line) -> Iterator[Problem]:
    if not line.keys() >= {"table_points", "morto", "went_out", *CANASTRAS} or line["morto"] == "not_taken":
        return
    canastras, cards = {name: int(line[name]) for name in CANASTRAS}, HAND * (1 + bool(line["went_out"]))
    least, alone = least_points(canastras, cards), least_points(canastras)
    if least is not None and alone is not None and alone <= int(line["table_points"]) < least:
        message = _("To take the morto a side lays down %(cards)d cards at least: %(least)d points or more")
        if line["went_out"]:
            message = _("To go out a side lays down %(cards)d cards at least: %(least)d points or more")
        yield Problem("too_few_on_table", message, {"cards": cards, "least": least}, ("table_points",))
