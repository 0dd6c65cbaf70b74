"""The sentence for a ledger entry."""

from django.utils.translation import gettext, ngettext

from ..hands.struck_out import KEPT
from ..ledger_kinds import kind_of
from ..ledger_kinds.told import Told
from ..standings.compared_rows import TAKEN_BACK


def sentence(told: Told) -> str:
    """Return what happened, in the reader's language, with what it undid and which earlier standings it changed."""
    what = _what(told)
    if "undoes" in told.facts:
        what = gettext("Undo: %(what)s") % {"what": what}
    if kept := told.facts.get(KEPT):
        what = f"{what} {_kept(len(kept))}"
    if rounds := told.facts.get("changed_standings"):
        told_rounds = {"what": what, "rounds": ", ".join(map(str, rounds))}
        changed = gettext("%(what)s This changed the standings after round %(rounds)s.")
        taken = gettext("%(what)s This took back the standings after round %(rounds)s.")
        what = (taken if TAKEN_BACK in told.facts else changed) % told_rounds
    return what


def _kept(hands: int) -> str:
    words = ngettext(
        "%(number)d struck-out hand is kept in the ledger.",
        "%(number)d struck-out hands are kept in the ledger.",
        hands,
    )
    return words % {"number": hands}


def _what(told: Told) -> str:
    says = kind_of(told.kind).sentence
    return gettext(says) % told.values if isinstance(says, str) else says(told)
