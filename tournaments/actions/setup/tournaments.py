"""Creating, changing and ending tournaments."""

import secrets
from collections.abc import Iterable, Mapping
from copy import copy
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.reading import read_options
from tournaments import ranking
from tournaments.models import SETTINGS, Club, ClubGame, Kept, Round, Table, Tournament, settings_in
from tournaments.models.tournament import new_link_key

from ..core import ledger
from ..core.actor import Actor
from ..core.names import free_slug
from ..core.refusals import Conflict, Problem, Stale, refuse
from ..core.rows import locked, save_fields
from ..ledger_kinds.about_tournaments import parts_of_plan
from ..people.newcomers import newcomers_fact
from ..push.asking import forget_phones
from ..seasons.season_refreshing import mark_seasons
from ..standings.counting_evenings import agreed_moves
from .fitting_scoring import refuse_unfit_scoring
from .plans import PlannedTournament, own_of, plan_of

LOT_BITS = 62
GAME = "game"
"""The column with the club's own game, which the ledger records by slug and version."""
FIXED_BY_PLAY = frozenset({GAME, *(name for name, s in SETTINGS.items() if s.touches == "game")})
FORESEEN_BY = frozenset({"rounds_planned", "pairing", "going_on", "cut_ties", "uneven_tables"})
"""Settings that, in addition to those of the ranking, change the places that are still possible."""
RANKED_BY = FIXED_BY_PLAY | {name for name, s in SETTINGS.items() if s.touches == "ranking"}
LEDGERED_FIELDS = tuple(SETTINGS)
"""The settings that the ledger records; the tournament's name may contain a person's and is left out."""

ENDED_FROM = "ended_from"
"""The ledger fact with the number of rounds that were planned before a tournament was ended early."""


def create_tournament(
    *,
    club: Club,
    raw: Mapping[str, Any],
    by: Actor,
    dated: bool = True,
    like: Tournament | None = None,
    same_game: bool = False,
) -> Tournament:
    """Create a tournament of the club from a plan in the format of the API, with defaults filled in; return it.

    Without a start in the plan, it starts today, unless `dated` is false. If the plan was copied from a tournament,
    `like` is this tournament, and the settings of its draws are copied too. With `same_game`, the new tournament also
    has its version of the club's game. Raises Invalid with every fault of the plan.
    """
    plan = PlannedTournament(raw, own=own_of(club, like.game if like and same_game else None))
    slug = "" if raw.get("slug") is None else raw["slug"]
    refuse([*plan.problems, *_slug_problems(slug)])
    values = plan.values | ({"starts_at": plan.values["starts_at"] or _current_minute()} if dated else {})
    with transaction.atomic():
        values |= _draw_settings(like, values[GAME]) if like else {}
        club = locked(Club.objects.all(), club.pk)
        _lock_game(plan.values[GAME])
        tournament = Tournament.objects.create(
            club=club,
            slug=slug or free_slug(plan.values["name"], Tournament.objects.all(), length=80),
            lot_seed=secrets.randbits(LOT_BITS),
            **values,
        )
        facts = facts_of(tournament, ["lot_seed", "club_id", "status", *LEDGERED_FIELDS]) | _game_fact(tournament)
        ledger.append(tournament.pk, "tournament_created", by=by, facts=facts)
        tournament.refresh_from_db()
    return tournament


def _draw_settings(like: Tournament, game: ClubGame | None) -> dict[str, Any]:
    """Return the settings of the draws of `like`; without the table sizes if the game is not the same version."""
    values = {each.column: getattr(like, each.column) for each in settings_in("constraints")}
    return values if like.game == game else {**values, "table_seats": None}


def _lock_game(game: ClubGame | None) -> None:
    """Lock the game, so that it cannot be deleted before its tournament is stored. Raises Gone."""
    if game:
        locked(ClubGame.objects.all(), game.pk)


def _game_fact(tournament: Tournament) -> dict[str, Any]:
    """Return the club's own game as a fact for the ledger: its slug and version; {} for other games."""
    game = tournament.game
    return {GAME: {"slug": game.slug, "version": game.version}} if game else {}


