"""Championships: tournaments that are connected as stages share a number."""

from collections import defaultdict
from collections.abc import Collection

from django.utils.translation import gettext_noop as _

from tournaments.models import Stage, Tournament

from ..core.refusals import Problem
from ..core.rows import lock_all


def followed(tournaments: Collection[int], *, besides: Tournament | None = None) -> Problem | None:
    """Return a problem if one of these tournaments, given by id, has a later stage other than `besides`; else None."""
    following = Stage.objects.filter(sources__in=tournaments).exclude(tournament=besides)
    stage = following.select_related("tournament").order_by("pk").first()
    if stage is None:
        return None
    message = _(
        "%(name)s is the next stage of this tournament: make that stage independent of other tournaments first."
    )
    return Problem("followed", message, {"name": stage.tournament.name})


def renumber(tournaments: list[Tournament]) -> None:
    """Give connected tournaments, among these and those that share their numbers, a common number.

    A tournament without other stages gets None.
    """
    numbers = [each.championship for each in tournaments if each.championship]
    ids = {each.pk for each in tournaments}
    ids |= {*Tournament.objects.filter(championship__in=numbers).values_list("pk", flat=True)}
    links = Stage.objects.filter(tournament__in=ids).exclude(sources=None).values_list("tournament_id", "sources")
    number = {pk: pk for pk in ids}
    for one, other in links:
        least = min(number[one], number[other])
        merged = {number[one], number[other]}
        number |= {pk: least for pk, mine in number.items() if mine in merged}
    together: dict[int, list[int]] = defaultdict(list)
    for pk, mine in number.items():
        together[mine].append(pk)
    lock_all(Tournament.objects.filter(pk__in=ids).order_by("pk"))
    for mine, members in together.items():
        Tournament.objects.filter(pk__in=members).update(championship=mine if len(members) > 1 else None)
