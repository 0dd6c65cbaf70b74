"""The places whose clock a club goes by, as people call them."""

from collections.abc import Mapping
from functools import cache
from zoneinfo import available_timezones

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.web.words import Words

NEAR: Mapping[str, Words] = {
    "Europe/Rome": _("Rome"),
    "Europe/Madrid": _("Madrid"),
    "Europe/Lisbon": _("Lisbon"),
    "Europe/Amsterdam": _("Amsterdam"),
    "Europe/Brussels": _("Brussels"),
    "Europe/Zurich": _("Zurich"),
    "Europe/Paris": _("Paris"),
    "Europe/Berlin": _("Berlin"),
    "Europe/London": _("London"),
    "Atlantic/Canary": _("Canary Islands"),
    "Atlantic/Madeira": _("Madeira"),
    "Atlantic/Azores": _("Azores"),
    "America/Sao_Paulo": _("São Paulo"),
    "America/Argentina/Buenos_Aires": _("Buenos Aires"),
    "America/Montevideo": _("Montevideo"),
    "America/Mexico_City": _("Mexico City"),
}
"""Where the languages of Tavolo are at home."""

Group = tuple[str, list[tuple[str, str]]]


def time_zones() -> list[Group]:
    """Every time zone by its place: first those where Tavolo's languages are at home, then the others by name."""
    near = [(zone, str(place)) for zone, place in NEAR.items()]
    return [(gettext("Usual places"), near), (gettext("Other places"), _others())]


@cache
def _others() -> list[tuple[str, str]]:
    return sorted(((zone, _place(zone)) for zone in available_timezones() - NEAR.keys()), key=lambda each: each[1])


def _place(zone: str) -> str:
    """The city of a zone, with its country or state where the zone names one: Knox, Indiana."""
    *regions, city = zone.replace("_", " ").split("/")
    return ", ".join([city, *regions[1:]])
