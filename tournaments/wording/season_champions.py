"""How the champions of a season won it, as text."""

from django.utils.translation import gettext as _

from tournaments.actions.seasons.champions import Champions

from .names import filled


def how_won(champions: Champions) -> str:
    """Return how the champions won."""
    if champions.rule == "standing":
        return _("first in the standings")
    if champions.rule == "all_parts":
        return _("first in every part, without a final")
    return (
        filled(_("winner of %(final)s"), {"final": champions.final_name}) if champions.final_name else _("by a final")
    )
