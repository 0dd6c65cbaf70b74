"""Groups: the players of a tournament are split into several tournaments of equal strength, which it then follows."""

import secrets
from collections.abc import Mapping, Sequence
from decimal import Decimal
from string import ascii_uppercase
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from scoring.problems import Problem
from scoring.reader import Reader, is_integer
from tournaments.models import (
    Entry,
    EntryFee,
    FixedTable,
    KeptApart,
    LedgerEntry,
    Player,
    Stage,
    Tournament,
    TournamentFee,
)
from tournaments.models.club import NAME_LENGTH

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Conflict, refuse
from ..core.rows import lock_all, locked
from ..people import fees, registration
from ..people.candidates import Candidate
from ..setup.archiving import delete_tournament
from ..setup.plans import copied_plan
from ..setup.tournaments import create_tournament
from ..standings.teams import carry_teams
from .declaring import declare_stage, refuse_drawn, remove_stage
from .pots import OF_OTHERS, dealt, in_pots, read_pots
from .prize_marks import move_marks
from .stage_reading import read_stage, unfit_sizes

MOST_GROUPS = len(ascii_uppercase)
LOT_BITS = 62


def make_groups(tournament: Tournament, raw: Mapping[str, Any], *, by: Actor, seed: int | None = None) -> Stage:
    """Split the players into `raw["groups"]` groups balanced by `raw["pots"]`; return the declaration of the stage.

    The tournament then follows the groups, as `raw` declares. The groups copy its plan, which can be changed before
    they are drawn. Raises Invalid with every fault, and Conflict once it is drawn or if it follows other tournaments.
    """
    seed = secrets.randbits(LOT_BITS) if seed is None else seed
    with transaction.atomic():
        lock_all(Player.objects.filter(entry_players__tournament=tournament))
        lock_all(tournament.entries.all())
        tournament = locked(Tournament.objects.select_related("club", "game"), tournament.pk)
        entries = list(tournament.entries.with_players().order_by("number"))
        count, pots, _stage = check_groups(tournament, raw)
        split = dealt(in_pots(tournament, entries, pots, raw.get("of"), seed), count, seed)
        made = [_group(tournament, letter, each, by) for letter, each in zip(ascii_uppercase, split, strict=False)]
        groups, pairs = [group for group, _pairs in made], [pair for _group, pairs in made for pair in pairs]
        numbers = {new.pk: old.number for old, new in pairs}
        facts = {
            "groups": [[group.pk, sorted(each.pk for each in split[at])] for at, group in enumerate(groups)],
            "order": sorted(numbers, key=numbers.__getitem__),
            "pots": pots,
            **({"of": raw["of"]} if pots in OF_OTHERS else {}),
            "seed": seed,
            "removed": sorted(each.pk for each in entries),
        }
        move_marks(tournament, {old.pk: new.pk for old, new in pairs}, by=by)
        tournament.entries.all().delete()
        ledger.append(tournament.pk, "groups_made", by=by, facts=facts)
        return declare_stage(tournament, {**_declared(raw), "sources": [each.slug for each in groups]}, by=by)


