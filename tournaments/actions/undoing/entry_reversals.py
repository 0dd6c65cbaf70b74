"""Undoing actions on players and entries: removal, withdrawal, replacement and departure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, EntryPlayer, LedgerEntry, Player, Tournament

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, Problem
from ..core.rows import lock_all, locked
from ..people import registration
from ..people.fees import change_fee
from ..people.names_in_turn import entry_name
from ..rounds import departures, substitutes
from ..rounds.draws.constraints import change_constraints
from .earlier import drawn_since, entry_status_before, superseded

RESTORED_WORDS = ("home_club", "card_number")
RESTORED = ("status", "checked_in", "stand_in", "carried", "benched_in", *registration.STAY)


def cannot_return(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return the problem that a removed entry cannot be entered again, else None.

    The reasons: a round was drawn, a player is entered again, or a player is no longer in the club's list.
    """
    if first := tournament.rounds.order_by("number").first():
        return drawn_since(first.number)
    wanted = link.facts.get("players", [])
    players = Player.objects.selectable().filter(pk__in=wanted, club=tournament.club_id)
    if not wanted or players.count() < len(wanted):
        return Problem("unknown_player", _("The player is no longer on the club’s list under this name."))
    entered = tournament.entries.filter(players__in=wanted).first()
    if entered:
        return Problem("entered_again", _("%(name)s is already entered again."), {"name": entered.name})
    return None


def restore(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    """Enter a removed entry again with its former values; with its former number, if this is free.

    Its fee and the constraints of draws are restored too. Raises Conflict if other constraints contradict them.
    """
    facts = link.facts
    people = {player.pk: player for player in lock_all(Player.objects.filter(pk__in=facts["players"]))}
    tournament = locked(Tournament.objects.all(), tournament.pk)
    if problem := cannot_return(tournament, link):
        raise Conflict(problem)
    players = [people[pk] for pk in facts["players"]]
    entry = Entry.objects.create(
        pk=facts["entry"],
        tournament=tournament,
        number=_free_number(tournament, facts["number"]),
        name=entry_name(players),
        seed=facts.get("seed"),
        pin_generation=facts.get("pin_generation", 1),
        **{name: facts[name] for name in RESTORED if name in facts},
        **_words(link),
    )
    places = enumerate(players)
    EntryPlayer.objects.bulk_create(
        EntryPlayer(tournament=tournament, entry=entry, player=player, position=place) for place, player in places
    )
    again = {name: getattr(entry, name) for name in ("number", *RESTORED) if name != "checked_in"}
    facts_now = {"entry": entry.pk, **again, "players": facts["players"], "words": ledger.commit_to_words(entry)}
    ledger.append(tournament.pk, "entry_restored", by=by, facts={**facts_now, "undoes": link.sequence})
    _restore_constraints(tournament, facts, by)
    if "fee" in facts:
        amounts = {name: None if amount is None else Decimal(amount) for name, amount in facts["fee"].items()}
        change_fee(entry, amounts, by=by)


def _restore_constraints(tournament: Tournament, facts: Mapping[str, Any], by: Actor) -> None:
    """Restore the constraints of draws for a removed entry; pairs with entries that no longer exist are left out."""
    present = set(tournament.entries.values_list("pk", flat=True))
    apart = tuple((one, other) for one, other in facts.get("apart", ()) if {one, other} <= present)
    fixed = tuple((entry, table) for entry, table in facts.get("fixed", ()))
    if not apart and not fixed:
        return
    try:
        change_constraints(
            tournament, lambda now: replace(now, apart=(*now.apart, *apart), fixed=(*now.fixed, *fixed)), by=by
        )
    except Invalid as refused:
        raise Conflict(refused.problems) from refused


def _free_number(tournament: Tournament, number: int) -> int:
    taken = set(tournament.entries.values_list("number", flat=True))
    return number if number not in taken else max(taken) + 1


def _words(link: LedgerEntry) -> dict[str, str]:
    """Return the texts of a removed entry; "" for a text that was empty or has been erased."""
    words = link.personal.get("words", {})
    return {name: words.get(name, "") for name in RESTORED_WORDS}


def withdrawal_superseded(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return the problem that a round was drawn without the entry, or that it is no longer withdrawn; else None."""
    entry = tournament.entries.filter(pk=link.facts["entry"]).first()
    if entry is None or entry.status != Entry.Status.WITHDRAWN or entry.players.exclude(erased_at=None).exists():
        return superseded()
    later = tournament.rounds.filter(created_at__gt=link.at).order_by("number").first()
    return drawn_since(later.number) if later else None


def drawn_since_withdrawal(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return the problem that a round was drawn since, or that none of the entries is still withdrawn; else None."""
    if not _withdrawn(tournament, link).exists():
        return superseded()
    later = tournament.rounds.filter(created_at__gt=link.at).order_by("number").first()
    return drawn_since(later.number) if later else None


def _withdrawn(tournament: Tournament, link: LedgerEntry) -> QuerySet[Entry]:
    gone = tournament.entries.filter(pk__in=link.facts["entries"], status=Entry.Status.WITHDRAWN)
    return gone.exclude(players__erased_at__isnull=False)


def take_all_back(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    """Make those entries active again that are still withdrawn."""
    entries = tournament.entries.filter(pk__in=_withdrawn(tournament, link).values("pk"))
    registration.return_all(tournament, entries, by=by, undoes=link.sequence)


def played_since(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return the problem that the replacement has played or is gone, or that the withdrawal cannot be undone.

    Return None otherwise.
    """
    coming = tournament.entries.filter(pk=link.facts["replaced_by"]).first()
    if coming is None or coming.status in substitutes.GONE:
        return superseded()
    if substitutes.has_played(coming):
        return Problem("has_played", _("%(name)s has played since."), {"name": coming.name})
    return withdrawal_superseded(tournament, link)


def give_back(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    """Give a replaced entry its seat again, and remove the entry that replaced it."""
    take_back(tournament, link, by)
    coming = tournament.entries.filter(pk=link.facts["replaced_by"]).first()
    if coming is None:
        raise Conflict(superseded())
    substitutes.give_back(coming, tournament.entries.get(pk=link.facts["entry"]), by=by, undoes=link.sequence)


def hand_since_departure(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    """Return the problem that another player has the place or seat now, a hand was entered, or the withdrawal stays.

    Return None otherwise.
    """
    if not EntryPlayer.objects.filter(entry=link.facts["entry"], player=link.facts["player"]).exists():
        return superseded()
    if problem := departures.played_on(link):
        return problem
    if not departures.has_seat(link):
        return superseded()
    return withdrawal_superseded(tournament, link) if "status_before" in link.facts else None


def come_back(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    """Give a player who left the seat again, and the entry its former status. Raises Conflict after a hand."""
    departures.lock_table_left(link)
    if problem := hand_since_departure(tournament, link):
        raise Conflict(problem)
    departures.come_back(link, by=by)


def take_back(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    """Give an entry its former status again: playing or paused."""
    entry = tournament.entries.filter(pk=link.facts["entry"]).first()
    if entry is None:
        raise Conflict(superseded())
    status = entry_status_before(tournament, link)
    registration.change_entry(entry, {"status": status}, by=by, undoes=link.sequence)
