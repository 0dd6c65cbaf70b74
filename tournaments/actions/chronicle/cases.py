"""Sentences that depend on more than the kind of what happened."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import SETTINGS, Entry

from .told import UNKNOWN, Told

UNLABELLED: Mapping[str, Any] = {
    "name": gettext_lazy("name"),
    "ruleset": gettext_lazy("game"),
    "options": gettext_lazy("options of the game"),
    "scoring": gettext_lazy("scoring"),
    "tie_breaks": gettext_lazy("tie-breaks"),
    "table_target": gettext_lazy("end of a table"),
    "table_hands": gettext_lazy("end of a table"),
    "table_minutes": gettext_lazy("end of a table"),
}
"""Parts of a plan whose columns have no words of their own."""
IN_ONE_PIECE = 4
"""Scores of one hand that have room on a line of a phone."""
STATUSES: Mapping[str, Any] = {
    Entry.Status.WITHDRAWN: gettext_lazy("%(name)s withdrew."),
    Entry.Status.PAUSED: gettext_lazy("%(name)s pauses."),
    Entry.Status.ACTIVE: gettext_lazy("%(name)s is back."),
}


def draft_dropped(told: Told) -> str:
    """Whether what was decided on the round stays."""
    if told.facts.get("decisions") == "keep":
        return _("The draft of round %(round)s was dropped. What was decided on the round stays.") % told.values
    return _("The draft of round %(round)s was dropped.") % told.values


def round_drawn(told: Told) -> str:
    """How many tables were made."""
    number = len(told.facts.get("tables", ()))
    template = ngettext(
        "Round %(round)s was drawn: %(number)s table.", "Round %(round)s was drawn: %(number)s tables.", number
    )
    return template % {**told.values, "number": number}


def round_closed(told: Told) -> str:
    """How many tables had not finished, where there were any."""
    missing = told.facts.get("missing", 0)
    if not missing:
        return _("Round %(round)s was closed.") % told.values
    template = ngettext(
        "Round %(round)s was closed with hands missing at %(number)s table.",
        "Round %(round)s was closed with hands missing at %(number)s tables.",
        missing,
    )
    return template % {**told.values, "number": missing}


def round_reseated(told: Told) -> str:
    """Who changed places, how many moved to put the round right, or that seats were changed."""
    if "exchanged" in told.facts:
        names = told.several(told.facts["exchanged"])
        return _("Round %(round)s, changed places: %(names)s") % {**told.values, "names": names}
    if "moved" not in told.facts:
        return _("Seats of round %(round)s were changed by hand.") % told.values
    moved = told.facts["moved"]
    template = ngettext(
        "Round %(round)s was repaired: %(moved)s player got another table.",
        "Round %(round)s was repaired: %(moved)s players got another table.",
        moved,
    )
    return template % {**told.values, "moved": moved}


def clock_started(told: Told) -> str:
    """For how many minutes."""
    minutes = told.facts.get("clock", {}).get("minutes", UNKNOWN)
    return _("Round %(round)s: the clock was started for %(minutes)s min.") % {**told.values, "minutes": minutes}


def clock_extended(told: Told) -> str:
    """More or less, for one table or for all."""
    values = {**told.values, "minutes": f"{told.facts.get('minutes', 0):+d}"}
    if told.facts.get("table"):
        return _("Round %(round)s: %(minutes)s min for table %(table)s.") % values
    return _("Round %(round)s: %(minutes)s min for every table.") % values


def _scores(told: Told) -> str:
    """The scores of a hand behind a colon, what stood before them in front; nothing where results are hidden."""
    scores, before = told.facts.get("scores"), told.facts.get("before")
    if told.hides or not scores:
        return "."
    was = f"{_listed(before)} → " if before and before != scores else ""
    return f": {was}{_listed(scores)}."


def _listed(scores: Sequence[int | None]) -> str:
    """Scores side by side, in one piece where a phone has room: behind a dash a line could end, behind a dot not."""
    between = "\u00a0·\u00a0" if len(scores) <= IN_ONE_PIECE else "\u00a0· "
    return between.join("×" if score is None else str(score) for score in scores)


def hand_entered(told: Told) -> str:
    """What the table or the desk wrote down."""
    return _("Round %(round)s, table %(table)s: hand %(hand)s was entered") % told.values + _scores(told)


def hand_countered(told: Told) -> str:
    """Another result from another seat."""
    template = _("Round %(round)s, table %(table)s: for hand %(hand)s another result was entered")
    return template % told.values + _scores(told)


def hand_corrected(told: Told) -> str:
    """What stood, and what stands instead."""
    return _("Round %(round)s, table %(table)s: hand %(hand)s was corrected") % told.values + _scores(told)


def dispute_decided(told: Told) -> str:
    """What stands."""
    return _("Round %(round)s, table %(table)s: the dispute over hand %(hand)s was decided") % told.values + _scores(
        told
    )


def correction_requested(told: Told) -> str:
    """What a seat would have instead."""
    template = _("Round %(round)s, table %(table)s: a correction of hand %(hand)s was asked for")
    return template % told.values + _scores(told)


def pack_agreed(told: Told) -> str:
    """Another pack, or the one of the rules."""
    if told.facts.get("other_pack"):
        return _("Round %(round)s, table %(table)s: all agreed to another pack.") % told.values
    return _("Round %(round)s, table %(table)s: the pack of the rules is played with after all.") % told.values


def entries_registered(told: Told) -> str:
    """Who, of many the first."""
    entries = [each["entry"] for each in told.facts["entries"]]
    template = ngettext("Entered: %(names)s", "%(number)s were entered: %(names)s", len(entries))
    return template % {"number": len(entries), "names": told.several(entries)}


def entries_checked_in(told: Told) -> str:
    """All at once."""
    number = len(told.facts["entries"])
    if told.facts.get("checked_in"):
        template = ngettext("%(number)s was ticked off as present.", "%(number)s were ticked off as present.", number)
    else:
        template = ngettext("The tick of %(number)s was taken off.", "The ticks of %(number)s were taken off.", number)
    return template % {"number": number}


def entries_withdrawn(told: Told) -> str:
    """Who, of many the first."""
    entries = told.facts["entries"]
    template = ngettext("Withdrawn: %(names)s", "%(number)s were withdrawn: %(names)s", len(entries))
    return template % {"number": len(entries), "names": told.several(entries)}


def entries_returned(told: Told) -> str:
    """Who, of many the first."""
    entries = told.facts["entries"]
    template = ngettext("Back: %(names)s", "%(number)s are back: %(names)s", len(entries))
    return template % {"number": len(entries), "names": told.several(entries)}


def entry_changed(told: Told) -> str:
    """Who comes and goes, and how he plays."""
    facts = told.facts
    if "status" in facts:
        return str(STATUSES[facts["status"]]) % told.values
    if "stand_in" in facts:
        stands_in = _("%(name)s stands in and is not ranked.")
        return (stands_in if facts["stand_in"] else _("%(name)s is ranked.")) % told.values
    if "from_round" in facts:
        return _("%(name)s plays from round %(from_round)s.") % told.values
    if "checked_in" in facts:
        here = _("%(name)s is here.")
        return (here if facts["checked_in"] else _("%(name)s is not here yet.")) % told.values
    return _("%(name)s: something on the list was changed.") % told.values


def entry_renamed(told: Told) -> str:
    """The former name is for directors; an entry that the player has left is called as before."""
    if "left" in told.facts:
        return _("%(name)s: the name of somebody who played here before was corrected.") % told.values
    if told.in_full and told.text:
        return _("%(former)s is called %(name)s now.") % told.values
    return _("%(name)s: the name was corrected.") % told.values


def name_shown(told: Told) -> str:
    """An entry that the player has left is called as before."""
    if "left" in told.facts:
        return _("%(name)s: how the name of somebody who played here before is shown was changed.") % told.values
    return _("%(name)s: how the name is shown was changed.") % told.values


def player_substituted(told: Told) -> str:
    """Who left is for directors."""
    if told.in_full and told.text:
        return _("%(name)s plays in place of %(former)s.") % told.values
    return _("%(name)s came in as a substitute.") % told.values


def player_left(told: Told) -> str:
    """Whether somebody plays on in the seat, and whether the place plays later rounds."""
    if "not_entered" in told.facts:
        left = _("Round %(round)s: a player of %(name)s left, and somebody who is not entered plays on.") % told.values
    elif "coming" in told.facts:
        left = _("Round %(round)s: a player of %(name)s left, and somebody who sat out plays on.") % told.values
    elif "closing" in told.facts:
        left = _("Round %(round)s: a player of %(name)s left, and the table was closed.") % told.values
    else:
        left = _("Round %(round)s: a player of %(name)s left and forfeits the round.") % told.values
    if told.facts["returns"]:
        return left
    later = _("%(name)s takes no part in later rounds.") % told.values
    return f"{left} {later}"


def fee_changed(told: Told) -> str:
    """Money is for directors."""
    if not told.in_full:
        return _("A fee was noted.")
    if "paid" in told.facts:
        return _("%(name)s: paid %(paid)s.") % {**told.values, "paid": told.amount("paid")}
    if told.facts.get("owed") is None:
        return _("%(name)s owes what everybody owes.") % told.values
    return _("%(name)s owes %(owed)s.") % {**told.values, "owed": told.amount("owed")}


def penalty_given(told: Told) -> str:
    """How much and for which round, unless results are hidden."""
    if told.hides:
        return _("%(name)s got a penalty.") % told.values
    if told.facts.get("round"):
        return _("%(name)s got a penalty of %(points)s in round %(round)s.") % told.values
    return _("%(name)s got a penalty of %(points)s.") % told.values


def penalty_cancelled(told: Told) -> str:
    """The same."""
    if told.hides:
        return _("%(name)s: a penalty was cancelled.") % told.values
    return _("%(name)s: the penalty of %(points)s was cancelled.") % told.values


def penalty_reinstated(told: Told) -> str:
    """The same."""
    return _("In force again: %(what)s") % {"what": penalty_given(told)}


DECIDED: Mapping[str, Any] = {
    "award": gettext_lazy("%(name)s got an award for round %(round)s."),
    "forfeit": gettext_lazy("%(name)s forfeited round %(round)s."),
    "absent": gettext_lazy("%(name)s was absent in round %(round)s."),
    "disqualified": gettext_lazy("%(name)s was disqualified."),
}
DECIDED_WORTH: Mapping[str, Any] = {
    "award": gettext_lazy("%(name)s got an award of %(points)s for round %(round)s."),
    "forfeit": gettext_lazy("%(name)s forfeited round %(round)s, which counts %(points)s."),
    "absent": gettext_lazy("%(name)s was absent in round %(round)s, which counts %(points)s."),
}


def decision_given(told: Told) -> str:
    """What was decided on whom, and what the round is worth by that, unless results are hidden."""
    is_told = told.facts.get("amount") is not None and not told.hides
    return str((DECIDED_WORTH if is_told else DECIDED)[told.facts["decided"]]) % told.values


def decision_taken_back(told: Told) -> str:
    """The same, taken back."""
    return _("Taken back: %(what)s") % {"what": decision_given(told)}


def decision_reinstated(told: Told) -> str:
    """The same, in force again."""
    return _("In force again: %(what)s") % {"what": decision_given(told)}


def tournament_changed(told: Told) -> str:
    """Which parts of the plan, or after which round it was ended."""
    if "ended_from" in told.facts:
        return _("The tournament was ended after round %(rounds_planned)s.") % told.values
    return _("The plan was changed: %(what)s.") % {"what": parts_of_plan(told.facts.get("changed", ())) or UNKNOWN}


def parts_of_plan(names: Iterable[str]) -> str:
    """What the columns of these names are called, each once."""
    return ", ".join(dict.fromkeys(map(_part, names)))


def _part(name: str) -> str:
    label = UNLABELLED.get(name) or (SETTINGS[name].label if name in SETTINGS else name)
    return str(label)


def standings_hidden(told: Told) -> str:
    """From where on."""
    if told.facts.get("after_round"):
        return _("The standings after round %(after_round)s were hidden.") % told.values
    return _("The standings were hidden.")