def check_groups(tournament: Tournament, raw: Mapping[str, Any]) -> tuple[int, str, Stage]:
    """Return the number of groups, the kind of pots, and the declaration, unsaved.

    Raises Invalid with every fault, Conflict if the tournament cannot be split.
    """
    _refuse_unready(tournament)
    reader, needed = Reader(raw), min(tournament.table_sizes)
    playing = tournament.entries.filter(status=Entry.Status.ACTIVE).count()
    count = reader.at("groups").take(_is_count, "out_of_range", _("Write a number of groups from 2 to 26."))
    if count and playing < count * needed:
        message = _("%(players)d players are too few for %(groups)d groups: a table needs %(needed)d.")
        reader.at("groups").report("too_few", message, players=playing, groups=count, needed=needed)
    pots = read_pots(reader, tournament)
    values, _sources, problems = read_stage(_declared(raw), tournament)
    problems = [each for each in problems if each.pointer[:1] != ("sources",)]
    if not reader.problems and not problems:
        problems += unfit_sizes(values, [playing // count] * count, needed=needed)
    refuse([*reader.problems, *problems])
    return count, pots, Stage(tournament=tournament, **values)


def _declared(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return those fields of the request that declare the stage."""
    return {name: value for name, value in raw.items() if name not in ("groups", "pots", "of", "sources")}


def _is_count(value: object) -> bool:
    return is_integer(value) and 2 <= int(str(value)) <= MOST_GROUPS


def _refuse_unready(tournament: Tournament) -> None:
    """Raise Conflict if the tournament is drawn, follows others, or has constraints, penalties or decisions."""
    refuse_drawn(tournament)
    if followed := Stage.objects.filter(tournament=tournament).first():
        raise Conflict(_not_split(followed))
    apart = KeptApart.objects.filter(Q(one__tournament=tournament) | Q(other__tournament=tournament))
    if apart.exists() or FixedTable.objects.filter(entry__tournament=tournament).exists():
        message = _("First remove the players kept apart and the fixed tables; set them again in the groups.")
        raise Conflict(Problem("constrained", message))
    if tournament.penalties.exists() or tournament.decisions.exists():
        raise Conflict(Problem("already_decided", _("There is a penalty or another decision.")))


def _not_split(stage: Stage) -> Problem:
    """Return why a stage that follows other tournaments cannot be split, and what to do instead."""
    names = {"names": ", ".join(stage.sources.order_by("pk").values_list("name", flat=True))}
    if stage.filled_at is None:
        message = _("There is nobody here to split: players qualify from %(names)s. Split the players there.")
        return Problem("follows", message, names)
    message = _(
        "These players qualified from %(names)s. Undo their entry; then plan a next stage of %(names)s for each "
        "group, with 0 as the last place, and choose its players."
    )
    return Problem("follows", message, names)


def _group(
    tournament: Tournament, letter: str, entries: Sequence[Entry], by: Actor
) -> tuple[Tournament, list[tuple[Entry, Entry]]]:
    """Create a group with the plan of the tournament, and enter these entries in it.

    Return the group, and for each of the entries (entry, its entry in the group).
    """
    name = f"{tournament.name[: NAME_LENGTH - 4]} – {letter}"
    plan = {**copied_plan(tournament), "name": name}
    group = create_tournament(club=tournament.club, raw=plan, by=by, like=tournament, same_game=True)
    ordered = sorted(entries, key=lambda entry: entry.number)
    made = registration.register(group, [_again(entry) for entry in ordered], by=by)
    pairs = [*zip(ordered, made, strict=True)]
    _move_stay_and_fees(tournament, group, pairs, by)
    carry_teams(group, [(tournament, old.pk, new.pk) for old, new in pairs], by=by)
    return group, pairs


def _again(entry: Entry) -> Candidate:
    """Return an entry as a candidate for a different tournament."""
    return Candidate(
        player_ids=tuple(place.player_id for place in entry.entry_players.all()),
        stand_in=entry.stand_in,
        seed=entry.seed,
        card_number=entry.card_number,
        home_club=entry.home_club,
        checked_in=entry.checked_in,
    )


def _move_stay_and_fees(
    tournament: Tournament, group: Tournament, pairs: Sequence[tuple[Entry, Entry]], by: Actor
) -> None:
    """Give the entries of a group the status and the fees that the same players had in the tournament."""
    usual = TournamentFee.objects.filter(tournament=tournament).first()
    if usual:
        fees.set_fee(group, usual.amount, by=by)
    own = {fee.entry_id: fee for fee in EntryFee.objects.filter(entry__tournament=tournament)}
    for old, new in pairs:
        if old.status != Entry.Status.ACTIVE:
            registration.change_entry(new, {"status": old.status}, by=by)
        if fee := own.get(old.pk):
            amounts: dict[str, Decimal | None] = {"paid": fee.paid}
            fees.change_fee(new, amounts if fee.owed is None else {**amounts, "owed": fee.owed}, by=by)


def unmake_groups(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    """Undo the split: enter all players of the groups in the tournament again, and delete the groups."""
    with transaction.atomic():
        ids = [pk for pk, _entries in link.facts["groups"]]
        groups = lock_all(Tournament.objects.select_related("club").filter(pk__in=ids).order_by("pk"))
        remove_stage(tournament, by=by)
        at = {pk: place for place, pk in enumerate(link.facts.get("order", ()))}
        entries = Entry.objects.filter(tournament__in=groups).with_players().order_by("tournament_id", "number")
        listed = sorted(entries, key=lambda entry: at.get(entry.pk, len(at)))
        made = registration.register(tournament, [*map(_again, listed)], by=by, undoes=link.sequence)
        pairs = [*zip(listed, made, strict=True)]
        move_marks(tournament, {old.pk: new.pk for old, new in pairs}, by=by)
        of = {group.pk: group for group in groups}
        carry_teams(tournament, [(of[old.tournament_id], old.pk, new.pk) for old, new in pairs], by=by)
        for group in groups:
            _move_stay_and_fees(group, tournament, [each for each in pairs if each[0].tournament_id == group.pk], by)
            delete_tournament(group, by=by)
