"""The evenings that a season still has to play; a director must confirm ending it before them."""

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from tournaments.models import Season, SeasonEvening

from ..core.actor import Actor
from ..core.refusals import Problem

EARLY = "early"
"""The confirmation of ending a season, or of filling its final, while evenings are left."""


def agree_early(season: Season, words: str, *, by: Actor) -> None:
    """Raise AgreementNeeded if evenings are left, unless the actor has confirmed this.

    `words` are what is confirmed.
    """
    if problems := list(_remaining_evenings(season)):
        by.require_agreement(problems, EARLY, words)


def _remaining_evenings(season: Season) -> Iterator[Problem]:
    """Yield problems that say how many evenings are left, for the season and for each part.

    Evenings in the season that do not count yet are named.
    """
    counted, declared = dict(season.evenings.counting().values_list("pk", "part")), season.declared
    if declared.evenings <= len(counted):
        return
    message = _("Evenings still to be played: %(count)s. Places may change until then.")
    yield Problem("evenings_left", message, {"count": declared.evenings - len(counted)})
    in_part = _("Part %(part)s: %(count)d of %(planned)d evenings count.")
    for number, part in enumerate(declared.parts if len(declared.parts) > 1 else ()):
        count = [*counted.values()].count(number)
        if count < part.evenings:
            about = {"part": part.name or number + 1, "count": count, "planned": part.evenings}
            yield Problem("evenings_left", in_part, about)
    for evening in season.evenings.in_order().exclude(pk__in=counted).defer("results"):
        yield _not_counted(evening)


def _not_counted(evening: SeasonEvening) -> Problem:
    message = _("%(name)s is in the season and still to be played.")
    if evening.tournament.has_ended:
        message = _("%(name)s is in the season, but does not count: it is not public, or shows no results.")
    return Problem("evenings_left", message, {"name": evening.tournament.name})
