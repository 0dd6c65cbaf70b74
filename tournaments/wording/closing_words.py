"""Texts for tables that were closed unfinished, alone or with their round."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy

from tournaments.actions.hands.closing import closing_at
from tournaments.actions.hands.tables import TableInPlay

from .words import Words, figure

WITHOUT_HAND: Mapping[str, Words] = {
    "absent": gettext_lazy("This table was closed before a hand counted: it is worth what an absence is worth."),
    "field-average": gettext_lazy(
        "This table was closed before a hand counted: it is worth the average of all who played the round."
    ),
    "number": gettext_lazy("This table was closed before a hand counted: it is worth %(number)s."),
}
UNFINISHED: Mapping[str, Words] = {
    "as-played": gettext_lazy("This table is closed: what is missing, disputed or not confirmed does not count."),
    "as-unplayed": gettext_lazy(
        "This table was closed before it had finished: it counts like a table without a hand, or as played "
        "where that is worse or no table of the round has finished."
    ),
}


def told_of_closing(play: TableInPlay) -> str:
    """The text on what such a table counts; empty if it finished or is not closed."""
    closing = closing_at(play.table)
    if closing is None or not play.lacks_hands:
        return ""
    if play.has_counted:
        timed = not play.table.closing and play.table.number in play.table.round.closing.get("timed", ())
        return str(UNFINISHED["as-played" if timed else closing.unfinished])
    number = "" if closing.amount is None else figure(str(closing.amount.normalize()))
    return str(WITHOUT_HAND[closing.unplayed]) % {"number": number}
