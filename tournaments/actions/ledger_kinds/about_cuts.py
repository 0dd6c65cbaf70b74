"""The reason for the cut at a table of a knock-out, as a sentence for the log and the page of the draw."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop

from tournaments.ranking import TIE_BREAKS

DECIDED: Mapping[str, str] = {
    "left": gettext_noop("Table %(table)s: %(ins)s replaced %(outs)s."),
    "all": gettext_noop("Table %(table)s: %(ins)s were tied, so all of them qualified."),
    "lot": gettext_noop(
        "Table %(table)s: %(level)s were level. The lot, drawn beforehand, chose %(ins)s and not %(outs)s."
    ),
    "back": gettext_noop("Too few were left for a table: %(ins)s came back as the best placed of the others."),
    "score": gettext_noop("Table %(table)s: %(ins)s qualified and %(outs)s is out by the score of all rounds."),
}
NOT_REPLACED = gettext_noop("Table %(table)s: nobody replaced %(outs)s.")
BACK: Mapping[str, str] = {
    "all": gettext_noop("%(ins)s were tied, so all of them came back."),
    "lot": gettext_noop(
        "%(level)s were level. The lot, drawn beforehand, chose %(ins)s to come back and not %(outs)s."
    ),
}
BY_TIE_BREAK = gettext_noop("Table %(table)s: %(ins)s qualified and %(outs)s is out by %(tie_break)s.")


def cut_sentence(cut: Mapping[str, Any], named: Callable[[list[int]], str]) -> str:
    """Return the sentence about a cut; `named` converts ids of entries to a text with their names."""
    tie_break = TIE_BREAKS.get(cut["decided_by"])
    decided = DECIDED if cut["table"] else {**DECIDED, **BACK}
    sentence = decided.get(cut["decided_by"], BY_TIE_BREAK)
    if cut["decided_by"] == "left" and not cut["ins"]:
        sentence = NOT_REPLACED
    return gettext(sentence) % {
        "table": cut["table"],
        "ins": named([*cut["ins"]]),
        "outs": named([*cut["outs"]]),
        "level": named([*cut["ins"], *cut["outs"]]),
        "tie_break": gettext(tie_break.help) if tie_break else "",
    }