def _current_minute() -> datetime:
    """Return the current time in whole minutes, as forms show it."""
    return timezone.now().replace(second=0, microsecond=0)


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


def update_tournament(
    tournament: Tournament,
    raw: Mapping[str, Any],
    *,
    by: Actor,
    seen: int | None = None,
    newest_game: bool = False,
    **extra_facts: object,
) -> Tournament:
    """Change these parts of the tournament's plan and return it; `extra_facts` are added to the ledger entry.

    If the start is removed, the current minute becomes the start, unless there was none. `seen` is the length of the
    ledger when the user read the plan. With `newest_game`, the last version of the club's game is used. Raises Stale if
    the plan was changed since, and Invalid with every fault. Raises Conflict for game, options or end of the tables
    after the first hand, for the time of the first draw after it, and for the slug, which never changes. Raises
    AgreementNeeded if places of a season change, for example because an evening that counts becomes private.
    """
    if "slug" in raw and raw["slug"] != tournament.slug:
        message = _("The address of a tournament cannot be changed: others may have noted it.")
        raise Conflict(Problem("fixed", message, pointer=("slug",)))
    with transaction.atomic():
        tournament = locked(Tournament.objects.select_related("club"), tournament.pk)
        if seen is not None:
            _refuse_unseen(tournament, seen)
        raw = {k: v for k, v in raw.items() if k != "slug"}
        stood = {**plan_of(tournament), "ruleset": None} if newest_game else plan_of(tournament)
        plan = PlannedTournament(raw, stood, own=own_of(tournament.club, None if newest_game else tournament.game))
        refuse(plan.problems)
        changes = {k: v for k, v in plan.values.items() if _current_value(tournament, k) != v}
        if "starts_at" in changes:
            changes["starts_at"] = changes["starts_at"] or _current_minute()
        if "tie_breaks" in changes and tournament.rounds.filter(kept=Kept.TOTALS).exists():
            refuse(ranking.hands_needed(changes["tie_breaks"]))
        _refuse_unfit_changes(tournament, changes)
        refuse_unfit_scoring(tournament, changes)
        _lock_game(changes.get(GAME))
        with agreed_moves(tournament, by=by):
            _save_changes(tournament, changes, by=by, **extra_facts)
        tournament.refresh_from_db()
    return tournament


def _current_value(tournament: Tournament, column: str) -> object:
    """Return the value of a column; for options that the game got later, the value is their default."""
    value: object = getattr(tournament, column)
    return read_options(tournament.rules, value) if column == "options" else value


def _refuse_unseen(tournament: Tournament, seen: int) -> None:
    """Raise Stale, naming the changed parts, if the plan was changed after the ledger had this length."""
    since = tournament.ledger.filter(kind="tournament_changed", sequence__gt=seen)
    changed = [name for facts in since.values_list("facts", flat=True) for name in facts["changed"]]
    if changed:
        message = _(
            "Somebody else has changed the plan meanwhile: %(what)s. What you typed is still here: save it "
            "again to keep your version, or reload the plan."
        )
        raise Stale(Problem("plan_changed", message, {"what": parts_of_plan(changed)}))


def renew_link(tournament: Tournament, *, by: Actor) -> Tournament:
    """Replace the key in the tournament's link, so that the old link stops working; return the tournament."""
    with transaction.atomic():
        tournament = locked(Tournament.objects.all(), tournament.pk)
        save_fields(tournament, link_key=new_link_key())
        ledger.append(tournament.pk, "link_renewed", by=by, facts={}, changes_standings=False)
    return tournament


