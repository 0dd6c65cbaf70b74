"""Creating, changing and deleting seasons and their evenings. Changes of published places must be confirmed."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from secrets import randbelow
from typing import Any

from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text, unknown
from scoring.reader import Reader, is_integer
from tournaments.models import Club, Player, Season, SeasonEvening, Tournament, Visibility
from tournaments.ranking import decimal
from tournaments.ranking.seasons import Declaration, read_declaration, read_factor

from ..core.actor import Actor
from ..core.names import free_slug, name_problems
from ..core.optimistic_locking import CHANGED
from ..core.refusals import Conflict, Invalid, Problem, Stale, refuse
from ..core.rows import locked, save_fields
from . import log
from .champions import refuse_if_over
from .consents import require_consent
from .moved_finalists import changed_final
from .moved_places import agree, agree_to, counted_now, rows_now, rows_of
from .season_refreshing import mark_season, read_evenings

MAX_SEASONS, LOTS = 200, 2**31
FIELDS = ("name", "declaration")
SHOWN = 10


def create_season(club: Club, raw: Mapping[str, Any], *, by: Actor) -> Season:
    """Create a season of the club and return it.

    Raises Invalid with every problem, Conflict if the club has too many.
    """
    name, declaration = read_season(raw)
    with transaction.atomic():
        locked(Club.objects.all(), club.pk)
        if club.seasons.count() >= MAX_SEASONS:
            message = _("A club keeps at most %(most)d seasons: delete one first.")
            raise Conflict(Problem("too_many", message, {"most": MAX_SEASONS}))
        slug = free_slug(name, Season.objects.all(), length=80)
        season = Season(club=club, slug=slug, name=name, declaration=declaration, lot_seed=randbelow(LOTS))
        season.save(force_insert=True)
        log.append(season, "created", by=by, facts={"slug": slug, "declaration": declaration, "lots": season.lot_seed})
        mark_season(season.pk)
    return season


def change_season(season: Season, raw: Mapping[str, Any], *, by: Actor, seen: int | None = None) -> Season:
    """Change the name and declaration of a season and return it; a changed declaration gets a new version number.

    Raises Invalid with every problem, Stale if `seen` is not the current version, and AgreementNeeded if published
    places, scores or finalists would change and the actor has not confirmed exactly these changes.
    """
    with transaction.atomic():
        season = locked(Season.objects.select_related("club"), season.pk)
        if seen not in (None, season.version):
            raise Stale(Problem("changed_meanwhile", CHANGED))
        stored = {"name": season.name, "declaration": season.declaration}
        name, declaration = read_season({**stored, **raw}, season.evenings.values_list("part", flat=True))
        if name != season.name:
            save_fields(season, name=name)
            log.append(season, "renamed", by=by, facts={})
        if declaration != season.declaration:
            refuse_if_over(season)
            before, former = counted_now(season), season.declared
            save_fields(season, declaration=declaration, version=season.version + 1)
            refuse([*_unsuited(season, season.evenings.in_order()), *_last_evening_problems(season, former)])
            after = counted_now(season)
            changes = [(season, rows_of(before), rows_of(after))]
            agree_to(changes, by=by, also=[*changed_final(before, after)])
            log.append(season, "declared", by=by, facts={"declaration": declaration, "version": season.version})
            mark_season(season.pk)
    return season


def delete_season(season: Season, *, by: Actor) -> None:
    """Delete a season; its log stays. Raises Conflict if it has evenings."""
    with transaction.atomic():
        season = locked(Season.objects.all(), season.pk)
        if season.evenings.exists():
            message = _("The season has evenings: take them out first.")
            raise Conflict(Problem("in_use", message))
        log.append(season, "deleted", by=by, facts={})
        season.delete()


def add_evening(season: Season, tournament: Tournament, raw: Mapping[str, Any], *, by: Actor) -> SeasonEvening:
    """Add a tournament to the season as an evening and return it; `raw` has `part`, counted from 1, and `factor`.

    Raises Invalid with every problem. Raises AgreementNeeded, as `change_season` does, if a later evening counts
    already.
    """
    with transaction.atomic():
        tournament = locked(Tournament.objects.all(), tournament.pk)  # no standings are published meanwhile
        season = locked(Season.objects.select_related("club"), season.pk)
        refuse_if_over(season)
        require_consent(season, tournament, by=by)
        evening = SeasonEvening(season=season, tournament=tournament, **_placed(season, raw))
        present = season.evenings.filter(tournament=tournament).first()
        if present:
            message = _("This evening is already in the season, in part %(part)d: an evening counts once.")
            refuse([Problem("duplicate", message, {"part": present.part + 1}, ("tournament",))])
        refuse([*_unsuited(season, [evening]), *_full(season, evening)])
        before = rows_now(season)
        evening.save(force_insert=True)
        if evening in [each for each in read_evenings(season) if each.results][:-1]:
            agree((season, before), by=by)
        log.append(season, "evening_added", by=by, facts=log.evening_facts(evening))
        mark_season(season.pk)
    return evening


def change_evening(evening: SeasonEvening, raw: Mapping[str, Any], *, by: Actor) -> SeasonEvening:
    """Change the part or factor of an evening; return it.

    Raises Invalid, and AgreementNeeded as `change_season` does.
    """
    with transaction.atomic():
        season = locked(Season.objects.select_related("club"), evening.season_id)
        refuse_if_over(season)
        evening = locked(SeasonEvening.objects.select_related("tournament"), evening.pk)
        placed = _placed(season, {"part": evening.part + 1, "factor": str(evening.factor), **raw})
        before, moves = rows_now(season), placed["part"] != evening.part
        save_fields(evening, **placed)
        refuse(_full(season, evening) if moves else ())
        agree((season, before), by=by)
        log.append(season, "evening_changed", by=by, facts=log.evening_facts(evening))
        mark_season(season.pk)
    return evening


def read_season(raw: Mapping[str, Any], parts: Iterable[int] = ()) -> tuple[str, Any]:
    """Return the name and the declaration in a document. Raises Invalid with every problem.

    `parts` are the parts that have evenings already.
    """
    problems = [*name_problems(raw.get("name", ""), "name")]
    for field in raw:
        if field not in FIELDS:
            message = _("A season has no such field: leave it out.")
            problems.append(Problem("unknown_field", message, pointer=(str(field)[:60],)))
    read = read_declaration(raw.get("declaration"))
    if isinstance(read, list):
        raise Invalid([*problems, *(problem.under("declaration") for problem in read)])
    found = [*_overfull_parts(read, list(parts)), *_unknown_players(read)]
    refuse([*problems, *(problem.under("declaration") for problem in found)])
    return normalise_text(raw["name"]), raw["declaration"]


def _overfull_parts(declared: Declaration, parts: list[int]) -> Iterable[Problem]:
    """Yield a problem for each part with more evenings than planned, and for each removed part with evenings."""
    for number in sorted({*parts}):
        planned = declared.parts[number].evenings if number < len(declared.parts) else 0
        if parts.count(number) > planned:
            message = _("Part %(part)d has %(count)d evenings: take some out first.")
            pointer = ("parts", number, "evenings") if planned else ("parts",)
            yield Problem("in_use", message, {"part": number + 1, "count": parts.count(number)}, pointer)


def _unknown_players(declared: Declaration) -> Iterable[Problem]:
    existing = Player.objects.filter(pk__in=declared.category).values_list("pk", flat=True) if declared.category else ()
    if unknown := sorted(declared.category.difference(existing)):
        message = _("There are no players with these ids: %(ids)s.")
        about = {"ids": ", ".join(map(str, unknown[:SHOWN]))}
        yield Problem("unknown_player", message, about, ("category", "players"))


def _last_evening_problems(season: Season, before: Declaration) -> Iterable[Problem]:
    """Yield a problem if the latest evening's factor does not fit the new declaration.

    The last planned evening of a season can have a different factor. `before` is the former declaration.
    """
    declared, evenings = season.declared, list(season.evenings.in_order().defer("results"))
    factors = {before.last_factor, declared.last_factor}
    if not evenings or factors == {1} or (len(factors) == 1 and before.evenings == declared.evenings):
        return
    last, is_full = evenings[-1], len(evenings) >= declared.evenings
    if is_full and last.weight != declared.last_factor:
        message = _("%(name)s is the last evening and counts %(factor)s times: change its factor first.")
    elif not is_full and 1 != last.weight == before.last_factor:
        message = _("%(name)s counts %(factor)s times, and more evenings follow: change its factor first.")
    else:
        return
    about = {"name": last.tournament.name, "factor": number_format(Decimal(decimal(last.weight)))}
    yield Problem("in_use", message, about, ("declaration", "last_factor"))


def factor_of_next(season: Season) -> Fraction:
    """Return the factor that the declaration gives to the next evening.

    If the next evening is the last one planned, this is the last evening's factor, unless the latest evening has this
    factor already. Otherwise it is 1.
    """
    declared, evenings = season.declared, list(season.evenings.in_order().defer("results"))
    is_last = len(evenings) + 1 == declared.evenings
    is_there = any(each.weight == declared.last_factor for each in evenings[-1:])
    return declared.last_factor if is_last and not is_there else Fraction(1)


def _placed(season: Season, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the columns `part` and `factor`. Raises Invalid with every problem."""
    document, parts, part = Reader(raw), len(season.declared.parts), raw.get("part", 1)
    if not is_integer(part) or not 1 <= part <= parts:
        message = _("Enter a whole number from %(least)d to %(most)d.")
        document.at("part").report("out_of_range", message, least=1, most=parts)
    factor = read_factor(document.at("factor", default=str(factor_of_next(season))))
    refuse([*document.problems, *unknown(raw, ("part", "factor"))])
    return {"part": part - 1, "factor": Decimal(f"{float(factor):.2f}")}


