"""Formats of an evening as text: the plans of rounds and finals."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.setup.formats import USUAL_HANDS
from tournaments.models import Tournament
from tournaments.pairing.formats.possible import Format

from .words import translated, unit_inside


def described(format_: Format) -> str:
    """Return the format as one sentence, such as `3 rounds, from which the best 4 go on; a final of 4.`"""
    stages = "; ".join(_stages(format_))
    return f"{stages[:1].upper()}{stages[1:]}."


def why_no_hands(tournament: Tournament) -> str:
    """Return the sentence that hands are not counted, because their number is not fixed; "" if it is."""
    if tournament.table_hands:
        return ""
    end, target = translated(tournament.own_end), tournament.table_target
    if target:
        end = _("to %(target)d %(unit)s") % {"target": target, "unit": unit_inside(tournament.rules)}
    message = _(
        "Tables have no fixed number of hands%(end)s, so hands are not counted; "
        "the simulation takes %(hands)d for each table."
    )
    return message % {"end": f" ({end})" if end else "", "hands": USUAL_HANDS}


def _stages(format_: Format) -> list[str]:
    stages = []
    if format_.group_sizes:
        stages.append(_groups(format_))
    if format_.knock_out:
        field = " → ".join(str(round_.players) for round_ in format_.knock_out)
        stages.append(_knock_out(format_) % {"field": field, "going_on": format_.going_on})
    return stages


def _groups(format_: Format) -> str:
    values = {"rounds": format_.rounds, "groups": len(format_.group_sizes), "best": format_.of_each}
    if not format_.of_each:
        return ngettext("%(rounds)d round for everybody", "%(rounds)d rounds for everybody", format_.rounds) % values
    if len(format_.group_sizes) == 1:
        return _("%(rounds)d rounds, from which the best %(best)d qualify") % values
    if format_.of_each == 1:
        return _("%(groups)d groups with %(rounds)d rounds; the best of each group qualifies") % values
    return _("%(groups)d groups with %(rounds)d rounds; the best %(best)d of each group qualify") % values


def _knock_out(format_: Format) -> str:
    if len(format_.knock_out) == 1:
        return _("a final of %(field)s")
    if format_.going_on == 1:
        return _("a knock-out in which the winner of each table qualifies (%(field)s)")
    return _("a knock-out in which %(going_on)d of each table qualify (%(field)s)")
