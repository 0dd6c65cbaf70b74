"""Refusals for violated constraints of the database.

A foreign key is checked at the commit. An action first reads the row to which it refers, and looks for references
before it deletes a row. So only a concurrent write can violate a foreign key. A violated unique constraint means that
an equal row is stored already. Violations of other constraints are not caused by concurrent writes.
"""

from collections.abc import Iterable, Mapping

import structlog
from django.db import IntegrityError, models
from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _

from tournaments import models as stored

from .refusals import Conflict, Invalid, Problem, Refusal

logger = structlog.get_logger(__name__)
UNIQUE = ("23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY")
FOREIGN_KEY = ("23503", "SQLITE_CONSTRAINT_FOREIGNKEY")
REFERRING: Mapping[type[models.Model], object] = {
    stored.Player: gettext_lazy("players"),
    stored.Tournament: gettext_lazy("tournaments"),
    stored.Season: gettext_lazy("seasons"),
    stored.EntryPlayer: gettext_lazy("entries in tournaments"),
    stored.PlayerMerge: gettext_lazy("records that were merged"),
    stored.Seat: gettext_lazy("seats in rounds"),
    stored.SeatPlayer: gettext_lazy("seats in rounds"),
    stored.SitOut: gettext_lazy("rounds sat out"),
    stored.Hand: gettext_lazy("hands"),
    stored.Announcement: gettext_lazy("bids"),
    stored.Decision: gettext_lazy("decisions"),
    stored.Penalty: gettext_lazy("penalties"),
    stored.Ruling: gettext_lazy("rulings"),
}
"""Names, for messages, of the models with protected foreign keys."""


def refusal_of(fault: IntegrityError) -> Refusal:
    """The refusal for a violated constraint."""
    if isinstance(fault, ProtectedError):
        return Conflict(_in_use({type(row) for row in fault.protected_objects}))
    kind = _kind(fault)
    logger.info("constraint_violated", kind=kind, error=str(fault))
    if kind in FOREIGN_KEY:
        return changed_meanwhile()
    if kind in UNIQUE:
        message = _("This already exists; somebody else may have just entered it. Check and try again.")
        return Conflict(Problem("exists_already", message))
    logger.error("rule_of_database", kind=kind, error=str(fault))
    message = _("The database refuses these values, so nothing was saved.")
    return Invalid(Problem("refused_by_database", message))


def changed_meanwhile() -> Conflict:
    """The refusal for an action that a concurrent write made impossible."""
    message = _("Somebody else changed this at the same moment: check it and try again.")
    return Conflict(Problem("changed_meanwhile", message))


def _kind(fault: IntegrityError) -> str:
    """Return the database's code for the violated constraint; "" if unknown."""
    cause = fault.__cause__
    return str(getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorname", ""))


def _in_use(referring: Iterable[type[models.Model]]) -> Problem:
    message = _("It cannot be removed: %(what)s belong to it.")
    words = sorted({str(REFERRING[model]) for model in referring})
    return Problem("in_use", message, {"what": ", ".join(words)})
