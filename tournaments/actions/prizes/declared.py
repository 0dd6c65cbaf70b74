"""Declaring the prizes of a tournament. They may be prizes for the overall standings of all its stages."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, Tournament, User
from tournaments.ranking.prizes import Prizes, read_prizes

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Invalid, Problem, Stale
from ..core.rows import locked
from ..stages.order import StageInOrder, rounds_before, stages_of
from ..stages.prize_marks import store_prizes

CLEAN_HANDS = "clean_hands"
CHANGED = _("Somebody else has changed the prizes meanwhile: reload this page and make your changes again.")


def declare_prizes(tournament: Tournament, raw: Mapping[str, Any], *, by: Actor, seen: str = "") -> Prizes:
    """Replace the tournament's prizes by those in a document; return the new prizes.

    `seen` is the digest of the prizes that the page showed. Raises Invalid with every problem, Stale if the prizes have
    changed since.
    """
    stages = stages_of(tournament, by.user or AnonymousUser()) if raw.get("stages") is True else []
    prizes = _read(tournament, raw, stages)
    with transaction.atomic():
        tournament = locked(Tournament.objects.all(), tournament.pk)
        if tournament.prizes != raw:
            if seen and seen != ledger.digest(tournament.prizes):
                raise Stale(Problem("changed_meanwhile", CHANGED))
            store_prizes(tournament, raw, by=by)
    return prizes


def _read(tournament: Tournament, raw: Mapping[str, Any], stages: list[StageInOrder]) -> Prizes:
    """Return the prizes in a document; `stages` are the stages over which prizes may be given. Raises Invalid.

    Entries of earlier stages may stay in a category if they are in it already.
    """
    among = [each.tournament for each in stages] or [tournament]
    entries = Entry.objects.filter(Q(tournament__in=among) | Q(pk__in=_marked(tournament)))
    prizes = read_prizes(
        raw,
        rounds=rounds_before(stages)[-1] if stages else tournament.rounds_planned,
        counts_clean_hands=any(CLEAN_HANDS in each.tie_breaks for each in among),
        entries=set(entries.values_list("pk", flat=True)),
    )
    problems = prizes if isinstance(prizes, list) else []
    if raw.get("stages") is True and not stages:
        message = _("This tournament has one stage: its prizes are for its own standings.")
        problems = [*problems, Problem("one_stage", message, pointer=("stages",))]
    if isinstance(prizes, list) or problems:
        raise Invalid(problems)
    return prizes


def competitors(tournament: Tournament, reader: User | AnonymousUser) -> dict[int, Entry]:
    """Return the entries that a category of prizes may contain, each with the first entry of the same players.

    These are the entries of the tournament or, if the prizes are for all stages, those of all stages. Entries of an
    earlier stage that have qualified for a later one are included if a category has them already.
    """
    stages = stages_of(tournament, reader) if prizes_of(tournament).stages else []
    among = {each.tournament.pk for each in stages} or {tournament.pk}
    entries = Entry.objects.filter(Q(tournament__in=among) | Q(pk__in=_marked(tournament))).with_players()
    who_of = {each: tuple(sorted(of.player_id for of in each.entry_players.all())) for each in entries.order_by("pk")}
    first = {who: each for each, who in reversed(who_of.items()) if each.tournament_id in among}
    return {each.pk: first[who] for each, who in who_of.items() if who in first}


def _marked(tournament: Tournament) -> set[int]:
    return {entry for each in prizes_of(tournament).lists if each.category for entry in each.category.entries}


def prizes_of(tournament: Tournament) -> Prizes:
    """Return the tournament's prizes; none if they are in the format of a different version of the program."""
    prizes = read_prizes(tournament.prizes)
    return Prizes() if isinstance(prizes, list) else prizes