def _refuse_unfit_changes(tournament: Tournament, changes: Mapping[str, Any]) -> None:
    """Raise Conflict if the changes do not fit the tournament any more.

    These are a new game after the first hand, a method that cannot draw its players, and a time for a draw that has
    happened.
    """
    changes_game = not FIXED_BY_PLAY.isdisjoint(changes)
    if changes_game and has_hands(tournament):
        message = _("Play has begun: the game and the end of a table stay as they are.")
        raise Conflict(Problem("already_played", message))
    if _entry_size(tournament, changes) != tournament.entry_size and tournament.entries.exists():
        message = _("With the players entered now, tables cannot be made in this way.")
        raise Conflict(Problem("wrong_entries", message, pointer=("pairing",) if "pairing" in changes else ()))
    if changes.get("draw_at") and tournament.rounds.drawn().exists():
        message = _("%(name)s has already been drawn.")
        raise Conflict(Problem("already_drawn", message, {"name": tournament.name}, ("draw_at",)))


def _entry_size(tournament: Tournament, changes: Mapping[str, Any]) -> int:
    """Return how many players an entry has after these changes."""
    changed = copy(tournament)
    for column in ("ruleset", "options", "pairing"):
        setattr(changed, column, changes.get(column, getattr(tournament, column)))
    return changed.entry_size


def _save_changes(tournament: Tournament, changes: Mapping[str, Any], *, by: Actor, **extra_facts: object) -> None:
    if not changes:
        return
    save_fields(tournament, **changes)
    status = follow_rounds(tournament) if "rounds_planned" in changes else {}
    ranked = not (RANKED_BY | FORESEEN_BY if tournament.outlook else RANKED_BY).isdisjoint(changes)
    facts = {
        "changed": sorted(changes),
        **facts_of(tournament, changes.keys() & set(LEDGERED_FIELDS)),
        **(_game_fact(tournament) if GAME in changes else {}),
        **status,
        **extra_facts,
    }
    mark_seasons(tournament.pk)
    ledger.append(tournament.pk, "tournament_changed", by=by, facts=facts, changes_standings=ranked)


def follow_rounds(tournament: Tournament) -> dict[str, Any]:
    """Finish a tournament whose planned rounds are all closed, or continue one that now has more.

    Return a changed status as a fact for the ledger, at the end with the newcomers; else {}.
    """
    states = dict(tournament.rounds.values_list("number", "state"))
    closed = bool(states) and set(states.values()) == {Round.State.CLOSED}
    status = tournament.status
    if status == Tournament.Status.RUNNING and closed and max(states) >= tournament.rounds_planned:
        status = Tournament.Status.FINISHED
        forget_phones(tournament.pk)
    elif status == Tournament.Status.FINISHED and states and max(states) < tournament.rounds_planned:
        status = Tournament.Status.RUNNING
    if status == tournament.status:
        return {}
    save_fields(tournament, status=status)
    return {"status": str(status), **(newcomers_fact(tournament) if tournament.is_over else {})}


def end_after_round(tournament: Tournament, *, by: Actor) -> Tournament:
    """End the tournament after its last public round, and return it; closing this round then finishes it.

    Raises Conflict before the first round, and while there is a round that is not public.
    """
    with transaction.atomic():
        tournament = locked(Tournament.objects.select_related("club"), tournament.pk)
        latest = tournament.rounds.order_by("-number").first()
        if latest is None:
            raise Conflict(Problem("no_round", _("No round has been played: archive the tournament instead.")))
        if not latest.is_public:
            message = _("Round %(round)d is a draft: publish it or discard it first.")
            raise Conflict(Problem("draft_exists", message, {"round": latest.number}))
        extra_facts: dict[str, Any] = {ENDED_FROM: tournament.rounds_planned}
        return update_tournament(tournament, {"rounds": latest.number}, by=by, **extra_facts)


def facts_of(tournament: Tournament, names: Iterable[str]) -> dict[str, Any]:
    """Return these columns of the tournament as facts for the ledger."""
    values = {name: getattr(tournament, name) for name in names}
    return {k: ledger.moment(v) if isinstance(v, datetime) else v for k, v in values.items()}


def has_hands(tournament: Tournament) -> bool:
    """Whether a hand or an announcement was ever recorded in the tournament."""
    return Table.objects.begun().filter(round__tournament=tournament).exists()
