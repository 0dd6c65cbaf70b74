"""Outlooks: the rounds and hands still to be played, from which the ranking computes outlooks, and their texts."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from scoring.bounds import TableBounds
from scoring.table import opening, state
from scoring.values import HandScore, Line, Tally
from tournaments import ranking
from tournaments.models import Tournament
from tournaments.pairing.knock_out_plan import table_sizes

MOST_ENTRIES = 500
"""The most entries for outlooks, which compare each pair: 0.3 s of processor time for 400, a hundred times that for
4,000."""


def plan_of(tournament: Tournament, results: ranking.Results) -> ranking.RoundPlan | None:
    """Return what is still to be played: the rounds, the possible scores of tables, and the rule of a knock-out.

    Return None if outlooks are off, or if there are too many entries to compare each pair. A knock-out compares no
    pairs, so it has no limit.
    """
    cut = cut_rule(tournament) if tournament.pairing == Tournament.Pairing.KNOCK_OUT else None
    if not tournament.outlook or (cut is None and len(results.entrants) > MOST_ENTRIES):
        return None
    partners = tournament.rules.seats_per_side(tournament.options) // tournament.entry_size
    return ranking.RoundPlan(
        rounds=tournament.rounds_planned,
        fresh=tuple(_opening_bounds(tournament, size // partners) for size in sorted(tournament.possible_table_sizes)),
        bounds_of=lambda table: _bounds(tournament, table),
        partners=partners,
        # In a Mitchell movement some entries have no table, and sit out after meeting all others.
        seats_all=tournament.pairing != Tournament.Pairing.MITCHELL,
        cut=cut,
    )


def cut_rule(tournament: Tournament, going_on: int | None = None) -> ranking.CutRule:
    """Return the rule by which entries qualify in a knock-out.

    `going_on` is the number that qualify from a table; by default the declared number.
    """
    sizes = table_sizes(tournament.possible_table_sizes, uneven=tournament.uneven_tables)
    number = going_on or tournament.going_on or max(sizes, default=2) // 2
    return ranking.CutRule(number, tournament.cut_ties, min(sizes, default=0))


def _opening_bounds(tournament: Tournament, sides: int) -> TableBounds:
    before = opening(tournament.rules, tournament.options, tournament.table_rules(sides=sides))
    return tournament.rules.table_bounds(before)


def _bounds(tournament: Tournament, table: ranking.TableResult) -> TableBounds:
    """Return the scores that are possible at a table, after the hands that count so far."""
    hands = [_as_counted(tournament, hand) for hand in table.hands]
    ruleset = tournament.totals if table.total_only else tournament.rules
    rules = ruleset.complete(tournament.table_rules(sides=len(table.sides)))
    return ruleset.table_bounds(state(ruleset, tournament.options, rules, hands))


def _as_counted(tournament: Tournament, hand: ranking.HandResult) -> HandScore:
    """Return a hand with its scores and card points only, in the form that the rules use."""
    name = tournament.rules.card_points or ""
    points = hand.card_points or (None,) * len(hand.scores)
    lines: list[Line | None] = [None if each is None else {name: each} for each in points]
    return HandScore(hand.scores, Tally(tuple(lines), {}, tournament.options))


Row = Mapping[str, Any]
NAMED = 3
"""The most rivals that are named; the others are counted."""


def marks(rows: Sequence[Row]) -> dict[int, str]:
    """Return a short text about the final place of each entry.

    Entries without an outlook, or for which every place is possible, are left out.
    """
    last = _last_place(rows)
    words = {row["entry"]: mark(row["outlook"]["best"], row["outlook"]["worst"], last) for row in _with_outlook(rows)}
    return {entry: capfirst(text) for entry, text in words.items() if text}


def reasons(rows: Sequence[Row], entry: int, *, low_wins: bool) -> list[str]:
    """Return sentences about an entry's final place with the reasons; [] if its row has no outlook."""
    with_outlook = {row["entry"]: row for row in _with_outlook(rows)}
    if entry not in with_outlook:
        return []
    row, others = with_outlook[entry], [other for other in with_outlook.values() if other["entry"] != entry]
    text = marks(rows).get(entry) or capfirst(gettext("every place is still possible"))
    above = [other for other in others if _is_ahead(other, row, low_wins=low_wins)]
    below = [other for other in others if _is_ahead(row, other, low_wins=low_wins)]
    return [
        f"{text}.",
        gettext("Final score: %(scores)s.") % {"scores": _scores(row)},
        *_of_rivals(gettext("Certainly ahead: %(rivals)s."), above),
        *_certainly_above(row["outlook"]["best"] - 1 - len(above)),
        *_of_rivals(gettext("Certainly behind: %(rivals)s."), below),
        *_certainly_below(_last_place(rows) - row["outlook"]["worst"] - len(below)),
    ]


