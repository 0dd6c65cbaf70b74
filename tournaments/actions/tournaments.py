"""Setting up tournaments, changing and archiving them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from tournaments.models import Club, Hand, Tournament

from . import ledger
from .actor import Actor
from .announce import refresh_after_commit
from .names import free_slug
from .plans import Plan, plan_of
from .problems import Conflict, Invalid, Problem

LOT_BITS = 62
FIXED_BY_PLAY = ("ruleset", "options", "table_target", "table_hands")
RANKED_BY = ("scoring", "tie_breaks", *FIXED_BY_PLAY)


def _(message: str) -> str:
    return message


def create_tournament(*, club: Club, raw: Mapping[str, Any], by: Actor) -> Tournament:
    """A new tournament of the club from a plan in the API's words, its defaults filled in.

    Raises Invalid with every fault of the plan.
    """
    plan = Plan(raw)
    slug = "" if raw.get("slug") is None else raw["slug"]
    problems = [*plan.problems, *_slug_problems(slug)]
    if problems:
        raise Invalid(problems)
    with transaction.atomic():
        tournament = Tournament.objects.create(
            club=club,
            slug=slug or free_slug(plan.values["name"], Tournament.objects.all(), length=80),
            lot_seed=secrets.randbits(LOT_BITS),
            **plan.values,
        )
        facts = {"ruleset": tournament.ruleset, "lot_seed": tournament.lot_seed}
        ledger.append(tournament.pk, "tournament_created", by=by, facts=facts)
        refresh_after_commit(tournament.pk)
    tournament.refresh_from_db()
    return tournament


def _slug_problems(slug: object) -> list[Problem]:
    if slug == "":
        return []
    if not isinstance(slug, str) or len(slug) > 80 or not _is_slug(slug):
        message = _("Write the address in letters, digits and hyphens, at most 80 of them.")
        return [Problem("not_a_slug", message, pointer=("slug",))]
    if Tournament.objects.filter(slug=slug).exists():
        return [Problem("taken", _("This address is taken: choose another."), pointer=("slug",))]
    return []


def _is_slug(slug: str) -> bool:
    return slug.isascii() and slug.replace("-", "").replace("_", "").isalnum()


def update_tournament(tournament: Tournament, raw: Mapping[str, Any], *, by: Actor) -> Tournament:
    """The tournament with these parts of its plan changed.

    Raises Invalid with every fault, and Conflict for game, options or the tables' end once a hand
    has been played, and for its address, which never changes.
    """
    if "slug" in raw and raw["slug"] != tournament.slug:
        message = _("The address of a tournament stays: others may have noted it.")
        raise Conflict(Problem("fixed", message, pointer=("slug",)))
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        plan = Plan({k: v for k, v in raw.items() if k != "slug"}, plan_of(tournament))
        if plan.problems:
            raise Invalid(plan.problems)
        changes = {k: v for k, v in plan.values.items() if getattr(tournament, k) != v}
        _refuse_other_game(tournament, changes)
        _store(tournament, changes, by=by)
    tournament.refresh_from_db()
    return tournament


def _refuse_other_game(tournament: Tournament, changes: Mapping[str, Any]) -> None:
    if any(name in changes for name in FIXED_BY_PLAY) and has_hands(tournament):
        message = _("Hands have been played: the game and the end of a table stay as they are.")
        raise Conflict(Problem("already_played", message))


def _store(tournament: Tournament, changes: Mapping[str, Any], *, by: Actor) -> None:
    if not changes:
        return
    for column, value in changes.items():
        setattr(tournament, column, value)
    tournament.save(update_fields=list(changes))
    ranked = any(name in changes for name in RANKED_BY)
    facts = {"changed": sorted(changes), **{k: changes[k] for k in RANKED_BY if k in changes}}
    ledger.append(tournament.pk, "tournament_changed", by=by, facts=facts, changes_standings=ranked)
    if ranked:
        refresh_after_commit(tournament.pk)


def has_hands(tournament: Tournament) -> bool:
    """Whether a hand has ever been recorded in it."""
    return Hand.objects.filter(table__round__tournament=tournament).exists()


def delete_tournament(tournament: Tournament, *, by: Actor) -> None:
    """Delete a tournament without hands; its ledger stays. Raises Conflict once one was played."""
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if has_hands(tournament) or tournament.penalties.exists():
            message = _("Hands have been played: archive the tournament instead.")
            raise Conflict(Problem("already_played", message))
        facts = {"slug": tournament.slug}
        ledger.append(tournament.pk, "tournament_deleted", by=by, facts=facts)
        tournament.rounds.all().delete()
        tournament.delete()


def archive_tournament(tournament: Tournament, *, by: Actor) -> Tournament:
    """The tournament put away: it stays readable and takes no more rounds."""
    with transaction.atomic():
        tournament.status = Tournament.Status.ARCHIVED
        tournament.save(update_fields=["status"])
        ledger.append(
            tournament.pk, "tournament_archived", by=by, facts={}, changes_standings=False
        )
    return tournament
