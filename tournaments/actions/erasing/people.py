"""Erasing players and accounts: names, devices and all other personal data are deleted; results stay."""

from collections.abc import Collection, Sequence

from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    Announcement,
    Club,
    Entry,
    Hand,
    IdempotencyKey,
    Invitation,
    LedgerDisclosure,
    Membership,
    Player,
    PushSubscription,
    RejectedAttempt,
    Role,
    Round,
    Seat,
    SeatClaim,
    SeatPlayer,
    ShownAs,
    StrandedPhone,
    Table,
    TableSession,
    Tournament,
    User,
)

from ..core import ledger
from ..core.actor import Actor
from ..core.names import name_key
from ..core.refusals import Conflict, Problem
from ..core.rows import lock_all, locked, save_fields
from ..people.names_in_turn import entry_name
from ..people.players import MERGED, PARTED, RENAMED, SUBSTITUTED, name_places, refuse_erased_or_merged
from ..people.registration import REMOVED
from ..people.stays import changes_of_stay
from ..rounds.draws.drafts import lock_for_draw
from ..rounds.rounds import drop_draft
from ..setup.memberships import end_invitations, open_invitations_of
from ..standings.standings import name_in_standings
from .texts import (
    Name,
    disclosures_naming,
    empty_entries_in_answers,
    erase_reasons,
    erase_texts,
    hands_naming,
    links_deciding,
    replace_in_answers,
)


def erase_player(player: Player, *, by: Actor) -> Player:
    """Erase a player in every tournament and return the player; erasing again changes nothing.

    Texts that name the player and data of the player's devices are deleted; results stay, under "Erased player" and a
    number. Raises Conflict for a merged record, or while the player sits in a round in play.
    """
    with transaction.atomic():
        player = locked(Player.objects.select_related("club"), player.pk)
        if player.erased_at:
            return player
        refuse_erased_or_merged(player)
        records = _records(player)
        devices = _devices_of(player)
        codes = (record.alias for record in records if record.shown_as == ShownAs.CODE)
        names = frozenset([*(record.name for record in records), *codes, *_former_names(records)])
        lock_all(Round.objects.filter(tournament__entries__players=player, state=Round.State.REFUSED))
        _lock_tables(player, names, devices)
        sat_in = lock_all(Entry.objects.of_player(player))
        _refuse_playing(player)  # a round is published with its entries locked
        mine = set(player.entries.values_list("pk", flat=True))
        entries = sorted((each for each in sat_in if each.pk in mine), key=lambda entry: entry.tournament_id)
        disclosed = _disclosed(records, names, entries, devices)
        _lock_tournaments(entries, disclosed)
        erase_texts(player.club, names)
        erase_devices(devices)
        _forget_phones(entries)
        erase_reasons(records, entries)
        ledger.erase_disclosures(disclosed, by=by)
        for record in records:
            _erase_name(record)
        for name in names:
            replace_in_answers(name, by=records[0].name)
        empty_entries_in_answers({record.pk for record in records})
        for entry in entries:
            _erase_entry(entry, by=by)
        name_places(sat_in)
        transaction.on_commit(_wipe, robust=True)
    return records[0]


def _forget_phones(entries: Sequence[Entry]) -> None:
    """Delete the entries' push subscriptions, and the records of their phones at tables that a repair deleted."""
    StrandedPhone.objects.filter(entry__in=entries).delete()
    PushSubscription.objects.filter(entry__in=entries).delete()


def _wipe() -> None:
    """Empty SQLite's write-ahead log, which still contains erased data. PostgreSQL does this itself by vacuuming."""
    if connection.vendor == "sqlite":
        connection.empty_log()  # type: ignore[attr-defined]  # of tournaments.databases.sqlite3


def _records(player: Player) -> list[Player]:
    """Return the player and all records merged into it, all locked, the player first."""
    records = [player]
    for record in records:
        records += lock_all(Player.objects.select_related("club").filter(merge__into=record))
    return records


def _refuse_playing(player: Player) -> None:
    turns = SeatPlayer.objects.filter(player=player, to_hand=None, round__state=Round.State.PUBLISHED)
    turn = turns.select_related("round__tournament").first()
    if turn:
        message = _("%(name)s is playing in %(tournament)s: close the round first.")
        params = {"name": player.name, "tournament": turn.round.tournament.name}
        raise Conflict(Problem("still_playing", message, params))


def _devices_of(player: Player) -> frozenset[str]:
    """Return the devices that only this player has used; a shared device does not identify a person."""
    claims = SeatClaim.objects.all()
    seats = Seat.objects.filter(Q(seat_players__player=player) | Q(seat_players=None, entry__players=player))
    own = claims.filter(table__seats__in=seats, table__seats__number=F("seat"))
    stranded = StrandedPhone.objects.exclude(entry=None)
    own_stranded = stranded.filter(entry__in=player.entries.all())
    devices = {*own.values_list("session__device", flat=True), *own_stranded.values_list("device", flat=True)} - {""}
    claimed = claims.filter(session__device__in=devices).exclude(pk__in=own)
    held = stranded.filter(device__in=devices).exclude(pk__in=own_stranded)
    return frozenset(
        devices - {*claimed.values_list("session__device", flat=True), *held.values_list("device", flat=True)}
    )


def _former_names(records: Sequence[Player]) -> list[str]:
    """Return the person's former names, as found in the ledgers."""
    links = LedgerDisclosure.objects.filter(_renamed(records), personal__has_key="text")
    return [link.personal["text"] for link in links]