def condition(rounds: int, rows: Sequence[Row]) -> str:
    """Return the sentence that says on which conditions the places shown as possible depend.

    In a knock-out no places are shown; there the sentence is about qualifying.
    """
    if not any(_with_outlook(rows)):
        return gettext("This holds if nobody comes or leaves and the director decides nothing more.")
    message = ngettext(
        "These places hold if %(number)d round is played in all, nobody comes or leaves, and"
        " the director decides nothing more; ties may break either way.",
        "These places hold if %(number)d rounds are played in all, nobody comes or leaves, and"
        " the director decides nothing more; ties may break either way.",
        rounds,
    )
    return message % {"number": rounds}


def _with_outlook(rows: Sequence[Row]) -> Iterator[Row]:
    return (row for row in rows if "outlook" in row)


def _last_place(rows: Sequence[Row]) -> int:
    """Return the worst place that any of the entries can still get; 0 if there are no outlooks."""
    return max((row["outlook"]["worst"] for row in _with_outlook(rows)), default=0)


def mark(best: int, worst: int, last: int) -> str:
    """Return a short text about the final place, between `best` and `worst`.

    Return "" if every place up to `last` is possible.
    """
    if (best, worst) == (1, 1):
        return gettext("safe: first")
    if best == worst:
        return gettext("safe: place %(place)s") % {"place": best}
    if (best, worst) == (1, last):
        return ""
    if worst == last:
        return gettext("at best place %(place)s") % {"place": best}
    return gettext("still possible: %(best)s to %(worst)s") % {"best": best, "worst": worst}


def _is_ahead(one: Row, other: Row, *, low_wins: bool) -> bool:
    """Whether the worst score still possible for `one` is better than the best for `other`.

    False if one has no limit.
    """
    worst, best = ("most", "least") if low_wins else ("least", "most")
    mine, its = one["outlook"][worst], other["outlook"][best]
    if mine is None or its is None:
        return False
    return Fraction(mine) < Fraction(its) if low_wins else Fraction(mine) > Fraction(its)


def _scores(row: Row) -> str:
    least, most = row["outlook"]["least"], row["outlook"]["most"]
    if least is None or most is None:
        return gettext("any place: the score of a hand has no limit")
    if least == most:
        return number_format(least)
    return gettext("%(least)s to %(most)s") % {"least": number_format(least), "most": number_format(most)}


def _of_rivals(sentence: str, rivals: Sequence[Row]) -> list[str]:
    if not rivals:
        return []
    named = [f"{rival['name']} ({_scores(rival)})" for rival in rivals[:NAMED]]
    if more := len(rivals) - NAMED:
        named += [ngettext("%(number)d more", "%(number)d more", more) % {"number": more}] if more > 0 else []
    return [sentence % {"rivals": ", ".join(named)}]


def _certainly_above(number: int) -> list[str]:
    if number <= 0:
        return []
    message = ngettext("At least one other will finish ahead.", "At least %(number)d others will finish ahead.", number)
    return [message % {"number": number}]


def _certainly_below(number: int) -> list[str]:
    if number <= 0:
        return []
    message = ngettext(
        "At least one other will finish behind.", "At least %(number)d others will finish behind.", number
    )
    return [message % {"number": number}]
