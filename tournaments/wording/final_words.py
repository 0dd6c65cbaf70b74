"""The final of a season in words: who qualifies by which place, who is skipped and why, and how champions won."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.actions.seasons.champions import Champions
from tournaments.ranking.seasons import Declaration, FinalContender
from tournaments.ranking.seasons.final import Skipped

from .names import filled
from .season_words import part_name
from .words import translated

REASONS: Mapping[Skipped, str] = {
    "qualified": _("already qualified"),
    "out": _("does not come"),
    "too_few": _("attended too few evenings"),
    "level": _("tied for the last place: draw lots, and enter by name the player who qualifies"),
}


def place_words(declared: Declaration, contender: FinalContender) -> str:
    """Return the place by which a competitor would qualify for the final; with the part's name, if it is in a part."""
    place = gettext("place %(place)s") % {"place": contender.place}
    if contender.part is None:
        return place
    return f"{part_name(declared.parts[contender.part], contender.part + 1)}: {place}"


def reason(contender: FinalContender) -> str:
    """Return why a competitor does not qualify for the final; "" if it does."""
    return translated(REASONS[contender.skipped]) if contender.skipped else ""


def how_won(champions: Champions) -> str:
    """Return how the champions of the season won."""
    if champions.rule == "standing":
        return gettext("first in the standings")
    if champions.rule == "all_parts":
        return gettext("first in every part, without a final")
    if champions.final_name:
        return filled(gettext("winner of %(final)s"), {"final": champions.final_name})
    return gettext("by a final")
