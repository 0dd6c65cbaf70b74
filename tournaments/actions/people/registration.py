"""Registration: entering players for a tournament; checking in, withdrawing, returning and removing entries."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Entry, EntryFee, FixedTable, KeptApart, SeasonEvening, Tournament
from tournaments.models.club import NAME_LENGTH

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Conflict, Problem, refuse
from ..core.rows import lock_all, locked, save_fields
from ..ledger_kinds import LedgerKind
from ..seasons.moved_places import agreed_clubs, counted_in
from ..seasons.season_refreshing import read_again
from .candidates import Candidate, Candidates, named_players
from .stays import Participation, changes_of_stay, refuse_latecomers


def register(
    tournament: Tournament,
    candidates: Sequence[Candidate],
    *,
    by: Actor,
    kind: LedgerKind = "entries_registered",
    in_place: bool = False,
    **extra_facts: object,
) -> list[Entry]:
    """Enter these candidates, all or none; return the new entries in the same order.

    The ledger entry has this kind and also `extra_facts`. With `in_place` the candidates take places of others. Raises
    Invalid with every fault: a bad name, an unknown player, `duplicate_entry`, `wrong_number_of_players`; each pointer
    starts with the candidate's position. Raises Conflict `knock_out_begun` if no further round of a knock-out would
    seat a new entry.
    """
    with transaction.atomic():
        lock_all(named_players(tournament, candidates))  # no concurrent renaming or erasure of these players
        current = locked(Tournament.objects.all(), tournament.pk)
        if kind == "entries_registered" and not in_place:
            refuse_latecomers(current)
        checked = Candidates(tournament, dict(enumerate(candidates)))
        refuse(checked.problems())
        entered = checked.enter()
        facts = [
            {**_facts(entry), "players": [player.pk for player in people], "words": ledger.words_commitment(entry)}
            for entry, people in entered
        ]
        ledger.append(tournament.pk, kind, by=by, facts={"entries": facts, **extra_facts})
    return [entry for entry, _people in entered]


def _facts(entry: Entry) -> dict[str, Any]:
    carried = {"carried": entry.carried} if entry.carried else {}
    names = ("number", "from_round", "stand_in")
    return {"entry": entry.pk, **{name: getattr(entry, name) for name in names}, **carried}


REMOVED: LedgerKind = "entry_removed"
"""The kind of ledger entries about removed entries, which keep their names and texts until a player is erased."""
STAY = ("from_round", "until_round", "gaps")
PUBLIC = ("status", "stand_in", *STAY)


def change_entry(entry: Entry, changes: Mapping[str, Any], *, by: Actor, **extra_facts: object) -> Entry:
    """Change these fields of an entry and return it; `extra_facts` are added to the ledger entry.

    Raises Conflict if the status or last round of a disqualified entry would change, Invalid as `changes_of_stay` does,
    and AgreementNeeded if another home club changes places or scores of a season and `by` has not confirmed this.
    """
    with transaction.atomic():
        entry = locked(Entry.objects.select_related("tournament"), entry.pk)
        changes = _real_changes(entry, changes)
        with agreed_clubs(counted_in(entry.tournament) if "home_club" in changes else (), by=by):
            _change(entry, changes, by=by, **extra_facts)
    return entry


def change_home_clubs(tournament: Tournament, clubs: Mapping[int, str], *, by: Actor) -> None:
    """Change the home clubs of these entries, given by their ids, all or none. Ids without an entry are left out.

    Raises AgreementNeeded, once for all entries, as `change_entry` does.
    """
    with transaction.atomic():
        entries = lock_all(tournament.entries.filter(pk__in=clubs).select_related("tournament"))
        changes = [(entry, _real_changes(entry, {"home_club": clubs[entry.pk]})) for entry in entries]
        with agreed_clubs(counted_in(tournament) if any(change for _entry, change in changes) else (), by=by):
            for entry, change in changes:
                _change(entry, change, by=by)


def _change(entry: Entry, changes: Mapping[str, Any], *, by: Actor, **extra_facts: object) -> None:
    """Store these changes of a locked entry, as returned by `_real_changes`, with a ledger entry."""
    if not changes:
        return
    save_fields(entry, **changes)
    public: dict[str, object] = {key: changes[key] for key in PUBLIC if key in changes}
    ticked: dict[str, object] = {key: changes[key] for key in ("checked_in", "benched_in") if key in changes}
    words = {"words": ledger.commit_to_words(entry)} if changes.keys() & set(ledger.WORDS) else {}
    ledger.append(
        entry.tournament_id,
        "entry_changed",
        by=by,
        facts={"entry": entry.pk, **public, **ticked, **words, **extra_facts},
        changes_standings=bool(public),
    )
    if "home_club" in changes:
        read_again(SeasonEvening.objects.filter(tournament=entry.tournament_id))


def _real_changes(entry: Entry, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return those changes that differ from the current values, with further changes that they imply.

    Raises Conflict if the status or last round of a disqualified entry would change.
    """
    if "home_club" in changes:
        changes = {**changes, "home_club": normalise_text(changes["home_club"])[:NAME_LENGTH]}
    moves = {key for key in ("status", "until_round") if key in changes and changes[key] != getattr(entry, key)}
    if moves and entry.status == Entry.Status.DISQUALIFIED:
        message = _("%(name)s is disqualified: take that decision back first.")
        raise Conflict(Problem("is_disqualified", message, {"name": entry.name}))
    changes = {**changes, **changes_of_stay(entry, changes)}
    return {key: value for key, value in changes.items() if getattr(entry, key) != value}


