"""What is said where something can no longer be undone."""

from django.utils.translation import gettext_noop as _

from ..core.refusals import Problem


def superseded() -> Problem:
    """It was changed again since."""
    return Problem("superseded", _("This was changed again since: there is nothing to undo any more."))


def drawn_since(number: int) -> Problem:
    """A later round rests on it."""
    return Problem("later_round", _("The draw of round %(round)d was begun since, and rests on it."), {"round": number})
