"""Date formats that differ from Django's; Django reads these first."""

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
"""Django capitalises the Italian and Portuguese months; our own catalogues, which come first, do not."""
