"""Messages about a hand or, in rounds scored by table total, about a total."""

from collections.abc import Mapping

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_noop as _

from tournaments.models import Hand, Round

OF_HANDS: Mapping[str, tuple[str, str]] = {
    "title": (_("Hand %(hand)s"), _("Total")),
    "at table": (_("Table %(table)s, hand %(hand)s"), _("Table %(table)s, total")),
    "go on": (_("Go on with table %(table)s, hand %(hand)s"), _("Go on with table %(table)s")),
    "enter": (_("Enter hand %(hand)s"), _("Enter the total")),
    "save": (_("Save hand %(hand)s"), _("Save the total")),
    "correct": (_("Correct hand %(hand)s"), _("Correct the total")),
    "change": (_("Change hand %(hand)s"), _("Change the total")),
    "confirm": (_("Confirm hand %(hand)s"), _("Confirm the total")),
    "ask": (_("Ask for a correction of hand %(hand)s"), _("Ask for a correction of the total")),
    "what is right": (_("Hand %(hand)s: what is right?"), _("The total: what is right?")),
    "disputed": (_("Hand %(hand)s is disputed"), _("The total is disputed")),
    "unconfirmed": (_("Hand %(hand)s is not confirmed yet"), _("The total is not confirmed yet")),
    "none": (_("No hand yet"), _("No total yet")),
    "no agreement": (_("The table does not agree on hand %(hand)s"), _("The table does not agree on the total")),
    "table disagrees": (
        _("Table %(table)s does not agree on hand %(hand)s"),
        _("Table %(table)s does not agree on the total"),
    ),
    "finishes": (_("With this hand the table is finished."), ""),
    "strike": (_("Strike the hand out"), _("Strike the total out")),
    "not right": (_("Hand %(hand)s is wrong"), _("The total is wrong")),
    "all right": (_("All hands are right"), _("The total is right")),
    "all": (_("All hands"), _("Total")),
    "column": (_("Hand"), _("Total")),
    "all in": (_("Every hand is entered."), _("Every total is entered.")),
    "close anyway": (_("Close it with hands missing"), _("Close it with totals missing")),
    "close round": (_("Close round %(number)s with hands missing"), _("Close round %(number)s with totals missing")),
    "uncounted": (
        _("Tables without a hand that counts: %(numbers)s."),
        _("Tables without a total that counts: %(numbers)s."),
    ),
    "time is over": (
        _("Time is up at the tables. Once their last hands are entered, the round can be closed."),
        _("Time is up at the tables. Once their totals are entered, the round can be closed."),
    ),
    "decided for": (
        _("Table %(table)s, hand %(hand)s: decided for %(tally)s."),
        _("Table %(table)s, total: decided for %(tally)s."),
    ),
    "sent late": (
        _("Table %(table)s sent hand %(hand)s after the closing"),
        _("Table %(table)s sent its total after the closing"),
    ),
    "asks for a correction": (
        _("Table %(table)s asks for a correction of hand %(hand)s"),
        _("Table %(table)s asks for a correction of its total"),
    ),
    "came late": (
        _("Hand %(hand)s, %(tally)s, arrived after the closing: the director decides whether it counts."),
        _("The total, %(tally)s, arrived after the closing: the director decides whether it counts."),
    ),
    "correction requested": (
        _("A correction of hand %(hand)s to %(tally)s was requested: the director decides."),
        _("A correction of the total to %(tally)s was requested: the director decides."),
    ),
    "by director": (_("The director has entered hand %(hand)s:"), _("The director has entered the total:")),
    "compare with director": (
        _("The director has already entered hand %(hand)s: compare it with yours."),
        _("The director has already entered the total: compare it with yours."),
    ),
    "compare with player": (
        _("%(name)s has already sent hand %(hand)s: compare it with yours."),
        _("%(name)s has already sent the total: compare it with yours."),
    ),
    "was void": (
        _("Hand %(hand)s was %(tally)s and was struck out at %(when)s (%(who)s)"),
        _("The total was %(tally)s and was struck out at %(when)s (%(who)s)"),
    ),
    "was said": (
        _("%(tally)s was also entered for hand %(hand)s, at %(when)s (%(who)s)"),
        _("%(tally)s was also entered for the total, at %(when)s (%(who)s)"),
    ),
    "was declined": (
        _("Hand %(hand)s was not corrected to %(tally)s, at %(when)s (%(who)s)"),
        _("The total was not corrected to %(tally)s, at %(when)s (%(who)s)"),
    ),
    "was late": (
        _("Hand %(hand)s, %(tally)s, arrived after the closing and was refused at %(when)s (%(who)s)"),
        _("The total, %(tally)s, arrived after the closing and was refused at %(when)s (%(who)s)"),
    ),
    "was until": (
        _("Hand %(hand)s was %(tally)s until %(when)s (%(who)s)"),
        _("The total was %(tally)s until %(when)s (%(who)s)"),
    ),
    "was": (_("Hand %(hand)s was %(tally)s"), _("The total was %(tally)s")),
    "settled": (_("The disputed hand is settled"), _("The disputed total is settled")),
    "kept": (
        _("What you typed for hand %(hand)s is kept: it will be there when you go back to that hand."),
        _("What you typed for the total is kept: it will be there when you go back to it."),
    ),
    "changed": (_("Hand %(hand)s was changed while you typed it."), _("The total was changed while you typed it.")),
    "agreed": (_("Hand %(hand)s is agreed."), _("The total is agreed.")),
    "struck out": (_("Hand %(hand)s: the director has struck it out."), _("The director has struck the total out.")),
    "agreed on": (
        _("Hand %(hand)s is agreed. What %(name)s sent counts: %(tally)s."),
        _("The total is agreed. What %(name)s sent counts: %(tally)s."),
    ),
    "decided by": (
        _("Hand %(hand)s: the director has decided. What %(name)s sent counts: %(tally)s."),
        _("The director has decided on the total. What %(name)s sent counts: %(tally)s."),
    ),
    "decided": (
        _("Hand %(hand)s: the director has decided. What counts: %(tally)s."),
        _("The director has decided on the total. What counts: %(tally)s."),
    ),
    "counts": (_("Hand %(hand)s counts."), _("The total counts.")),
    "corrected": (_("Hand %(hand)s was corrected."), _("The total was corrected.")),
    "does not count": (_("Hand %(hand)s does not count."), _("The total does not count.")),
    "stays": (_("Hand %(hand)s stays as it is."), _("The total stays as it is.")),
    "void": (_("Hand %(hand)s is void."), _("The total is void.")),
    "table decided": (_("Table %(table)s, hand %(hand)s was decided."), _("Table %(table)s, the total was decided.")),
    "disputed again": (
        _("Table %(table)s, hand %(hand)s is disputed again."),
        _("Table %(table)s, the total is disputed again."),
    ),
}
"""The message on a hand and the message on a total, by the name of both."""


