"""Merging two records of one person, and separating them again."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, EntryPlayer, Player, PlayerMerge, Table

from ..core.actor import Actor
from ..core.refusals import Conflict, Problem
from ..core.rows import gone, lock_all, locked
from ..hands.seat_players import give_turns
from ..ledger_kinds import LedgerKind
from ..seasons.joined_persons import refuse_conflicting_joins
from ..seasons.moved_places import agreed_record
from .players import MERGED, PARTED, log_new_people, refuse_erased_or_merged


def merge_players(into: Player, other: Player, *, by: Actor) -> Player:
    """Merge the record `other` into the player `into`, who gets its entries; return `into`. Results stay as they are.

    Raises Conflict if either record was erased or merged already, or if they cannot be one person, because both are in
    one tournament, sat at one table, or count for two people in a season. Raises AgreementNeeded if places or scores of
    a season change.
    """
    with transaction.atomic():
        into, other = _lock_both(into, other)
        for player in (into, other):
            refuse_erased_or_merged(player)
        _refuse_two_people(into, other)
        places = list(other.entry_players.values_list("pk", flat=True))
        sat_in = list(Entry.objects.of_player(other).values_list("pk", flat=True))
        with agreed_record(_tournaments(places), before=other, after=into, by=by):
            merge = PlayerMerge.objects.create(player=other, into=into, places=places, sat_in=sorted(sat_in))
            refuse_conflicting_joins(into, other)
            _move(merge, into, before=other, kind=MERGED, by=by)
    return into


def unmerge_players(other: Player, *, by: Actor) -> Player:
    """Separate a merged record, with the entries that it had; return it.

    Raises Conflict if it is not merged, or if the record that has its entries was erased or merged since. Raises
    AgreementNeeded as `merge_players` does.
    """
    with transaction.atomic():
        merge = PlayerMerge.objects.filter(player=other).first()
        if merge is None:
            raise Conflict(Problem("not_merged", _("These two are not merged, or no longer.")))
        into, other = _lock_both(merge.into, other)
        merge = locked(PlayerMerge.objects.all(), merge.pk)
        refuse_erased_or_merged(into)
        with agreed_record(_tournaments(merge.places), before=into, after=other, by=by):
            _move(merge, other, before=into, kind=PARTED, by=by)
            merge.delete()
    return other


def _tournaments(places: Collection[int]) -> set[int]:
    """Return the ids of the tournaments to which these players' entries belong."""
    return {*EntryPlayer.objects.filter(pk__in=places).values_list("tournament", flat=True)}


def _lock_both(into: Player, other: Player) -> tuple[Player, Player]:
    """Return both players, locked in order of their pk.

    Raises Conflict if they are the same record, Gone if either was removed.
    """
    if into.pk == other.pk:
        raise Conflict(Problem("same_player", _("This is the same record: choose another.")))
    players = {player.pk: player for player in lock_all(into.club.players.filter(pk__in=[into.pk, other.pk]))}
    if len(players) < len({into.pk, other.pk}):
        raise gone()
    return players[into.pk], players[other.pk]


def _refuse_two_people(one: Player, other: Player) -> None:
    """Raise Conflict if both were entered in one tournament. The code is `sat_together` if they sat at one table."""
    others = Entry.objects.of_player(other).values("tournament")
    both = Entry.objects.of_player(one).filter(tournament__in=others).select_related("tournament")
    entry = both.order_by("tournament_id").first()
    if entry is None:
        return
    names = {"one": one.name, "other": other.name}
    met = Table.objects.filter(seats__seat_players__player=one).filter(seats__seat_players__player=other)
    table = met.select_related("round__tournament").order_by("pk").first()
    if table:
        message = _("%(one)s and %(other)s sat at one table in %(tournament)s: they are two people.")
        raise Conflict(Problem("sat_together", message, {**names, "tournament": table.round.tournament.name}))
    message = _(
        "%(one)s and %(other)s are both entered in %(tournament)s, and nobody can be there twice. If nothing was drawn "
        "there yet, remove one of them from the list first."
    )
    raise Conflict(Problem("same_tournament", message, {**names, "tournament": entry.tournament.name}))


def _move(merge: PlayerMerge, player: Player, *, before: Player, kind: LedgerKind, by: Actor) -> None:
    """Move these places in entries, and the hands played in them, from one record to `player`; log each entry."""
    places = EntryPlayer.objects.filter(pk__in=merge.places)
    entries = lock_all(Entry.objects.filter(Q(pk__in=places.values("entry")) | Q(pk__in=merge.sat_in)))
    give_turns([entry.pk for entry in entries], before, player)
    places.filter(player=before).update(player=player)
    for entry in sorted(entries, key=lambda entry: entry.tournament_id):
        log_new_people(entry, kind, before=before, by=by, into=player.pk)
