"""Entering players for a tournament, and letting them pause, withdraw and return."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Entry, Tournament
from tournaments.models.club import NAME_LENGTH

from . import ledger
from .actor import Actor
from .candidates import Candidate, Candidates, named_players
from .refusals import Conflict, Problem, refuse
from .rows import lock_all, locked, save_fields


def register(tournament: Tournament, candidates: Sequence[Candidate], *, by: Actor) -> list[Entry]:
    """Enter these candidates, all or none; the new entries in the same order.

    Raises Invalid with every fault, its pointer starting with the candidate's place in the list:
    a bad name, an unknown player, `duplicate_entry`, `wrong_number_of_players`.
    """
    with transaction.atomic():
        lock_all(named_players(tournament, candidates))  # whoever is being renamed or erased
        locked(Tournament.objects.all(), tournament.pk)
        checked = Candidates(tournament, dict(enumerate(candidates)))
        refuse(checked.problems())
        entered = checked.enter()
        facts = [
            {**_facts(entry), "players": [player.pk for player in people], "words": ledger.words_commitment(entry)}
            for entry, people in entered
        ]
        ledger.append(tournament.pk, "entries_registered", by=by, facts={"entries": facts})
    return [entry for entry, _people in entered]


def _facts(entry: Entry) -> dict[str, Any]:
    return {"entry": entry.pk, "number": entry.number, "from_round": entry.from_round, "stand_in": entry.stand_in}


PUBLIC = ("status", "from_round", "stand_in")


def change_entry(entry: Entry, changes: Mapping[str, Any], *, by: Actor) -> Entry:
    """The entry with these of its fields changed, said in the ledger."""
    if "home_club" in changes:
        changes = {**changes, "home_club": normalise_text(changes["home_club"])[:NAME_LENGTH]}
    with transaction.atomic():
        entry = locked(Entry.objects.select_related("tournament"), entry.pk)
        changes = {key: value for key, value in changes.items() if getattr(entry, key) != value}
        if not changes:
            return entry
        save_fields(entry, **changes)
        public: dict[str, object] = {key: changes[key] for key in PUBLIC if key in changes}
        words = {"words": ledger.commit_to_words(entry)} if changes.keys() & set(ledger.WORDS) else {}
        ledger.append(
            entry.tournament_id,
            "entry_changed",
            by=by,
            facts={"entry": entry.pk, **public, **words},
            changes_standings=bool(public),
        )
    return entry


def remove_entry(entry: Entry, *, by: Actor) -> None:
    """Take an entry off the list.

    Raises Conflict after the first draw and where it has a penalty: then it withdraws.
    """
    with transaction.atomic():
        entry = locked(Entry.objects.all(), entry.pk)
        tournament = locked(Tournament.objects.all(), entry.tournament_id)
        if tournament.rounds.exists():
            raise Conflict(Problem("already_drawn", _("A round has been drawn: withdraw the entry instead.")))
        if entry.penalties.exists():
            raise Conflict(Problem("has_penalty", _("The entry has a penalty: withdraw it instead.")))
        facts = _facts(entry)
        entry.delete()
        ledger.append(entry.tournament_id, "entry_removed", by=by, facts=facts)
