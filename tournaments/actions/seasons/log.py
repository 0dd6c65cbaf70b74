"""The log of a season: its changes with their actors, in a hash chain."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils import timezone

from tournaments.models import Club, Season, SeasonChange, SeasonEvening, Tournament, Visibility

from ..core.actor import Actor
from ..core.ledger import digest, moment
from ..core.rows import save_fields
from .standing import name_of, names_of

MAX_CHANGES, MAX_LISTED = 5, 10
ChangeKind = Literal[
    "created",
    "deleted",
    "renamed",
    "declared",
    "evening_added",
    "evening_changed",
    "evening_removed",
    "evening_closed",
    "evening_opened",
    "persons_joined",
    "persons_parted",
    "club_asked",
    "club_agreed",
    "club_refused",
    "club_removed",
    "places_moved",
    "final_filled",
    "champions_declared",
    "champions_withdrawn",
]
CONSENTS = {"club_asked": "asked", "club_agreed": "given", "club_refused": "refused", "club_removed": ""}
"""The answer of a club after each kind of change; "" if there is no request."""


def append(season: Season, kind: ChangeKind, *, by: Actor, facts: Mapping[str, object]) -> SeasonChange:
    """Append a change to the log of a season and return it; the caller must have locked the season.

    The user is stored only by id, so that an account can be erased.
    """
    about = {**facts, "by": by.user.pk if by.user else None, "source": by.source}
    change = SeasonChange(season=season, number=season.log_length + 1, kind=kind, facts=about, at=timezone.now())
    change.previous = season.log_head
    change.digest = digest_of(change)
    change.save(force_insert=True)
    save_fields(season, log_length=change.number, log_head=change.digest)
    return change


def evening_facts(evening: SeasonEvening) -> dict[str, object]:
    """Return the facts of an evening for the log."""
    tournament = evening.tournament
    return {
        "tournament": tournament.pk,
        "slug": tournament.slug,
        "part": evening.part + 1,
        "factor": str(evening.weight),
    }


def club_facts(club: Club) -> dict[str, object]:
    """Return the facts of a club for the log."""
    return {"club": club.slug, "club_id": club.pk}


def digest_of(change: SeasonChange) -> str:
    """Return the digest that this change must have."""
    return digest({**change.content, "at": moment(change.at)})


def broken_links(season: Season) -> list[int]:
    """Return the numbers of the changes that do not fit the hash chain; 0 stands for a missing end."""
    broken, head, length = [], "", 0
    for change in season.log.order_by("number"):
        if (change.number, change.previous, change.digest) != (length + 1, head, digest_of(change)):
            broken.append(change.number)
        head, length = change.digest, change.number
    return [*broken, *([0] if (length, head) != (season.log_length, season.log_head) else [])]


def last_declaration(season: Season) -> list[object]:
    """Return [declaration, version] of the last change of the declaration in the log."""
    last = season.log.filter(kind__in=("created", "declared")).order_by("number").last()
    return [last.facts["declaration"], last.facts.get("version", 1)] if last else []


def logged_persons(season: Season) -> dict[str, int]:
    """Return, by the log, which records count for which others, in the form of `Season.persons`."""
    persons: dict[str, int] = {}
    for change in season.log.filter(kind__in=("persons_joined", "persons_parted")).order_by("number"):
        for player, into in change.facts["persons"]:
            if change.kind == "persons_joined":
                persons[str(player)] = into
            else:
                persons.pop(str(player), None)
    return persons


def logged_evenings(season: Season) -> dict[int, tuple[int, str]]:
    """Return the part, from 1, and the factor of each evening by the log, by the id of its tournament if it exists."""
    evenings: dict[int, tuple[int, str]] = {}
    kinds = ("evening_added", "evening_changed", "evening_removed")
    for change in season.log.filter(kind__in=kinds).order_by("number"):
        evenings[change.facts["tournament"]] = change.facts["part"], change.facts["factor"]
        if change.kind == "evening_removed":
            del evenings[change.facts["tournament"]]
    existing = Tournament.objects.filter(pk__in=evenings).values_list("pk", flat=True)
    return {pk: evenings[pk] for pk in existing}


def logged_consents(season: Season) -> dict[int, str]:
    """Return the answers of clubs by the log, `asked`, `given` or `refused`, by the id of the club if it exists."""
    answers: dict[int, str] = {}
    for change in season.log.filter(kind__in=CONSENTS).order_by("number"):
        answers[change.facts["club_id"]] = CONSENTS[change.kind]
    existing = Club.objects.filter(pk__in=answers).values_list("pk", flat=True)
    return {pk: answers[pk] for pk in existing if answers[pk]}


@dataclass(frozen=True, slots=True)
class Moves:
    """Names of competitors whose published place changed later, with the place before and after.

    `more` is how many further competitors are not listed. `evenings` are the public names of the evenings whose results
    were corrected.
    """

    at: datetime
    evenings: list[str]
    places: list[tuple[str, int | None, int | None]]
    more: int


def recent_moves(season: Season) -> list[Moves]:
    """Return the latest corrections of the season's standings that changed places, latest first."""
    changes = list(season.log.filter(kind="places_moved").order_by("-number")[:MAX_CHANGES])
    listed = [(change, change.facts["places"][:MAX_LISTED]) for change in changes]
    names = names_of(
        pk for _change, places in listed for who, *_places in places if isinstance(who, list) for pk in who
    )
    corrected = {slug for change in changes for slug in change.facts.get("corrected", ())}
    public = Tournament.objects.filter(slug__in=corrected, visibility=Visibility.PUBLIC)
    evenings = dict(public.values_list("slug", "name"))
    return [
        Moves(
            change.at,
            [evenings[slug] for slug in change.facts.get("corrected", ()) if slug in evenings],
            [
                (name_of(who if isinstance(who, str) else tuple(who), names), before, after)
                for who, before, after in places
            ],
            change.facts["number"] - len(places),
        )
        for change, places in listed
    ]
