"""Problems of actions that can no longer be undone."""

from django.utils.translation import gettext_noop as _

from ..core.refusals import Problem


def superseded() -> Problem:
    """Return the problem of an action whose result was changed since."""
    return Problem("superseded", _("This was changed again since: there is nothing to undo any more."))


def drawn_since(number: int) -> Problem:
    """Return the problem of an action on which a later round depends."""
    return Problem("later_round", _("The draw of round %(round)d was begun since, and rests on it."), {"round": number})
