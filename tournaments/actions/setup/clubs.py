"""Creating clubs and changing their details."""

from collections.abc import Mapping
from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Club, Membership, PaperSize, Role, Season, SeasonEvening, User

from ..core.actor import Actor
from ..core.names import free_slug, name_problems
from ..core.optimistic_locking import Values, places_of, refuse_unseen
from ..core.refusals import Problem, refuse
from ..core.rows import locked, save_fields
from ..seasons.moved_places import agreed_clubs
from ..seasons.season_refreshing import read_again

RESERVED = frozenset({"new"})
"""Slugs that no club may have, because other pages use these addresses below clubs/."""


@transaction.atomic
def create_club(
    *,
    owner: User | None,
    name: str,
    slug: str = "",
    city: str = "",
    time_zone: str = "Europe/Rome",
    language: str = "it",
    by_family_name: bool = False,
    paper_size: str = PaperSize.A4,
) -> Club:
    """Create a club with this owner and return it; without an owner, only superusers manage it.

    Raises Invalid for a bad name, a taken slug, or an unknown time zone, language or paper size.
    """
    problems = name_problems(name, "name")
    if slug in RESERVED or (slug and Club.objects.filter(slug=slug).exists()):
        problems.append(Problem("taken", _("This address is taken: choose another."), pointer=("slug",)))
    problems += _choice_problems(time_zone, language, paper_size)
    refuse(problems)
    club = Club.objects.create(
        slug=slug or free_slug(name, Club.objects.all(), reserved=RESERVED),
        name=normalise_text(name),
        city=normalise_text(city)[:100],
        time_zone=time_zone,
        language=language,
        by_family_name=by_family_name,
        paper_size=paper_size,
    )
    if owner:
        Membership.objects.create(club=club, user=owner, role=Role.OWNER)
    return club


DETAILS = ("name", "city", "language", "time_zone", "by_family_name", "paper_size")


@transaction.atomic
def update_club(
    club: Club, *, by: Actor, seen: Mapping[str, str] | None = None, by_family_name: bool | None = None, **changes: str
) -> Club:
    """Change these details of the club and return it.

    Raises Invalid as `create_club` does, and Stale if the details differ from `seen`. Raises AgreementNeeded if another
    name changes places or scores of a season, in which clubs are compared by name, and `by` has not confirmed this.
    """
    club = locked(Club.objects.all(), club.pk)
    refuse_unseen(details_of(club), seen)
    named = name_problems(changes["name"], "name") if "name" in changes else []
    chosen = (changes.get(field, getattr(club, field)) for field in ("time_zone", "language", "paper_size"))
    refuse([*named, *_choice_problems(*chosen)])
    values = {field: normalise_text(value) for field, value in changes.items()}
    order = {} if by_family_name is None else {"by_family_name": by_family_name}
    name = values.get("name", club.name)
    of_club = Q(season__club=club) | Q(tournament__club=club) if name != club.name else Q(pk=None)
    evenings = SeasonEvening.objects.filter(of_club)  # results contain the club's name
    seasons = Season.objects.filter(evenings__in=evenings).distinct().order_by("pk").select_related("club")
    with agreed_clubs(seasons, by=by, renamed={club.name: name}):
        save_fields(club, **order, **values)
        read_again(evenings)
    return club


def details_of(club: Club) -> Values:
    """Return the details of a club that can be changed."""
    return places_of({name: getattr(club, name) for name in DETAILS})


@cache
def _time_zones() -> frozenset[str]:
    return frozenset(available_timezones())  # cached, because this reads some 600 files


def _choice_problems(time_zone: str, language: str, paper_size: str) -> list[Problem]:
    problems = []
    if time_zone not in _time_zones():
        problems.append(Problem("not_a_choice", _("Choose a time zone, such as Europe/Rome."), pointer=("time_zone",)))
    if language not in dict(settings.LANGUAGES):
        problems.append(Problem("not_a_choice", _("Choose one of the languages offered."), pointer=("language",)))
    if paper_size not in PaperSize.values:
        problems.append(Problem("not_a_choice", _("Choose A4 or letter."), pointer=("paper_size",)))
    return problems
