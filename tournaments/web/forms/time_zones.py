"""The time zones of clubs by place names."""

from collections.abc import Mapping
from functools import cache
from zoneinfo import available_timezones

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.wording.words import Words

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

CONTINENTS = {"Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
NO_PLACES = {"ACT", "LHI", "NSW", "North", "South", "West", "Knox_IN", "ComodRivadavia"}

Group = tuple[str, list[tuple[str, str]]]


def time_zones(kept: str = "") -> list[Group]:
    """The time zones by place: first those of Tavolo's languages, then the others by name."""
    near = [(zone, str(place)) for zone, place in NEAR.items()]
    others = _others()
    if kept and kept not in NEAR and kept not in dict(others):
        others = [(kept, _place(kept)), *others]
    return [(gettext("Usual places"), near), (gettext("Other places"), others)]


@cache
def _others() -> list[tuple[str, str]]:
    """Zones named by a place, without names such as EST5EDT or Zulu that exist for old programs."""
    zones = {zone for zone in available_timezones() - NEAR.keys() if zone.split("/")[0] in CONTINENTS}
    zones = {zone for zone in zones if zone.split("/")[-1] not in NO_PLACES}
    return sorted(((zone, _place(zone)) for zone in zones), key=lambda each: each[1])


def _place(zone: str) -> str:
    """The city of a zone, with its country or state where the zone names one: Knox, Indiana."""
    *regions, city = zone.replace("_", " ").replace("DumontDUrville", "Dumont d’Urville").split("/")
    return ", ".join([city, *regions[1:]])
