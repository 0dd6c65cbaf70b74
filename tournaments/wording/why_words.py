"""The lines that add up to a score, as text."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.actions.standings.why import Given, explained
from tournaments.models import Seat, Tournament

from .words import Words, figure

Line = Mapping[str, Any]
Tables = Mapping[int, tuple[int, Sequence[Seat]]]
FEW = 50
"""With fewer entries than this, only their decisions are read; otherwise all decisions of the tournament."""
CARRIED = "carried"
"""The source of round 0: the points with which an entry starts."""
PENDING: Words = gettext_lazy("not known yet")
RULES: Mapping[tuple[str, str], Words] = {
    ("sit-out", "own-average"): gettext_lazy("counts the average of the rounds that the player played"),
    ("sit-out", "field-average"): gettext_lazy("counts the average of all who played that round"),
    ("sit-out", "number"): gettext_lazy("counts a fixed number"),
    ("absent", "worst"): gettext_lazy("counts the worst result of that round"),
    ("absent", "number"): gettext_lazy("counts a fixed number"),
    ("absent", "field-average"): gettext_lazy("counts the average of all who played that round"),
}
WORSE: Words = gettext_lazy("counts as if nothing had been played, or as played, whichever is worse for the player")
SOURCES: Mapping[str, Words] = {
    "sit-out": gettext_lazy("sat out"),
    "absent": gettext_lazy("absent"),
    "forfeit": gettext_lazy("forfeited"),
    "award": gettext_lazy("awarded by the director"),
    "unplayed": gettext_lazy("the table had not finished when it was closed"),
}


def explain(line: Line, tables: Tables, planned: int | None = None) -> dict[str, Any]:
    """Return a line of a score with its texts: the round, why it has this value, and the opponents.

    If the table played fewer hands than `planned`, the text says so.
    """
    if line["kind"] == "penalty":
        return {**line, "what": _penalty(line), "words": "", "others": ()}
    if line["source"] == CARRIED:
        return {**line, "what": gettext("Carried over from earlier stages"), "words": "", "others": ()}
    table, others = tables.get(line["round"], (line.get("table"), ()))
    what = gettext("Round %(number)s") % {"number": line["round"]}
    if table:
        what = gettext("Round %(round)s, table %(table)s") % {"round": line["round"], "table": table}
    return {**line, "what": what, "table": table, "others": others, "words": " · ".join(_why(line, planned))}


def notes(tournament: Tournament, document: Line, *, after_round: int) -> dict[int, str]:
    """Return the director's reasons by entry. The decisions are read only if a row can have a reason."""
    marked = [row for row in document["rows"] if _is_marked(row)]
    if not marked:
        return {}
    scoring = tournament.ranking_scoring
    given = Given.read(tournament, [row["entry"] for row in marked] if len(marked) < FEW else None)
    notes_of = {row["entry"]: _note(explained(scoring, row, given, after_round=after_round)) for row in marked}
    return {entry: words for entry, words in notes_of.items() if words}


def _is_marked(row: Line) -> bool:
    """Whether an entry has a penalty, disqualification, award, forfeit or absence, or points to start with."""
    if row["penalty"] != "0" or row.get("disqualified"):
        return True
    return any(score["source"] in ("award", "forfeit", "absent", CARRIED) for score in row["rounds"])


def _note(parts: Line) -> str:
    explained = [
        line for line in parts["lines"] if line["kind"] == "penalty" or line["reason"] or line["source"] == CARRIED
    ]
    lines = [explain(line, {}) for line in explained]
    words = [_in_short(line) for line in lines]
    return "; ".join(filter(None, [parts["disqualified"], *words]))


def _in_short(line: Line) -> str:
    is_round = line["kind"] == "round" and line["source"] != CARRIED
    what = gettext("Round %(number)s") % {"number": line["round"]} if is_round else line["what"]
    if is_round:
        what = f"{what}, {SOURCES.get(line['source'], '')}"
    text = f"{what}: {figure(line['score'])}"
    return f"{text} · {line['reason']}" if line["reason"] else text


def _penalty(line: Line) -> str:
    if line["round"] is None:
        return gettext("Penalty")
    return gettext("Penalty, round %(number)s") % {"number": line["round"]}


def _why(line: Line, planned: int | None) -> list[str]:
    """Return texts on how a round was played, or why it was not, and the director's reason."""
    source = line["source"]
    words = [str(SOURCES[source])] if source in SOURCES else []
    words += _played(line, planned) if source in ("table", "award") else []
    rule = WORSE if source == "unplayed" and line.get("hands") else None
    rule = rule or RULES.get(("sit-out" if source == "sit-out" else "absent", line.get("rule", "")))
    if rule:
        words.append(str(rule))
    if line["reason"]:
        words.append(line["reason"])
    return words if line["score"] is not None else [*words, str(PENDING)]


def _played(line: Line, planned: int | None) -> list[str]:
    words = []
    hands = line.get("hands") or 0
    if planned and "hands" in line and hands < planned:
        text = gettext("%(played)s of %(hands)s hands, the others do not count")
        words.append(text % {"played": hands, "hands": planned})
    elif hands:
        words.append(ngettext("%(number)d hand", "%(number)d hands", hands) % {"number": hands})
    if "against" in line:
        totals = {"own": figure(line["total"]), "other": figure(line["against"])}
        words.append(gettext("%(own)s to %(other)s") % totals)
    elif "total" in line:
        words.append(gettext("total %(number)s") % {"number": figure(line["total"])})
    if "place" in line:
        words.append(_place(line))
    return words


def _place(line: Line) -> str:
    if sharing := line.get("sharing"):
        return gettext("place %(place)s at the table, shared by %(sides)s") % {"place": line["place"], "sides": sharing}
    return gettext("place %(place)s at the table") % {"place": line["place"]}