TOTAL_STATES = {
    Hand.State.SUBMITTED: pgettext_lazy("total", "submitted"),
    Hand.State.CONFIRMED: pgettext_lazy("total", "confirmed"),
    Hand.State.DISPUTED: pgettext_lazy("total", "disputed"),
    Hand.State.CORRECTED: pgettext_lazy("total", "corrected"),
    Hand.State.VOID: pgettext_lazy("total", "void"),
    Hand.State.REQUESTED: pgettext_lazy("total", "requested"),
}
"""The states of a total: in some languages its grammatical gender is different from that of a hand."""


def hand_state(hand: Hand, round_: Round) -> str:
    """Return the state of a hand, or of a total if the round is scored by table total, as text."""
    return str(TOTAL_STATES[Hand.State(hand.state)] if round_.is_by_totals else hand.get_state_display())


def of_hand(name: str, round_: Round, /, hand: int | str = "", table: int = 0, **params: object) -> str:
    """Return the message `name` about a hand, or about the total if the round is scored by table total."""
    return of_hand_or_total(name, is_total=round_.is_by_totals, hand=hand, table=table, **params)


def of_hand_or_total(name: str, /, *, is_total: bool, hand: int | str = "", table: int = 0, **params: object) -> str:
    """Return the message `name` about a hand, or about a total; "" if there is none."""
    message = OF_HANDS[name][is_total]
    return gettext(message) % {"hand": hand, "table": table, **params} if message else ""