def check_in_all(tournament: Tournament, *, here: bool, by: Actor) -> int:
    """Check in all active entries or, if not `here`, remove their check-in; return the number of changed entries."""
    return check_in(tournament, tournament.entries.filter(status=Entry.Status.ACTIVE), here=here, by=by)


def check_in(tournament: Tournament, entries: QuerySet[Entry], *, here: bool, by: Actor, **extra_facts: object) -> int:
    """Check in these entries or, if not `here`, remove their check-in; return the number of changed entries."""
    with transaction.atomic():
        changed = [entry.pk for entry in lock_all(entries.filter(checked_in=not here))]
        if changed:
            Entry.objects.filter(pk__in=changed).update(checked_in=here)
            facts = {"entries": changed, "checked_in": here, **extra_facts}
            ledger.append(tournament.pk, "entries_checked_in", by=by, facts=facts, changes_standings=False)
    return len(changed)


def withdraw_all(tournament: Tournament, *, absent: bool, by: Actor) -> list[int]:
    """Withdraw all active entries or, if `absent`, only those not checked in; return their ids."""
    playing = tournament.entries.filter(status=Entry.Status.ACTIVE)
    with transaction.atomic():
        gone = [entry.pk for entry in lock_all(playing.filter(checked_in=False) if absent else playing)]
        stays = Participation(tournament, gone)
        left = {entry: stays.leaving(entry) for entry in gone}
        _set_status(tournament, left, Entry.Status.WITHDRAWN, by, "entries_withdrawn")
    return gone


def return_all(tournament: Tournament, entries: QuerySet[Entry], *, by: Actor, **extra_facts: object) -> list[int]:
    """Make the withdrawn entries among these active again; return their ids."""
    with transaction.atomic():
        back = lock_all(entries.filter(status=Entry.Status.WITHDRAWN))
        stays = Participation(tournament, [entry.pk for entry in back])
        returned = {entry.pk: stays.returning(entry) for entry in back}
        _set_status(tournament, returned, Entry.Status.ACTIVE, by, "entries_returned", **extra_facts)
    return list(returned)


def _set_status(
    tournament: Tournament,
    changes: Mapping[int, Mapping[str, Any]],
    status: str,
    by: Actor,
    kind: LedgerKind,
    **extra_facts: object,
) -> None:
    """Set the status of these entries, and for each its last round and gaps as given in `changes`; log it once."""
    if changes:
        rows = [Entry(pk=entry, status=status, **stay) for entry, stay in changes.items()]
        columns = sorted({name for stay in changes.values() for name in stay})
        Entry.objects.bulk_update(rows, ["status", *columns])
        stays = {name: [stay[name] for stay in changes.values()] for name in columns}
        ledger.append(
            tournament.pk, kind, by=by, facts={"entries": list(changes), "status": status, **stays, **extra_facts}
        )


def remove_entry(entry: Entry, *, by: Actor) -> None:
    """Remove an entry from the tournament.

    Raises Conflict once the first draw has begun, or if the entry has a penalty or decision; it can then be withdrawn.
    """
    with transaction.atomic():
        entry = locked(Entry.objects.all(), entry.pk)
        tournament = locked(Tournament.objects.all(), entry.tournament_id)
        if tournament.rounds.exists():
            raise Conflict(Problem("already_drawn", _("The first draw has already begun: withdraw the entry instead.")))
        remove_unseated_entry(entry, by=by)


def remove_unseated_entry(entry: Entry, *, by: Actor, **extra_facts: object) -> None:
    """Remove an entry that has no seat, even after a draw. Raises Conflict if it has a penalty or decision."""
    with transaction.atomic():
        if entry.penalties.exists():
            raise Conflict(Problem("has_penalty", _("The entry has a penalty: withdraw the entry instead.")))
        if entry.decisions.exists():
            raise Conflict(Problem("has_decision", _("There is a decision on the entry: withdraw the entry instead.")))
        kept = {name: getattr(entry, name) for name in ("status", "checked_in", "benched_in", *STAY)}
        facts = {**_facts(entry), **kept, **_deleted_with(entry)}
        facts["players"] = list(entry.entry_players.values_list("player_id", flat=True))
        words = {name: value for name in ledger.WORDS if (value := getattr(entry, name))}
        tournament = entry.tournament_id
        entry.delete()
        ledger.append(tournament, REMOVED, by=by, facts={**facts, **extra_facts}, text=entry.name, words=words)


def _deleted_with(entry: Entry) -> dict[str, Any]:
    """Return what is deleted with an entry, so that undoing can restore it: seed, PIN, fee, constraints of draws."""
    apart = KeptApart.objects.filter(Q(one=entry) | Q(other=entry)).order_by("one", "other")
    fee = EntryFee.objects.filter(entry=entry).first()
    owed = fee and fee.owed is not None
    deleted = {
        "seed": entry.seed,
        "pin_generation": entry.pin_generation if entry.pin_generation > 1 else None,
        "apart": [list(pair) for pair in apart.values_list("one", "other")],
        "fixed": [list(place) for place in FixedTable.objects.filter(entry=entry).values_list("entry", "number")],
        "fee": fee and {"owed": f"{fee.owed:.2f}" if owed else None, "paid": f"{fee.paid:.2f}"},
    }
    return {name: value for name, value in deleted.items() if value}