def _full(season: Season, evening: SeasonEvening) -> Iterable[Problem]:
    planned = season.declared.parts[evening.part].evenings
    if season.evenings.filter(part=evening.part).exclude(pk=evening.pk).count() >= planned:
        message = _("This part already has its %(count)d evenings: change the declaration first.")
        yield Problem("part_is_full", message, {"count": planned}, ("part",))


def _unsuited(season: Season, evenings: Iterable[SeasonEvening]) -> Iterable[Problem]:
    """Yield a problem for each evening that the season's declaration cannot count."""
    declared = season.declared
    for evening in evenings:
        tournament, about = evening.tournament, {"name": evening.tournament.name}
        scoring = tournament.ranking_scoring
        if tournament.visibility != Visibility.PUBLIC:
            message = _(
                "The season is open to everybody, but %(name)s is not: change the visibility of the tournament first."
            )
            yield Problem("not_public", message, about, ("tournament",))
        if declared.counts == "share" and not scoring.has_shares:
            message = _("%(name)s has no highest possible score above 0: count points by place instead.")
            yield Problem("no_highest_score", message, about, ("tournament",))
        if declared.counts in ("score", "rounds") and scoring.low_score_wins != declared.low_wins:
            message = _(
                "In %(name)s the highest score wins and in the season the lowest, or the reverse: "
                "count points by place."
            )
            yield Problem("other_direction", message, about, ("tournament",))
