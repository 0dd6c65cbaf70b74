"""Date formats that differ from Django's. Django reads these first."""

from django.utils.translation import gettext_noop as _

MONTHS = (
    _("January"),
    _("February"),
    _("March"),
    _("April"),
    _("May"),
    _("June"),
    _("July"),
    _("August"),
    _("September"),
    _("October"),
    _("November"),
    _("December"),
)
"""The names of the months, for Tavolo's own catalogues: Django capitalises them in Italian and Portuguese."""