def _renamed(records: Sequence[Player]) -> Q:
    players = [record.pk for record in records]
    return Q(entry__kind__in=[RENAMED, MERGED, PARTED, SUBSTITUTED], entry__facts__player__in=players)


def _removals(records: Sequence[Player]) -> list[int]:
    """Return the ids of the disclosures about removed entries of the person, under whatever name."""
    players = {record.pk for record in records}
    removals = LedgerDisclosure.objects.filter(entry__kind=REMOVED).values_list("pk", "entry__facts")
    return [pk for pk, facts in removals.iterator() if not players.isdisjoint(facts.get("players", ()))]


def _lock_tables(player: Player, names: Collection[str], devices: Collection[str]) -> None:
    """Lock the tables with hands whose texts name the player, or that the player's devices entered.

    Call it before locking tournaments, to avoid deadlocks.
    """
    naming = Q(pk__in=hands_naming(player.club, names))
    hands = Hand.objects.filter(naming | Q(device__in=devices))
    lock_all(Table.objects.filter(pk__in=hands.values("table")))


def _disclosed(
    records: Sequence[Player], names: Collection[str], entries: Sequence[Entry], devices: Collection[str]
) -> list[LedgerDisclosure]:
    """Return the disclosures about the player: texts, devices, former names, removed entries, reasons of penalties."""
    naming = Q(pk__in=disclosures_naming(records[0].club, names)) | _renamed(records) | Q(pk__in=_removals(records))
    decided = links_deciding(records, entries)
    links = LedgerDisclosure.objects.filter(naming | Q(personal__device__in=devices) | decided)
    return list(links.select_related("entry"))


def _lock_tournaments(entries: Sequence[Entry], disclosed: Sequence[LedgerDisclosure]) -> None:
    """Lock every tournament whose ledger records the erasure, in order of id, so that erasures cannot deadlock."""
    named = {entry.tournament_id for entry in entries}
    named |= {link.entry.tournament_id for link in disclosed}
    list(Tournament.objects.filter(pk__in=named).select_for_update().order_by("pk"))


def erase_devices(devices: Collection[str]) -> None:
    """Delete the identifiers of these devices from all rows, and end their sessions."""
    for rows in (Hand, Announcement):
        rows.objects.filter(device__in=devices).update(device="")
    RejectedAttempt.objects.filter(device__in=devices).delete()
    StrandedPhone.objects.filter(device__in=devices).delete()
    PushSubscription.objects.filter(device__in=devices).delete()
    sessions = TableSession.objects.filter(device__in=devices)
    sessions.filter(ended_at=None).update(ended_at=timezone.now())
    sessions.update(device="", address="", browser="")


def _erase_name(player: Player) -> None:
    with translation.override(player.club.language):
        erased = gettext("Erased player %(number)d") % {"number": player.pk}
    shown = {"shown_as": ShownAs.FULL, "alias": ""}
    save_fields(player, name=erased, name_key=name_key(erased), **shown, erased_at=timezone.now())


def _erase_entry(entry: Entry, *, by: Actor) -> None:
    """Delete an entry's personal data; withdraw the entry unless it is disqualified or the tournament is over.

    Delete its refused drafts too, because their reasons name players.
    """
    tournament = lock_for_draw(entry.tournament_id)
    for refused in tournament.rounds.filter(state=Round.State.REFUSED):
        drop_draft(refused, by=by)  # its reasons name players
    players = Player.objects.filter(entry_players__entry=entry).order_by("entry_players__position")
    stays = tournament.is_over or entry.status == Entry.Status.DISQUALIFIED
    stay = {"status": entry.status if stays else Entry.Status.WITHDRAWN}
    stay |= changes_of_stay(entry, stay)
    name = entry_name(list(players))
    save_fields(entry, name=name, card_number="", home_club="", salt=ledger.new_salt(), **stay)
    facts = {"entry": entry.pk, "words": ledger.commit_to_words(entry), **stay}
    ledger.append(tournament.pk, "entry_erased", by=by, facts=facts)
    name_in_standings(entry)


def erase_user(user: User) -> None:
    """Delete an account and end its open invitations; its actions stay in the ledgers without a name.

    Raises Conflict for the only owner of a club.
    """
    with transaction.atomic():
        lock_all(open_invitations_of(user.pk))
        _refuse_last_owner(user)
        end_invitations(open_invitations_of(user.pk))
        theirs = LedgerDisclosure.objects.filter(personal__user=user.pk)
        ledger.erase_disclosures(list(theirs.select_related("entry")), by=Actor(user=None, source="command"))
        IdempotencyKey.objects.filter(holder=f"user {user.pk}").delete()
        names = [Name.of(name) for name in (user.username, user.get_full_name()) if name]
        for invitation in Invitation.objects.exclude(note=""):  # the note may name the invited person
            if any(name.occurs_in(invitation.note) for name in names):
                save_fields(invitation, note="")
        user.delete()
        transaction.on_commit(_wipe, robust=True)


def _refuse_last_owner(user: User) -> None:
    lock_all(Club.objects.filter(memberships__in=user.memberships.filter(role=Role.OWNER)))
    owners = Membership.objects.filter(role=Role.OWNER)
    for mine in owners.filter(user=user).select_related("club"):
        if not owners.filter(club=mine.club).exclude(user=user).exists():
            message = _("%(club)s has no other owner: name one first.")
            raise Conflict(Problem("last_owner", message, {"club": mine.club.name}))
